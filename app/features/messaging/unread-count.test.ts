import { afterEach, expect, test, vi } from "vitest";
import { findActor } from "~/features/accounts/sessions.server";
import { blockPerson, unblockPerson } from "~/features/moderation/blocking.server";
import { db, pool, transaction } from "~/platform/db.server";
import { untilLockWait } from "../../../tests/support/locks";
import { makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { makePair, say } from "../../../tests/support/talks";
import { acceptRequest, ignoreRequest, leaveGroup, writeToGroup } from "./grouping.server";
import { sendMessage, store, writeTo } from "./sending.server";
import { openConversation } from "./starting.server";
import { getThread } from "./threads.server";

/** For each user, the unread count that pages show, and the same count computed from conversations and blocks. */
const recount = `
  SELECT u.id, n.n AS kept, (
    SELECT count(*)::int FROM conversation_participants p JOIN conversations c ON c.id = p.conversation_id
     WHERE p.user_id = u.id AND p.state IN ('active', 'requested') AND c.last_seq > p.last_read_seq
       AND (c.direct_key IS NULL OR NOT EXISTS (
         SELECT 1 FROM conversation_participants o JOIN blocks b
             ON (b.blocker_id, b.blocked_id) IN ((o.user_id, p.user_id), (p.user_id, o.user_id))
          WHERE o.conversation_id = c.id AND o.user_id <> p.user_id))) AS counted
    FROM users u CROSS JOIN LATERAL unread_conversations(u.id) n`;

async function expectExact(): Promise<void> {
  const { rows } = await pool.query<{ kept: number; counted: number }>(recount);
  expect(rows.filter((row) => row.kept !== row.counted)).toEqual([]);
}
afterEach(expectExact);

const unreadOf = async (person: Person) => (await findActor(person.token, "/"))?.unread;

test("the unread count includes conversations until they're read, ignored, left, blocked or deleted with an account", async () => {
  const { creator, contributor } = await makePair();
  const sent = await writeTo(contributor, creator.userId, say("Hello"));
  if (!sent.ok) throw new Error(sent.refused);
  await sendMessage(contributor, sent.conversationId, say("Again"));
  expect([await unreadOf(creator), await unreadOf(contributor)]).toEqual([1, 0]);

  await blockPerson(contributor, creator.userId);
  expect(await unreadOf(creator)).toBe(0);
  expect(await blockPerson(creator, contributor.userId)).toEqual({ ok: false, refused: "not-found" });
  await unblockPerson(contributor, creator.userId);
  expect(await unreadOf(creator)).toBe(1);
  await blockPerson(creator, contributor.userId);
  expect(await unreadOf(creator)).toBe(0);
  await unblockPerson(creator, contributor.userId);
  expect(await unreadOf(creator)).toBe(1);
  await getThread(creator, sent.conversationId, null);
  expect(await unreadOf(creator)).toBe(0);

  const stranger = await makeContributor();
  const group = await writeToGroup(contributor, [creator.userId, stranger.userId], say("All of you"));
  if (!group.ok) throw new Error(group.refused);
  expect([await unreadOf(creator), await unreadOf(stranger)]).toEqual([1, 1]);
  await ignoreRequest(stranger, group.conversationId);
  expect(await unreadOf(stranger)).toBe(0);
  await acceptRequest(stranger, group.conversationId);
  expect(await unreadOf(stranger)).toBe(1);
  await leaveGroup(stranger, group.conversationId);
  expect(await unreadOf(stranger)).toBe(0);
  await expectExact();
  await db.user.delete({ where: { id: creator.userId } });
});

test("the unread count stays exact under concurrent writes, reads, blocks, leaves and joins", async () => {
  // Contributors have no message limit.
  const people = await Promise.all(Array.from({ length: 6 }, () => makeContributor()));
  const conversations: string[] = [];
  for (const [at, one] of people.entries()) {
    for (const other of people.slice(at + 1)) {
      const sent = await writeTo(one, other.userId, say("Hello"));
      if (sent.ok) conversations.push(sent.conversationId);
    }
    const group = await writeToGroup(
      one,
      people.filter((person) => person !== one).map((person) => person.userId),
      say("Hello everyone"),
    );
    if (group.ok) conversations.push(group.conversationId);
  }
  const pick = <Item>(from: readonly Item[], n: number) => from[n % from.length] as Item;
  const act = async (n: number): Promise<unknown> => {
    const person = pick(people, n * 7);
    const other = pick(people, n * 7 + 1 + (n % 5));
    const conversation = pick(conversations, n * 5 + (n >> 2));
    switch (n % 7) {
      case 0:
        return sendMessage(person, conversation, say(`No. ${n}`));
      case 1:
        return getThread(person, conversation, null);
      case 2:
        return sendMessage(other, conversation, say(`No. ${n}`));
      case 3:
        return getThread(other, conversation, null);
      case 4:
        return n % 3 ? blockPerson(person, other.userId) : ignoreRequest(person, conversation);
      case 5:
        return n % 4 ? unblockPerson(person, other.userId) : acceptRequest(person, conversation);
      default:
        return n % 8 ? getThread(other, conversation, null) : leaveGroup(person, conversation);
    }
  };
  for (let from = 0; from < 240; from += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, index) => act(from + index)));
  }
  const counts = await Promise.all(people.map(unreadOf));
  expect(counts.some((count) => Number(count) > 0)).toBe(true);
});

test("a block and the removal of the other person's block, concurrently, leave the count correct", async () => {
  const { creator, contributor } = await makePair();
  await writeTo(contributor, creator.userId, say("Hello"));
  for (let round = 0; round < 10; round += 1) {
    await blockPerson(contributor, creator.userId);
    await Promise.all([unblockPerson(contributor, creator.userId), blockPerson(creator, contributor.userId)]);
    await expectExact();
    await unblockPerson(creator, contributor.userId);
    expect(await unreadOf(creator)).toBe(1);
  }
});

test("a block made while the first message is being sent keeps the conversation out of the count", async () => {
  const [creator, contributor] = [await makeCreator(), await makeContributor()];
  const { blocking } = await transaction(async (tx) => {
    const opened = await openConversation(tx, contributor, creator.userId);
    if (!opened.ok) throw new Error(opened.refused);
    await store(tx, contributor, opened.conversationId, say("Hello"), "requested");
    let isDone = false;
    const blocking = blockPerson(creator, contributor.userId).finally(() => {
      isDone = true;
    });
    await Promise.race([untilLockWait(), vi.waitUntil(() => isDone, { timeout: 10_000 })]);
    return { blocking };
  });
  await blocking;
  expect(await unreadOf(creator)).toBe(0);
});

test("the unread count stops at 100, and reads at most 110 database pages", async () => {
  const [person, writer] = [await makeCreator(), await makeContributor()];
  await db.$executeRaw`
    WITH made AS (INSERT INTO conversations (last_seq) SELECT 1 FROM generate_series(1, 500) RETURNING id)
    INSERT INTO conversation_participants (conversation_id, user_id, last_seq)
    SELECT id, who, 1 FROM made, unnest(ARRAY[${person.userId}, ${writer.userId}]::uuid[]) who`;
  await pool.query("VACUUM ANALYZE");
  const { rows } = await pool.query(
    "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT n FROM unread_conversations($1)",
    [person.userId],
  );
  const plan = rows[0]["QUERY PLAN"][0].Plan;
  expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThanOrEqual(110);
  expect(await unreadOf(person)).toBe(100);
  await db.$executeRaw`DELETE FROM conversations c WHERE NOT EXISTS (SELECT FROM messages m WHERE m.conversation_id = c.id)`;
});
