import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

interface Frame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}

interface Profile {
  nodes: { id: number; callFrame: Frame }[];
  samples: number[];
  timeDeltas: number[];
}

const smallest = 0.005;

/**
 * Shows, from a server's `--cpu-prof` file, which packages and which of our folders used the CPU time of the last
 * seconds.
 */
export function foldProfile(title: string, file: string, seconds: number) {
  const { nodes, samples, timeDeltas }: Profile = JSON.parse(readFileSync(file, "utf8"));
  const nameOf = ownerFinder();
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const spent = new Map<string, number>();
  let left = seconds * 1e6;
  for (let index = samples.length - 1; index >= 0 && left > 0; index -= 1) {
    const name = names.get(samples[index] ?? 0) ?? "";
    const delta = timeDeltas[index] ?? 0;
    left -= delta;
    if (name !== "(idle)") spent.set(name, (spent.get(name) ?? 0) + delta);
  }
  const busy = [...spent.values()].reduce((sum, time) => sum + time, 0);
  const shares = [...spent].map(([name, time]) => ({ name, share: time / busy }));
  const named = shares.filter(({ share }) => share >= smallest).sort((one, other) => other.share - one.share);
  const rest = 1 - named.reduce((sum, { share }) => sum + share, 0);
  const rows = [...named, { name: "the rest, each below half a percent", share: rest }];
  return { title, rows: rows.map(({ name, share }) => ({ "": name, "% of the busy time": share * 100 })) };
}

/**
 * Finds the package or folder that a frame of the profile belongs to. The frame's position is in the bundle; source
 * maps give the one in the source.
 */
function ownerFinder(): (frame: Frame) => string {
  const maps = new Map<string, SourceMap>();
  return ({ functionName, url, lineNumber, columnNumber }) => {
    let source = url;
    if (url.includes("/build/server")) {
      let map = maps.get(url);
      map ??= new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, "utf8")));
      maps.set(url, map);
      const entry = map.findEntry(lineNumber, columnNumber);
      if ("originalSource" in entry) source = entry.originalSource.replace(/^(\.\.\/)+/, "");
    }
    const [, name] =
      /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? /.*\b(app\/.*)\//.exec(source) ?? [];
    return name ?? (source || functionName || "engine");
  };
}
