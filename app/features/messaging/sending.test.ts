import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { findActor } from "~/features/accounts/sessions.server";
import { liftSuspension, suspendPerson } from "~/features/accounts/suspending.server";
import { blockPerson, unblockPerson } from "~/features/moderation/blocking.server";
import { markAllRead } from "~/features/notifications/listing.server";
import { db, isDatabaseUnavailable, transaction } from "~/platform/db.server";
import { metricsText } from "~/platform/metrics.server";
import { resetLimit, takeFromLimit } from "~/platform/rate-limit.server";
import { pendingHints } from "../../../tests/support/hints";
import {
  givePlan,
  makeAdmin,
  makeContributor,
  makeCreator,
  signInAgain,
} from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { openTalk, say } from "../../../tests/support/talks";
import { findUnread } from "../../../tests/support/unread";
import { deleteMessage, editMessage } from "./changing.server";
import { ignoreRequest, writeToGroup } from "./grouping.server";
import { sendMessage, writeTo } from "./sending.server";
import { findRecipient, readStartRules } from "./starting.server";
import { getConversation } from "./threads.server";

async function match(creator: Actor, contributor: Actor, held = false) {
  await db.match.create({ data: { creatorId: creator.userId, contributorId: contributor.userId, held } });
}

async function makePair() {
  const [creator, contributor] = [await makeCreator(), await makeContributor()];
  await givePlan(creator, "agency");
  await match(creator, contributor);
  return { creator, contributor, conversationId: await openTalk(creator, contributor) };
}

/** On a busy machine, a burst can run out of database connections. This tries again, as browsers do. */
async function sendWithRetry(actor: Actor, conversationId: string, message: ReturnType<typeof say>) {
  for (;;) {
    try {
      return await sendMessage(actor, conversationId, message);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await resetLimit("message", actor.userId);
    }
  }
}

async function takeAllOf(limit: "message" | "conversation", actor: Actor): Promise<void> {
  while ((await takeFromLimit(limit, actor.userId, actor)) === 0);
}

/** Retries whenever the spam limit refuses the message. */
async function sendUntilAccepted(actor: Actor, conversationId: string, message: ReturnType<typeof say>) {
  for (;;) {
    const outcome = await sendWithRetry(actor, conversationId, message);
    if (outcome.ok || outcome.refused !== "too-many") return outcome;
    await resetLimit("message", actor.userId);
  }
}

const stored = (conversationId: string) =>
  db.message.findMany({ where: { conversationId }, orderBy: { seq: "asc" } });
const areConnected = async (one: Actor, other: Actor) => [
  (await findRecipient(one, other.userId))?.isConnected,
  (await findRecipient(other, one.userId))?.isConnected,
];
const stateOf = async (conversationId: string, person: Actor) =>
  (await db.conversationParticipant.findFirstOrThrow({ where: { conversationId, userId: person.userId } }))
    .state;

describe("sending", () => {
  test("stores the message, updates the conversation, and writes a notification and a hint", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const before = await db.conversation.findUniqueOrThrow({ where: { id: conversationId } });
    const first = await sendMessage(creator, conversationId, say("  Hello\r\nthere \n"));
    const second = await sendMessage(creator, conversationId, say("Are you free in May?"));
    expect([first, second]).toEqual([
      { ok: true, conversationId, seq: 1 },
      { ok: true, conversationId, seq: 2 },
    ]);
    expect((await stored(conversationId)).map((row) => row.content)).toEqual([
      "Hello\nthere",
      "Are you free in May?",
    ]);

    const after = await db.conversation.findUniqueOrThrow({
      where: { id: conversationId },
      include: { participants: true },
    });
    expect(after.lastSeq).toBe(2);
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    for (const person of after.participants) expect(person.activeAt).toEqual(after.updatedAt);
    expect(after.participants.find((person) => person.userId === creator.userId)?.lastReadSeq).toBe(2);
    expect(after.participants.find((person) => person.userId === contributor.userId)?.lastReadSeq).toBe(0);

    const notifications = await db.notification.findMany({ where: { userId: contributor.userId } });
    expect(notifications).toMatchObject([
      { kind: "message", title: `New message from ${creator.name}`, body: "" },
    ]);
    expect(await pendingHints(conversationId)).toEqual([
      { conversationId, seq: 1 },
      { conversationId, seq: 2 },
    ]);
  });

  test("notifies again, once, after everything was marked as read, after a block and after a suspension", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const { userId } = creator;
    let sender = creator;
    const write = () => sendMessage(sender, conversationId, say("Are you there?"));
    const unread = async () => [
      (await findUnread(contributor)).notifications.length,
      (await findActor(contributor.token, "/"))?.unreadNotifications,
    ];
    await write();
    const ways = [
      () => markAllRead(contributor),
      async () => {
        await blockPerson(contributor, userId);
        await unblockPerson(contributor, userId);
      },
      async () => {
        const admin = await makeAdmin();
        const until = new Date(Date.now() + 86_400_000);
        await transaction((tx) => suspendPerson(tx, admin, userId, { reason: "spam", words: "", until }));
        await transaction((tx) => liftSuspension(tx, admin, userId));
        sender = await signInAgain(creator);
      },
    ];
    for (const way of ways) {
      expect(await unread()).toEqual([1, 1]);
      await way();
      expect(await unread()).toEqual([0, 0]);
      await write();
      await write();
    }
    expect(await unread()).toEqual([1, 1]);
  });

  test("twenty concurrent sends of one message store one", async () => {
    const { creator, conversationId } = await makePair();
    const message = say("Only once");
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => sendWithRetry(creator, conversationId, message)),
    );
    expect(outcomes).toEqual(Array.from({ length: 20 }, () => ({ ok: true, conversationId, seq: 1 })));
    expect(await stored(conversationId)).toHaveLength(1);
    expect(await pendingHints(conversationId)).toHaveLength(1);
  });

  test("a resend succeeds even when its sender has reached the rate limit", async () => {
    const { creator, conversationId } = await makePair();
    const message = say("The answer to this was lost");
    await sendMessage(creator, conversationId, message);
    for (let index = 0; index < 30; index += 1) {
      expect(await sendMessage(creator, conversationId, message)).toEqual({
        ok: true,
        conversationId,
        seq: 1,
      });
    }
    expect(await sendMessage(creator, conversationId, say("Another"))).toMatchObject({ refused: "too-many" });
    expect(await stored(conversationId)).toHaveLength(1);
  });

  test("fifty concurrent messages from both sides are numbered 1 to 50 in order of time", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        sendWithRetry(index % 2 ? creator : contributor, conversationId, say(`No. ${index}`)),
      ),
    );
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    const rows = await stored(conversationId);
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    const times = rows.map((row) => row.createdAt.getTime());
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect((await db.conversation.findUniqueOrThrow({ where: { id: conversationId } })).lastSeq).toBe(50);
  });

  test("is counted once in the metrics, no matter how often it's sent", async () => {
    const { creator, conversationId } = await makePair();
    const counted = async () =>
      Number(/^matchcut_messages_total (\d+)/m.exec((await metricsText([])).body)?.[1] ?? 0);
    const before = await counted();
    const message = say("Once");
    await sendMessage(creator, conversationId, message);
    await sendMessage(creator, conversationId, message);
    expect((await counted()) - before).toBe(1);
  });

  test("is refused in a conversation that an admin has hidden, except for a resend of an earlier message", async () => {
    const { creator, conversationId } = await makePair();
    const earlier = say("Before");
    await sendMessage(creator, conversationId, earlier);
    await db.conversation.update({ where: { id: conversationId }, data: { hiddenAt: new Date() } });
    expect(await sendMessage(creator, conversationId, say("After"))).toEqual({
      ok: false,
      refused: "hidden",
    });
    expect(await sendMessage(creator, conversationId, earlier)).toMatchObject({ ok: true, seq: 1 });
  });

  test("refuses a taken ID with another text, sender or conversation, even concurrently", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const third = await makeContributor();
    await match(creator, third);
    const elsewhere = await openTalk(creator, third);
    const message = say("Mine");
    await sendMessage(creator, conversationId, message);
    const taken = { ok: false, refused: "id-taken" };
    expect(await sendMessage(creator, conversationId, { ...message, content: "A new text" })).toEqual(taken);
    expect(await sendMessage(contributor, conversationId, message)).toEqual(taken);
    expect(await sendMessage(creator, elsewhere, message)).toEqual(taken);
    for (const change of [
      () => editMessage(creator, conversationId, 1, "Edited"),
      () => deleteMessage(creator, conversationId, 1),
    ]) {
      expect(await change()).toEqual({ ok: true });
      expect(await sendMessage(creator, conversationId, { ...message, content: "A new text" })).toEqual(
        taken,
      );
    }

    const both = say("In two places");
    const outcomes = await Promise.all([
      sendMessage(creator, conversationId, both),
      sendMessage(creator, elsewhere, both),
    ]);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([taken]);
    const conversations = await db.conversation.findMany({
      where: { id: { in: [conversationId, elsewhere] } },
    });
    expect(conversations.reduce((sum, conversation) => sum + conversation.lastSeq, 0)).toBe(2);
  });

  test("refuses empty and overlong text, and stores hostile text unchanged", async () => {
    const { creator, conversationId } = await makePair();
    for (const content of ["", " \r\n\t ", "\u0085", "\u00a0\u2003"]) {
      expect(await sendMessage(creator, conversationId, say(content))).toEqual({
        ok: false,
        refused: "empty",
      });
    }
    expect(await sendMessage(creator, conversationId, say("x".repeat(5001)))).toEqual({
      ok: false,
      refused: "too-long",
    });
    const hostile = `'); DROP TABLE messages; -- <script>alert(1)</script> \${x} {{y}} \u202e 👩‍👩‍👧 `;
    expect((await sendMessage(creator, conversationId, say(hostile))).ok).toBe(true);
    expect((await sendMessage(creator, conversationId, say("é".repeat(5000)))).ok).toBe(true);
    expect((await stored(conversationId))[0]?.content).toBe(hostile.trim());
  });

  test("doesn't reveal the conversation to a third person", async () => {
    const { conversationId } = await makePair();
    const third = await makeContributor();
    for (const id of [conversationId, randomUUID(), "no-id"]) {
      expect(await sendMessage(third, id, say("Let me in"))).toEqual({
        ok: false,
        refused: "not-participant",
      });
    }
    expect(await stored(conversationId)).toHaveLength(0);
  });

  test("a block stops messages in both directions; suspended and deleted people receive nothing", async () => {
    const { creator, contributor, conversationId } = await makePair();
    await db.block.create({ data: { blockerId: contributor.userId, blockedId: creator.userId } });
    for (const person of [creator, contributor]) {
      expect(await sendMessage(person, conversationId, say("Hello?"))).toEqual({
        ok: false,
        refused: "blocked",
      });
    }
    await db.block.deleteMany({ where: { blockedId: creator.userId } });
    await db.user.update({ where: { id: contributor.userId }, data: { suspendedAt: new Date() } });
    expect(await sendMessage(creator, conversationId, say("Hello?"))).toEqual({ ok: false, refused: "gone" });
    await db.user.delete({ where: { id: contributor.userId } });
    expect(await sendMessage(creator, conversationId, say("Hello?"))).toEqual({ ok: false, refused: "gone" });
    expect(await stored(conversationId)).toHaveLength(0);
  });
});

describe("a request", () => {
  test("from an account held as spam looks sent, but reaches only the sender's contacts", async () => {
    const [writer, stranger, other] = [await makeContributor(), await makeCreator(), await makeCreator()];
    const [friend, second] = [await makeCreator(), await makeCreator()];
    for (const contact of [friend, second]) await match(contact, writer);
    await db.user.update({ where: { id: writer.userId }, data: { heldAt: new Date() } });
    const statesAfter = async (sent: Awaited<ReturnType<typeof writeTo>>) => {
      if (!sent.ok) throw new Error(sent.refused);
      const others = { conversationId: sent.conversationId, userId: { not: writer.userId } };
      const states = await db.conversationParticipant.findMany({ where: others, select: { state: true } });
      return states.map(({ state }) => state);
    };
    const reports = () => db.$queryRaw`
      SELECT j.payload->>'personId' AS writer FROM graphile_worker._private_jobs j
        JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier = 'moderation:report-held' AND j.payload->>'personId' = ${writer.userId}`;
    expect(await statesAfter(await writeTo(writer, stranger.userId, say("Hello")))).toEqual(["left"]);
    expect(await reports()).toEqual([{ writer: writer.userId }]);
    const toBoth = (one: Actor) => writeToGroup(writer, [one.userId, friend.userId], say("Hello both"));
    expect(await statesAfter(await toBoth(other))).toEqual(["left", "left"]);
    expect(await statesAfter(await toBoth(second))).toEqual(["active", "active"]);
    for (const text of ["Hello friend", "And this"])
      expect(await statesAfter(await writeTo(writer, friend.userId, say(text)))).toEqual(["active"]);
    expect(await db.notification.count({ where: { userId: stranger.userId } })).toBe(0);
    expect(await db.notification.count({ where: { userId: second.userId } })).toBe(1);
  });

  test("stores only one of ten concurrent messages, even if the conversation is already open", async () => {
    const [contributor, creator] = [await makeContributor(), await makeCreator()];
    const conversationId = await openTalk(contributor, creator);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => sendWithRetry(contributor, conversationId, say("Hello"))),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await stored(conversationId)).toHaveLength(1);
  });

  test("that's sent again is found, even at the rate limit, and is refused for an unknown ID", async () => {
    const [contributor, creator] = [await makeContributor(), await makeCreator()];
    const message = say("Hello");
    const sent = await writeTo(contributor, creator.userId, message);
    await takeAllOf("message", contributor);
    expect(await writeTo(contributor, creator.userId, message)).toEqual(sent);
    expect(await writeTo(contributor, creator.userId, say("Another"))).toMatchObject({ refused: "too-many" });
    expect(await writeTo(contributor, "no-id", message)).toEqual({ ok: false, refused: "not-found" });
  });

  test("can be sent only so often, and a refused one doesn't open a conversation", async () => {
    const [contributor, creator] = [await makeContributor(), await makeCreator()];
    await takeAllOf("conversation", contributor);
    expect(await writeTo(contributor, creator.userId, say("Hello"))).toMatchObject({
      refused: "too-many",
      waitSeconds: expect.any(Number),
    });
    expect(await db.conversation.count({ where: { createdBy: contributor.userId } })).toBe(0);
    await match(creator, contributor);
    await openTalk(creator, contributor);
    expect((await writeTo(contributor, creator.userId, say("Hello"))).ok).toBe(true);
  });

  test("stores only one of many first messages, and an answer opens the conversation to both", async () => {
    const [contributor, creator] = [await makeContributor(), await makeCreator()];
    await givePlan(creator, "agency");
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => writeTo(contributor, creator.userId, say("Hello"))),
    );
    const sent = outcomes.find((outcome) => outcome.ok);
    if (!sent?.ok) throw new Error("none was sent");
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual(
      Array(9).fill({ ok: false, refused: "request-waits" }),
    );
    expect(await stateOf(sent.conversationId, creator)).toBe("requested");
    expect(await db.notification.findFirst({ where: { userId: creator.userId } })).toMatchObject({
      title: `${contributor.name} sent you a message request`,
    });

    expect((await sendMessage(creator, sent.conversationId, say("Hello yourself"))).ok).toBe(true);
    expect(await stateOf(sent.conversationId, creator)).toBe("active");
    expect((await sendMessage(contributor, sent.conversationId, say("Good to hear"))).ok).toBe(true);
    expect((await sendMessage(contributor, sent.conversationId, say("And one more"))).ok).toBe(true);
  });

  test("ends with a match, unless the match is held", async () => {
    const [contributor, creator] = [await makeContributor(), await makeCreator()];
    const sent = await writeTo(contributor, creator.userId, say("Hello"));
    if (!sent.ok) throw new Error(sent.refused);
    await match(creator, contributor, true);
    expect(await sendMessage(contributor, sent.conversationId, say("?"))).toEqual({
      ok: false,
      refused: "request-waits",
    });
    expect(await areConnected(creator, contributor)).toEqual([false, false]);
    await db.match.updateMany({ where: { contributorId: contributor.userId }, data: { held: false } });
    expect((await sendMessage(contributor, sent.conversationId, say("We matched"))).ok).toBe(true);
    expect(await stateOf(sent.conversationId, creator)).toBe("active");
  });

  test("that was ignored notifies again once the two match", async () => {
    const [contributor, creator] = [await makeContributor(), await makeCreator()];
    const sent = await writeTo(contributor, creator.userId, say("Hello"));
    if (!sent.ok) throw new Error(sent.refused);
    await ignoreRequest(creator, sent.conversationId);
    expect(await sendMessage(contributor, sent.conversationId, say("?"))).toMatchObject({
      refused: "request-waits",
    });
    await match(creator, contributor);
    await markAllRead(creator);
    expect((await sendMessage(contributor, sent.conversationId, say("We matched"))).ok).toBe(true);
    expect((await findUnread(creator)).notifications).toMatchObject([
      { title: `New message from ${contributor.name}` },
    ]);
  });

  test("isn't needed between the two sides of an application, unless it was withdrawn", async () => {
    const [contributor, creator] = [await makeContributor(), await makeCreator()];
    const project = await db.projectBrief.create({ data: { creatorId: creator.userId, title: "A film" } });
    await db.projectApplication.create({
      data: { projectId: project.id, contributorId: contributor.userId, note: "Me" },
    });
    const sent = await writeTo(contributor, creator.userId, say("About your film"));
    if (!sent.ok) throw new Error(sent.refused);
    expect(await stateOf(sent.conversationId, creator)).toBe("active");
    expect((await sendMessage(contributor, sent.conversationId, say("One more thing"))).ok).toBe(true);
    expect(await areConnected(creator, contributor)).toEqual([true, true]);
    await db.projectApplication.updateMany({
      where: { projectId: project.id },
      data: { status: "withdrawn" },
    });
    expect(await areConnected(creator, contributor)).toEqual([false, false]);
  });
});

describe("the plan's limit", () => {
  test("of 20 accepts exactly twenty of fifty concurrent messages in several conversations", async () => {
    const creator = await makeCreator();
    await givePlan(creator, "pro");
    const talks: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const contributor = await makeContributor();
      await match(creator, contributor);
      talks.push(await openTalk(creator, contributor));
    }
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        sendUntilAccepted(creator, talks[index % talks.length] ?? "", say("Hi")),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(20);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.refused === "message-limit")).toHaveLength(30);
    expect(await db.message.count({ where: { conversationId: { in: talks } } })).toBe(20);
    expect(await db.usageLedgerEntry.count({ where: { userId: creator.userId, kind: "message" } })).toBe(20);
  });

  test("of 1 accepts exactly one of fifty concurrent messages and stores nothing from the others", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    await match(creator, contributor);
    const conversationId = await openTalk(creator, contributor);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => sendUntilAccepted(creator, conversationId, say("Hi"))),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.find((outcome) => !outcome.ok)).toEqual({
      ok: false,
      refused: "message-limit",
      resets: expect.stringMatching(/Free plan/),
    });
    expect(await stored(conversationId)).toHaveLength(1);
    expect(await db.usageLedgerEntry.count({ where: { userId: creator.userId, kind: "message" } })).toBe(1);
    expect((await db.userUsage.findUniqueOrThrow({ where: { userId: creator.userId } })).messageCount).toBe(
      1,
    );
    expect(await pendingHints(conversationId)).toHaveLength(1);
  });

  test("doesn't count messages to the latest people hired, as many as the plan has matches", async () => {
    const [creator, bystander] = [await makeCreator(), await makeCreator()];
    const [first, second, unhired] = [
      await makeContributor(),
      await makeContributor(),
      await makeContributor(),
    ];
    const [projectId, otherProjectId] = [await makeProject(creator), await makeProject(bystander)];
    const hire = (contributor: typeof first, onProject: string, day: number) =>
      db.projectApplication.create({
        data: {
          ...{
            projectId: onProject,
            contributorId: contributor.userId,
            note: "I can do this",
            status: "accepted",
          },
          decidedAt: new Date(Date.UTC(2026, 10, day)),
        },
      });
    const { id: firstHire } = await hire(first, projectId, 1);
    const { id: secondHire } = await hire(second, projectId, 2);
    await hire(unhired, otherProjectId, 3);
    await match(creator, unhired);
    const write = async (person: typeof first) => {
      const conversationId = await openTalk(creator, person);
      const outcome = await sendMessage(creator, conversationId, say("Hello"));
      const rules = (await getConversation(creator, conversationId, null))?.rules;
      expect((await readStartRules(creator, [person.userId])).rules).toEqual(rules);
      return [outcome.ok || outcome.refused, rules?.allowance?.left ?? null];
    };

    expect(await write(second)).toEqual([true, null]);
    expect(await write(unhired)).toEqual([true, 0]);
    expect(await write(second)).toEqual([true, null]);
    expect(await write(first)).toEqual(["message-limit", 0]);
    await db.projectApplication.update({ where: { id: secondHire }, data: { releasedAt: new Date() } });
    expect(await write(second)).toEqual(["message-limit", 0]);
    expect(await write(first)).toEqual([true, null]);
    await db.projectApplication.update({ where: { id: firstHire }, data: { status: "withdrawn" } });
    expect(await write(first)).toEqual(["message-limit", 0]);
    expect(await db.usageLedgerEntry.count({ where: { userId: creator.userId, kind: "message" } })).toBe(1);
  });

  test("doesn't count resends, refused messages or contributors", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    await givePlan(creator, "pay_per_post");
    await match(creator, contributor);
    const conversationId = await openTalk(creator, contributor);
    const message = say("Hello");
    for (let index = 0; index < 5; index += 1) await sendMessage(creator, conversationId, message);
    await sendMessage(creator, conversationId, { ...message, content: "another text" });
    expect((await db.userUsage.findUniqueOrThrow({ where: { userId: creator.userId } })).messageCount).toBe(
      1,
    );
    for (const text of ["Two", "Three"]) await sendMessage(creator, conversationId, say(text));
    expect(await sendMessage(creator, conversationId, say("Four"))).toMatchObject({
      refused: "message-limit",
    });
    expect(await sendMessage(creator, conversationId, message)).toEqual({ ok: true, conversationId, seq: 1 });
    for (let index = 0; index < 6; index += 1) {
      expect((await sendMessage(contributor, conversationId, say("And?"))).ok).toBe(true);
    }
    expect(await db.userUsage.count({ where: { userId: contributor.userId } })).toBe(0);
  });
});
