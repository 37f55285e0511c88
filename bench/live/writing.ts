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
  seconds: number;
  /** If false, no one is notified. */
  isLive: boolean;
}

export interface Written {
  rate: number;
  /** From the last commit until the last hint was sent, in ms. */
  behind: number;
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

async function write(lines: pg.Client[], statement: Statement, task: WritingTask): Promise<Written> {
  const name = task.isLive ? "live" : "quiet";
  const text = statement.text[name];
  let count = 0;
  const start = performance.now();
  const end = start + task.seconds * 1_000;
  await Promise.all(
    task.writers.map(async (writer, index) => {
      while (performance.now() < end) {
        const values = statement.valuesOf({ ...writer, messageId: randomUUID(), content });
        await lines[index]?.query({ name, text, values });
        count += 1;
        if (task.isLive) announceSoon();
      }
    }),
  );
  const over = performance.now();
  while (task.isLive && (await pool.query("SELECT FROM outbox_events LIMIT 1")).rowCount) announceSoon();
  return { rate: (count * 1_000) / (over - start), behind: performance.now() - over };
}

type Statement = Awaited<ReturnType<typeof readStatement>>;

const realtime = startRealtime(announcements);
const lines: pg.Client[] = [];
let statement: Statement | undefined;

process.on("message", async (task: WritingTask) => {
  const [first] = task.writers;
  if (first) statement ??= await readStatement(first);
  while (lines.length < task.writers.length) {
    const line = new pg.Client({ connectionString: env.DATABASE_URL });
    await line.connect();
    lines.push(line);
  }
  if (statement) process.send?.(await write(lines, statement, task));
});
process.once("disconnect", async () => {
  await realtime.stop();
  await Promise.all(lines.map((line) => line.end()));
  await closeDatabase();
});
