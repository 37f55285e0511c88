import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { showDeck } from "~/features/discovery/showing.server";
import { writeToGroup } from "~/features/messaging/grouping.server";
import { listConversations, unreadTotals } from "~/features/messaging/inbox.server";
import { searchPeople } from "~/features/messaging/searching.server";
import { sendMessage, writeTo } from "~/features/messaging/sending.server";
import { getThread } from "~/features/messaging/threads.server";
import { findProfile } from "~/features/profiles/viewing.server";
import { db, pool } from "~/platform/db.server";
import { channel, payloadOf } from "~/platform/realtime/local-realtime.server";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { listAll, makeTalk, say } from "../../../tests/support/talks";
import { findUnread } from "../../../tests/support/unread";
import { until } from "../../../tests/support/until";
import { blockPerson, findPersonToBlock, listBlocked, unblockPerson } from "./blocking.server";
import { findReportable } from "./finding-reportable.server";

const missing = { ok: false, refused: "not-found" };

async function makePair() {
  const name = `Quilla ${randomUUID().slice(0, 8)}`;
  return { name, ...(await makeTalk("Hello", { creator: name, contributor: name })) };
}

test("ends contact in both directions, everywhere, and unblocking restores it", async () => {
  const { name, creator, contributor, conversationId } = await makePair();
  expect(await blockPerson(creator, contributor.userId)).toEqual({ ok: true });
  for (const [one, other] of [
    [creator, contributor],
    [contributor, creator],
  ] as const) {
    expect(await findProfile(one, other.userId)).toBeNull();
    expect(await searchPeople(one, name)).toMatchObject({ people: [] });
    expect((await showDeck(one)).cards.map((card) => card.personId)).not.toContain(other.userId);
    expect((await listConversations(one)).conversations).toEqual([]);
    expect((await unreadTotals(one)).unread).toBe(0);
    expect(await getThread(one, conversationId, null)).toBeNull();
    expect((await sendMessage(one, conversationId, say("Hello?"))).ok).toBe(false);
    expect(await writeTo(one, other.userId, say("Hello?"))).toEqual(missing);
    expect(await writeToGroup(one, [other.userId], say("Hello?"))).toMatchObject({ ok: false });
    expect((await findUnread(one)).notifications).toEqual([]);
  }
  const ref = { kind: "conversation", id: conversationId, seq: null, by: null } as const;
  expect(await findReportable(contributor, ref)).toMatchObject({ reportedId: creator.userId });
  expect(await findReportable(await makeCreator(), ref)).toBeNull();
  expect(await db.message.count({ where: { conversationId } })).toBe(1);

  await unblockPerson(creator, contributor.userId);
  expect((await sendMessage(contributor, conversationId, say("Hello again"))).ok).toBe(true);
  expect((await listConversations(creator)).conversations).toHaveLength(1);
});

test("if two people block each other at the same moment, both blocks are stored and listed", async () => {
  const { name, creator, contributor } = await makePair();
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 ? blockPerson(creator, contributor.userId) : blockPerson(contributor, creator.userId),
    ),
  );
  const rows = await db.block.count({
    where: { blockerId: { in: [creator.userId, contributor.userId] } },
  });
  expect(rows).toBeGreaterThanOrEqual(1);
  expect(rows).toBeLessThanOrEqual(2);
  const listed = [...(await listBlocked(creator)).people, ...(await listBlocked(contributor)).people];
  expect(listed).toHaveLength(rows);
  expect(listed[0]).toMatchObject({ name });
  expect(JSON.stringify(listed)).not.toContain("@");
});

test("a suspended or leaving person isn't listed until they're back", async () => {
  const [creator, blocked] = [await makeCreator(), await makeContributor()];
  await blockPerson(creator, blocked.userId);
  const listed = async () => (await listBlocked(creator)).people.map(({ personId }) => personId);
  for (const away of [{ suspendedAt: new Date() }, { leavesAt: new Date() }]) {
    await db.user.update({ where: { id: blocked.userId }, data: away });
    expect(await listed()).toEqual([]);
    await db.user.update({ where: { id: blocked.userId }, data: { suspendedAt: null, leavesAt: null } });
    expect(await listed()).toEqual([blocked.userId]);
  }
});

test("both people's open pages, including the blocker's own, refetch the conversation", async () => {
  const { creator, contributor, conversationId } = await makePair();
  const heard: string[] = [];
  const listener = await pool.connect();
  listener.on("notification", ({ payload = "" }) => heard.push(payload));
  await listener.query(`LISTEN ${channel}`);
  await blockPerson(creator, contributor.userId);
  const hint = payloadOf([creator.userId, contributor.userId], { kind: "messages", conversationId });
  await until(() => expect(heard).toContain(hint));
  listener.release(true);
});

test("someone who was blocked can neither block back nor remove the block", async () => {
  const { creator, contributor } = await makePair();
  await blockPerson(creator, contributor.userId);
  expect(await findPersonToBlock(contributor, creator.userId)).toBeNull();
  expect(await blockPerson(contributor, creator.userId)).toEqual(missing);
  await unblockPerson(contributor, creator.userId);
  expect(await db.block.count({ where: { blockerId: creator.userId } })).toBe(1);
  expect(await findPersonToBlock(creator, contributor.userId)).toMatchObject({ isBlocked: true });
  expect((await listBlocked(contributor)).people).toEqual([]);
});

test("people can't block themselves or an unknown person", async () => {
  const creator = await makeCreator();
  for (const id of [creator.userId, randomUUID(), "' OR true --"]) {
    expect(await blockPerson(creator, id)).toEqual(missing);
    expect(await findPersonToBlock(creator, id)).toBeNull();
  }
  expect(await db.block.count({ where: { blockerId: creator.userId } })).toBe(0);
});

test("declines the blocked person's group requests for good, even if they're unblocked later, but no other requests", async () => {
  const [maker, asked, friend] = [await makeContributor(), await makeCreator(), await makeCreator()];
  const sent = await writeToGroup(maker, [asked.userId, friend.userId], say("Join us"));
  if (!sent.ok) throw new Error(sent.refused);
  expect(await listAll(asked)).toHaveLength(1);
  await blockPerson(asked, maker.userId);
  expect(await listAll(asked)).toEqual([]);
  expect(await getThread(asked, sent.conversationId, null)).toBeNull();
  expect(await getThread(friend, sent.conversationId, null)).toMatchObject({ request: "received" });
  await unblockPerson(asked, maker.userId);
  expect(await listAll(asked)).toEqual([]);

  const [writer, organizer] = [await makeContributor(), await makeContributor()];
  expect(await writeTo(writer, asked.userId, say("Hello"))).toMatchObject({ ok: true });
  expect(await writeToGroup(organizer, [asked.userId, friend.userId], say("Join me"))).toMatchObject({
    ok: true,
  });
  await blockPerson(asked, writer.userId);
  expect(await listAll(asked)).toHaveLength(1);
  await unblockPerson(asked, writer.userId);
  expect(await listAll(asked)).toHaveLength(2);
});
