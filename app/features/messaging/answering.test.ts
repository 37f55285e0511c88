import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { pendingHints } from "../../../tests/support/hints";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { say } from "../../../tests/support/talks";
import { acceptRequest, ignoreRequest } from "./grouping.server";
import { countFolders, listConversations } from "./inbox.server";
import { sendMessage, writeTo } from "./sending.server";
import { getThread } from "./threads.server";

const none = { ok: false, refused: "no-request" };

async function makeRequest() {
  const [sender, receiver] = [await makeContributor(), await makeCreator()];
  const sent = await writeTo(sender, receiver.userId, say("Hello"));
  if (!sent.ok) throw new Error(sent.refused);
  return { sender, receiver, conversationId: sent.conversationId };
}

test("accepting opens the conversation to both, once, and writes a hint", async () => {
  const { sender, receiver, conversationId } = await makeRequest();
  expect(await getThread(receiver, conversationId, null)).toMatchObject({
    request: "received",
    requestFrom: sender.userId,
  });
  const hints = async () => (await pendingHints(conversationId)).length;
  const before = await hints();
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => acceptRequest(receiver, conversationId)),
  );
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
  expect(outcomes.filter((outcome) => !outcome.ok)).toEqual(Array(4).fill(none));
  expect(await hints()).toBe(before + 1);
  expect((await sendMessage(sender, conversationId, say("Thank you"))).ok).toBe(true);
  expect(await getThread(receiver, conversationId, null)).toMatchObject({
    request: null,
    requestFrom: null,
    canWrite: true,
  });
});

test("an ignored request leaves the list and the notifications, and its sender isn't notified", async () => {
  const { sender, receiver, conversationId } = await makeRequest();
  const before = await getThread(sender, conversationId, null);
  expect(await ignoreRequest(receiver, conversationId)).toEqual({ ok: true });
  expect((await listConversations(receiver)).conversations).toEqual([]);
  expect(await db.notification.count({ where: { userId: receiver.userId, readAt: null } })).toBe(0);
  expect(await getThread(sender, conversationId, null)).toEqual(before);
  expect(await sendMessage(sender, conversationId, say("Hello?"))).toMatchObject({
    refused: "request-waits",
  });
  // An ignored request can still be accepted at its URL.
  expect(await acceptRequest(receiver, conversationId)).toEqual({ ok: true });
  expect((await listConversations(receiver)).conversations).toHaveLength(1);
});

test("a request can't be answered by its sender or a third person, across a block or after a match", async () => {
  const { sender, receiver, conversationId } = await makeRequest();
  const third = await makeCreator();
  for (const person of [sender, third]) {
    for (const id of [conversationId, randomUUID(), "' OR true --"]) {
      expect(await acceptRequest(person, id)).toEqual(none);
      expect(await ignoreRequest(person, id)).toEqual(none);
    }
  }
  await db.block.create({ data: { blockerId: sender.userId, blockedId: receiver.userId } });
  expect(await acceptRequest(receiver, conversationId)).toEqual(none);
  for (const state of ["requested", "ignored"] as const) {
    await db.conversationParticipant.updateMany({
      where: { conversationId, userId: receiver.userId },
      data: { state },
    });
    expect(await countFolders(receiver)).toMatchObject({ requests: 0, ignored: 0 });
  }
  await db.block.deleteMany({ where: { blockerId: sender.userId } });
  await db.match.create({ data: { creatorId: receiver.userId, contributorId: sender.userId } });
  expect(await ignoreRequest(receiver, conversationId)).toEqual(none);
});
