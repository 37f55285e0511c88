import { randomUUID } from "node:crypto";
import pg from "pg";
import { store } from "~/features/messaging/sending.server";
import { closeDatabase, db, pool } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { announceSoon, startRealtime } from "~/platform/realtime/realtime.server";
import { announcements } from "~/tasks.server";
import { actorOf, statementsOf } from "../statements.ts";

/** One connection per writer. */
export interface WritingTask {
  writers: { userId: string; conversationId: string }[];
  pairs: number;
  /** Of a round. */
  seconds: number;
}

interface Written {
  rate: number;
  /** From the last commit until the last hint was sent, in ms. */
  behind: number;
}

/** `quiet`: no one is notified. */
export interface Pair {
  quiet: Written;
  live: Written;
}

const content = "Hello, everyone, this is a message of the usual length, and it says what such messages say.";

/** The product's own SQL, and its values for a message. */
async function readStatement({ userId, conversationId }: WritingTask["writers"][number]) {
  const sample = { userId, conversationId, messageId: randomUUID(), content };
  const statements = await statementsOf(() =>
    db.$transaction((tx) => store(tx, actorOf(userId), conversationId, sample, null)),
  );
  const found = statements.find(({ text }) => text.includes("INSERT INTO messages"));
  if (!found) throw new Error("the product stored nothing");
  const keys = Object.keys(sample) as (keyof typeof sample)[];
  const values = (found.values ?? []).map((value) => ({
    value,
    field: keys.find((key) => sample[key] === value),
  }));
  const withoutHint = found.text.replace(
    /,\s*hinted AS \([^()]*INSERT INTO outbox_events[\s\S]*?FROM next\s*\)/,
    "",
  );
  if (withoutHint.includes("outbox_events")) throw new Error("the hint could not be left out");
  return {
    text: { live: found.text, quiet: withoutHint },
    valuesOf: (message: typeof sample) =>
      values.map(({ field, value }) => (field === undefined ? value : message[field])),
  };
}

const task: WritingTask = JSON.parse(process.argv[2] ?? "");
const realtime = startRealtime(announcements);
const statement = await readStatement(task.writers[0] as WritingTask["writers"][number]);
const lines = task.writers.map(() => new pg.Client({ connectionString: env.DATABASE_URL }));
await Promise.all(lines.map((line) => line.connect()));

async function write(name: keyof Pair, seconds: number): Promise<Written> {
  const text = statement.text[name];
  const isLive = name === "live";
  let count = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  await Promise.all(
    task.writers.map(async (writer, index) => {
      while (performance.now() < end) {
        const values = statement.valuesOf({ ...writer, messageId: randomUUID(), content });
        await lines[index]?.query({ name, text, values });
        count += 1;
        if (isLive) announceSoon();
      }
    }),
  );
  const over = performance.now();
  while (isLive && (await pool.query("SELECT FROM outbox_events LIMIT 1")).rowCount) announceSoon();
  return { rate: (count * 1_000) / (over - start), behind: performance.now() - over };
}

const pairs: Pair[] = [];
// The order alternates; a first, short pair is a warm-up.
for (let pair = 0; pair <= task.pairs; pair += 1) {
  const seconds = pair === 0 ? 1 : task.seconds;
  if (pair % 2) pairs.push({ quiet: await write("quiet", seconds), live: await write("live", seconds) });
  else pairs.push({ live: await write("live", seconds), quiet: await write("quiet", seconds) });
}
await new Promise((done) => process.send?.(pairs.slice(1), done));
await realtime.stop();
await Promise.all(lines.map((line) => line.end()));
await closeDatabase();
process.disconnect?.();
