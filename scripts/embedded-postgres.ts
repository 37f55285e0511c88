import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { findAccount } from "./postgres/account.ts";
import { identify } from "./postgres/process-identity.ts";
import { findBinaries, run } from "./postgres/programs.ts";
import { answers, findRunning, initialize, start } from "./postgres/server.ts";

/** A PostgreSQL cluster that this repository runs. */
export type Cluster = {
  /** The URL of a database in it, by default of the administrative one. */
  url(database?: string): string;
  /** False if another process started it and is still running, because that process will stop it. */
  owned: boolean;
  /**
   * Restarts the cluster at the same address if this process owns it and it has ended. Returns whether it had ended.
   */
  revive(): Promise<boolean>;
  /** Stops the cluster if this process owns it, and deletes a throwaway cluster's files. */
  stop(): Promise<void>;
};

const throwawayPrefix = "matchcut-postgres-";

/** Waits while another process starts the cluster. Returns whether this process has to start it. */
async function becomeOwner(folder: string, data: string): Promise<boolean> {
  const file = join(folder, "owner");
  const mine = `${process.pid}\n${identify(process.pid)}`;
  for (const deadline = Date.now() + 60_000; ; await pause(200)) {
    const [pid, ...identity] = (await readFile(file, "utf8").catch(() => "")).split("\n");
    const isLiving =
      Boolean(pid) && Number(pid) !== process.pid && identify(Number(pid)) === identity.join("\n");
    if (!isLiving) {
      await writeFile(file, mine);
      return true;
    }
    if (await findRunning(data)) return false;
    if (Date.now() > deadline)
      throw new Error(`Process ${pid} has been starting the database in ${folder} for over a minute.`);
  }
}

/**
 * Starts PostgreSQL from the development packages on a free port of 127.0.0.1, or joins one that's already running on
 * that folder. Data, log and password stay in the folder between starts.
 * @param folder created if it's missing
 * @param options.durable whether committed data must survive a crash; without that, it's faster
 * @throws if there's no such PostgreSQL for this platform, or if it doesn't start, with its output
 */
export async function startPostgres(folder: string, { durable = true } = {}): Promise<Cluster> {
  const home = resolve(folder);
  const data = join(home, "data");
  await mkdir(home, { recursive: true });
  const account = findAccount();
  const binaries = await findBinaries(account);
  const passwordFile = join(home, "password");
  const owned = await becomeOwner(home, data);

  if (!existsSync(passwordFile))
    await writeFile(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  const password = (await readFile(passwordFile, "utf8")).trim();
  if (!existsSync(data)) await initialize(home, password, binaries, account);
  const port = (await findRunning(data)) ?? (await start(home, durable, binaries, account));
  const url = (database = "postgres") => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  if (!(await answers(url(), 60_000)))
    throw new Error(`PostgreSQL is running on ${data} but isn't responding.`);

  return {
    url,
    owned,
    async revive() {
      if (!owned || (await findRunning(data))) return false;
      await start(home, durable, binaries, account, port);
      if (!(await answers(url(), 60_000)))
        throw new Error(`PostgreSQL is running on ${data} but isn't responding.`);
      return true;
    },
    async stop() {
      if (!owned) return;
      if (await findRunning(data)) {
        await run(binaries.pg_ctl, ["stop", "-D", data, "-m", "fast", "-w", "-t", "60"], home, account);
      }
      await rm(join(home, "owner"), { force: true });
    },
  };
}

/** Linux's file system in memory. Containers may lack it, or limit it to a small size. */
const memory = "/dev/shm";
const fewestBytes = 4 * 2 ** 30;

/**
 * Returns the folder for throwaway clusters, which is in memory if there's room: each test file copies a database of
 * 1,600 files, which takes 0.2 s on a disk and 0.03 s in memory.
 */
async function findRoomInMemory(): Promise<string> {
  const space = await statfs(memory).catch(() => null);
  return space && space.bavail * space.bsize >= fewestBytes ? memory : tmpdir();
}

/** Stops and deletes throwaway clusters whose owners were killed. */
async function removeAbandoned(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(throwawayPrefix)) continue;
    const folder = join(place, name);
    const [pid, ...identity] = (await readFile(join(folder, "owner"), "utf8").catch(() => "")).split("\n");
    if (!pid || identify(Number(pid)) === identity.join("\n")) continue;
    const cluster = await startPostgres(folder, { durable: false }).catch(() => undefined);
    await cluster?.stop().catch(() => {});
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

/**
 * Starts an empty cluster, fast and not durable, in a temporary folder that `stop` removes.
 * @param options.inMemory whether to keep it in memory if there's room, and to leave out autovacuum, as for tests, whose
 * data stays small
 */
export async function startThrowawayPostgres({ inMemory = false } = {}): Promise<Cluster> {
  const place = inMemory ? await findRoomInMemory() : tmpdir();
  await removeAbandoned(place);
  const folder = await mkdtemp(join(place, throwawayPrefix));
  // mkdtemp made the folder private, but PostgreSQL may run under a different account that has to get in.
  await chmod(folder, 0o711);
  const cluster = await startPostgres(folder, { durable: false });
  if (inMemory) await stopAutovacuum(cluster);
  return {
    ...cluster,
    async stop() {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Saves a twentieth of the tests' time, because each of hundreds of test files has its own database. */
async function stopAutovacuum(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url() });
  await client.connect();
  try {
    await client.query("ALTER SYSTEM SET autovacuum = off");
    await client.query("SELECT pg_reload_conf()");
  } finally {
    await client.end();
  }
}

/** Creates the database if it's missing and returns its URL. */
export async function ensureDatabase(cluster: Cluster, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.url() });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return cluster.url(name);
}
