import { describe, expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { switchRole } from "~/features/leaving/switching.server";
import { db } from "~/platform/db.server";
import { resetLimit } from "~/platform/rate-limit.server";
import { makeAdmin, makeContributor, makeCreator, makeMember } from "../../../tests/support/people";
import { say } from "../../../tests/support/talks";
import { acceptRequest, writeToGroup } from "./grouping.server";
import { pickPeople, searchPeople } from "./searching.server";
import { sendMessage, writeTo } from "./sending.server";
import { largestGroup, newConversationsADay, startingWords, startWords } from "./starting";
import { findRecipient, readStartRules } from "./starting.server";

const ids = (...people: Actor[]) => people.map((person) => person.userId);
const startedBy = (actor: Actor) => db.conversation.count({ where: { createdBy: actor.userId } });

async function startedBefore(actor: Actor, person: Actor, hours = 0): Promise<string> {
  const sent = await writeTo(actor, person.userId, say("Hello"));
  if (!sent.ok) throw new Error(sent.refused);
  await resetLimit("conversation", actor.userId);
  await db.$executeRaw`
    UPDATE conversations SET created_at = now() - make_interval(hours => ${hours}::int) WHERE id = ${sent.conversationId}::uuid`;
  return sent.conversationId;
}

describe("a person who isn't approved or has no type", () => {
  test("can't search, write first or open a group", async () => {
    const creator = await makeCreator({ name: "Zora Findable" });
    expect(await searchPeople(await makeCreator(), "Zora")).toMatchObject({
      people: [{ name: "Zora Findable" }],
    });
    const notYet = { ok: false, refused: "not-yet" };
    for (const actor of [
      await makeContributor({ status: "pending" }),
      await makeContributor({ status: "rejected" }),
      await makeMember(),
    ]) {
      expect(await searchPeople(actor, "Zora")).toEqual(notYet);
      expect(await pickPeople(actor, "Zora", ids(creator))).toMatchObject({
        chosen: [],
        people: [],
        note: startingWords.notYet,
      });
      expect(await writeTo(actor, creator.userId, say("Hello"))).toEqual(notYet);
      expect(await writeToGroup(actor, ids(creator), say("Hello"))).toEqual(notYet);
      expect(await startedBy(actor)).toBe(0);
    }
    for (const actor of [await makeContributor(), await makeAdmin()])
      expect((await writeTo(actor, creator.userId, say("Hello"))).ok).toBe(true);
  });

  test("can't write first or open a group with a request that began while they still could", async () => {
    const creator = await makeCreator();
    const [contributor, switched, hidden] = [
      await makeContributor(),
      await makeCreator(),
      await makeCreator(),
    ];
    await db.contributorProfile.update({ where: { id: contributor.userId }, data: { status: "rejected" } });
    expect(await switchRole(switched, "contributor")).toEqual({ ok: true });
    await db.user.update({ where: { id: hidden.userId }, data: { profileHiddenAt: new Date() } });
    for (const before of [contributor, switched, hidden]) {
      const notYet = { ok: false, refused: "not-yet" };
      expect(await writeTo(before, creator.userId, say("Hello"))).toEqual(notYet);
      expect(await writeToGroup(before, ids(creator), say("Hello"))).toEqual(notYet);
      expect(await startedBy(before)).toBe(0);
    }
  });

  test("can answer earlier messages, direct and in a group", async () => {
    const [pending, asker] = [await makeContributor({ status: "pending" }), await makeContributor()];
    await db.contributorProfile.update({ where: { id: pending.userId }, data: { status: "approved" } });
    const conversationId = await startedBefore(asker, pending);
    const group = await writeToGroup(asker, ids(await makeCreator()), say("Hello"));
    if (!group.ok) throw new Error(group.refused);
    await db.conversationParticipant.create({
      data: { conversationId: group.conversationId, userId: pending.userId, state: "requested" },
    });
    await db.contributorProfile.update({ where: { id: pending.userId }, data: { status: "pending" } });
    expect((await writeTo(pending, asker.userId, say("Thank you"))).ok).toBe(true);
    expect((await sendMessage(pending, conversationId, say("And one more"))).ok).toBe(true);
    expect((await sendMessage(pending, group.conversationId, say("Thank you"))).ok).toBe(true);
    expect((await findRecipient(pending, asker.userId))?.conversationId).toBe(conversationId);
  });
});

describe("the daily limit on new conversations", () => {
  test.each([
    [20, 0, "You can start up to 20 conversations in 24 hours."],
    [1, 0, "You can start up to 20 conversations in 24 hours. You have 1 left."],
    [0, 1, "You can start another in 1 minute."],
    [0, 61, "You can start another in 2 minutes."],
    [0, 89 * 60, "You can start another in 89 minutes."],
    [0, 89 * 60 + 1, "You can start another in 2 hours."],
    [0, 23 * 3_600 + 1, "You can start another in 24 hours."],
  ])(
    "is announced beforehand, with the time of the next start: %i left, %i s",
    (left, waitSeconds, words) => {
      const reached = "You've reached the limit of 20 new conversations in 24 hours. ";
      expect(startWords({ left, waitSeconds })).toBe(left === 0 ? reached + words : words);
    },
  );

  test("is exact under concurrent starts and says when another is allowed", async () => {
    const writer = await makeContributor();
    const people = [];
    for (let index = 0; index < newConversationsADay + 3; index += 1) people.push(await makeCreator());
    for (const person of people.slice(0, newConversationsADay - 2)) await startedBefore(writer, person, 1);
    expect((await readStartRules(writer, [])).start).toMatchObject({ left: 2 });
    const outcomes = await Promise.all([
      ...people.slice(-5, -1).map((person) => writeTo(writer, person.userId, say("Hello"))),
      writeToGroup(writer, ids(people.at(-1) as Actor), say("Hello")),
    ]);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(2);
    const refusals = outcomes.filter((outcome) => !outcome.ok);
    expect(refusals).toMatchObject(Array(3).fill({ refused: "daily-limit" }));
    const [{ waitSeconds } = { waitSeconds: 0 }] = refusals as { waitSeconds: number }[];
    expect(waitSeconds).toBeGreaterThan(22 * 3600);
    expect(waitSeconds).toBeLessThanOrEqual(23 * 3600);
    expect(await startedBy(writer)).toBe(newConversationsADay);
    await db.$executeRaw`UPDATE conversations SET created_at = created_at - interval '1 day' WHERE created_by = ${writer.userId}::uuid`;
    expect((await readStartRules(writer, [])).start).toMatchObject({ left: newConversationsADay });
  });

  test("doesn't count matches or conversations that others started", async () => {
    const [writer, friend, stranger] = [await makeContributor(), await makeCreator(), await makeCreator()];
    await startedBefore(writer, friend);
    expect((await readStartRules(writer, [])).start).toMatchObject({ left: newConversationsADay - 1 });
    await db.match.create({ data: { creatorId: friend.userId, contributorId: writer.userId } });
    await startedBefore(stranger, writer);
    expect((await readStartRules(writer, [])).start).toMatchObject({ left: newConversationsADay });
    // A group counts, even with a match in it.
    expect((await writeToGroup(writer, ids(friend), say("Hello"))).ok).toBe(true);
    expect((await readStartRules(writer, [])).start).toMatchObject({ left: newConversationsADay - 1 });
  });

  test("limits the size of a group", async () => {
    const writer = await makeContributor();
    const people = [];
    for (let index = 0; index <= largestGroup; index += 1) people.push(await makeCreator());
    expect(await writeToGroup(writer, ids(...people), say("Hello all"))).toEqual({
      ok: false,
      refused: "group-too-large",
    });
    expect((await writeToGroup(writer, ids(...people.slice(1)), say("Hello all"))).ok).toBe(true);
  });
});

describe("a person who hasn't answered", () => {
  test("can be asked once a day, directly or in groups, even concurrently", async () => {
    const [writer, asked, other] = [
      await makeContributor({}),
      await makeCreator({ name: "Quiet Quin" }),
      await makeCreator(),
    ];
    const outcomes = await Promise.all([
      writeTo(writer, asked.userId, say("Hello")),
      ...Array.from({ length: 4 }, () => writeToGroup(writer, ids(asked, other), say("Hello both"))),
    ]);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    const refusals = outcomes.filter((outcome) => !outcome.ok);
    expect(refusals).toMatchObject(
      Array(4).fill({ refused: expect.stringMatching(/asked-already|request-waits/) }),
    );
    expect(await startedBy(writer)).toBe(1);

    await db.$executeRaw`UPDATE conversations SET created_at = now() - interval '25 hours' WHERE created_by = ${writer.userId}::uuid`;
    const later = await writeToGroup(writer, ids(asked), say("A day later"));
    expect(later.ok).toBe(true);
    expect(await writeToGroup(writer, ids(asked), say("And again"))).toMatchObject({
      refused: "asked-already",
      name: "Quiet Quin",
      waitSeconds: expect.any(Number),
    });
    await acceptRequest(asked, later.ok ? later.conversationId : "");
    expect((await writeToGroup(writer, ids(asked), say("Since you accepted"))).ok).toBe(true);
  });

  test("can be asked again once they accept or match", async () => {
    const [writer, accepting, matching] = [await makeContributor(), await makeCreator(), await makeCreator()];
    const conversationId = await startedBefore(writer, accepting);
    await startedBefore(writer, matching);
    for (const person of [accepting, matching])
      expect(await writeToGroup(writer, ids(person), say("You?"))).toMatchObject({
        refused: "asked-already",
      });
    await acceptRequest(accepting, conversationId);
    await db.match.create({ data: { creatorId: matching.userId, contributorId: writer.userId } });
    expect((await writeToGroup(writer, ids(accepting, matching), say("You two"))).ok).toBe(true);
  });
});
