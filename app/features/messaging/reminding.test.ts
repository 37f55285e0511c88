import { describe, expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { changeSubscription, unsubscribeLink } from "~/features/notifications/preferences.server";
import { db } from "~/platform/db.server";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { makeTalk, say } from "../../../tests/support/talks";
import { writeToGroup } from "./grouping.server";
import { remind } from "./inbox.server";
import { sendMessage } from "./sending.server";
import { getThread } from "./threads.server";

async function backdate(conversationId: string, minutes: number) {
  await db.$executeRaw`
    UPDATE messages SET created_at = created_at - make_interval(mins => ${minutes}::int) WHERE conversation_id = ${conversationId}::uuid`;
}

const mailsTo = (person: Actor) =>
  db.outboxMail.findMany({ where: { userId: person.userId, kind: "message" } });

async function waitingJobs(conversationId: string): Promise<number[]> {
  const rows = await db.$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM run_at - now())::int AS seconds FROM graphile_worker.jobs
     WHERE task_identifier = 'messaging:remind' AND key = ${`messaging:remind:${conversationId}`}`;
  return rows.map((row) => row.seconds);
}

describe("a reminder", () => {
  test("is one job and one email for any number of messages, and isn't repeated until they're read", async () => {
    const { creator, contributor, conversationId } = await makeTalk();
    await sendMessage(contributor, conversationId, say("Two"));
    await sendMessage(contributor, conversationId, say("Three"));
    const jobs = await waitingJobs(conversationId);
    expect(jobs).toHaveLength(1);
    expect(jobs[0]).toBeGreaterThan(280);
    expect(jobs[0]).toBeLessThanOrEqual(300);
    // One more message arrives four minutes later, and must not postpone the first one's reminder.
    await db.$executeRaw`
      UPDATE graphile_worker._private_jobs SET run_at = run_at - interval '4 minutes'
       WHERE key = ${`messaging:remind:${conversationId}`}`;
    await sendMessage(contributor, conversationId, say("Three and a half"));
    const [seconds = 0, ...others] = await waitingJobs(conversationId);
    expect(others).toEqual([]);
    expect(seconds).toBeLessThanOrEqual(60);

    await remind(conversationId);
    expect(await mailsTo(creator)).toHaveLength(0);
    await backdate(conversationId, 5);
    await Promise.all([remind(conversationId), remind(conversationId)]);
    const [mail, ...more] = await mailsTo(creator);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("New message from Rafa Moor");
    expect(mail?.textBody).toContain("4 unread messages from Rafa Moor");
    expect(mail?.textBody).toContain(`/messages/${conversationId}`);
    expect(mail?.textBody).toContain(unsubscribeLink(creator.userId, "message"));
    expect(mail?.textBody).not.toContain("Three");
    expect(await mailsTo(contributor)).toEqual([]);

    await sendMessage(contributor, conversationId, say("Four"));
    await backdate(conversationId, 5);
    await remind(conversationId);
    expect(await mailsTo(creator)).toHaveLength(1);

    await getThread(creator, conversationId, null);
    await sendMessage(contributor, conversationId, say("Five"));
    await backdate(conversationId, 5);
    await remind(conversationId);
    expect(await mailsTo(creator)).toHaveLength(2);
  });

  test("isn't sent after reading, and the next check is when the next person is due", async () => {
    const { creator, contributor, conversationId } = await makeTalk();
    await backdate(conversationId, 10);
    await getThread(creator, conversationId, null);
    await sendMessage(contributor, conversationId, say("New"));
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await remind(conversationId);
    expect(await mailsTo(creator)).toEqual([]);
    const [seconds] = await waitingJobs(conversationId);
    expect(seconds).toBeGreaterThan(280);
    await getThread(creator, conversationId, null);
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await remind(conversationId);
    expect(await waitingJobs(conversationId)).toEqual([]);
  });

  test("isn't sent after unsubscribing, across a block, while ignored or suspended, or for deleted or own messages", async () => {
    const ended = await makeTalk();
    const token = unsubscribeLink(ended.creator.userId, "message")?.split("/").at(-1) ?? "";
    expect(await changeSubscription(token, false)).toEqual({ ok: true });
    const blocked = await makeTalk();
    await db.block.create({
      data: { blockerId: blocked.creator.userId, blockedId: blocked.contributor.userId },
    });
    const deleted = await makeTalk();
    await db.message.updateMany({
      where: { conversationId: deleted.conversationId },
      data: { content: "", deletedAt: new Date() },
    });
    const [ignored, suspended] = [await makeTalk(), await makeTalk()];
    await db.conversationParticipant.updateMany({
      where: { conversationId: ignored.conversationId, userId: ignored.creator.userId },
      data: { state: "ignored" },
    });
    await db.user.update({ where: { id: suspended.creator.userId }, data: { suspendedAt: new Date() } });
    for (const { creator, contributor, conversationId } of [ended, blocked, deleted, ignored, suspended]) {
      await backdate(conversationId, 6);
      await db.conversationParticipant.updateMany({ where: { conversationId }, data: { lastReadSeq: 0 } });
      await remind(conversationId);
      for (const person of [creator, contributor]) expect(await mailsTo(person)).toEqual([]);
    }
    await remind("no id");
  });

  test("goes to each group member who hasn't read the message, worded as a request if it is one", async () => {
    const [maker, first, second] = [
      await makeContributor({ name: "Mia Maker" }),
      await makeCreator(),
      await makeCreator(),
    ];
    const sent = await writeToGroup(maker, [first.userId, second.userId], say("Hello both"));
    if (!sent.ok) throw new Error(sent.refused);
    const token = unsubscribeLink(second.userId, "match")?.split("/").at(-1) ?? "";
    expect(await changeSubscription(token, false)).toEqual({ ok: true });
    await backdate(sent.conversationId, 6);
    await getThread(first, sent.conversationId, null);
    await remind(sent.conversationId);
    expect(await mailsTo(first)).toEqual([]);
    expect(await mailsTo(second)).toMatchObject([{ subject: "Mia Maker sent you a message request" }]);
  });

  test("names one of several people whose messages are unread", async () => {
    const [maker, first, second] = [
      await makeContributor({ name: "Mia Maker" }),
      await makeCreator({ name: "Fay First" }),
      await makeCreator({ name: "Sid Second" }),
    ];
    for (const creator of [first, second])
      await db.match.create({ data: { creatorId: creator.userId, contributorId: maker.userId } });
    const sent = await writeToGroup(maker, [first.userId, second.userId], say("Hello both"));
    if (!sent.ok) throw new Error(sent.refused);
    expect(await sendMessage(first, sent.conversationId, say("Hello"))).toMatchObject({ ok: true });
    await backdate(sent.conversationId, 6);
    await remind(sent.conversationId);
    const subjects = async (person: Actor) => (await mailsTo(person)).map(({ subject }) => subject);
    expect(await subjects(maker)).toEqual(["New message from Fay First"]);
    expect(await subjects(second)).toEqual([
      expect.stringMatching(/^New messages? from (Mia Maker|Fay First) and others$/),
    ]);
  });
});
