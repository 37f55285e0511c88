import { withDatabase } from "./databases.ts";
import { measureDelay } from "./live/delay.ts";
import { measureInsertRate } from "./live/insert-rate.ts";
import { measureMemory } from "./live/memory.ts";
import { makeTalkers } from "./live/talkers.ts";
import { type Options, quantile, type Report } from "./report.ts";

/**
 * What open streams weigh, how long a committed message takes to a hundred listeners, and what realtime costs those
 * who write.
 */
export async function measureLive(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_bench_live", async (url) => {
    const count = options.quick ? 2_000 : 10_000;
    const talkers = await makeTalkers(url, count);
    const memory = await measureMemory(url, talkers);
    const hundred = talkers.slice(0, 100);
    const delay = await measureDelay(url, hundred, options.quick ? 60 : 200);
    const inserts = await measureInsertRate(
      url,
      hundred,
      options.quick ? { pairs: 4, seconds: 3 } : { pairs: 8, seconds: 10 },
    );
    const p50 = (times: number[]) => quantile(times, 0.5);
    const p99 = (times: number[]) => quantile(times, 0.99);
    return {
      tables: [
        {
          title: "Open event streams in one process",
          columns: ["streams", "MB before", "MB with them", "kB each"],
          rows: [
            [`${count} in use`, memory.before.used, memory.after.used, memory.used],
            [`${count} resident`, memory.before.resident, memory.after.resident, memory.resident],
          ],
        },
        {
          title: "From a message's commit to 100 listeners, ms",
          columns: ["", "p50", "p99"],
          rows: [
            ["the product: outbox, NOTIFY, streams", p50(delay.product), p99(delay.product)],
            ["a commit, then a loop over sockets", p50(delay.bare), p99(delay.bare)],
          ],
        },
        inserts.table,
      ],
      limits: [
        { kind: "budget", what: "memory in use by an open stream", value: memory.used, most: 12, unit: "kB" },
        {
          kind: "goal",
          what: "p99 to 100 listeners against an in-process fan-out",
          value: p99(delay.product) / p99(delay.bare),
          most: 2,
          unit: "times",
        },
        {
          kind: "goal",
          what: "insert rate with realtime off against on (1.25: on is 0.8 of off)",
          value: inserts.slower,
          most: 1.25,
          unit: "times",
        },
      ],
      notes: [
        "Memory after garbage collections, with a first thousand streams come and gone. Resident memory also holds the",
        "room in the heap that their opening left behind.",
        "A message's time is that of its row, a moment before its commit; both ways are told the same.",
        "Writers run the product's storing statement alone, each commit at once; off leaves its hint out.",
        ...inserts.notes,
      ],
    };
  });
}
