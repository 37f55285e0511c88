import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  children?: number[];
}
interface Profile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
  /** Microseconds of the machine's monotonic clock, the same in every process. */
  startTime: number;
}

function ownerOf({ functionName, url }: ProfileNode["callFrame"]): string {
  if (functionName === "(garbage collector)") return "garbage collector";
  if (functionName === "(idle)") return "idle";
  if (functionName === "(program)") return "native, outside JavaScript";
  const packageName = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1)?.[1];
  if (packageName) return packageName.startsWith("@prisma/") ? "prisma" : packageName.replace(/^pg-.*/, "pg");
  if (/internal\/deps\/undici|internal\/webstreams|internal\/url|internal\/abort/.test(url))
    return "Request, Response, web streams (node)";
  if (/zlib/.test(url)) return "zlib (node)";
  if (/_http|internal\/http|\bnet\b|stream_base|internal\/streams|node:stream/.test(url))
    return "http, sockets, streams (node)";
  if (/\/app\//.test(url)) return "ours";
  return url.startsWith("node:") ? "other parts of node" : "engine";
}

type IsEntry = (frame: ProfileNode["callFrame"]) => boolean;

/**
 * Everything under a stage counts for it; the first match wins. A frame without one belongs to its nearest owner.
 */
const stages: [name: string, isEntry: IsEntry][] = [
  [
    "hydration data: encoding it, reading it back",
    ({ functionName, url }) =>
      /hydrationDataOf|encodeViaTurboStream|textOf/.test(functionName) || /turbo-stream/.test(url),
  ],
  ["rendering: renderToString", ({ functionName }) => /renderToString$/.test(functionName)],
  ["compressing", ({ functionName }) => /brotliCompressSync|zlibBufferSync/.test(functionName)],
  ["database client", ({ url }) => /node_modules\/pg/.test(url)],
  ["making the Request for Remix", ({ functionName }) => functionName.startsWith("requestOf")],
];
const nearest: [name: string, isEntry: IsEntry][] = [
  ["Remix: matching, calling loaders, copying Requests", ({ url }) => /@remix-run\//.test(url)],
  ["our routes, features and server", ({ url }) => /\/app\//.test(url)],
  ["garbage collector", ({ functionName }) => functionName === "(garbage collector)"],
];

export interface Share {
  name: string;
  /** Of the process's busy time. */
  share: number;
}

/** The clock that profiles use. */
export const clock = () => Number(process.hrtime.bigint() / 1000n);

/** Maps positions in the bundle back to the sources. */
function unbundle(profile: Profile, sourceMap: string): void {
  const map = new TraceMap(sourceMap, "file:///build/server/index.js.map");
  for (const { callFrame } of profile.nodes) {
    if (!callFrame.url.endsWith("/build/server/index.js")) continue;
    const { lineNumber, columnNumber } = callFrame;
    const { source } = originalPositionFor(map, { line: lineNumber + 1, column: columnNumber });
    if (source) callFrame.url = source;
  }
}

/**
 * A server's time between two clock readings, by owner and stage.
 * @param sourceMap of the server's bundle, as JSON
 */
export function readProfile(
  profile: Profile,
  sourceMap: string,
  from: number,
  to: number,
): { owners: Share[]; stages: Share[] } {
  unbundle(profile, sourceMap);
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)),
  );
  const own = new Map<number, number>();
  let now = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const spent = profile.timeDeltas[index] ?? 0;
    now += spent;
    if (now >= from && now <= to) own.set(id, (own.get(id) ?? 0) + spent);
  }

  const stackOf = (id: number) => {
    const frames: ProfileNode["callFrame"][] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = nodes.get(at);
      if (node) frames.push(node.callFrame);
    }
    return frames;
  };
  const stageOf = (id: number): string => {
    const stack = stackOf(id);
    const stage = stages.find(([, isEntry]) => stack.some(isEntry));
    if (stage) return stage[0];
    const owners = stack.map((frame) => nearest.find(([, isEntry]) => isEntry(frame))?.[0]);
    return owners.find(Boolean) ?? "the rest: sockets, timers, promises";
  };
  const owners = new Map<string, number>();
  const byStage = new Map<string, number>();
  for (const [id, time] of own) {
    const node = nodes.get(id);
    if (!node || ownerOf(node.callFrame) === "idle") continue;
    const add = (to: Map<string, number>, name: string) => to.set(name, (to.get(name) ?? 0) + time);
    add(owners, ownerOf(node.callFrame));
    add(byStage, stageOf(id));
  }
  return { owners: shares(owners), stages: shares(byStage) };
}

function shares(times: Map<string, number>): Share[] {
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times].map(([name, time]) => ({ name, share: time / total })).sort((a, b) => b.share - a.share);
}
