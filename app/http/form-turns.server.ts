import { setImmediate, setTimeout } from "node:timers/promises";

/**
 * How many turns of the event loop there are between two forms from one sender. In each turn, Node accepts one
 * connection, including health checks.
 */
const turnsBetween = 16;
/** In ms. A pause ends after this long, because other people's pages can make each turn long. */
const longestPause = 25;
/** How many of a sender's forms may wait: as many as can be answered in time. */
const mostWaiting = 400;

interface Line {
  waiting: number;
  /** Resolves when the next form may be read. */
  free: Promise<void>;
}

const lines = new Map<string, Line>();

/**
 * Lets one form of a sender through at a time, with pauses in between. Without them, 300 forms that arrived together
 * kept everyone waiting for up to 4 s. Other senders don't wait for them.
 * @returns false if too many of this sender's forms are already waiting
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
