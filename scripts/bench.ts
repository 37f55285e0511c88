import { spawn } from "node:child_process";
import { ensureDatabase, startThrowawayPostgres } from "./embedded-postgres.ts";
import { migrate } from "./migrate.ts";

const cluster = await startThrowawayPostgres();
try {
  const databaseUrl = await ensureDatabase(cluster, "matchcut_bench");
  await migrate(databaseUrl);
  const bench = spawn(process.execPath, ["--import", "tsx", "bench/main.ts", ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_ADMIN_URL: cluster.url() },
  });
  // The benchmark gets Ctrl-C, too. This process has to outlive it, because it removes the cluster.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => bench.kill(signal));
  process.exitCode = await new Promise<number>((done) => bench.once("exit", (code) => done(code ?? 1)));
} finally {
  await cluster.stop();
}
