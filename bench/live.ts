import { paths } from "../app/paths.ts";
import { withDatabase } from "./databases.ts";
import { measureDelay } from "./live/delay.ts";
import { measureInsertRate } from "./live/insert-rate.ts";
import { measureMemory } from "./live/memory.ts";
import { makePairs, makeParticipants } from "./live/participants.ts";
import { type Options, quantile, type Report } from "./report.ts";

/** Memory of streams, delay from commit to a hundred listeners, and realtime's cost to writers. */
export async function measureLive(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_bench_live", async (url) => {
    const count = options.quick ? 2_000 : 10_000;
    const participants = await makeParticipants(url, count);
    const memory = await measureMemory(url, participants);
    const conversations = await makePairs(url, participants);
    const frames = await measureMemory(url, participants, ({ id }) =>
      paths.conversationLive(conversations.get(id) ?? "", { after: 1 }),
    );
    const hundred = participants.slice(0, 100);
    const delay = await measureDelay(url, hundred, options.quick ? 100 : 1_000);
    const inserts = await measureInsertRate(
      url,
      hundred,
      options.quick ? { pairs: 3, seconds: 2 } : { pairs: 5, seconds: 5 },
    );
    const p50 = (times: number[]) => quantile(times, 0.5);
    const p99 = (times: number[]) => quantile(times, 0.99);
    return {
      tables: [
        {
          title: `${count} open at once in one process`,
          columns: ["", "MB before", "MB with them", "kB each"],
          rows: [
            ["event streams, in use", memory.before.used, memory.after.used, memory.used],
            ["event streams, resident", memory.before.resident, memory.after.resident, memory.resident],
            ["frames without script, in use", frames.before.used, frames.after.used, frames.used],
            [
              "frames without script, resident",
              frames.before.resident,
              frames.after.resident,
              frames.resident,
            ],
          ],
        },
        {
          title: "From a message's commit to 100 listeners, ms",
          columns: ["", "p50", "p99"],
          rows: [
            ["the product: outbox, NOTIFY, streams", p50(delay.product), p99(delay.product)],
            ["a process that commits, then writes to its streams", p50(delay.bare), p99(delay.bare)],
          ],
        },
        inserts.table,
      ],
      limits: [
        {
          kind: "budget",
          what: "resident memory of an open stream",
          value: memory.resident,
          most: 12,
          unit: "kB",
        },
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
        "Memory after garbage collections, and after a first thousand streams have come and gone. Resident memory excludes V8's space",
        "for new objects, whose size is a setting, and includes heap fragmentation from the opening.",
        "A message's time is that of its commit, by the database's clock.",
        "Writers run the product's storing statement alone, each commit at once; off leaves its hint out.",
        ...inserts.notes,
      ],
    };
  });
}
