import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOnPath } from "../../scripts/debian.ts";
import { freePort } from "../../scripts/free-port.mjs";
import { until } from "./until";

/** Debian installs servers in a folder that isn't on everyone's PATH. */
export const pgbouncerProgram = () => findOnPath("pgbouncer", "../sbin/pgbouncer");

/**
 * Starts PgBouncer in transaction mode.
 * @param server the database server that PgBouncer connects to
 * @param users names and passwords, as PostgreSQL stores them
 * @param config more lines for PgBouncer's configuration
 * @returns `through`: turns a database's URL into one that goes through PgBouncer
 */
export async function startPgbouncer(server: URL, users: [string, string][], config: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-pgbouncer-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  await writeFile(join(folder, "users"), users.map(([name, word]) => `"${name}" "${word}"\n`).join(""));
  await writeFile(
    file,
    [
      "[databases]",
      `* = host=${server.hostname} port=${server.port}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = scram-sha-256",
      `auth_file = ${join(folder, "users")}`,
      "pool_mode = transaction",
      "default_pool_size = 3",
      ...config,
    ].join("\n"),
  );
  // PgBouncer refuses to run as root, so it runs as this account, which must be able to read the files.
  await chmod(folder, 0o755);
  const account = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(pgbouncerProgram() ?? "pgbouncer", [...account, file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  await until(() => {
    if (!log.includes("process up")) throw new Error(`PgBouncer isn't running:\n${log}`);
  });
  return {
    through(address: string | URL): string {
      const url = new URL(address);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    async stop() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
