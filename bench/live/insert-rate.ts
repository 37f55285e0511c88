import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { forkInProduct, messageOf } from "../in-product.ts";
import { makeConversations, type Participant } from "../people.ts";
import { startProduct } from "../product.ts";
import { openAll } from "./streams.ts";
import type { WritingTask, Written } from "./writing.ts";

const writerCount = 16;

export interface Pair {
  quiet: Written;
  live: Written;
}

/** The rate with realtime divided by the rate without. */
export const ratioOf = ({ live, quiet }: Pair) => live.rate / quiet.rate;

interface Rounds {
  pairs: number;
  seconds: number;
}

/**
 * Sixteen writers with and without realtime in turn, each in a conversation of two. One process writes and announces
 * as the product does; another, the built product, holds three streams for each of the 32. Only the product's insert
 * runs, so the hint's share is the largest possible.
 */
export async function measureInsertRate(url: string, people: Participant[], rounds: Rounds) {
  const writers = people.slice(0, writerCount);
  const others = people.slice(writerCount, 2 * writerCount);
  const talks = await makeConversations(
    url,
    writers.map((writer, index) => [writer, others[index] as Participant]),
  );
  const tasks = writers.map(({ id }, index) => ({ userId: id, conversationId: talks[index] ?? "" }));
  const writing = forkInProduct("bench/live/writing.ts", url);
  const product = await startProduct(url);
  try {
    const listeners = await openAll(
      product.origin,
      [1, 2, 3].flatMap(() => [...writers, ...others]),
    );
    // The listeners stand for remote browsers.
    for (const { socket } of listeners) socket.removeAllListeners("data").resume();
    const pairs = await measurePairs(writing, tasks, rounds);
    for (const { socket } of listeners) socket.destroy();
    const name = `${writerCount} writers, ${listeners.length} streams, messages a second: middle of ${rounds.pairs} pairs of rounds of ${rounds.seconds} s`;
    return { name, pairs };
  } finally {
    await product.stop();
    writing.disconnect();
    await once(writing, "exit");
  }
}

/** The order alternates; a first, short pair is a warm-up. */
async function measurePairs(
  writing: ChildProcess,
  writers: WritingTask["writers"],
  { pairs, seconds }: Rounds,
): Promise<Pair[]> {
  const measured: Pair[] = [];
  for (let pair = 0; pair <= pairs; pair += 1) {
    const round = async (isLive: boolean) => {
      const task: WritingTask = { writers, isLive, seconds: pair === 0 ? 1 : seconds };
      writing.send(task);
      return messageOf<Written>(writing);
    };
    if (pair % 2) measured.push({ quiet: await round(false), live: await round(true) });
    else measured.push({ live: await round(true), quiet: await round(false) });
  }
  return measured.slice(1);
}
