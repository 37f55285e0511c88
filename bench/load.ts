import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { hasWrk, onCore } from "./processes.ts";

const run = promisify(execFile);
const connections = 16;
const readers = 4;

export interface Load {
  perSecond: number;
  answered: number;
}

/** For 16 connections, from a client process on another core. */
export async function loadFor(
  seconds: number,
  address: string,
  headers: Record<string, string>,
  core: number,
): Promise<Load> {
  if (!hasWrk) {
    const reader = await startReader(address, headers, connections, core);
    await pause(seconds * 1_000);
    const read = await reader.stop();
    const ended = Math.max(...read.map(({ at, took }) => at + took));
    return { perSecond: (read.length * 1_000) / (ended - (read[0]?.at ?? 0)), answered: read.length };
  }
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const flags = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", ...given, address];
  const [command, all] = onCore(core, "wrk", flags);
  const { stdout } = await run(command, all);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${address} failed under load:\n${stdout}`);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    answered: Number(/(\d+) requests in/.exec(stdout)?.[1]),
  };
}

interface Reader {
  /** Times in ms of the requests that began since the start. */
  stop(): Promise<{ at: number; took: number }[]>;
}

/** Resolves once it reads. */
async function startReader(
  address: string,
  headers: Record<string, string>,
  connections: number,
  core?: number,
): Promise<Reader> {
  const args = ["--import", "tsx", "bench/reader.ts", address, String(connections), JSON.stringify(headers)];
  const [command, all] = onCore(core, process.execPath, args);
  const child = spawn(command, all, { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  return {
    async stop() {
      child.stdin.end();
      const [code] = await once(child, "close");
      if (code !== 0) throw new Error(`The reader ended with ${code}`);
      return (JSON.parse(printed) as [number, number][]).map(([at, took]) => ({ at, took }));
    },
  };
}

export interface ReadMeanwhile {
  /** Times in ms of a page in the seconds before and during the act. */
  usual: number[];
  during: number[];
  /** Of the act, in ms. */
  took: number;
}

/** What an act does to four readers of a page, who are in another process. */
export async function whileReading(
  address: string,
  cookie: string,
  act: () => Promise<unknown>,
): Promise<ReadMeanwhile> {
  const reader = await startReader(address, { Cookie: cookie }, readers);
  await pause(4_000);
  const started = Date.now();
  await act();
  const over = Date.now();
  const read = await reader.stop();
  const from = (read[0]?.at ?? started) + 500;
  const tookIn = (since: number, until: number) =>
    read.filter(({ at }) => at >= since && at < until).map(({ took }) => took);
  return {
    usual: tookIn(from, started - 100),
    during: tookIn(started - 50, over),
    took: over - started,
  };
}
