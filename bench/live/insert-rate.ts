import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { withClient } from "../databases.ts";
import { forkInProduct, messageOf } from "../in-product.ts";
import { startProduct } from "../product.ts";
import { median, short, type Table } from "../report.ts";
import { makeGroup, type Participant } from "./participants.ts";
import { openAll } from "./streams.ts";
import type { WritingTask, Written } from "./writing.ts";

const writerCount = 16;

interface Pair {
  quiet: Written;
  live: Written;
}

export interface InsertRate {
  table: Table;
  /** The rate without realtime divided by the rate with it, for sixteen conversations; median of all pairs. */
  slower: number;
  notes: string[];
}

/**
 * Sixteen writers with and without realtime in turn, each in a conversation of two. One process writes and announces
 * as the product does; another, the built product, holds three streams for each of the 32. Only the product's insert
 * runs, so the hint's share is the largest possible.
 */
export async function measureInsertRate(
  url: string,
  people: Participant[],
  { pairs, seconds }: { pairs: number; seconds: number },
): Promise<InsertRate> {
  const participants = people.slice(0, 2 * writerCount);
  const apart = await writersApart(url, participants);
  const together = await writersTogether(url, participants);
  const writing = forkInProduct("bench/live/writing.ts", url);
  const measure = (writers: Writers) => measurePairs(writing, writers, pairs, seconds);
  try {
    const alone = await measure(apart);
    const product = await startProduct(url);
    const listeners = await openAll(product.origin, [...participants, ...participants, ...participants]);
    // The listeners stand for remote browsers.
    for (const { socket } of listeners) socket.removeAllListeners("data").resume();
    const received = await measure(apart);
    const inOne = await measure(together);
    for (const { socket } of listeners) socket.destroy();
    await product.stop();
    return {
      table: {
        title: `${writerCount} writers, messages a second: middle of ${pairs} pairs of rounds of ${seconds} s`,
        columns: ["", "realtime off", "on", "on / off", "from", "to", "last hint after, ms"],
        rows: [
          rowOf(`in ${writerCount} conversations of two, ${listeners.length} streams`, received),
          rowOf("the same, announced to nobody", alone),
          rowOf(`all in one conversation of sixteen, ${listeners.length / 2} streams`, inOne),
        ],
      },
      slower: 1 / median(received.map(ratioOf)),
      notes: [await databaseSettings(url)],
    };
  } finally {
    writing.disconnect();
    await once(writing, "exit");
  }
}

type Writers = WritingTask["writers"];

async function writersApart(url: string, participants: Participant[]): Promise<Writers> {
  return Promise.all(
    participants.slice(0, writerCount).map(async (writer, index) => ({
      userId: writer.id,
      conversationId: await makeGroup(url, [
        writer,
        ...participants.slice(writerCount + index, writerCount + index + 1),
      ]),
    })),
  );
}

async function writersTogether(url: string, participants: Participant[]): Promise<Writers> {
  const writers = participants.slice(0, writerCount);
  const conversationId = await makeGroup(url, writers);
  return writers.map(({ id }) => ({ userId: id, conversationId }));
}

/** The order alternates; a first, short pair is a warm-up. */
async function measurePairs(
  writing: ChildProcess,
  writers: Writers,
  count: number,
  seconds: number,
): Promise<Pair[]> {
  const measured: Pair[] = [];
  for (let pair = 0; pair <= count; pair += 1) {
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

const ratioOf = ({ live, quiet }: Pair) => live.rate / quiet.rate;

function rowOf(what: string, pairs: Pair[]): (string | number)[] {
  const ratios = pairs.map(ratioOf);
  return [
    what,
    median(pairs.map(({ quiet }) => quiet.rate)),
    median(pairs.map(({ live }) => live.rate)),
    ...[median(ratios), Math.min(...ratios), Math.max(...ratios)].map(short),
    median(pairs.map(({ live }) => live.behind)),
  ];
}

async function databaseSettings(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      "SELECT name, current_setting(name) AS value FROM unnest(ARRAY['server_version', 'shared_buffers', 'fsync', 'synchronous_commit', 'wal_level']) name",
    );
    return `PostgreSQL: ${rows.map(({ name, value }) => `${name} ${value}`).join(", ")}.`;
  });
}
