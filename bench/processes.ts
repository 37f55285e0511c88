import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { withClient } from "./databases.ts";

/** So that client and server do not share a core. */
export const canPin =
  availableParallelism() > 1 && spawnSync("taskset", ["--version"], { stdio: "ignore" }).status === 0;
export const hasWrk = spawnSync("wrk", ["--version"], { stdio: "ignore" }).error === undefined;

export function onCore(core: number | undefined, command: string, args: string[]): [string, string[]] {
  return canPin && core !== undefined ? ["taskset", ["-c", String(core), command, ...args]] : [command, args];
}

/**
 * Pins PostgreSQL, and so every later connection.
 * @returns its processor time, in ms; Linux only
 */
export async function pinDatabase(url: string, core: number): Promise<() => number> {
  if (process.platform !== "linux") return () => Number.NaN;
  const parent = await withClient(url, async (client) => {
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    return Number(statOf(rows[0].pid)[1]);
  });
  if (canPin) execFileSync("taskset", ["-cp", String(core), String(parent)], { stdio: "ignore" });
  return () => {
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(" ");
    const times = [parent, ...children.map(Number)].map(usedTimeOf);
    return times.reduce((sum, time) => sum + time, 0);
  };
}

export interface Running {
  origin: string;
  /** In ms; Linux only. */
  usedTime(): number;
  /** Resident, in MB; Linux only. */
  memory(): number;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Resolves once `path` answers. */
export async function startServer(
  args: string[],
  { core, path, env }: { core?: number; path: string; env: Record<string, string> },
): Promise<Running> {
  const port = env.PORT ?? String(await freePort());
  const [command, all] = onCore(core, process.execPath, args);
  const child = spawn(command, all, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_ENV: "production", ...env, PORT: port },
  });
  const origin = `http://localhost:${port}`;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  await untilReady(child, origin + path);
  return {
    origin,
    stop,
    usedTime: () => usedTimeOf(child.pid),
    memory: () => (Number(statOf(child.pid)[21]) * 4096) / 2 ** 20,
    signal: (name) => void child.kill(name),
  };
}

/** The fields of /proc/PID/stat after the name. */
function statOf(pid: number | undefined): string[] {
  if (process.platform !== "linux") return [];
  return readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
}

/** utime and stime, in hundredths of a second. */
function usedTimeOf(pid: number | undefined): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function untilReady(child: ChildProcess, address: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(50)) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(" ")} ended with ${child.exitCode}`);
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`${address} did not answer within a minute`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}
