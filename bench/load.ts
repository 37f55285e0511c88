import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { clientCore, onCore } from "./processes.ts";
import { p95 } from "./report.ts";

const connections = 16;
export const hasWrk = spawnSync("wrk", ["--version"], { stdio: "ignore" }).error === undefined;

/** Requests a URL over 16 connections from a client process on another core. */
export async function loadFor(
  seconds: number,
  address: string,
  headers: Record<string, string>,
): Promise<{ perSecond: number; answered: number }> {
  if (!hasWrk) {
    const reader = await startReader(address, headers, connections, clientCore);
    await pause(seconds * 1_000);
    const { length } = await reader.stop();
    return { perSecond: length / seconds, answered: length };
  }
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const flags = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", ...given, address];
  const { stdout } = await promisify(execFile)(...onCore(clientCore, "wrk", flags));
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${address} failed under load:\n${stdout}`);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    answered: Number(/(\d+) requests in/.exec(stdout)?.[1]),
  };
}

/**
 * Starts to request a page repeatedly, from another process. Resolves when it has begun. `stop` returns when each
 * request started, in ms since 1970, and how long it took.
 */
async function startReader(
  address: string,
  headers: Record<string, string>,
  connections: number,
  core?: number,
) {
  const args = ["--import", "tsx", "bench/reader.ts", address, String(connections), JSON.stringify(headers)];
  const child = spawn(...onCore(core, process.execPath, args), { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return {
    async stop(): Promise<[at: number, took: number][]> {
      child.stdin.end();
      return JSON.parse(Buffer.concat(await child.stdout.toArray()).toString());
    },
  };
}

export interface ReadMeanwhile {
  name: string;
  /** The page's p95 in the seconds before and during the act, in ms. */
  before: number;
  during: number;
  ratio: number;
  /** How long the act took, in ms. */
  took: number;
}

/** Measures how an act slows down four clients that read a page from another process. */
export async function whileReading(
  name: string,
  address: string,
  cookie: string,
  act: () => Promise<unknown>,
): Promise<ReadMeanwhile> {
  const reader = await startReader(address, { Cookie: cookie }, 4);
  await pause(4_000);
  const started = Date.now();
  await act();
  const over = Date.now();
  const read = await reader.stop();
  const slowest = (since: number, until: number) =>
    p95(read.filter(([at]) => at >= since && at < until).map(([, took]) => took));
  const [before, during] = [slowest((read[0]?.[0] ?? 0) + 500, started - 100), slowest(started - 50, over)];
  return { name, before, during, ratio: during / before, took: over - started };
}
