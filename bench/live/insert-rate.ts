import { forkInProduct, messageOf } from "../in-product.ts";
import { makeConversations, type Participant } from "../people.ts";
import { startProduct } from "../product.ts";
import { openAll } from "./streams.ts";
import type { Pair, WritingTask } from "./writing.ts";

const writerCount = 16;

/**
 * Sixteen writers with and without realtime in turn, each in a conversation of two. One process writes and announces
 * as the product does; another, the built product, holds three streams for each of the 32. Only the product's insert
 * runs, so the hint's share is the largest possible.
 */
export async function measureInsertRate(
  url: string,
  people: Participant[],
  rounds: Pick<WritingTask, "pairs" | "seconds">,
) {
  const writers = people.slice(0, writerCount);
  const others = people.slice(writerCount, 2 * writerCount);
  const talks = await makeConversations(
    url,
    writers.map((writer, index) => [writer, others[index] as Participant]),
  );
  const product = await startProduct(url);
  const listeners = await openAll(product.origin, [writers, writers, writers, others, others, others].flat());
  // The listeners stand for remote browsers.
  for (const { socket } of listeners) socket.removeAllListeners("data").resume();
  const task: WritingTask = {
    ...rounds,
    writers: writers.map(({ id }, index) => ({ userId: id, conversationId: talks[index] ?? "" })),
  };
  try {
    const writing = forkInProduct("bench/live/writing.ts", url, [JSON.stringify(task)]);
    const pairs = await messageOf<Pair[]>(writing);
    const name = `${writerCount} writers, ${listeners.length} streams, messages a second: middle of ${rounds.pairs} pairs of rounds of ${rounds.seconds} s`;
    return { name, pairs };
  } finally {
    for (const { socket } of listeners) socket.destroy();
    await product.stop();
  }
}
