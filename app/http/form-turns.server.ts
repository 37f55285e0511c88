import { setImmediate, setTimeout } from "node:timers/promises";

/** Turns of the event loop between two forms of one sender. Node accepts one connection in each, including health checks. */
const turnsBetween = 16;
/** In milliseconds; other people's pages make each turn long. */
const longestPause = 25;
/** Forms of one sender that wait: as many as are answered in time. */
const mostWaiting = 400;

interface Line {
  waiting: number;
  /** Resolves when the next form may be read. */
  free: Promise<void>;
}

const lines = new Map<string, Line>();

/**
 * One form of a sender at a time, with a pause between them: of 300 that arrived together, the last kept everyone waiting
 * 4 s. Other senders don't wait for them.
 * @returns false if too many of this sender's forms already wait
 */
export async function waitForTurn(sender: string): Promise<boolean> {
  const line = lines.get(sender) ?? { waiting: 0, free: Promise.resolve() };
  if (line.waiting >= mostWaiting) return false;
  lines.set(sender, line);
  line.waiting += 1;
  const begun = line.free;
  line.free = begun.then(pause).then(() => {
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(sender);
  });
  await begun;
  return true;
}

async function pause(): Promise<void> {
  const over = new AbortController();
  const passing = async () => {
    for (let turn = 0; turn < turnsBetween && !over.signal.aborted; turn += 1) await setImmediate();
  };
  const timer = setTimeout(longestPause, undefined, { signal: over.signal }).catch(() => {});
  await Promise.race([passing(), timer]);
  over.abort();
}
