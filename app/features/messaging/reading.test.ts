import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { savePrivacy } from "~/features/accounts/settings.server";
import { blockPerson, unblockPerson } from "~/features/moderation/blocking.server";
import { db, pool } from "~/platform/db.server";
import { untilLockWait } from "../../../tests/support/locks";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { listAll, openTalk } from "../../../tests/support/talks";
import { listConversations, unreadTotals } from "./inbox.server";
import { sendMessage } from "./sending.server";
import { findRecipient } from "./starting.server";
import { getThread, threadText } from "./threads.server";

async function makePair() {
  const [creator, contributor] = [
    await makeCreator({ name: "Cleo Field" }),
    await makeContributor({ name: "Rafa Moor" }),
  ];
  await db.match.create({ data: { creatorId: creator.userId, contributorId: contributor.userId } });
  const conversationId = await openTalk(creator, contributor);
  const say = (actor: Actor, content: string) =>
    sendMessage(actor, conversationId, { messageId: randomUUID(), content });
  return { creator, contributor, conversationId, say };
}

async function fill(conversationId: string, senderId: string, count: number) {
  for (let from = 1; from <= count; from += 20_000) {
    await db.$transaction([
      // Skips triggers and foreign key checks, to insert faster.
      db.$executeRaw`SET LOCAL session_replication_role = replica`,
      db.$executeRaw`
        INSERT INTO messages (id, conversation_id, seq, sender_id, content)
        SELECT gen_random_uuid(), ${conversationId}::uuid, n, ${senderId}::uuid, 'No. ' || n
          FROM generate_series(${from}::int, ${Math.min(count, from + 19_999)}::int) n`,
    ]);
  }
  await db.conversation.update({ where: { id: conversationId }, data: { lastSeq: count } });
}

describe("the list", () => {
  test("shows the other person, the last line and the unread count, but no conversation without messages", async () => {
    const { creator, contributor, say } = await makePair();
    expect((await listConversations(creator)).conversations).toEqual([]);
    await say(contributor, "Hello");
    await say(contributor, "two\n\nlines");
    const view = (await listConversations(creator)).conversations;
    expect(view).toMatchObject([
      { name: "Rafa Moor", lastLine: "two lines", lastIsMine: false, unread: 2, isRequest: false },
    ]);
    expect((await listConversations(contributor)).conversations).toMatchObject([
      { name: "Cleo Field", lastIsMine: true, unread: 0 },
    ]);
    expect((await unreadTotals(creator)).unread).toBe(1);
    expect((await unreadTotals(contributor)).unread).toBe(0);
    expect(JSON.stringify(view)).not.toContain("@");
  });

  test("hides a conversation from both sides of a block; a deleted person is 'Deleted user'", async () => {
    const { creator, contributor, conversationId, say } = await makePair();
    await say(contributor, "Hello");
    await blockPerson(creator, contributor.userId);
    for (const person of [creator, contributor]) {
      expect((await listConversations(person)).conversations).toEqual([]);
      expect(await getThread(person, conversationId, null)).toBeNull();
    }
    expect(await findRecipient(creator, contributor.userId)).toBeNull();
    expect((await unreadTotals(creator)).unread).toBe(0);
    await unblockPerson(creator, contributor.userId);
    await db.user.delete({ where: { id: contributor.userId } });
    expect((await listConversations(creator)).conversations).toMatchObject([
      { name: "Deleted user", lastLine: "Hello" },
    ]);
    expect(await getThread(creator, conversationId, null)).toMatchObject({
      name: "Deleted user",
      personId: null,
      canWrite: false,
    });
  });

  test("pages through 500 conversations, each once, newest first, with one query per page", async () => {
    const creator = await makeCreator();
    const contributor = await makeContributor();
    // Puts page boundaries among equal times.
    await db.$executeRaw`
      WITH made AS (INSERT INTO conversations (last_seq, created_by) SELECT 1, ${creator.userId}::uuid FROM generate_series(1, 500) RETURNING id),
      said AS (INSERT INTO messages (id, conversation_id, seq, sender_id, content) SELECT gen_random_uuid(), id, 1, ${contributor.userId}::uuid, 'Hi' FROM made)
      INSERT INTO conversation_participants (conversation_id, user_id, last_seq, active_at)
      SELECT id, person, 1, now() - (abs(hashtext(id::text)) % 50) * interval '1 hour'
        FROM made, unnest(ARRAY[${creator.userId}, ${contributor.userId}]::uuid[]) person`;
    const seen: string[] = [];
    const times: string[] = [];
    let after: string | null = null;
    let pages = 0;
    const sent = vi.spyOn(pg.Client.prototype, "query");
    do {
      const page: Awaited<ReturnType<typeof listConversations>> = await listConversations(creator, { after });
      seen.push(...page.conversations.map((conversation) => conversation.conversationId));
      times.push(...page.conversations.map((conversation) => conversation.lastAt));
      after = page.next;
      pages += 1;
    } while (after);
    const queries = sent.mock.calls.length;
    sent.mockRestore();
    expect(new Set(seen).size).toBe(500);
    expect(seen).toHaveLength(500);
    expect(times).toEqual([...times].sort().reverse());
    expect([pages, queries]).toEqual([25, 25]);
    expect((await unreadTotals(creator)).unread).toBe(100);
    for (const odd of ["", "x", "2026-99-99T00:00:00Z_x", "infinity_'"]) {
      expect((await listConversations(creator, { after: odd })).conversations).toHaveLength(20);
    }
  });
});

describe("a thread", () => {
  test("pages back from the newest to the first message, fifty at a time", async () => {
    const { creator, contributor, conversationId } = await makePair();
    await fill(conversationId, contributor.userId, 120);
    const first = await getThread(creator, conversationId, null);
    expect(first?.messages.map((message) => message.seq)).toEqual(
      Array.from({ length: 50 }, (_, index) => 71 + index),
    );
    const second = await getThread(creator, conversationId, first?.older ?? null);
    expect(second?.messages[0]?.seq).toBe(21);
    const third = await getThread(creator, conversationId, second?.older ?? null);
    expect(third?.messages.map((message) => message.content)).toEqual(
      Array.from({ length: 20 }, (_, index) => `No. ${index + 1}`),
    );
    expect(third?.older).toBeNull();
  });

  test("marks shown messages and their notifications as read, and an older page doesn't undo that", async () => {
    const { creator, contributor, conversationId, say } = await makePair();
    await say(contributor, "One");
    await say(contributor, "Two");
    expect(await db.notification.count({ where: { userId: creator.userId, readAt: null } })).toBe(1);
    await getThread(creator, conversationId, 2);
    expect((await listConversations(creator)).conversations[0]?.unread).toBe(1);
    await getThread(creator, conversationId, null);
    expect((await listConversations(creator)).conversations[0]?.unread).toBe(0);
    expect(await db.notification.count({ where: { userId: creator.userId, readAt: null } })).toBe(0);
    await getThread(creator, conversationId, 2);
    expect((await unreadTotals(creator)).unread).toBe(0);
    await say(contributor, "Three");
    expect(await db.notification.count({ where: { userId: creator.userId, readAt: null } })).toBe(1);
  });

  test("keeps the newer mark if two pages are read concurrently", async () => {
    const { creator, contributor, conversationId, say } = await makePair();
    for (const text of ["One", "Two", "Three"]) await say(contributor, text);
    const me = { conversationId, userId: creator.userId };
    const { reading } = await db.$transaction(async (tx) => {
      await tx.conversationParticipant.updateMany({ where: me, data: { lastReadSeq: 3 } });
      const reading = getThread(creator, conversationId, 2);
      await untilLockWait();
      return { reading };
    });
    await reading;
    expect((await unreadTotals(creator)).unread).toBe(0);
  });

  test("writing doesn't mark unseen messages as read", async () => {
    const { creator, contributor, conversationId, say } = await makePair();
    await say(contributor, "Unseen");
    await say(creator, "Written before the page showed it");
    expect((await unreadTotals(creator)).unread).toBe(1);
    await getThread(creator, conversationId, null);
    expect((await unreadTotals(creator)).unread).toBe(0);
  });

  test("shows whether a request was sent or received", async () => {
    const [contributor, creator] = [await makeContributor(), await makeCreator()];
    const conversationId = await openTalk(contributor, creator);
    expect(await getThread(contributor, conversationId, null)).toMatchObject({
      request: null,
      canWrite: true,
    });
    await sendMessage(contributor, conversationId, { messageId: randomUUID(), content: "Hello" });
    expect(await getThread(contributor, conversationId, null)).toMatchObject({
      request: "sent",
      canWrite: false,
    });
    expect(await getThread(creator, conversationId, null)).toMatchObject({
      request: "received",
      canWrite: true,
    });
    expect(await listAll(creator)).toMatchObject([{ isRequest: true }]);
    await sendMessage(creator, conversationId, { messageId: randomUUID(), content: "Hello yourself" });
    expect(await getThread(contributor, conversationId, null)).toMatchObject({
      request: null,
      canWrite: true,
    });
  });

  test("says 'Seen' for a read message if both show read receipts; never for a request, a group or an unread one", async () => {
    const { creator, contributor, conversationId, say } = await makePair();
    const isSeenBy = async (person: Actor) => (await getThread(person, conversationId, null))?.isSeen;
    await say(creator, "Are you there?");
    expect(await isSeenBy(creator)).toBe(false);
    await getThread(contributor, conversationId, null);
    expect(await isSeenBy(creator)).toBe(true);
    for (const hiding of [creator, contributor]) {
      await savePrivacy(hiding, { showsOnline: true, readReceipts: false, appearsInSearch: true });
      expect(await isSeenBy(creator)).toBe(false);
      await savePrivacy(hiding, { showsOnline: true, readReceipts: true, appearsInSearch: true });
    }
    expect(await isSeenBy(creator)).toBe(true);
    const [asking, asked] = [await makeContributor(), await makeCreator()];
    const request = await openTalk(asking, asked);
    await sendMessage(asking, request, { messageId: randomUUID(), content: "Hello" });
    await getThread(asked, request, null);
    expect(await getThread(asking, request, null)).toMatchObject({ isSeen: false, seenAt: null });
  });

  test("says when the newest message was read, but not when an earlier one was", async () => {
    const { creator, contributor, conversationId, say } = await makePair();
    const seenAt = async () => (await getThread(contributor, conversationId, null))?.seenAt;
    await say(contributor, "Are you there?");
    expect(await seenAt()).toBeNull();
    const before = Date.now();
    await getThread(creator, conversationId, null);
    const first = await seenAt();
    expect(Date.parse(first ?? "")).toBeGreaterThanOrEqual(before - 1_000);
    await getThread(creator, conversationId, null);
    expect(await seenAt()).toBe(first);
    await say(contributor, "Still there?");
    expect(await seenAt()).toBeNull();
    // The previous release marks messages as read without storing the time.
    await db.conversationParticipant.updateMany({
      where: { conversationId, userId: creator.userId },
      data: { lastReadSeq: 2 },
    });
    expect(await getThread(contributor, conversationId, null)).toMatchObject({ isSeen: true, seenAt: null });
  });

  test("doesn't exist for anyone else", async () => {
    const { contributor, conversationId, say } = await makePair();
    await say(contributor, "Secret");
    const third = await makeContributor();
    for (const id of [conversationId, randomUUID(), "' OR true --"])
      expect(await getThread(third, id, null)).toBeNull();
  });

  test("of 20,000 messages reads hardly more database pages than one of 100", async () => {
    const [small, large] = [await makePair(), await makePair()];
    await fill(small.conversationId, small.creator.userId, 100);
    await fill(large.conversationId, large.creator.userId, 20_000);
    await pool.query("VACUUM ANALYZE messages");
    const buffers = async ({ creator, conversationId }: typeof small) => {
      const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${threadText}`,
        [creator.userId, conversationId, 2_147_483_647, 1, true],
      );
      const plan = rows[0]?.["QUERY PLAN"][0].Plan ?? {};
      return (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
    };
    // The larger thread's index is one level deeper, and its plan may differ a little. Reading all 20,000 messages
    // would take several hundred pages.
    const [few, many] = [await buffers(small), await buffers(large)];
    expect(many - few).toBeLessThan(20);
  });
});
