import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { RunningServer, startServer as StartServer } from "~/server/start.server";
import { sendTo } from "./request";

const folder = new URL("../../build/", import.meta.url);

/**
 * Starts the production build in this process, on a free port, with the test file's database. The build has its own
 * copies of the app's modules, so tests should use only HTTP and SQL. Call it only once per file, because the build
 * reads the environment when it loads.
 * @param options.jobs whether the server also runs jobs
 * @param options.env changes to the environment
 */
export async function startApp(
  options: { jobs?: boolean; env?: Record<string, string> } = {},
): Promise<Pick<RunningServer, "server" | "stop"> & { origin: string }> {
  // The replica is the same database in read-only sessions, so a function that may read from a replica fails if it
  // writes.
  process.env.DATABASE_REPLICA_URL = options.env?.DATABASE_URL ? "" : process.env.DATABASE_URL;
  Object.assign(process.env, options.env);
  const entry = new URL("server/index.js", folder);
  if (!existsSync(entry)) throw new Error("There's no build. Run this test in Vitest's routes project.");
  const build = (await import(/* @vite-ignore */ entry.href)) as ServerBuild;
  const { startServer } = build.entry.module as unknown as { startServer: typeof StartServer };
  const started = await startServer({
    build,
    mode: "production",
    clientFolder: fileURLToPath(new URL("client", folder)),
    port: 0,
    jobs: options.jobs ?? false,
  });
  const origin = `http://127.0.0.1:${started.port}`;
  sendTo(origin, { https: options.env?.APP_URL?.startsWith("https:") });
  return { origin, server: started.server, stop: started.stop };
}
