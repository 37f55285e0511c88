import { randomUUID } from "node:crypto";
import pg from "pg";
import { store } from "~/features/messaging/sending.server";
import { closeDatabase, db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { announceSoon, startRealtime } from "~/platform/realtime/realtime.server";
import { announcements } from "~/tasks.server";
import { actorOf, statementsOf } from "./statements.ts";

/** Each writer gets its own connection. */
export interface WritingTask {
  writers: { userId: string; conversationId: string }[];
  pairs: number;
  /** The length of a round. */
  seconds: number;
}

/** In messages per second. `quiet` means that no one is notified. */
export interface Pair {
  quiet: number;
  live: number;
}

const content = "Hello, everyone, this is a message of the usual length, and it says what such messages say.";
const { writers, ...task }: WritingTask = JSON.parse(process.argv[2] ?? "");
const messageOf = (writer: WritingTask["writers"][number]) => ({
  ...writer,
  messageId: randomUUID(),
  content,
});

const realtime = startRealtime(announcements);

// Records the SQL that the product stores a message with, and which part of the message each value is.
const sample = messageOf(writers[0] as WritingTask["writers"][number]);
const statements = await statementsOf(() =>
  db.$transaction((tx) => store(tx, actorOf(sample.userId), sample.conversationId, sample, null)),
);
const storing = statements.find(({ text }) => text.includes("INSERT INTO messages"));
if (!storing) throw new Error("the product stored nothing");
const fields = Object.keys(sample) as (keyof typeof sample)[];
const given = (storing.values ?? []).map((value) => ({
  value,
  field: fields.find((field) => sample[field] === value),
}));
const hint = /,\s*hinted AS \([^()]*INSERT INTO outbox_events[\s\S]*?FROM next\s*\)/;
const texts = { live: storing.text, quiet: storing.text.replace(hint, "") };
if (texts.quiet.includes("outbox_events")) throw new Error("couldn't leave out the hint");

const connections = writers.map(() => new pg.Client({ connectionString: env.DATABASE_URL }));
await Promise.all(connections.map((connection) => connection.connect()));

async function write(name: keyof Pair, seconds: number): Promise<number> {
  let count = 0;
  const start = performance.now();
  await Promise.all(
    writers.map(async (writer, index) => {
      while (performance.now() < start + seconds * 1_000) {
        const message = messageOf(writer);
        const values = given.map(({ field, value }) => (field ? message[field] : value));
        await connections[index]?.query({ name, text: texts[name], values });
        count += 1;
        if (name === "live") announceSoon();
      }
    }),
  );
  return (count * 1_000) / (performance.now() - start);
}

const pairs: Pair[] = [];
// The two take turns going first. A short first pair only warms up.
for (let pair = 0; pair <= task.pairs; pair += 1) {
  const seconds = pair === 0 ? 1 : task.seconds;
  if (pair % 2) pairs.push({ quiet: await write("quiet", seconds), live: await write("live", seconds) });
  else pairs.push({ live: await write("live", seconds), quiet: await write("quiet", seconds) });
}
await new Promise((done) => process.send?.(pairs.slice(1), done));
await realtime.stop();
await Promise.all(connections.map((connection) => connection.end()));
await closeDatabase();
process.disconnect?.();
