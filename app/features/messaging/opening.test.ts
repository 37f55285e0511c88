import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { db } from "~/platform/db.server";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { say } from "../../../tests/support/talks";
import { writeTo } from "./sending.server";
import { findRecipient, openConversation } from "./starting.server";
import { getThread } from "./threads.server";

const open = (actor: Actor, personId: string) =>
  db.$transaction((tx) => openConversation(tx, actor, personId));

describe("opening a conversation", () => {
  test("concurrent calls from both sides create one", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 ? open(creator, contributor.userId) : open(contributor, creator.userId),
      ),
    );
    expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.conversationId)).size).toBe(1);
    expect(outcomes[0]?.ok).toBe(true);
    expect(
      await db.conversation.count({ where: { createdBy: { in: [creator.userId, contributor.userId] } } }),
    ).toBe(1);
    const people = await db.conversationParticipant.findMany({
      where: { userId: { in: [creator.userId, contributor.userId] } },
    });
    expect(people).toHaveLength(2);
  });

  test("refuses the actor themselves and an unknown ID", async () => {
    const creator = await makeCreator();
    expect(await open(creator, creator.userId)).toEqual({ ok: false, refused: "yourself" });
    expect(await open(creator, randomUUID())).toEqual({ ok: false, refused: "not-found" });
    expect(await findRecipient(creator, creator.userId)).toBeNull();
  });

  test("treats a person who's blocked in either direction, suspended or not approved like an unknown person", async () => {
    const creator = await makeCreator();
    const [blocking, blocked, suspended] = [
      await makeContributor(),
      await makeContributor(),
      await makeContributor(),
    ];
    const pending = await makeContributor({ status: "pending" });
    await db.block.create({ data: { blockerId: blocking.userId, blockedId: creator.userId } });
    await db.block.create({ data: { blockerId: creator.userId, blockedId: blocked.userId } });
    await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
    // A match makes no difference.
    for (const { userId } of [blocked, suspended])
      await db.match.create({ data: { creatorId: creator.userId, contributorId: userId } });
    for (const person of [blocking, blocked, suspended, pending]) {
      expect(await open(creator, person.userId)).toEqual({ ok: false, refused: "not-found" });
      expect(await findRecipient(creator, person.userId)).toBeNull();
    }
    expect(await db.conversation.count({ where: { createdBy: creator.userId } })).toBe(0);
  });

  test("lets a pending contributor's matches write to them, but not open their profile", async () => {
    const [creator, pending] = [await makeCreator(), await makeContributor({ status: "pending" })];
    await db.match.create({ data: { creatorId: creator.userId, contributorId: pending.userId } });
    const opened = await open(creator, pending.userId);
    expect(opened).toMatchObject({ ok: true });
    const id = opened.ok ? opened.conversationId : "";
    expect(await getThread(creator, id, null)).toMatchObject({ personId: pending.userId, hasProfile: false });
  });

  test("is limited to ten new conversations a minute; existing ones always open", async () => {
    const writer = await makeContributor();
    const people = [];
    for (let index = 0; index < 11; index += 1) people.push(await makeCreator());
    const outcomes = [];
    for (const person of people) outcomes.push(await writeTo(writer, person.userId, say("Hello")));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(10);
    expect(outcomes.at(-1)).toMatchObject({ ok: false, refused: "too-many" });
    expect(await open(writer, people[0]?.userId ?? "")).toMatchObject({ ok: true });
  });

  test("leaves no conversation behind if the message is refused", async () => {
    const [creator, one, other] = [await makeCreator(), await makeContributor(), await makeContributor()];
    const message = say("The free plan's only one");
    expect((await writeTo(creator, one.userId, message)).ok).toBe(true);
    expect(await writeTo(creator, other.userId, say("One more"))).toMatchObject({ refused: "message-limit" });
    expect(await writeTo(creator, other.userId, message)).toEqual({ ok: false, refused: "id-taken" });
    expect(await db.conversation.count({ where: { createdBy: creator.userId } })).toBe(1);
  });
});
