import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { db } from "~/platform/db.server";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { deleteMessage, editMessage } from "./changing.server";
import { follow, type Shown, shownUpTo } from "./following.server";
import { sendMessage, writeTo } from "./sending.server";

async function makeTalk(count: number) {
  const [creator, contributor] = [await makeCreator(), await makeContributor()];
  await db.match.create({ data: { creatorId: creator.userId, contributorId: contributor.userId } });
  const first = await writeTo(contributor, creator.userId, { messageId: randomUUID(), content: "No. 1" });
  if (!first.ok) throw new Error(first.refused);
  const { conversationId } = first;
  for (let n = 2; n <= count; n += 1) await say(contributor, conversationId, `No. ${n}`);
  return { creator, contributor, conversationId };
}

const say = (actor: Actor, conversationId: string, content: string) =>
  sendMessage(actor, conversationId, { messageId: randomUUID(), content });

async function look(actor: Actor, conversationId: string, shown: Shown) {
  const update = await follow(actor, conversationId, shown);
  if (!update) throw new Error("There is no such conversation.");
  return {
    shown: update.shown,
    changed: update.changed.map(({ seq, state, content }) => [seq, state, content]),
    messages: update.thread.messages.map(({ content }) => content),
  };
}

test("changes to shown messages, including the reader's own, are reported once, in order", async () => {
  const { creator, contributor, conversationId } = await makeTalk(3);
  await editMessage(contributor, conversationId, 3, "No. three");
  await deleteMessage(contributor, conversationId, 1);
  for (const reader of [creator, contributor]) {
    const first = await look(reader, conversationId, shownUpTo(3, ""));
    expect(first).toMatchObject({
      changed: [
        [3, "edited", "No. three"],
        [1, "deleted", ""],
      ],
      messages: [],
    });
    expect(await look(reader, conversationId, first.shown)).toMatchObject({ changed: [], messages: [] });
  }
});

test("a new message arrives in its current state and is reported again only after another change", async () => {
  const { creator, contributor, conversationId } = await makeTalk(2);
  await editMessage(contributor, conversationId, 2, "Second");
  const first = await look(creator, conversationId, shownUpTo(1, ""));
  expect(first).toMatchObject({ changed: [], messages: ["Second"] });
  const second = await look(creator, conversationId, first.shown);
  expect(second).toMatchObject({ changed: [], messages: [] });
  await editMessage(contributor, conversationId, 2, "Second, mended");
  await say(contributor, conversationId, "Third");
  const third = await look(creator, conversationId, second.shown);
  expect(third).toMatchObject({ changed: [[2, "edited", "Second, mended"]], messages: ["Third"] });
});

test("only changes that the page doesn't already show are reported", async () => {
  const { creator, contributor, conversationId } = await makeTalk(3);
  for (const seq of [1, 2]) await editMessage(contributor, conversationId, seq, `Edited ${seq}`);
  const [one, two] = await db.message.findMany({ where: { conversationId }, orderBy: { seq: "asc" } });
  const asShown = `1-${one?.editedAt?.getTime().toString(36)}_2-${two?.editedAt?.getTime().toString(36)}`;
  expect(await look(creator, conversationId, shownUpTo(3, asShown))).toMatchObject({ changed: [] });
  await deleteMessage(contributor, conversationId, 2);
  expect(await look(creator, conversationId, shownUpTo(3, asShown))).toMatchObject({
    changed: [[2, "deleted", ""]],
  });
});

test("a change that was made before the previous read but committed after it isn't missed", async () => {
  const { creator, contributor, conversationId } = await makeTalk(2);
  await editMessage(contributor, conversationId, 2, "Later");
  const first = await look(creator, conversationId, shownUpTo(2, ""));
  await db.message.updateMany({
    where: { conversationId, seq: 1 },
    data: { content: "Earlier", editedAt: new Date(Date.now() - 60_000) },
  });
  expect(await look(creator, conversationId, first.shown)).toMatchObject({
    changed: [[1, "edited", "Earlier"]],
  });
});

test("messages that weren't shown aren't reported, and a stranger gets nothing", async () => {
  const { creator, contributor, conversationId } = await makeTalk(1);
  await db.message.createMany({
    data: Array.from({ length: 60 }, (_, index) => ({
      id: randomUUID(),
      conversationId,
      seq: index + 2,
      senderId: contributor.userId,
      content: `No. ${index + 2}`,
    })),
  });
  await db.conversation.update({ where: { id: conversationId }, data: { lastSeq: 61 } });
  for (const seq of [11, 12]) await editMessage(contributor, conversationId, seq, `Edited ${seq}`);
  expect(await look(creator, conversationId, shownUpTo(61, ""))).toMatchObject({
    changed: [[12, "edited", "Edited 12"]],
  });
  expect(await follow(await makeCreator(), conversationId, shownUpTo(61, ""))).toBeNull();
});
