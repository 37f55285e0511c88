import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { blockPerson } from "~/features/moderation/blocking.server";
import { db, transaction } from "~/platform/db.server";
import { lockKey } from "~/platform/locks.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { untilLockWait } from "../../../tests/support/locks";
import { givePlan, makeContributor, makeCreator } from "../../../tests/support/people";
import { listAll, say } from "../../../tests/support/talks";
import {
  acceptRequest,
  ignoreRequest,
  leaveGroup,
  renameGroup,
  setArchived,
  writeToGroup,
} from "./grouping.server";
import { countFolders, listConversations, unreadTotals } from "./inbox.server";
import type { Folder } from "./message";
import { unknownPerson } from "./message";
import { sendMessage, writeTo } from "./sending.server";
import { lockPair, readStartRules } from "./starting.server";
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
  test("is named by its members, and by no one else", async () => {
    const { maker, friend, stranger, conversationId } = await makeGroup();
    const refused = { ok: false, refused: "not-found" };
    const nameFor = async (person: Actor) => (await getThread(person, conversationId, null))?.name;
    // Until the stranger has accepted, a name would be another message to them.
    for (const person of [maker, friend, stranger])
      expect(await renameGroup(person, conversationId, "Read me")).toEqual(refused);
    await acceptRequest(stranger, conversationId);
    expect(await renameGroup(friend, conversationId, "River crew")).toEqual({ ok: true });
    for (const person of [maker, friend, stranger]) expect(await nameFor(person)).toBe("River crew");
    expect((await listConversations(maker, { q: "crew" })).conversations).toHaveLength(1);
    const outsider = await makeCreator();
    const direct = await writeTo(maker, friend.userId, say("Just you"));
    await leaveGroup(friend, conversationId);
    for (const person of [outsider, friend])
      expect(await renameGroup(person, conversationId, "Mine")).toEqual(refused);
    expect(await renameGroup(maker, direct.ok ? direct.conversationId : "", "Mine")).toEqual(refused);
    expect(await renameGroup(maker, "not-an-id", "Mine")).toEqual(refused);
    expect(await nameFor(maker)).toBe("River crew");
    await db.conversation.update({ where: { id: conversationId }, data: { hiddenAt: new Date() } });
    expect(await renameGroup(maker, conversationId, "Closed")).toEqual(refused);
    await db.conversation.update({ where: { id: conversationId }, data: { hiddenAt: null } });
    expect(await renameGroup(maker, conversationId, "")).toEqual({ ok: true });
    expect(await nameFor(maker)).toContain("Sol Stranger");
  });

  test("isn't opened if a chosen person blocks its creator while the first message is being sent", async () => {
    const { maker, friend, stranger } = await makeThree();
    // The sender locks the pairs in this order, so it waits at the first while the person in the second blocks.
    const [first = "", second] = ids(friend, stranger).toSorted();
    const blocker = second === friend.userId ? friend : stranger;
    const { sending } = await transaction(async (tx) => {
      await lockKey(tx, `starts:${maker.userId}`);
      await lockPair(tx, maker.userId, first);
      const sending = writeToGroup(maker, ids(friend, stranger), say("Hello both"));
      await untilLockWait();
      expect(await blockPerson(blocker, maker.userId)).toEqual({ ok: true });
      return { sending };
    });
    expect(await sending).toEqual({ ok: false, refused: "not-all-there" });
    expect(await db.conversation.count({ where: { createdBy: maker.userId } })).toBe(0);
  });

  test("is open to its creator's matches and is a request to everyone else", async () => {
    const { maker, friend, stranger, conversationId } = await makeGroup();
    expect(await stateOf(conversationId, friend)).toBe("active");
    expect(await stateOf(conversationId, stranger)).toBe("requested");
    expect(
      await db.notification.findMany({ where: { userId: { in: ids(maker, friend, stranger) } } }),
    ).toHaveLength(2);
    const [listed] = (await listConversations(maker)).conversations;
    expect(listed).toMatchObject({ lastIsMine: true, unread: 0 });
    expect(listed?.name.split(", ").sort()).toEqual(["Fred Friend", "Sol Stranger"]);
    expect(listed?.faces.map(({ name }) => name).sort()).toEqual(["Fred Friend", "Sol Stranger"]);
    expect(await listAll(stranger)).toMatchObject([
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

  test("accepts one message from each member until everyone they aren't connected with has answered", async () => {
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
    const unread = async (person: Actor) => (await listAll(person))[0]?.unread;
    expect([await unread(maker), await unread(friend), await unread(stranger)]).toEqual([1, 2, 2]);
    expect(await unreadTotals(stranger)).toEqual({ unread: 1, notifications: 1 });
    expect(await unreadTotals(stranger, conversationId)).toEqual({ unread: 0, notifications: 0 });

    // Writing accepts the request, and lets everyone who was waiting for an answer write again.
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
    const waysToContinue = [
      ({ stranger, conversationId }: Group) => acceptRequest(stranger, conversationId),
      ({ stranger, conversationId }: Group) => leaveGroup(stranger, conversationId),
      ({ stranger }: Group) =>
        db.user.update({ where: { id: stranger.userId }, data: { suspendedAt: new Date() } }),
      ({ maker, stranger }: Group) =>
        db.match.create({ data: { creatorId: stranger.userId, contributorId: maker.userId } }),
    ];
    for (const proceed of waysToContinue) {
      const group = await makeGroup({ stranger: await makeCreator({ name: "Sol Stranger" }) });
      const { maker, conversationId } = group;
      expect(await sendMessage(maker, conversationId, say("Two"))).toMatchObject({
        refused: "request-waits",
      });
      await proceed(group);
      expect((await sendMessage(maker, conversationId, say("Two"))).ok).toBe(true);
    }
  });

  test("accepts no message once everyone else is suspended", async () => {
    const { maker, friend, stranger, conversationId } = await makeGroup();
    await db.user.updateMany({
      where: { id: { in: [friend.userId, stranger.userId] } },
      data: { suspendedAt: new Date() },
    });
    expect(await sendMessage(maker, conversationId, say("Two"))).toEqual({ ok: false, refused: "none-left" });
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
    expect(await writeToGroup(maker, ids(stranger), say("Hello"))).toEqual({
      ok: false,
      refused: "not-found",
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

  test("can be opened only so often", async () => {
    const { maker, friend, stranger } = await makeThree();
    for (let one = 0; one < 10; one += 1) await takeFromLimit("conversation", maker.userId, maker);
    expect(await writeToGroup(maker, ids(friend, stranger), say("Hello"))).toMatchObject({
      refused: "too-many",
      waitSeconds: expect.any(Number),
    });
    expect(await db.conversation.count({ where: { createdBy: maker.userId } })).toBe(0);
    expect(await writeToGroup(friend, ids(maker, stranger), say("Hello"))).toMatchObject({ ok: true });
  });

  test("a block between two members hides no messages in the group, but hides the other's name and picture in lists, and the blocker gets no notification", async () => {
    const { maker, friend, stranger, conversationId } = await makeGroup();
    await db.profile.update({ where: { id: stranger.userId }, data: { avatarUrl: "/files/sol" } });
    await db.notification.deleteMany({ where: { userId: friend.userId } });
    await db.block.create({ data: { blockerId: friend.userId, blockedId: stranger.userId } });
    expect((await sendMessage(stranger, conversationId, say("Still here"))).ok).toBe(true);
    const thread = await getThread(friend, conversationId, null);
    expect(thread?.messages.at(-1)).toMatchObject({ content: "Still here", avatarUrl: null });
    expect((await getThread(maker, conversationId, null))?.messages.at(-1)?.avatarUrl).toBe("/files/sol");
    expect((await listConversations(friend)).conversations).toMatchObject([
      { name: "Mia Maker", lastLine: `${unknownPerson}: …` },
    ]);
    expect((await listConversations(friend, { q: "sol" })).conversations).toEqual([]);
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
    expect(await sendMessage(maker, conversationId, say("Anybody?"))).toEqual({
      ok: false,
      refused: "none-left",
    });
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

describe("someone whose request was accepted", () => {
  test("counts as connected in groups, unlike someone whose request is still pending", async () => {
    const [maker, met, asked] = [await makeContributor(), await makeCreator(), await makeCreator()];
    const first = await writeTo(maker, met.userId, say("Hello"));
    if (!first.ok) throw new Error(first.refused);
    await writeTo(maker, asked.userId, say("Hello there"));
    await acceptRequest(met, first.conversationId);
    await db.conversation.updateMany({
      where: { createdBy: maker.userId },
      data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    const sent = await writeToGroup(maker, ids(met, asked), say("Both"), "The crew");
    if (!sent.ok) throw new Error(sent.refused);
    const { conversationId } = sent;
    expect([await stateOf(conversationId, met), await stateOf(conversationId, asked)]).toEqual([
      "active",
      "requested",
    ]);
    expect(await getThread(maker, conversationId, null)).toMatchObject({
      name: "The crew",
      awaitedNames: [asked.name],
    });
    const isRequest = async () => (await readStartRules(maker, ids(met))).isRequest;
    expect(await isRequest()).toBe(false);
    const theirs = { where: { id: first.conversationId } };
    await db.conversation.update({ ...theirs, data: { hiddenAt: new Date() } });
    expect(await isRequest()).toBe(true);
    await db.conversation.update({ ...theirs, data: { hiddenAt: null } });
    await acceptRequest(asked, conversationId);
    for (const words of ["Two", "Three"])
      expect(await sendMessage(maker, conversationId, say(words))).toMatchObject({ ok: true });
  });
});

describe("the archive", () => {
  test("keeps a conversation out of one member's list until its next message", async () => {
    const { maker, friend, conversationId } = await makeGroup();
    await givePlan(friend, "agency");
    const listed = async (person: Actor, folder: "archived" | null = null) =>
      (await listConversations(person, { folder })).conversations.length;
    expect(await setArchived(friend, conversationId, true)).toEqual({ ok: true });
    expect([await listed(friend), await listed(friend, "archived"), await listed(maker)]).toEqual([0, 1, 1]);
    expect(await getThread(friend, conversationId, null)).toMatchObject({ isArchived: true });
    expect(await countFolders(friend)).toMatchObject({ unread: 0, groups: 0 });
    await sendMessage(friend, conversationId, say("Back again"));
    expect([await listed(friend), await listed(friend, "archived")]).toEqual([1, 0]);
    await setArchived(friend, conversationId, true);
    await setArchived(friend, conversationId, false);
    expect(await listed(friend)).toBe(1);
  });

  test("refuses strangers, requests and people who have left", async () => {
    const { maker, friend, stranger, conversationId } = await makeGroup();
    const refused = { ok: false, refused: "not-found" };
    for (const person of [stranger, await makeContributor()])
      expect(await setArchived(person, conversationId, true)).toEqual(refused);
    await leaveGroup(friend, conversationId);
    expect(await setArchived(friend, conversationId, true)).toEqual(refused);
    expect(await setArchived(maker, "' OR true --", true)).toEqual(refused);
  });
});

describe("the list", () => {
  test("keeps requests, ignored ones, groups and unread conversations apart, and searches names literally", async () => {
    const { maker, friend, stranger, conversationId } = await makeGroup();
    const other = await writeTo(maker, friend.userId, say("100% yours"));
    if (!other.ok) throw new Error(other.refused);
    const idsIn = async (person: Actor, folder: Folder | "waiting" | null, q = "") =>
      (await listConversations(person, { folder, q })).conversations.map((one) => one.conversationId);
    const block = { blockerId: stranger.userId, blockedId: friend.userId };
    await db.block.create({ data: block });
    expect(await idsIn(stranger, null)).toEqual([]);
    expect(await idsIn(stranger, "requests")).toEqual([conversationId]);
    expect(await countFolders(stranger)).toMatchObject({ unread: 0, requests: 1, ignored: 0, groups: 0 });
    await ignoreRequest(stranger, conversationId);
    expect(await idsIn(stranger, "requests")).toEqual([]);
    expect(await idsIn(stranger, "ignored")).toEqual([conversationId]);
    expect(await countFolders(stranger)).toMatchObject({ requests: 0, ignored: 1 });
    await db.block.deleteMany({ where: block });
    expect(await idsIn(friend, "groups")).toEqual([conversationId]);
    expect(await idsIn(friend, "unread")).toEqual([other.conversationId, conversationId]);
    expect(await countFolders(friend)).toMatchObject({ unread: 2, groups: 1 });
    expect(await idsIn(friend, null, " sol STR")).toEqual([conversationId]);
    expect(await idsIn(friend, null, "%")).toEqual([]);
    expect(await idsIn(friend, null, "_ia")).toEqual([]);
    expect(await idsIn(friend, null, "fred")).toEqual([]);
    await getThread(friend, other.conversationId, null);
    for (const folder of ["unread", "waiting"] as const)
      expect(await idsIn(friend, folder)).toEqual([conversationId]);
  });
});
