import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { hasWrk, onCore } from "./processes.ts";

const run = promisify(execFile);
export const connections = 16;

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
  const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (!hasWrk) {
    const args = ["--import", "tsx", "bench/keep-alive-client.ts", address, String(seconds), ...given];
    const [command, all] = onCore(core, process.execPath, args);
    return JSON.parse((await run(command, all)).stdout);
  }
  const flags = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--timeout",
    "30s",
    ...given.flatMap((header) => ["-H", header]),
    address,
  ];
  const [command, all] = onCore(core, "wrk", flags);
  const { stdout } = await run(command, all);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${address} failed under load:\n${stdout}`);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    answered: Number(/(\d+) requests in/.exec(stdout)?.[1]),
  };
}
