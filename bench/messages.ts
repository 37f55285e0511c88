import { findActor } from "~/features/accounts/sessions.server";
import { listConversations, unreadTotals } from "~/features/messaging/inbox.server";
import { getThread } from "~/features/messaging/threads.server";
import { id, idOf, numbers, participant, participants, type Stage } from "./database.ts";
import { budget, goal } from "./report.ts";
import { counted, largest, type Part } from "./scale.ts";
import { actorOf } from "./statements.ts";

/**
 * The number of messages in the reader's short conversation, and the numbers of conversations that the other two people
 * have.
 */
const sizes = { short: 100, few: 5, many: 500 };

const [reader, few, many] = [participant(1), participant(2), participant(3)];
const firstOther = 4;
const lastOther = firstOther + sizes.many - 1;

function fill(long: number): Stage[] {
  return [
    {
      steps: [
        ...participants(lastOther),
        conversations(1, firstOther, firstOther, sizes.short),
        conversations(1, firstOther + 1, firstOther + 1, long),
        conversations(2, firstOther, firstOther + sizes.few - 1, 20),
        conversations(3, firstOther, lastOther, 20),
        // The reader has read everything.
        `UPDATE conversation_participants SET last_read_seq = last_seq WHERE user_id = ${id("person", 1)}`,
      ],
    },
  ];
}

/**
 * SQL that stores a conversation between one person and each of the others. Both write in it. The person has left every
 * second conversation unread.
 */
const conversations = (person: number, first: number, last: number, messages: number) => `
  WITH two AS (
    SELECT i, ${id(`talk of ${person}`)} AS talk, ${id("person", person)} AS one, ${id("person")} AS other
      FROM ${numbers(last, first)}
  ), c AS (
    INSERT INTO conversations (id, direct_key, created_by, last_seq)
    SELECT talk, direct_key(one, other), other, ${messages} FROM two
  ), p AS (
    INSERT INTO conversation_participants (conversation_id, user_id, last_seq, last_read_seq, active_at)
    SELECT talk, x.person, ${messages}, CASE WHEN x.person = one AND i % 2 = 0 THEN 0 ELSE ${messages} END,
           now() - i * 7919 % 250 * interval '1 minute'
      FROM two CROSS JOIN LATERAL (VALUES (one), (other)) x (person)
  )
  INSERT INTO messages (id, conversation_id, seq, sender_id, content, created_at)
  SELECT gen_random_uuid(), talk, n, CASE WHEN n % 3 = 0 THEN one ELSE other END,
         repeat('Hello, everyone. ', 1 + n % 7), now() - (${messages} - n) * interval '1 minute'
    FROM two CROSS JOIN generate_series(1, ${messages}) n`;

const short = idOf("talk of 1", firstOther);
const long = idOf("talk of 1", firstOther + 1);

async function list(reader: { id: string }): Promise<void> {
  const actor = actorOf(reader.id, "contributor");
  await listConversations(actor);
  await unreadTotals(actor);
}

/** Compares a long conversation and a long list to short ones. */
export const part: Part = {
  name: "messages",
  of: `messages compared with ${sizes.short}, ${sizes.many} conversations with ${sizes.few}`,
  sizes: [100_000],
  quickSizes: 1,
  rounds: { usual: 100, quick: 20 },
  countsBuffers: true,
  fill,
  cases(messages) {
    const actor = actorOf(reader.id, "contributor");
    return [
      {
        groups: ["a conversation's newest page"],
        control: () => getThread(actor, short, null),
        work: () => getThread(actor, long, null),
      },
      {
        groups: ["a conversation's page before its middle"],
        control: () => getThread(actor, short, sizes.short / 2 + 1),
        work: () => getThread(actor, long, messages / 2 + 1),
      },
      {
        groups: ["the reader of any page, with their unread total"],
        control: () => findActor(few.token),
        work: () => findActor(many.token),
      },
      {
        groups: ["the list, with its unread totals"],
        control: () => list(few),
        work: () => list(many),
      },
    ];
  },
  limits(measured) {
    const { size, cases } = largest(measured);
    const more = cases.map(({ buffers }) => buffers.work - buffers.control);
    const [newest = Number.NaN, middle = Number.NaN, reader = Number.NaN] = more;
    const queries = cases.at(-1)?.queries ?? { control: Number.NaN, work: Number.NaN };
    return [
      goal(
        `buffers to open ${counted(size)} messages beyond those of ${sizes.short}`,
        Math.max(newest, middle),
        4,
        "buffers",
      ),
      budget(
        `buffers to find a reader with ${sizes.many} conversations, and their unread total`,
        cases[2]?.buffers.work ?? Number.NaN,
        30,
        "buffers",
      ),
      // Counting up to a hundred unread conversations reads a few more pages of the table and its partial index.
      budget(`the same beyond those of one with ${sizes.few}`, reader, 8, "buffers"),
      budget(
        `queries of a list of ${sizes.many} beyond those of ${sizes.few}`,
        queries.work - queries.control,
        0,
        "queries",
      ),
    ];
  },
  notes: [
    "Buffers are 8 KB pages, as counted by EXPLAIN (ANALYZE, BUFFERS) for the statements that the product's functions send.",
    "Each was prepared and run six times before, so it uses the plan that PostgreSQL keeps. Four more buffers mean that",
    "an index is one level deeper in each lookup.",
  ],
};
