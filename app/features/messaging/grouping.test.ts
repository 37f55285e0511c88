import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { db } from "~/platform/db.server";
import { givePlan, makeContributor, makeCreator } from "../../../tests/support/people";
import { say } from "../../../tests/support/talks";
import { acceptRequest, ignoreRequest, leaveGroup, writeToGroup } from "./grouping.server";
import { listConversations, unreadTotals } from "./inbox.server";
import { sendMessage } from "./sending.server";
import { getThread } from "./threads.server";

const ids = (...people: Actor[]) => people.map((person) => person.userId);

/** A contributor, who has no plan limits, with a matched friend and a stranger. */
async function makeThree() {
  const [maker, friend, stranger] = [
    await makeContributor({ name: "Mia Maker" }),
    await makeCreator({ name: "Fred Friend" }),
    await makeContributor({ name: "Sol Stranger" }),
  ];
  await db.match.create({ data: { creatorId: friend.userId, contributorId: maker.userId } });
  return { maker, friend, stranger };
}

type Group = Awaited<ReturnType<typeof makeGroup>>;

async function makeGroup(others: Partial<Awaited<ReturnType<typeof makeThree>>> = {}) {
  const people = { ...(await makeThree()), ...others };
  const sent = await writeToGroup(people.maker, ids(people.friend, people.stranger), say("Hello both"));
  if (!sent.ok) throw new Error(sent.refused);
  return { ...people, conversationId: sent.conversationId };
}

const stateOf = async (conversationId: string, person: Actor) =>
  (await db.conversationParticipant.findFirstOrThrow({ where: { conversationId, userId: person.userId } }))
    .state;

describe("a group", () => {
  test("is open to its creator's matches and is a request to everyone else", async () => {
    const { maker, friend, stranger, conversationId } = await makeGroup();
    expect(await stateOf(conversationId, friend)).toBe("active");
    expect(await stateOf(conversationId, stranger)).toBe("requested");
    expect(
      await db.notification.findMany({ where: { userId: { in: ids(maker, friend, stranger) } } }),
    ).toHaveLength(2);
    expect((await listConversations(maker)).conversations).toMatchObject([{ lastIsMine: true, unread: 0 }]);
    expect((await listConversations(stranger)).conversations).toMatchObject([
      { isRequest: true, unread: 1, lastLine: "Mia Maker: Hello both" },
    ]);
    const thread = await getThread(friend, conversationId, null);
    expect(thread).toMatchObject({ request: null, canWrite: true, personId: null });
    expect(thread?.name.split(", ").sort()).toEqual(["Mia Maker", "Sol Stranger"]);
    expect(thread?.messages).toMatchObject([{ sender: "Mia Maker", mine: false }]);
    expect(await getThread(stranger, conversationId, null)).toMatchObject({
      request: "received",
      requestFrom: maker.userId,
      canWrite: true,
    });
  });

  test("takes one message from each member until everyone they aren't connected with has answered", async () => {
    const { maker, friend, stranger, conversationId } = await makeGroup();
    const pending = { ok: false, refused: "request-waits" };
    await givePlan(friend, "agency");
    expect(await sendMessage(maker, conversationId, say("Two"))).toEqual(pending);
    expect(await getThread(maker, conversationId, null)).toMatchObject({
      request: "sent",
      awaitedNames: ["Sol Stranger"],
      canWrite: false,
    });
    // The friend hasn't matched with the stranger either.
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => sendMessage(friend, conversationId, say("Three"))),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual(Array(4).fill(pending));
    const unread = async (person: Actor) => (await listConversations(person)).conversations[0]?.unread;
    expect([await unread(maker), await unread(friend), await unread(stranger)]).toEqual([1, 2, 2]);
    expect((await unreadTotals(stranger)).unread).toBe(1);
    expect((await unreadTotals(stranger, conversationId)).unread).toBe(0);

    // Answering accepts, and opens the group to everyone who was waiting for it.
    expect((await sendMessage(stranger, conversationId, say("Four"))).ok).toBe(true);
    expect(await stateOf(conversationId, stranger)).toBe("active");
    expect(await acceptRequest(stranger, conversationId)).toMatchObject({ ok: false });
    for (const person of [maker, friend, stranger, maker])
      expect((await sendMessage(person, conversationId, say("On we go"))).ok).toBe(true);
    expect(await getThread(maker, conversationId, null)).toMatchObject({
      request: null,
      awaitedNames: [],
      canWrite: true,
    });
  });

  test("continues once the silent member accepts, matches, leaves or is suspended", async () => {
    const goOn = [
      ({ stranger, conversationId }: Group) => acceptRequest(stranger, conversationId),
      ({ stranger, conversationId }: Group) => leaveGroup(stranger, conversationId),
      ({ stranger }: Group) =>
        db.user.update({ where: { id: stranger.userId }, data: { suspendedAt: new Date() } }),
      ({ maker, stranger }: Group) =>
        db.match.create({ data: { creatorId: stranger.userId, contributorId: maker.userId } }),
    ];
    for (const happens of goOn) {
      const group = await makeGroup({ stranger: await makeCreator({ name: "Sol Stranger" }) });
      const { maker, conversationId } = group;
      expect(await sendMessage(maker, conversationId, say("Two"))).toMatchObject({
        refused: "request-waits",
      });
      await happens(group);
      expect((await sendMessage(maker, conversationId, say("Two"))).ok).toBe(true);
    }
  });

  test("takes no message once all the others are suspended", async () => {
    const { maker, friend, stranger, conversationId } = await makeGroup();
    await db.user.updateMany({
      where: { id: { in: [friend.userId, stranger.userId] } },
      data: { suspendedAt: new Date() },
    });
    expect(await sendMessage(maker, conversationId, say("Two"))).toEqual({ ok: false, refused: "gone" });
  });

  test("an ignored request stays ignored, without further notifications", async () => {
    const { maker, friend, stranger, conversationId } = await makeGroup();
    expect(await ignoreRequest(stranger, conversationId)).toEqual({ ok: true });
    expect(await sendMessage(maker, conversationId, say("Two"))).toMatchObject({ refused: "request-waits" });
    expect((await sendMessage(friend, conversationId, say("Three"))).ok).toBe(true);
    expect(await stateOf(conversationId, stranger)).toBe("ignored");
    expect((await listConversations(stranger)).conversations).toEqual([]);
    expect(await db.notification.count({ where: { userId: stranger.userId, readAt: null } })).toBe(0);
  });

  test.each([2, 1])(
    "concurrent sends of one message to %i others open one group with one message",
    async (count) => {
      const { maker, friend, stranger } = await makeThree();
      const message = say("Only once");
      const others = ids(friend, stranger).slice(0, count);
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, () => writeToGroup(maker, others, message)),
      );
      expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.conversationId)).size).toBe(1);
      expect(outcomes[0]?.ok).toBe(true);
      expect(await db.conversation.count({ where: { createdBy: maker.userId } })).toBe(1);
      expect(await db.message.count({ where: { senderId: maker.userId } })).toBe(1);
      expect(await writeToGroup(maker, ids(friend), { ...message, content: "Another text" })).toEqual({
        ok: false,
        refused: "id-taken",
      });
      expect(await writeToGroup(friend, ids(maker), message)).toEqual({ ok: false, refused: "id-taken" });
      expect(await db.conversation.count({ where: { createdBy: { in: ids(maker, friend) } } })).toBe(1);
    },
  );

  test("is refused without people, with a missing person, without text, or beyond the plan", async () => {
    const { maker, friend, stranger } = await makeThree();
    expect(await writeToGroup(maker, [], say("Hello"))).toEqual({ ok: false, refused: "none-chosen" });
    for (const odd of [randomUUID(), "' OR true --", maker.userId]) {
      expect(await writeToGroup(maker, [friend.userId, odd], say("Hello"))).toEqual({
        ok: false,
        refused: "not-all-there",
      });
    }
    await db.block.create({ data: { blockerId: stranger.userId, blockedId: maker.userId } });
    expect(await writeToGroup(maker, ids(friend, stranger), say("Hello"))).toEqual({
      ok: false,
      refused: "not-all-there",
    });
    expect(await writeToGroup(maker, ids(friend), say(" "))).toEqual({ ok: false, refused: "empty" });
    expect(await db.conversation.count({ where: { createdBy: maker.userId } })).toBe(0);

    expect((await writeToGroup(friend, ids(maker, stranger), say("The free plan's only one"))).ok).toBe(true);
    expect(await writeToGroup(friend, ids(maker, stranger), say("One more"))).toMatchObject({
      ok: false,
      refused: "asked-already",
    });
    expect(await writeToGroup(friend, ids(maker), say("One more"))).toMatchObject({
      ok: false,
      refused: "message-limit",
      resets: expect.stringMatching(/Free plan/),
    });
    expect(await db.conversation.count({ where: { createdBy: friend.userId } })).toBe(1);
  });

  test("a block between two members hides nothing, but the blocker gets no notification", async () => {
    const { friend, stranger, conversationId } = await makeGroup();
    await db.notification.deleteMany({ where: { userId: friend.userId } });
    await db.block.create({ data: { blockerId: friend.userId, blockedId: stranger.userId } });
    expect((await sendMessage(stranger, conversationId, say("Still here"))).ok).toBe(true);
    const thread = await getThread(friend, conversationId, null);
    expect(thread?.messages.at(-1)?.content).toBe("Still here");
    expect(thread?.members?.find((member) => member.name === "Sol Stranger")?.personId).toBeNull();
    expect(await db.notification.count({ where: { userId: friend.userId } })).toBe(0);
  });

  test("a member who leaves reads and receives nothing more; the last one can't write", async () => {
    const { maker, friend, stranger, conversationId } = await makeGroup();
    expect(await leaveGroup(stranger, conversationId)).toEqual({ ok: true });
    expect(await leaveGroup(stranger, conversationId)).toEqual({ ok: false, refused: "not-found" });
    expect(await getThread(stranger, conversationId, null)).toBeNull();
    expect((await listConversations(stranger)).conversations).toEqual([]);
    expect(await sendMessage(stranger, conversationId, say("?"))).toEqual({
      ok: false,
      refused: "not-participant",
    });
    expect((await sendMessage(maker, conversationId, say("Two"))).ok).toBe(true);
    expect(await db.notification.count({ where: { userId: stranger.userId, readAt: null } })).toBe(0);
    expect(await stateOf(conversationId, stranger)).toBe("left");

    await leaveGroup(friend, conversationId);
    expect(await sendMessage(maker, conversationId, say("Anybody?"))).toEqual({ ok: false, refused: "gone" });
    expect(await getThread(maker, conversationId, null)).toMatchObject({ canWrite: false, members: [] });
  });

  test("no one can leave a direct conversation or a group they aren't in", async () => {
    const { maker, friend, conversationId } = await makeGroup();
    const third = await makeCreator();
    expect((await leaveGroup(third, conversationId)).ok).toBe(false);
    const pair = await db.conversation.create({
      data: {
        directKey: ids(maker, friend).sort().join(":"),
        participants: { create: ids(maker, friend).map((userId) => ({ userId })) },
      },
    });
    expect((await leaveGroup(maker, pair.id)).ok).toBe(false);
    for (const id of ["x", randomUUID()]) expect((await leaveGroup(maker, id)).ok).toBe(false);
  });
});
