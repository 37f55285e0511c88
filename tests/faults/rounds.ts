import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { hash } from "@node-rs/argon2";
import pg from "pg";
import { paths } from "../../app/paths.ts";
import { storePeople } from "../../prisma/people.ts";
import { type Deployment, startDeployment } from "./deployment.ts";
import { sendRequest } from "./line.ts";
import { type Reader, readOverAbly, readWithoutScript, readWithScript } from "./readers.ts";

export interface FaultReport {
  rounds: number;
  /** How often each fault was injected. */
  faults: Record<string, number>;
  messages: number;
  /** How many times the writers sent a message, including repeats. */
  tries: number;
  /** Messages that were lost, duplicated, refused or seen in a different order. Must be empty. */
  violations: string[];
}

type Random = () => number;
interface Writer {
  personId: string;
  name: string;
  cookie: string;
}
/** `messageId` is the ID in the message's form. The message is acknowledged once the product has confirmed it. */
interface SentMessage {
  messageId: string;
  content: string;
  by: string;
  isAcknowledged: boolean;
}

const patience = 45_000;

/**
 * Two people talk over connections that keep breaking. In each round, both of them write, from several tabs and with
 * some forms sent twice, while faults are injected. In the end, every acknowledged message must be stored once, in one
 * order, and seen in that order by readers with script (over a stream and over Ably) and without.
 * @param seed determines which faults are drawn, but not their timing
 */
export async function runRounds(rounds: number, seed: number): Promise<FaultReport> {
  const random = randomFrom(seed);
  const deployment = await startDeployment();
  const report: FaultReport = { rounds, faults: {}, messages: 0, tries: 0, violations: [] };
  const readers: Reader[] = [];
  try {
    const { writers, conversationId, first } = await makePair(deployment);
    let turn = 0;
    const nextOrigin = () => (deployment.apps[turn++ % 2] ?? deployment.apps[0]).origin;
    const [one, other] = writers;
    for (const { cookie, personId } of [one, other]) {
      const seat = { nextOrigin, cookie, conversationId };
      readers.push(readWithScript(seat), readWithoutScript(seat));
      readers.push(readOverAbly({ ...seat, ablyUrl: deployment.ably.url, personId }));
    }
    const sentMessages: SentMessage[] = [first];
    for (let round = 1; round <= rounds && report.violations.length === 0; round += 1) {
      const sending = writers.flatMap((writer) =>
        Array.from({ length: 1 + Math.floor(random() * 2) }, () => {
          const entry: SentMessage = {
            messageId: randomUUID(),
            content: `${round}-${randomUUID().slice(0, 8)}`,
            by: writer.name,
            isAcknowledged: false,
          };
          sentMessages.push(entry);
          return sendUntilAcknowledged(entry, writer, conversationId, nextOrigin, random, report);
        }),
      );
      const fault = doFault(deployment, random, report);
      await Promise.all([...sending, fault]);
      await check(deployment, sentMessages, conversationId, readers, report, round);
    }
    report.messages = sentMessages.length;
    return report;
  } finally {
    await Promise.all(readers.map((reader) => reader.stop()));
    await deployment.stop();
  }
}

/**
 * Sends a message until it's acknowledged. Half of the messages are first sent twice concurrently, some of them over
 * connections that are cut.
 */
async function sendUntilAcknowledged(
  entry: SentMessage,
  writer: Writer,
  conversationId: string,
  nextOrigin: () => string,
  random: Random,
  report: FaultReport,
): Promise<void> {
  const form = { messageId: entry.messageId, content: entry.content };
  const send = async () => {
    report.tries += 1;
    const cutAfter = random() < 0.2 ? random() * 30 : undefined;
    const answer = await sendRequest(nextOrigin(), paths.conversation(conversationId), {
      cookie: writer.cookie,
      form,
      cutAfter,
    }).catch(() => undefined);
    if (answer?.status === 303) entry.isAcknowledged = true;
    else if (answer && answer.status < 500)
      report.violations.push(`${entry.content} was refused with ${answer.status}`);
  };
  const deadline = Date.now() + patience;
  await Promise.all(random() < 0.5 ? [send(), send()] : [send()]);
  while (!entry.isAcknowledged && report.violations.length === 0) {
    if (Date.now() > deadline) {
      report.violations.push(`${entry.content} wasn't accepted within ${patience} ms`);
      return;
    }
    await pause(40);
    await send();
  }
}

const faults: [name: string, weight: number, act: (deployment: Deployment, random: Random) => unknown][] = [
  ["none", 4, () => {}],
  ["app killed with -9", 2, (deployment, random) => pick(deployment.apps, random).replace()],
  [
    "app frozen for a while",
    4,
    (deployment, random) => pick(deployment.apps, random).freeze(100 + random() * 900),
  ],
  ["connections to the database cut", 5, (deployment) => deployment.cutLine()],
  ["database killed with -9", 1, (deployment) => deployment.killDatabase()],
  ["Ably's connections cut", 3, (deployment) => deployment.ably.cutLines()],
  ["Ably down for a while", 2, ({ ably }, random) => forAWhile(random, ably.goOffline, ably.goOnline)],
  [
    "Ably refuses messages for a while",
    3,
    ({ ably }, random) => forAWhile(random, () => ably.refuse(50003), ably.accept),
  ],
];

async function forAWhile(random: Random, begin: () => unknown, end: () => unknown): Promise<void> {
  await begin();
  await pause(100 + random() * 900);
  await end();
}

/** Injects one fault or two different ones, each after a pause of up to 60 milliseconds. */
async function doFault(deployment: Deployment, random: Random, report: FaultReport): Promise<void> {
  const drawn = random() < 0.3 ? [draw(random), draw(random)] : [draw(random)];
  for (const { name, act } of new Set(drawn)) {
    report.faults[name] = (report.faults[name] ?? 0) + 1;
    await pause(random() * 60);
    await act(deployment, random);
  }
}

/** A fault listed twice is drawn twice as often. */
const bag = faults.flatMap(([name, weight, act]) => Array.from({ length: weight }, () => ({ name, act })));
const draw = (random: Random) => bag[Math.floor(random() * bag.length)] as (typeof bag)[number];

const pick = <Item>(items: readonly [Item, ...Item[]], random: Random): Item =>
  items[Math.floor(random() * items.length)] ?? items[0];

/** Compares the acknowledged messages to the stored rows, and the rows to what each reader saw. */
async function check(
  deployment: Deployment,
  sentMessages: SentMessage[],
  conversationId: string,
  readers: Reader[],
  report: FaultReport,
  round: number,
): Promise<void> {
  const rows = await query<{ seq: number; id: string; content: string }>(
    deployment,
    "SELECT seq, id, content FROM messages WHERE conversation_id = $1 ORDER BY seq",
    [conversationId],
  );
  const fail = (what: string) => report.violations.push(`round ${round}: ${what}`);
  rows.forEach((row, index) => {
    if (row.seq !== index + 1) fail(`the order has a gap before ${row.seq}`);
  });
  const stored = new Map(rows.map((row) => [row.id, row.content]));
  for (const entry of sentMessages) {
    if (entry.isAcknowledged && stored.get(entry.messageId) !== entry.content)
      fail(`${entry.content} is lost`);
  }
  if (rows.length !== sentMessages.length)
    fail(`${sentMessages.length} were sent, but ${rows.length} are stored`);

  const wanted = rows.map((row) => row.content);
  for (const deadline = Date.now() + patience; ; await pause(15)) {
    const late = readers.find(({ seen }) => seen.length < wanted.length);
    if (!late) break;
    if (Date.now() > deadline) {
      fail(`the reader with ${late.mode} has seen ${late.seen.length} of ${wanted.length}`);
      break;
    }
  }
  for (const { mode, seen } of readers) {
    const wrong = wanted.findIndex((content, index) => seen[index] !== content);
    if (wrong >= 0 || seen.length !== wanted.length) {
      fail(
        `the reader with ${mode} saw ${seen[wrong]} instead of ${wanted[wrong]}, and ${seen.length} in all`,
      );
    }
  }
  // Otherwise, the spam limit would refuse some of the messages.
  await query(deployment, "DELETE FROM rate_limits", []);
}

/**
 * Creates two people whose conversation has begun, so that no message is a request. The writers have no plan limits.
 */
async function makePair(
  deployment: Deployment,
): Promise<{ writers: [Writer, Writer]; conversationId: string; first: SentMessage }> {
  const password = "violet-harbour-27";
  const passwordHash = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  const make = async (name: string) => {
    const email = `${name}@faults.example`;
    const person = { email, password_hash: passwordHash, full_name: name, user_type: "contributor" };
    const [id = ""] = await storePeople((text, values) => query(deployment, text, values), [person]);
    const answer = await sendRequest(deployment.apps[0].origin, paths.login(), {
      form: { email, password },
      cutAfter: 30_000,
    });
    const cookie = answer.cookies.map((one) => one.split(";")[0]).join("; ");
    return { id, writer: { personId: id, name, cookie } };
  };
  const [one, other] = [await make("ada"), await make("ben")];
  const first: SentMessage = {
    messageId: randomUUID(),
    content: "the-first",
    by: "ada",
    isAcknowledged: true,
  };
  const [talk] = await query<{ id: string }>(
    deployment,
    `WITH c AS (INSERT INTO conversations (direct_key, created_by, last_seq) VALUES ($1, $2, 1) RETURNING id),
          p AS (INSERT INTO conversation_participants (conversation_id, user_id, last_seq)
                SELECT c.id, unnest($3::uuid[]), 1 FROM c)
     INSERT INTO messages (id, conversation_id, seq, sender_id, content)
     SELECT $4, c.id, 1, $2, $5 FROM c RETURNING conversation_id AS id`,
    [[one.id, other.id].sort().join(":"), one.id, [one.id, other.id], first.messageId, first.content],
  );
  return { writers: [one.writer, other.writer], conversationId: talk?.id ?? "", first };
}

async function query<Row>(deployment: Deployment, text: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: deployment.databaseUrl() });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Mulberry32 by Tommy Ettinger (public domain). */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
