import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { paths } from "../app/paths.ts";
import { fill, id, idOf, numbers, participant, participants, withClient, withDatabase } from "./database.ts";
import { openStream, send } from "./http.ts";
import { type Running, runInProduct, startProbed, startProduct, startServer } from "./processes.ts";
import { budget, goal, median, type Options, p99, type Report } from "./report.ts";
import type { Pair, WritingTask } from "./writing.ts";

const listeners = 100;
const writers = 16;
const warmUp = 30;
const talkOfAll = idOf("talk", 0);

/** One conversation with everyone who listens, and one between each pair of writers, each with a first message. */
const talks = [
  `INSERT INTO conversations (id, last_seq) SELECT ${id("talk")}, 1 FROM ${numbers(writers, 0)}`,
  `INSERT INTO conversation_participants (conversation_id, user_id, last_seq, accepted_at)
   SELECT ${id("talk", 0)}, ${id("person")}, 1, now() FROM ${numbers(listeners)}
   UNION ALL SELECT ${id("talk")}, ${id("person", `i + k * ${writers}`)}, 1, now()
               FROM ${numbers(writers)}, generate_series(0, 1) k`,
  `INSERT INTO messages (id, conversation_id, seq, sender_id, content)
   SELECT gen_random_uuid(), ${id("talk")}, 1, ${id("person", "greatest(i, 1)")}, 'First' FROM ${numbers(writers, 0)}`,
];

/** Measures memory per stream, delay from a commit to a hundred listeners, and what realtime costs writers. */
export async function measureLive(options: Options): Promise<Report> {
  const { quick } = options;
  const streams = quick ? 2_000 : 10_000;
  return withDatabase(options, "matchcut_bench_live", async (url) => {
    await fill(url, [{ steps: participants(streams) }]);
    const { before, after } = await measureMemory(url, streams);
    const each = ((after - before) * 1_000) / streams;
    // The conversations come after the memory has been measured: people who share one also receive each other's
    // presence, which takes memory.
    await fill(url, [{ steps: talks, withTriggers: true }]);
    const [product, fanOut] = await measureDelays(url, quick ? 100 : 1_000);
    const task = { pairs: quick ? 3 : 5, seconds: quick ? 2 : 5 };
    const pairs = await measureInsertRate(url, task);
    const ratio = median(pairs.map(({ live, quiet }) => live / quiet));
    return {
      tables: [
        {
          title: `${streams} open event streams in one process`,
          rows: [{ "MB before": before, "MB with them": after, "KB each": each }],
        },
        {
          title: `From a message's commit to ${listeners} listeners, ms`,
          rows: [product, fanOut].map(({ name, times }) => ({
            "": name,
            p50: median(times),
            p99: p99(times),
          })),
        },
        {
          title: `${writers} writers, three streams for each of their ${2 * writers} people: messages per second in rounds of ${task.seconds} s`,
          rows: pairs.map(({ live, quiet }) => ({
            "realtime off": quiet,
            on: live,
            "on / off": live / quiet,
          })),
        },
      ],
      limits: [
        budget("resident memory of an open stream", each, 12, "KB"),
        goal(
          `p99 to ${listeners} listeners, as a multiple of an in-process fan-out's`,
          p99(product.times) / p99(fanOut.times),
          2,
          "times",
        ),
        goal("insert rate with realtime off, as a multiple of the rate with it on", 1 / ratio, 1.25, "times"),
      ],
      notes: [
        "Memory is measured after garbage collections, and after a thousand other streams have come and gone. It excludes",
        "V8's space for new objects, whose size is a setting. A message's time is its commit's, by the database's clock.",
        "Writers run only the statement that stores a message, and commit each one; with realtime off, it has no hint.",
      ],
    };
  });
}

/** Opens streams for the first `count` people, a few at a time. Resolves once all of them have begun. */
async function openStreams({ origin }: Running, count: number): Promise<IncomingMessage[]> {
  const streams: IncomingMessage[] = [];
  for (let from = 1; from <= count; from += 100) {
    const some = Array.from({ length: Math.min(100, count + 1 - from) }, (_, index) =>
      participant(from + index),
    );
    streams.push(...(await Promise.all(some.map(({ cookie }) => openStream(origin, paths.live(), cookie)))));
  }
  return streams;
}

function close(streams: IncomingMessage[]): void {
  for (const stream of streams) stream.destroy();
}

async function measureMemory(url: string, count: number): Promise<{ before: number; after: number }> {
  const product = await startProbed(url);
  // Collects garbage several times, because V8 returns memory only gradually.
  const settled = async () => {
    for (let round = 0; round < 11; round += 1) {
      await product.begin();
      await pause(1_000);
    }
    return product.begin();
  };
  close(await openStreams(product, 1_000));
  const before = await settled();
  const streams = await openStreams(product, count);
  const after = await settled();
  close(streams);
  await product.stop();
  return { before, after };
}

/** When each stream's next hint arrives, in ms since 1970. */
const arrivals = (streams: IncomingMessage[]): Promise<number[]> =>
  Promise.all(
    streams.map(
      (stream) =>
        new Promise<number>((arrived) => {
          stream.on("data", function listen(chunk: Buffer) {
            if (!chunk.includes('"seq":')) return;
            stream.off("data", listen);
            arrived(performance.timeOrigin + performance.now());
          });
        }),
    ),
  );

/**
 * Measures the time from a commit to each listener, in ms. The product and a minimal server take turns, so that noise
 * affects both.
 */
async function measureDelays(url: string, rounds: number) {
  const server = await startProduct(url);
  const bare = await startServer(["--import", "tsx", "bench/fan-out.ts"], { env: { DATABASE_URL: url } });
  const product = {
    name: "the product: outbox, NOTIFY, streams",
    streams: await openStreams(server, listeners),
    times: [] as number[],
    write: () =>
      send(server.origin, paths.conversationNow(talkOfAll, { after: 1_000_000 }), {
        method: "POST",
        headers: {
          Cookie: participant(1).cookie,
          "Sec-Fetch-Site": "same-origin",
          "Content-Type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({ messageId: randomUUID(), content: "Hello, everyone" }).toString(),
      }),
  };
  const fanOut = {
    name: "a process that commits, then writes to its streams",
    streams: await openStreams(bare, listeners),
    times: [] as number[],
    write: () => send(bare.origin, `/${talkOfAll}`, { method: "POST" }),
  };
  await withClient(url, async (client) => {
    for (let round = 0; round < rounds; round += 1)
      for (const { streams, times, write } of [product, fanOut]) {
        await client.query("DELETE FROM rate_limits");
        await pause(20);
        const received = arrivals(streams);
        const { status } = await write();
        if (status >= 300) throw new Error(`A message was answered with ${status}.`);
        const arrivedAt = await received;
        const { rows } = await client.query(
          `SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000 AS at
             FROM messages WHERE conversation_id = $1 ORDER BY seq DESC LIMIT 1`,
          [talkOfAll],
        );
        if (round >= warmUp) times.push(...arrivedAt.map((at) => at - Number(rows[0].at)));
      }
  });
  close([...product.streams, ...fanOut.streams]);
  await Promise.all([server.stop(), bare.stop()]);
  return [product, fanOut] as const;
}

/**
 * Measures sixteen writers with and without realtime, in turns. Each writes in a conversation of two. One process
 * writes and announces messages as the product does; the other is the built product, which holds three streams for each
 * of the 32 people. Only the insert of the product's writes is run, so the hint's share is as large as it can be.
 */
async function measureInsertRate(
  url: string,
  rounds: Pick<WritingTask, "pairs" | "seconds">,
): Promise<Pair[]> {
  const product = await startProduct(url);
  const streams: IncomingMessage[] = [];
  for (let each = 0; each < 3; each += 1) streams.push(...(await openStreams(product, 2 * writers)));
  const own = Array.from({ length: writers }, (_, index) => ({
    userId: idOf("person", index + 1),
    conversationId: idOf("talk", index + 1),
  }));
  const task: WritingTask = { ...rounds, writers: own };
  const pairs = await runInProduct<Pair[]>("bench/writing.ts", url, task);
  close(streams);
  await product.stop();
  return pairs;
}
