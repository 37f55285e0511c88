import { type ChildProcess, execFileSync, fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { serverCommand } from "../scripts/build.ts";
import { freePort } from "../scripts/free-port.mjs";
import { withClient } from "./database.ts";

/** Measured servers get one core, and clients and PostgreSQL get the other. */
export const [serverCore, clientCore] = [0, 1];
export const canPin =
  availableParallelism() > 1 && spawnSync("taskset", ["--version"], { stdio: "ignore" }).status === 0;

export function onCore(core: number | undefined, command: string, args: string[]): [string, string[]] {
  return canPin && core !== undefined ? ["taskset", ["-c", String(core), command, ...args]] : [command, args];
}

export function pinSelf(cores: string | number): void {
  if (canPin) execFileSync("taskset", ["-acp", String(cores), String(process.pid)], { stdio: "ignore" });
}

/**
 * Pins PostgreSQL to the clients' core, including connections that are opened later.
 * @returns a function that reads PostgreSQL's CPU time in ms; NaN except on Linux
 */
export async function pinDatabase(url: string): Promise<() => number> {
  if (process.platform !== "linux") return () => Number.NaN;
  const { parent, usedTime } = await databaseTime(url);
  if (canPin) execFileSync("taskset", ["-cp", String(clientCore), String(parent)], { stdio: "ignore" });
  return usedTime;
}

/** On Linux: PostgreSQL's main process, and a function that reads the CPU time of all its processes in ms. */
export async function databaseTime(url: string) {
  const parent = await withClient(url, async (client) => {
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    return Number(statOf(rows[0].pid)[1]);
  });
  const usedTime = () => {
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(" ");
    const living = children.map((pid) => (existsSync(`/proc/${pid}/stat`) ? usedTimeOf(Number(pid)) : 0));
    return living.reduce((sum, time) => sum + time, usedTimeOf(parent) + endedTimeOf(parent));
  };
  return { parent, usedTime };
}

export interface Running {
  origin: string;
  /** CPU time in ms; Linux only. */
  usedTime(): number;
  /** Resident memory in MB; Linux only. */
  memory(): number;
  stop(): Promise<void>;
}

interface Starting {
  core?: number;
  env?: Record<string, string>;
  nodeArgs?: string[];
  /** The folder to run in; by default, this checkout. */
  cwd?: string;
}

/** Starts a server, which gets its port as PORT. Resolves once it responds at `path`. */
export async function startServer(
  args: string[],
  { core, env, cwd, port, path = "/" }: Starting & { port?: number; path?: string } = {},
): Promise<Running> {
  const own = port ?? (await freePort());
  const [command, all] = onCore(core, process.execPath, args);
  const child = spawn(command, all, {
    cwd,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_ENV: "production", ...env, PORT: String(own) },
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const origin = `http://localhost:${own}`;
  await untilReady(child, origin + path);
  return {
    origin,
    usedTime: () => usedTimeOf(child.pid),
    memory: () => (Number(statOf(child.pid)[21]) * 4096) / 2 ** 20,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** The fields of /proc/PID/stat that follow the process's name. */
function statOf(pid: number | undefined): string[] {
  if (process.platform !== "linux") return [];
  return readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
}

/** A process's CPU time in ms: utime and stime, which Linux counts in hundredths of a second. */
function usedTimeOf(pid: number | undefined): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The CPU time in ms of its children that have ended: cutime and cstime. */
function endedTimeOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

async function untilReady(child: ChildProcess, address: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(50)) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(" ")} ended with ${child.exitCode}`);
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`${address} didn't respond within a minute`);
}

/** The folder where the product stores files. */
export const benchData = ".data/bench";

/** Lets a process load the product's code, which reads the environment at import. */
export const productEnvironment = {
  APP_MODE: "demo",
  NODE_ENV: "production" as const,
  APP_URL: "http://localhost",
  LOG_LEVEL: "silent",
  // The product requires a random secret. This one is fixed, so that a session is valid in every process.
  SESSION_SECRET: "5f1c9e0b7a34d826e1b0f97c3d5a8246c08e7d1f93b65a2e4f70c8d9b1e6a305",
};

/** Starts the built product on a database. */
export async function startProduct(
  databaseUrl: string,
  { core, nodeArgs = [], env, cwd }: Starting = {},
): Promise<Running> {
  const port = await freePort();
  const address = { APP_URL: `http://localhost:${port}`, DATABASE_URL: databaseUrl, DATA_DIR: benchData };
  return startServer([...nodeArgs, ...serverCommand], {
    core,
    cwd,
    port,
    path: "/healthz",
    env: { ...productEnvironment, LOG_LEVEL: "warn", ...address, ...env },
  });
}

/** What happened in the process between `begin` and `end`. */
export interface Counted {
  /** The longest time between two turns of the event loop, and the loop's total busy time, in ms. */
  longest: number;
  busy: number;
  /** How many MB were allocated, no matter how many were freed. */
  taken: number;
  /** The peaks in MB: resident, and without V8's space for new objects. */
  grown: number;
  grownLasting: number;
}

export interface Probed extends Running {
  /** Collects garbage and starts counting. Returns MB of resident memory, without V8's space for new objects. */
  begin(): Promise<number>;
  end(): Promise<Counted>;
}

/** Starts the built product with `probe.mjs` inside its process. */
export async function startProbed(databaseUrl: string, env?: Record<string, string>): Promise<Probed> {
  const port = await freePort();
  const probe = new URL(`probe.mjs?port=${port}`, import.meta.url).href;
  const product = await startProduct(databaseUrl, { nodeArgs: ["--expose-gc", "--import", probe], env });
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  return {
    ...product,
    begin: () => ask("/begin") as Promise<number>,
    end: () => ask("/end") as Promise<Counted>,
  };
}

/**
 * Runs a file that uses the product's code in its own process, because that code reads its database from the
 * environment. Resolves with what the file sends to its parent.
 * @param given the file's argument, as JSON
 */
export function runInProduct<Result>(file: string, databaseUrl: string, given: unknown): Promise<Result> {
  const child = fork(file, [JSON.stringify(given)], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, ...productEnvironment, DATABASE_URL: databaseUrl, DATABASE_POOL: "4" },
  });
  return new Promise((done, failed) => {
    child.once("message", (message) => done(message as Result));
    child.once("exit", (code) => failed(new Error(`${child.spawnargs.join(" ")} ended with ${code}`)));
  });
}
