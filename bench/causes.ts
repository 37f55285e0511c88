import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DrillError } from "./drilling.ts";

/** What a process wrote to its log about a request that failed. */
interface Line {
  requestId?: string;
  msg?: string;
  err?: { name: string; code?: string; stack?: string[] };
}

/**
 * Notes how long the logs are.
 * @returns a function that describes errors since then, a line for each status and cause
 */
export function watchLogs(folder: string, webs: readonly string[], balancer: string) {
  const fileOf = (name: string) => join(folder, `${name}.log`);
  const lengths = new Map([...webs, balancer].map((name) => [name, statSync(fileOf(name)).size]));
  const newIn = (name: string) =>
    readFileSync(fileOf(name)).subarray(lengths.get(name)).toString().split("\n").filter(Boolean);

  return (errors: readonly DrillError[], since: number): string[] => {
    const causes = new Map(webs.flatMap(newIn).flatMap(causeIn));
    const causeOf = ({ requestId, status, broke }: DrillError) => {
      if (requestId) return causes.get(requestId) ?? "the log doesn't say why";
      return status === 0 ? broke : `from ${balancer} itself`;
    };
    const whatOf = (error: DrillError) =>
      `${error.status}${error.isRepeated ? ", sent again" : ""}: ${causeOf(error)}`;
    const lines = [...new Set(errors.map(whatOf))].map((what) => {
      const all = errors.filter((error) => whatOf(error) === what);
      const times = all.map(({ at }) => ((at - since) / 1_000).toFixed(1));
      const kinds = [...new Set(all.map(({ kind }) => kind))];
      return `${all.length} × ${what} (${times[0]} to ${times.at(-1)} s: ${kinds.join(", ")})`;
    });
    const fromBalancer = errors.some(({ requestId, status }) => !requestId && status > 0);
    return fromBalancer ? [...lines, ...newIn(balancer)] : lines;
  };
}

function causeIn(text: string): [string, string][] {
  if (!text.startsWith("{")) return [];
  const { requestId, msg, err } = JSON.parse(text) as Line;
  if (!requestId || !msg) return [];
  const error = err
    ? `, ${[err.name, err.code, err.stack?.[0]?.replace(/.*(?:node_modules|build)\//, "in ")].filter(Boolean).join(" ")}`
    : "";
  return [[requestId, msg + error]];
}
