import { runLocalApp } from "./local-app.ts";

await runLocalApp({ mode: "development", command: ["--import", "tsx", "server.ts"] });
