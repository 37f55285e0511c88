import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { db } from "~/platform/db.server";
import { sendHint, startRealtime, subscribe } from "~/platform/realtime/realtime.server";
import { announcements } from "~/tasks.server";
import { isNewMessage, numberedHint, pendingHints } from "../../../tests/support/hints";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { openTalk } from "../../../tests/support/talks";
import { until } from "../../../tests/support/until";
import { signalPresence } from "./following.server";
import { ignoreRequest, leaveGroup, writeToGroup } from "./grouping.server";
import { writeTo } from "./sending.server";

let realtime: ReturnType<typeof startRealtime>;
beforeAll(() => {
  realtime = startRealtime(announcements);
});
afterAll(() => realtime.stop());

const say = () => ({ messageId: randomUUID(), content: "Hello" });
const match = (creator: Actor, contributor: Actor) =>
  db.match.create({ data: { creatorId: creator.userId, contributorId: contributor.userId } });

async function makePair() {
  const [creator, contributor] = [await makeCreator(), await makeContributor()];
  await match(creator, contributor);
  const sent = await writeTo(contributor, creator.userId, say());
  if (!sent.ok) throw new Error(sent.refused);
  return { creator, contributor, conversationId: sent.conversationId };
}

async function makeRequest() {
  const [sender, other] = [await makeContributor(), await makeCreator()];
  const sent = await writeTo(sender, other.userId, say());
  if (!sent.ok) throw new Error(sent.refused);
  return { sender, other, conversationId: sent.conversationId };
}

/** The presence signals that each person receives until a final hint has reached everyone. */
async function receivedBy(people: Actor[], act: () => Promise<unknown>): Promise<unknown[][]> {
  const received = people.map((): unknown[] => []);
  const leaving = people.map((person, index) =>
    subscribe(
      person.userId,
      (hint) => (hint.kind === "presence" || isNewMessage(hint)) && received[index]?.push(hint),
    ),
  );
  const ids = people.map((person) => person.userId);
  // Hints are lost until this process listens, so this repeats one until everyone has received it.
  await until(async () => {
    await sendHint(ids, numberedHint(0));
    expect(received.every((hints) => hints.length > 0)).toBe(true);
  });
  await act();
  await sendHint(ids, numberedHint(1));
  const isOver = (hint: unknown) => (hint as { seq?: number }).seq === 1;
  await until(() => expect(received.every((hints) => hints.some(isOver))).toBe(true));
  for (const leave of leaving) leave();
  return received.map((hints) => hints.filter((hint) => "presence" in (hint as object)));
}

const ok = { ok: true };
const notFound = { ok: false, refused: "not-found" };

describe("presence in a direct conversation", () => {
  test("reaches only the other person, with the sender's ID, and writes no row", async () => {
    const { creator, contributor, conversationId } = await makePair();
    await until(async () => expect(await pendingHints()).toEqual([]));
    const stranger = await makeCreator();
    const limits = await db.rateLimit.count();
    const [own, others, ofStranger] = await receivedBy([contributor, creator, stranger], async () => {
      for (const presence of ["typing", "hello", "here"] as const)
        expect(await signalPresence(contributor, conversationId, presence)).toEqual(ok);
    });
    expect(others).toEqual(
      ["typing", "hello", "here"].map((presence) => ({
        kind: "presence",
        conversationId,
        presence,
        by: contributor.userId,
      })),
    );
    expect([own, ofStranger]).toEqual([[], []]);
    expect([await pendingHints(), await db.rateLimit.count()]).toEqual([[], limits]);
  });

  test("isn't sent from either side of a request, even an ignored one", async () => {
    const { sender, other, conversationId } = await makeRequest();
    const both = [sender, other];
    const act = async () => {
      for (const one of both) expect(await signalPresence(one, conversationId, "hello")).toEqual(ok);
    };
    expect(await receivedBy(both, act)).toEqual([[], []]);
    await ignoreRequest(other, conversationId);
    expect(await receivedBy(both, act)).toEqual([[], []]);
  });

  test("isn't sent in a conversation without messages, where it would tell a stranger when the person is online", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    const conversationId = await openTalk(contributor, creator);
    const act = () => signalPresence(contributor, conversationId, "hello");
    expect(await receivedBy([creator], act)).toEqual([[]]);
  });

  test("doesn't reach suspended people; across a block the conversation doesn't exist", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const act = () => signalPresence(contributor, conversationId, "typing");
    await db.user.update({ where: { id: creator.userId }, data: { suspendedAt: new Date() } });
    expect(await receivedBy([creator], act)).toEqual([[]]);
    await db.user.update({ where: { id: creator.userId }, data: { suspendedAt: null } });
    await db.block.create({ data: { blockerId: creator.userId, blockedId: contributor.userId } });
    const [received] = await receivedBy([creator], async () => expect(await act()).toEqual(notFound));
    expect(received).toEqual([]);
  });

  test("neither reaches nor comes from a person who hides it, and returns when they show it again", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const both = [creator, contributor];
    const act = async () => {
      for (const one of both)
        for (const presence of ["typing", "hello", "here"] as const)
          expect(await signalPresence(one, conversationId, presence)).toEqual(ok);
    };
    const show = (showsOnline: boolean) =>
      db.user.update({ where: { id: creator.userId }, data: { showsOnline } });
    await show(false);
    expect(await receivedBy(both, act)).toEqual([[], []]);
    await show(true);
    expect((await receivedBy(both, act)).map((received) => received.length)).toEqual([3, 3]);
  });

  test("from a third person gets the same answer as for a missing conversation", async () => {
    const { creator, conversationId } = await makePair();
    const stranger = await makeCreator();
    const [received] = await receivedBy([creator], async () => {
      for (const id of [conversationId, randomUUID(), "no-id"])
        expect(await signalPresence(stranger, id, "typing")).toEqual(notFound);
    });
    expect(received).toEqual([]);
  });

  test("is silently dropped beyond sixty a minute", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const [received] = await receivedBy([creator], async () => {
      for (let count = 0; count < 65; count += 1)
        expect(await signalPresence(contributor, conversationId, "typing")).toEqual(ok);
    });
    expect(received).toHaveLength(60);
  });
});

test("in a group, typing reaches members who show it and have no block with the writer; online presence isn't sent", async () => {
  const [maker, member, hidden, blocked, gone, asked] = await Promise.all([
    makeContributor(),
    makeCreator(),
    makeCreator(),
    makeCreator(),
    makeCreator(),
    makeCreator(),
  ]);
  for (const creator of [member, hidden, blocked, gone]) await match(creator, maker);
  const others = [member, hidden, blocked, gone, asked];
  await db.user.update({ where: { id: hidden.userId }, data: { showsOnline: false } });
  const opened = await writeToGroup(
    maker,
    others.map((person) => person.userId),
    say(),
  );
  if (!opened.ok) throw new Error(opened.refused);
  const { conversationId } = opened;
  await leaveGroup(gone, conversationId);
  await db.block.create({ data: { blockerId: maker.userId, blockedId: blocked.userId } });
  const received = await receivedBy(others, async () => {
    for (const presence of ["typing", "hello", "here"] as const)
      expect(await signalPresence(maker, conversationId, presence)).toEqual(ok);
  });
  expect(received).toEqual([
    [{ kind: "presence", conversationId, presence: "typing", by: maker.userId }],
    [],
    [],
    [],
    [],
  ]);
  expect(await signalPresence(gone, conversationId, "typing")).toEqual(notFound);
});
