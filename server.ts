import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { startServer as StartServer } from "./app/server/start.server";

type EntryModule = { startServer: typeof StartServer };

/** Remix's build contains the product. In development, Vite runs in front of it. */
async function main() {
  const started = process.env.APP_MODE === "development" ? await startDevelopment() : await startBuilt();
  const stop = () => {
    started.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

async function startBuilt() {
  const build = (await import(new URL("./server/index.js", import.meta.url).href)) as ServerBuild;
  const { startServer } = build.entry.module as unknown as EntryModule;
  return startServer({
    build,
    mode: "production",
    clientFolder: fileURLToPath(new URL("./client", import.meta.url)),
  });
}

async function startDevelopment() {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true } });
  const load = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>;
  const { startServer } = (await load()).entry.module as unknown as EntryModule;
  return startServer({ build: load, mode: "development", clientFolder: null, vite: vite.middlewares });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error && error.constructor.name === "EnvError" ? error.message : error);
  process.exit(1);
});
