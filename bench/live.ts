import { setTimeout as pause } from "node:timers/promises";
import { withDatabase } from "./databases.ts";
import { measureDelay } from "./live/delay.ts";
import { measureInsertRate } from "./live/insert-rate.ts";
import { openAll } from "./live/streams.ts";
import type { Pair } from "./live/writing.ts";
import { makeParticipants, type Participant } from "./people.ts";
import { startProbed } from "./product.ts";
import { budget, goal, median, type Options, quantile, type Report, tableOf } from "./report.ts";

/** Memory of streams, delay from commit to a hundred listeners, and realtime's cost to writers. */
export async function measureLive(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_bench_live", async (url) => {
    const participants = await makeParticipants(url, options.quick ? 2_000 : 10_000);
    const memory = await measureMemory(url, participants);
    const hundred = participants.slice(0, 100);
    const delay = await measureDelay(url, hundred, options.quick ? 100 : 1_000);
    const rounds = options.quick ? { pairs: 3, seconds: 2 } : { pairs: 5, seconds: 5 };
    const inserts = await measureInsertRate(url, hundred, rounds);
    return {
      tables: [
        tableOf(`${participants.length} event streams open at once in one process`, memory, {
          "": ({ name }) => name,
          "MB before": ({ before }) => before,
          "MB with them": ({ after }) => after,
          "kB each": ({ each }) => each,
        }),
        tableOf("From a message's commit to 100 listeners, ms", delay, {
          "": ({ name }) => name,
          p50: ({ times }) => median(times),
          p99: ({ times }) => p99(times),
        }),
        tableOf(inserts.name, [inserts.pairs], {
          "realtime off": (pairs) => median(pairs.map(({ quiet }) => quiet.rate)),
          on: (pairs) => median(pairs.map(({ live }) => live.rate)),
          "on / off": (pairs) => median(pairs.map(ratioOf)),
          from: (pairs) => Math.min(...pairs.map(ratioOf)),
          to: (pairs) => Math.max(...pairs.map(ratioOf)),
          "last hint after, ms": (pairs) => median(pairs.map(({ live }) => live.behind)),
        }),
      ],
      limits: [
        budget("resident memory of an open stream", memory[0].each, 12, "kB"),
        goal(
          "p99 to 100 listeners against an in-process fan-out",
          p99(delay[0].times) / p99(delay[1].times),
          2,
          "times",
        ),
        goal(
          "insert rate with realtime off against on (1.25: on is 0.8 of off)",
          1 / median(inserts.pairs.map(ratioOf)),
          1.25,
          "times",
        ),
      ],
      notes: [
        "Memory after garbage collections, and after a first thousand streams have come and gone. It excludes V8's space for new",
        "objects, whose size is a setting; in use: also excludes the heap fragmentation that the opening leaves.",
        "A message's time is that of its commit, by the database's clock.",
        "Writers run the product's storing statement alone, each commit at once; off leaves its hint out.",
      ],
    };
  });
}

/** The rate with realtime divided by the rate without. */
const ratioOf = ({ live, quiet }: Pair) => live.rate / quiet.rate;
const p99 = (times: number[]) => quantile(times, 0.99);

async function measureMemory(url: string, participants: Participant[]) {
  const product = await startProbed(url);
  // V8 returns memory gradually.
  const settled = async () => {
    for (let round = 0; round < 11; round += 1) {
      await product.begin();
      await pause(1_000);
    }
    return product.begin();
  };
  const warm = await openAll(product.origin, participants.slice(0, 1_000));
  for (const { socket } of warm) socket.destroy();
  const before = await settled();
  const listeners = await openAll(product.origin, participants);
  const after = await settled();
  for (const { socket } of listeners) socket.destroy();
  await product.stop();
  const row = (name: string, of: "lasting" | "used") => {
    const each = ((after[of] - before[of]) * 1_000) / participants.length;
    return { name, before: before[of], after: after[of], each };
  };
  return [row("resident", "lasting"), row("in use", "used")] as const;
}
