import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Account } from "./account.ts";
import { identify } from "./process-identity.ts";
import { type Binaries, run } from "./programs.ts";

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_buffers: "128MB",
  max_connections: "150",
  jit: "off",
  log_min_messages: "warning",
};

/** These settings are faster, but a crash of the machine may lose the data. */
const careless = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "1GB",
  // The benchmark reads the time of a commit.
  track_commit_timestamp: "on",
};

/** Creates an empty cluster. If it's interrupted, no part of a cluster is left where it would be used. */
export async function initialize(
  folder: string,
  password: string,
  binaries: Binaries,
  account?: Account,
): Promise<void> {
  const fresh = join(folder, "data.new");
  const passwordFile = join(folder, "password.new");
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [fresh, passwordFile]) await chown(path, account.uid, account.gid);
  try {
    const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--encoding=UTF8"];
    const access = ["--username=postgres", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
    await run(binaries.initdb, ["-D", fresh, ...locale, ...access, "--no-sync"], folder, account);
  } finally {
    await rm(passwordFile, { force: true });
  }
  // The folder gets its name only now that it's complete, so an interrupted first start leaves nothing that looks like
  // a database.
  await rename(fresh, join(folder, "data"));
}

async function configure(data: string, port: number, durable: boolean, account?: Account): Promise<void> {
  const all = { ...settings, ...(durable ? {} : careless), port: String(port) };
  const file = join(data, "postgresql.auto.conf");
  await writeFile(
    file,
    Object.entries(all)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(""),
    { mode: 0o600 },
  );
  if (account) await chown(file, account.uid, account.gid);
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, failed) => server.once("error", failed).listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** The port of a running server, or undefined. Deletes the file that a killed server has left behind. */
export async function findRunning(data: string): Promise<number | undefined> {
  const file = join(data, "postmaster.pid");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  if (!lines[0]) return undefined;
  if (identify(Number(lines[0]))?.includes(data)) return Number(lines[3]);
  await rm(file, { force: true });
  return undefined;
}

/** Whether the server responds within this many milliseconds. */
export async function answers(url: string, milliseconds: number): Promise<boolean> {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await pause(100)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return true;
    } catch {
      // The server may be starting or stopping, so this tries again until the deadline.
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

/**
 * Failures that pass after a while: a killed server's shared memory exists until its last process has exited, and
 * another process may have taken the port in the meantime.
 */
const passing = /pre-existing shared memory|Address already in use|could not bind/;

/**
 * Starts the server on `givenPort`, or else on a free port. Returns the port.
 * @throws with the server's output
 */
export async function start(
  folder: string,
  durable: boolean,
  binaries: Binaries,
  account?: Account,
  givenPort?: number,
): Promise<number> {
  const data = join(folder, "data");
  const log = join(data, "server.log");
  for (let attempt = 1; ; attempt += 1) {
    const port = givenPort ?? (await findFreePort());
    await configure(data, port, durable, account);
    await rm(log, { force: true });
    try {
      await run(binaries.pg_ctl, ["start", "-D", data, "-w", "-t", "60", "-l", log], folder, account);
      return port;
    } catch (error) {
      const said = await readFile(log, "utf8").catch(() => String(error));
      if (attempt === 20 || !passing.test(said)) throw new Error(`PostgreSQL didn't start:\n${said.trim()}`);
      await pause(500);
    }
  }
}
