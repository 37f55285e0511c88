import { buildIfChanged } from "./build.ts";
import { runLocalApp } from "./local-app.ts";

await runLocalApp({
  mode: "demo",
  command: ["build/server.js"],
  beforeStart: async () => {
    if (await buildIfChanged()) console.log("Built the app.");
  },
});
