import { buildIfChanged, serverCommand } from "./build.ts";
import { runLocalApp } from "./local-app.ts";

await runLocalApp({
  mode: "demo",
  command: serverCommand,
  beforeStart: async () => {
    if (await buildIfChanged()) console.log("Built the app.");
  },
});
