import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { StripeStandIn } from "../sandbox/stripe.ts";
import { serverCommand } from "../scripts/build.ts";
import { startLocalStripe } from "../scripts/local-stripe.ts";
import { migrate } from "../scripts/migrate.ts";
import { type Account, findAccount } from "../scripts/postgres/account.ts";
import { withClient } from "./database.ts";
import { productEnvironment } from "./processes.ts";

// Starts deploy/cluster with Debian's programs on loopback, and the product on it.

const packages = [
  ...["postgresql-15", "patroni", "etcd-server", "haproxy", "pgbouncer", "pgbackrest", "prometheus"],
  "gettext-base",
];

/** Installs what's missing. No package starts its service, and PostgreSQL doesn't create its own cluster. */
export function installPackages(): void {
  const missing = packages.filter(
    (name) => spawnSync("dpkg", ["-s", name], { stdio: "ignore" }).status !== 0,
  );
  if (missing.length === 0) return;
  const [policy, noCluster] = ["/usr/sbin/policy-rc.d", "/etc/postgresql-common/createcluster.d/drills.conf"];
  const hadPolicy = existsSync(policy);
  if (!hadPolicy) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  mkdirSync("/etc/postgresql-common/createcluster.d", { recursive: true });
  writeFileSync(noCluster, "create_main_cluster = false\n");
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const apt = (...args: string[]) => execFileSync("apt-get", args, { stdio: "inherit", env });
    apt("-q", "update");
    apt("-q", "install", "-y", "--no-upgrade", "--no-install-recommends", ...missing);
  } finally {
    rmSync(noCluster);
    if (!hadPolicy) rmSync(policy);
  }
}

/** A program that's started again when it ends, after 100 ms, which is systemd's default. */
export class Service {
  private child: ChildProcess | undefined;
  private wanted = false;

  constructor(
    readonly name: string,
    private readonly command: string[],
    private readonly folder: string,
    private readonly env: () => NodeJS.ProcessEnv = () => process.env,
    private readonly account?: Account,
  ) {}

  /** Where the product listens. */
  get port(): number {
    return Number(this.env().PORT);
  }

  start(): void {
    this.wanted = true;
    const log = openSync(join(this.folder, `${this.name}.log`), "a");
    const [program = "", ...args] = this.command;
    const child = spawn(program, args, { stdio: ["ignore", log, log], env: this.env(), ...this.account });
    closeSync(log);
    this.child = child;
    child.once("exit", () => {
      if (this.wanted) setTimeout(() => this.wanted && this.start(), 100).unref();
    });
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Resolves when the process has ended. The service manager then starts it again. */
  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    await ended;
  }

  /** Ends the process for good, or until `start`. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    this.wanted = false;
    const late = setTimeout(() => this.child?.kill("SIGKILL"), 30_000);
    await this.end(signal);
    clearTimeout(late);
  }
}

/** One of three database machines. */
export class Machine {
  readonly name: string;
  readonly folder: string;
  readonly etcd: Service;
  readonly patroni: Service;

  constructor(
    readonly number: number,
    home: string,
    account: Account | undefined,
  ) {
    this.name = `node${number}`;
    this.folder = join(home, this.name);
    const service = (name: string, ...command: string[]) =>
      new Service(name, command, this.folder, undefined, account);
    this.etcd = service("etcd", "etcd", "--config-file", join(this.folder, "etcd.yml"));
    this.patroni = service("patroni", "patroni", join(this.folder, "patroni.yml"));
  }

  get data(): string {
    return join(this.folder, "data");
  }

  /** Ends PostgreSQL and Patroni without warning. They stay down until Patroni is started. */
  async kill(): Promise<void> {
    const postmaster = this.postmaster();
    await this.patroni.stop("SIGKILL");
    if (postmaster) process.kill(postmaster, "SIGKILL");
  }

  async stop(): Promise<void> {
    await this.patroni.stop();
    await this.etcd.stop();
    const left = this.postmaster();
    if (left && existsSync(`/proc/${left}`)) process.kill(left, "SIGQUIT");
  }

  private postmaster(): number | undefined {
    const file = join(this.data, "postmaster.pid");
    return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : undefined;
  }
}

const portOf = {
  postgres: 24_310,
  patroni: 24_320,
  etcd: 24_330,
  peers: 24_340,
  web: 24_350,
  others: 24_360,
};
const [primary, replicas, web, pgbouncer, restored] = [0, 1, 2, 3, 4].map((at) => portOf.others + at);
const local = (port = 0) => `127.0.0.1:${port}`;

function settingsFor(folder: string): Record<string, string | number> {
  const nodes = [1, 2, 3].flatMap((at) => [
    [`NODE${at}_POSTGRES`, local(portOf.postgres + at)],
    [`NODE${at}_PATRONI`, local(portOf.patroni + at)],
    [`NODE${at}_ETCD`, local(portOf.etcd + at)],
    [`NODE${at}_ETCD_PEERS`, local(portOf.peers + at)],
  ]);
  const names = ["SUPERUSER", "REPLICATION", "REWIND", "DATABASE"];
  return {
    ...Object.fromEntries(nodes),
    ...Object.fromEntries(names.map((name) => [`${name}_PASSWORD`, randomBytes(24).toString("hex")])),
    ...{
      FOLDER: folder,
      POSTGRES_BIN: postgresBin,
      NETWORK: "127.0.0.1/32",
      BACKUPS: join(folder, "backups"),
    },
    ...{ PRIMARY: local(primary), REPLICAS: local(replicas), WEB: local(web) },
    ...{ WEB1: local(portOf.web + 1), WEB2: local(portOf.web + 2) },
    ...{ PGBOUNCER_PORT: pgbouncer ?? 0, PRIMARY_PORT: primary ?? 0 },
  };
}

export const postgresBin = "/usr/lib/postgresql/15/bin";

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts three database machines, HAProxy and PgBouncer, migrates the database, and starts two web processes and one for
 * jobs. Takes about a minute.
 */
export async function startCluster() {
  installPackages();
  const account = findAccount();
  const folder = await mkdtemp(join(tmpdir(), "matchcut-drills-"));
  const own = (path: string) => account && chownSync(path, account.uid, account.gid);
  const settings = settingsFor(folder);
  const settingsFile = join(folder, "settings.env");
  writeFileSync(
    settingsFile,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  for (const path of [folder, settingsFile, join(folder, "backups")]) {
    if (path.endsWith("backups")) mkdirSync(path);
    own(path);
  }
  const asOwner = (program: string, args: string[]) =>
    promisify(execFile)(program, args, { ...account, cwd: folder, maxBuffer: 2 ** 26 });
  const machines = [1, 2, 3].map((number) => new Machine(number, folder, account));
  const render = (machine: Machine, env: Record<string, string> = {}) =>
    execFileSync(
      join(process.cwd(), "deploy/cluster/render"),
      [String(machine.number), settingsFile, machine.folder],
      { ...account, env: { ...process.env, ...env } },
    );
  for (const machine of machines) render(machine);
  const shared = (name: string, file: string, ...command: string[]) =>
    new Service(name, [...command, join(folder, "node1", file)], folder, undefined, account);
  const haproxy = shared("haproxy", "haproxy.cfg", "haproxy", "-W", "-f");
  const bouncer = shared("pgbouncer", "pgbouncer.ini", "pgbouncer");
  const urlOf = (port = primary ?? 0, user = "matchcut", password = settings.DATABASE_PASSWORD) =>
    `postgresql://${user}:${password}@${local(port)}/matchcut`;
  const asSuperuser = urlOf(primary, "postgres", settings.SUPERUSER_PASSWORD);
  const origin = `http://localhost:${web}`;
  /** The URLs of the four pools through PgBouncer, once their roles exist. */
  const addresses: Record<string, string> = {};
  /** Where the product finds the stand-in for Stripe, once it runs. */
  let payments: Record<string, string> = {};
  let stripe: StripeStandIn | undefined;
  const product = (name: string, port: number, env: Record<string, string> = {}) =>
    new Service(name, [process.execPath, ...serverCommand], folder, () => ({
      ...{ ...process.env, ...productEnvironment, LOG_LEVEL: "info", APP_URL: origin, PORT: String(port) },
      ...{ HOST: "127.0.0.1", TRUST_PROXY: "1", DATA_DIR: join(folder, "files") },
      ...{ DATABASE_DIRECT_URL: urlOf(primary), DATABASE_PREPARE: "off", ...addresses },
      // As in production: HAProxy sees the check fail while the process still serves.
      ...{ DRAIN_TIME: "5000", ...payments },
      ...env,
    }));
  /** A process without a pooler or a replica. */
  const connectedTo = (name: string, port: number, url: string, env: Record<string, string> = {}) =>
    product(name, port, {
      ...{ DATABASE_URL: url, DATABASE_DIRECT_URL: "", DATABASE_URL_PIPELINES: "", DATABASE_URL_JOBS: "" },
      ...{ DATABASE_URL_HEALTH: "", DATABASE_REPLICA_URL: "", DATABASE_PREPARE: "on" },
      APP_URL: `http://localhost:${port}`,
      ...env,
    });
  const webs = [1, 2].map((number) => product(`web${number}`, portOf.web + number, { ROLE: "web" }));
  const jobs = product("jobs", portOf.web, { ROLE: "jobs" });

  /** Creates the roles of the pools, and tells PgBouncer about them. */
  function createRoles(): void {
    const args = ["build/admin.js", "database-roles"];
    const env = {
      ...process.env,
      ...productEnvironment,
      DATABASE_URL: asSuperuser,
      DATABASE_DIRECT_URL: asSuperuser,
    };
    const printed = execFileSync(process.execPath, args, { env, encoding: "utf8" });
    const users = [...printed.matchAll(/^(DATABASE_URL\w*)=(.+)$/gm)].map(
      ([, variable = "", address = ""]) => {
        const { username, password } = new URL(address);
        addresses[variable] = urlOf(pgbouncer, username, password);
        // The pages' role, without the pooler.
        if (variable === "DATABASE_URL") addresses.DATABASE_REPLICA_URL = urlOf(replicas, username, password);
        return `"${username}" "${password}"\n`;
      },
    );
    writeFileSync(join(folder, "node1", "userlist.txt"), users.join(""), { mode: 0o600 });
    own(join(folder, "node1", "userlist.txt"));
  }
  const services = [haproxy, bouncer, ...webs, jobs];

  const stop = async () => {
    await Promise.all([...webs, jobs].map((service) => service.stop()));
    await Promise.all([haproxy, bouncer].map((service) => service.stop()));
    await Promise.all(machines.map((machine) => machine.stop()));
    await stripe?.stop();
  };
  async function leader(): Promise<Machine> {
    const { rows } = await withClient(asSuperuser, (client) => client.query("SHOW port"));
    const found = machines.find(({ number }) => portOf.postgres + number === Number(rows[0].port));
    if (!found) throw new Error(`No machine listens on ${rows[0].port}.`);
    return found;
  }

  /** Runs pgBackRest on the leader. */
  async function backup(...args: string[]): Promise<string> {
    const { folder } = await leader();
    const all = ["--config", join(folder, "pgbackrest.conf"), "--stanza=matchcut", ...args];
    return (await asOwner("pgbackrest", all)).stdout;
  }

  /** A leader and two standbys that stream from it. */
  async function isComplete(): Promise<boolean> {
    const { rows } = await withClient(asSuperuser.replace(/matchcut$/, "postgres"), (client) =>
      client.query("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'"),
    );
    return rows.length === 2 && rows.some(({ sync_state }) => sync_state === "sync");
  }

  /** The machine whose replica commits wait for. */
  async function synchronous(): Promise<Machine> {
    const { rows } = await withClient(asSuperuser, (client) =>
      client.query("SELECT application_name AS name FROM pg_stat_replication WHERE sync_state = 'sync'"),
    );
    const found = machines.find(({ name }) => name === rows[0]?.name);
    if (!found) throw new Error("No replica is synchronous.");
    return found;
  }

  const healthOf = async ({ port }: Service) => {
    const signal = AbortSignal.timeout(2_000);
    return (await fetch(`http://${local(port)}/healthz`, { signal }).catch(() => undefined))?.ok ?? false;
  };
  const areHealthy = () => Promise.all([...webs, jobs].map(healthOf));

  try {
    for (const { etcd } of machines) etcd.start();
    for (const { patroni } of machines) patroni.start();
    haproxy.start();
    await until("the cluster has a leader and two replicas", () => isComplete(), 90);
    const admin = asSuperuser.replace(/matchcut$/, "postgres");
    await withClient(admin, async (client) => {
      await client.query(`CREATE ROLE matchcut LOGIN PASSWORD '${settings.DATABASE_PASSWORD}'`);
      await client.query("CREATE DATABASE matchcut OWNER matchcut");
    });
    await backup("stanza-create");
    await migrate(urlOf(primary));
    createRoles();
    const local = await startLocalStripe({
      databaseUrl: urlOf(primary),
      webhookUrl: `${origin}/webhooks/stripe`,
      ticks: true,
    });
    [stripe, payments] = [local.stripe, local.environment];
    bouncer.start();
    for (const service of [...webs, jobs]) service.start();
    await until("the web processes respond", async () => (await areHealthy()).every(Boolean), 60);
  } catch (error) {
    console.error(`The programs' logs are in ${folder}.`);
    await stop();
    throw error;
  }

  return {
    stripe,
    ...{ folder, origin, machines, webs, jobs, haproxy, bouncer, services, settings, account },
    ...{ asSuperuser, urlOf, restoredPort: restored ?? 0, own, asOwner },
    ...{ connectedTo, leader, synchronous, backup, render, healthOf, stop },
    /** Resolves once every process and every replica is back. */
    async whole(): Promise<void> {
      await until("the database is complete", isComplete, 120);
      await until("all processes are healthy", async () => (await areHealthy()).every(Boolean), 60);
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** @throws the last error if the condition doesn't hold within that many seconds */
export async function until(what: string, holds: () => Promise<boolean>, seconds: number): Promise<void> {
  let last: unknown = "";
  for (const deadline = Date.now() + seconds * 1_000; Date.now() < deadline; await pause(100)) {
    const isSo = await holds().catch((error: unknown) => {
      last = error;
      return false;
    });
    if (isSo) return;
  }
  throw new Error(`After ${seconds} seconds, this still isn't true: ${what}. ${last}`);
}
