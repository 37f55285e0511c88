import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { makeMatch, releaseHeldOf } from "~/features/discovery/matching.server";
import { swipe } from "~/features/discovery/swiping.server";
import { apply } from "~/features/projects/applying.server";
import { acceptApplication } from "~/features/projects/deciding.server";
import { db, transaction } from "~/platform/db.server";
import { pendingHints } from "../../../tests/support/hints";
import { untilLockWait } from "../../../tests/support/locks";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { listAll, say } from "../../../tests/support/talks";
import { findUnread } from "../../../tests/support/unread";
import { acceptRequest, ignoreRequest, writeToGroup } from "./grouping.server";
import { listConversations, remind } from "./inbox.server";
import { send, sendMessage, writeTo } from "./sending.server";
import { lockPair, openConversation } from "./starting.server";
import { getThread } from "./threads.server";

const application = { note: "", portfolioLink: null, answers: [] };
const like = (actor: Person, { userId }: Person) =>
  swipe(actor, { targetId: userId, liked: true, key: randomUUID() });

const ways: Record<string, (creator: Person, contributor: Person) => Promise<unknown>> = {
  "the second Like": async (creator, contributor) => {
    await like(contributor, creator);
    return like(creator, contributor);
  },
  "room for a held match": async (creator, contributor) => {
    const first = await makeContributor();
    for (const person of [first, contributor]) {
      await like(creator, person);
      await like(person, creator);
    }
    expect(await db.match.count({ where: { contributorId: contributor.userId, held: true } })).toBe(1);
    expect((await findUnread(creator)).requests).toBe(1);
    await givePlan(creator, "pro");
    return releaseHeldOf(creator.userId);
  },
  "an application": async (creator, contributor) =>
    apply(contributor, await makeProject(creator), application),
  "an accepted application from before": async (creator, contributor) => {
    const projectId = await makeProject(creator);
    await db.projectApplication.create({ data: { projectId, contributorId: contributor.userId, note: "" } });
    return acceptApplication(creator, projectId, contributor.userId);
  },
};

test.each(Object.entries(ways))(
  "%s turns a request into a conversation like any other",
  async (_way, connect) => {
    const [creator, contributor] = [await makeCreator(), await makeContributor({ name: "Rafa Moor" })];
    const sent = await writeTo(contributor, creator.userId, say("Hello"));
    if (!sent.ok) throw new Error(sent.refused);
    const { conversationId } = sent;
    expect((await findUnread(creator)).requests).toBe(1);
    await connect(creator, contributor);
    expect((await findUnread(creator)).requests).toBe(0);
    expect((await listConversations(creator)).conversations).toMatchObject([
      { conversationId, isRequest: false, unread: 1 },
    ]);
    expect(await pendingHints(conversationId)).toContainEqual({ conversationId, seq: 1, changed: true });
    await db.message.updateMany({
      where: { conversationId },
      data: { createdAt: new Date(Date.now() - 360_000) },
    });
    await remind(conversationId);
    expect(
      await db.outboxMail.findFirst({ where: { userId: creator.userId, kind: "message" } }),
    ).toMatchObject({ subject: "New message from Rafa Moor" });
    expect(await getThread(creator, conversationId, null)).toMatchObject({ request: null, canWrite: true });
    expect((await sendMessage(contributor, conversationId, say("And now?"))).ok).toBe(true);
  },
);

test("a match turns an ignored request into a conversation, but leaves a request in a group as it is", async () => {
  const [creator, contributor] = [await makeCreator(), await makeContributor()];
  const sent = await writeTo(contributor, creator.userId, say("Hello"));
  await db.conversation.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } });
  const group = await writeToGroup(contributor, [creator.userId], say("Join us"));
  if (!sent.ok || !group.ok) throw new Error("not sent");
  await ignoreRequest(creator, sent.conversationId);
  await like(contributor, creator);
  await like(creator, contributor);
  expect(await listAll(creator)).toMatchObject([
    { conversationId: group.conversationId, isRequest: true },
    { conversationId: sent.conversationId, isRequest: false },
  ]);
  expect(await acceptRequest(creator, group.conversationId)).toEqual({ ok: true });
});

test("a concurrent first message and match leave no request, whichever is stored first", async () => {
  const makeLiked = async () => {
    const pair = { creator: await makeCreator(), contributor: await makeContributor() };
    await like(pair.contributor, pair.creator);
    return pair;
  };
  const [one, two] = [await makeLiked(), await makeLiked()];
  const { liking } = await transaction(async (tx) => {
    const opened = await openConversation(tx, one.contributor, one.creator.userId);
    if (!opened.ok) throw new Error(opened.refused);
    expect((await send(tx, one.contributor, opened.conversationId, say("Hello"))).ok).toBe(true);
    const liking = like(one.creator, one.contributor);
    await untilLockWait();
    return { liking };
  });
  expect(await liking).toMatchObject({ ok: true, matchId: expect.any(String) });

  const { writing } = await transaction(async (tx) => {
    await lockPair(tx, two.creator.userId, two.contributor.userId);
    expect((await makeMatch(tx, two.creator, two.contributor.userId)).isHeld).toBe(false);
    const writing = writeTo(two.contributor, two.creator.userId, say("Hello"));
    await untilLockWait();
    return { writing };
  });
  expect((await writing).ok).toBe(true);
  for (const { creator } of [one, two])
    expect((await listConversations(creator)).conversations).toMatchObject([{ isRequest: false }]);
});
