import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { savePrivacy } from "~/features/accounts/settings.server";
import type { Hint } from "~/hint";
import { db } from "~/platform/db.server";
import { startRealtime, subscribe } from "~/platform/realtime/realtime.server";
import { announcements } from "~/tasks.server";
import { insertHint, pendingHints } from "../../../tests/support/hints";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { openTalk } from "../../../tests/support/talks";
import { until } from "../../../tests/support/until";
import { readSince } from "./following.server";
import { writeToGroup } from "./grouping.server";
import { sendMessage, writeTo } from "./sending.server";
import { getThread } from "./threads.server";

let realtime: ReturnType<typeof startRealtime>;
beforeAll(() => {
  realtime = startRealtime(announcements);
});
afterAll(() => realtime.stop());

async function makePair() {
  const [creator, contributor] = [await makeCreator(), await makeContributor()];
  await db.match.create({ data: { creatorId: creator.userId, contributorId: contributor.userId } });
  return { creator, contributor, conversationId: await openTalk(creator, contributor) };
}

const say = (actor: Actor, conversationId: string, content = "Hello") =>
  sendMessage(actor, conversationId, { messageId: randomUUID(), content });

function collectHints(person: Actor): unknown[] {
  const received: unknown[] = [];
  subscribe(person.userId, (hint) => "seq" in hint && received.push(hint));
  return received;
}

const announced = () => until(async () => expect(await pendingHints()).toEqual([]));

test("a message hint reaches both people in a conversation and no one else", async () => {
  const { creator, contributor, conversationId } = await makePair();
  const listeners = [creator, contributor].map(collectHints);
  const stranger = collectHints(await makeCreator());
  await say(contributor, conversationId);
  for (const received of listeners)
    await until(() => expect(received).toEqual([{ kind: "messages", conversationId, seq: 1 }]));
  expect(stranger).toEqual([]);
});

test("a request sends a hint; nothing is sent after ignoring, leaving or a block", async () => {
  const [contributor, creator] = [await makeContributor(), await makeCreator()];
  const conversationId = await openTalk(contributor, creator);
  const received = collectHints(creator);
  await say(contributor, conversationId);
  await until(() => expect(received).toHaveLength(1));

  const hint = (seq: number) => insertHint({ conversationId, seq });
  const own = collectHints(contributor);
  for (const [seq, state] of [
    [2, "ignored"],
    [3, "left"],
  ] as const) {
    await db.conversationParticipant.updateMany({
      where: { conversationId, userId: creator.userId },
      data: { state },
    });
    await hint(seq);
    await until(() => expect(own).toContainEqual({ kind: "messages", conversationId, seq }));
  }
  await db.conversationParticipant.updateMany({ where: { conversationId }, data: { state: "active" } });
  await db.block.create({ data: { blockerId: creator.userId, blockedId: contributor.userId } });
  await hint(4);
  await announced();
  // Hints arrive in order, so once a later conversation's hint is here, none for this one is still on its way.
  const other = await makeContributor();
  await db.match.create({ data: { creatorId: creator.userId, contributorId: other.userId } });
  const otherId = await openTalk(creator, other);
  await say(other, otherId);
  await until(() => expect(received).toContainEqual({ kind: "messages", conversationId: otherId, seq: 1 }));
  expect(received).toHaveLength(2);
  expect(own).not.toContainEqual({ kind: "messages", conversationId, seq: 4 });
});

test("readSince returns newer messages in order, says if they don't all fit on a page, and marks them as read", async () => {
  const { creator, contributor, conversationId } = await makePair();
  for (const text of ["one", "two", "three"]) await say(contributor, conversationId, text);
  const me = { conversationId, userId: creator.userId };
  expect(await readSince(creator, conversationId, 1, false)).toMatchObject({
    isCut: false,
    thread: { messages: [{ content: "two" }, { content: "three" }] },
  });
  expect(await db.conversationParticipant.findFirst({ where: me })).toMatchObject({ lastReadSeq: 0 });
  // The browser has already shown these messages, so asking for newer ones marks them as read.
  expect(await readSince(creator, conversationId, 3)).toMatchObject({
    isCut: false,
    thread: { messages: [] },
  });
  expect(await db.conversationParticipant.findFirst({ where: me })).toMatchObject({ lastReadSeq: 3 });

  await db.message.createMany({
    data: Array.from({ length: 60 }, (_, index) => ({
      id: randomUUID(),
      conversationId,
      seq: index + 4,
      senderId: contributor.userId,
      content: `No. ${index + 4}`,
    })),
  });
  await db.conversation.update({ where: { id: conversationId }, data: { lastSeq: 63 } });
  const update = await readSince(creator, conversationId, 3);
  expect(update?.isCut).toBe(true);
  expect(update?.thread.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, n) => n + 14));
  expect(await readSince(await makeCreator(), conversationId, 0)).toBeNull();
});

test("the hint that goes out right away, before the outbox, skips people who ignored or left the group", async () => {
  const [maker, ignoring, leaving, active] = [
    await makeContributor(),
    await makeCreator(),
    await makeCreator(),
    await makeCreator(),
  ];
  const others = [ignoring, leaving, active];
  for (const { userId } of others)
    await db.match.create({ data: { creatorId: userId, contributorId: maker.userId } });
  const group = await writeToGroup(
    maker,
    others.map((person) => person.userId),
    { messageId: randomUUID(), content: "Hello" },
  );
  if (!group.ok) throw new Error(group.refused);
  const { conversationId } = group;
  const setState = (person: Actor, state: "ignored" | "left") =>
    db.conversationParticipant.updateMany({
      where: { conversationId, userId: person.userId },
      data: { state },
    });
  await announced();
  await setState(ignoring, "ignored");
  await setState(leaving, "left");
  const [first, second, third] = others.map(collectHints);
  await say(maker, conversationId, "Two");
  expect(third).toEqual([{ kind: "messages", conversationId, seq: 2 }]);
  await announced();
  expect([first, second]).toEqual([[], []]);
  // A block between two members of a group doesn't keep hints from them.
  await db.block.create({ data: { blockerId: active.userId, blockedId: maker.userId } });
  const hinted = await db.$queryRaw<{ id: string }[]>`
    SELECT person_id AS id FROM conversation_hints(ARRAY[${JSON.stringify({ conversationId, seq: 3 })}::jsonb])`;
  expect(hinted.map(({ id }) => id).sort()).toEqual([maker.userId, active.userId].sort());
});

test("reading the newest message updates its writer's pages if both show read receipts, but not in a request or a group", async () => {
  const { creator, contributor, conversationId } = await makePair();
  const [received, own] = [collectHints(contributor), collectHints(creator)];
  const seen = (seq: number, where = conversationId) => ({
    kind: "seen",
    conversationId: where,
    seq,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const read = (before: number | null = null) => getThread(creator, conversationId, before);
  await say(contributor, conversationId);
  await say(contributor, conversationId);
  // Reading an older part of the thread leaves the newest message unread.
  await read(2);
  await read();
  await until(() => expect(received).toContainEqual(seen(2)));
  await read();
  for (const [person, seq] of [
    [creator, 3],
    [contributor, 4],
  ] as const) {
    await savePrivacy(person, { showsOnline: true, readReceipts: false, appearsInSearch: true });
    await say(contributor, conversationId);
    await read();
    await savePrivacy(person, { showsOnline: true, readReceipts: true, appearsInSearch: true });
    await announced();
    expect(received).not.toContainEqual(seen(seq));
  }

  const [stranger, organizer] = [await makeContributor(), await makeContributor()];
  const ofOthers = [stranger, organizer].map(collectHints);
  const request = await writeTo(stranger, creator.userId, { messageId: randomUUID(), content: "Hello" });
  const group = await writeToGroup(organizer, [creator.userId, (await makeCreator()).userId], {
    messageId: randomUUID(),
    content: "Hello all",
  });
  if (!request.ok || !group.ok) throw new Error("not sent");
  for (const id of [request.conversationId, group.conversationId]) await getThread(creator, id, null);
  await say(contributor, conversationId);
  await read();
  await until(() => expect(received).toContainEqual(seen(5)));
  expect(received.filter((hint) => (hint as { kind: string }).kind === "seen")).toEqual([seen(2), seen(5)]);
  for (const other of [own, ...ofOthers])
    expect(other.filter((hint) => (hint as { kind: string }).kind === "seen")).toEqual([]);
  // The reader's other devices lower their counts, whether or not anyone may see it.
  const readHints = (hints: readonly unknown[]) =>
    (hints as Hint[]).flatMap((hint) => (hint.kind === "read" ? [`${hint.conversationId} ${hint.seq}`] : []));
  expect(readHints(own).toSorted()).toEqual(
    [
      ...[1, 2, 3, 4, 5].map((seq) => `${conversationId} ${seq}`),
      ...[request, group].map((sent) => `${sent.conversationId} 1`),
    ].toSorted(),
  );
  for (const other of [received, ...ofOthers]) expect(readHints(other)).toEqual([]);
});
