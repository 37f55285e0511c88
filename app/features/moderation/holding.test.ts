import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { prepareAccount } from "~/features/accounts/signing-up.server";
import { swipe } from "~/features/discovery/swiping.server";
import { editMessage } from "~/features/messaging/changing.server";
import { acceptRequest, writeToGroup } from "~/features/messaging/grouping.server";
import { unreadTotals } from "~/features/messaging/inbox.server";
import { sendMessage, writeTo } from "~/features/messaging/sending.server";
import { findRecipient } from "~/features/messaging/starting.server";
import { getThread } from "~/features/messaging/threads.server";
import { join } from "~/features/profiles/drafting.server";
import { db } from "~/platform/db.server";
import { countUse, resetLimit } from "~/platform/rate-limit.server";
import { messagesWithLinks, sameMessages, signUps } from "~/platform/spam-limits";
import { tasks } from "~/tasks.server";
import {
  makeAdmin,
  makeContributor,
  makeCreator,
  newClient,
  type Person,
} from "../../../tests/support/people";
import { listAll, say } from "../../../tests/support/talks";
import { findUnread } from "../../../tests/support/unread";
import { answerAppeal, appeal } from "./appeals.server";
import { blockPerson, unblockPerson } from "./blocking.server";
import { findCase } from "./case.server";
import { decideCase } from "./deciding.server";
import { reportHeld } from "./reporting.server";

const dismiss = { decision: "dismiss", reason: "fine", words: "" } as const;
const offer = (name: string) => `Hi ${name}, I can edit all of your episodes!`;

/** Runs the jobs the way the worker does. */
async function runReports(): Promise<void> {
  const rows = await db.$queryRaw<{ id: string; payload: Record<string, unknown> }[]>`
    SELECT j.id::text, j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'moderation:report-held' ORDER BY j.id`;
  for (const { payload } of rows) {
    await tasks["moderation:report-held"]?.(payload);
    await tasks["moderation:report-held"]?.(payload);
  }
  await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
}

const isReached = async (person: Person) => (await listAll(person)).length > 0;
const caseOf = (person: Person) =>
  db.reportCase.findFirst({ where: { reportedId: person.userId, state: "open" } });
async function write(actor: Person, person: Person, text: string): Promise<string> {
  await resetLimit("conversation", actor.userId);
  const sent = await writeTo(actor, person.userId, say(text));
  if (!sent.ok) throw new Error(sent.refused);
  return sent.conversationId;
}
/** After a day, the writer may ask the same person again. */
const letADayPass = (talk: string) =>
  db.conversation.update({ where: { id: talk }, data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } });
const snapshots = async (person: Person) =>
  (await db.report.findMany({ where: { reportedId: person.userId } })).map(({ snapshot }) => snapshot);
const people = (count: number) => Promise.all(Array.from({ length: count }, () => makeCreator()));

test("the same first message sent to many people arrives up to a limit; the rest look sent to their writer, but are held in one case", async () => {
  const [admin, writer] = [await makeAdmin(), await makeContributor()];
  const readers = await people(sameMessages.heldAfter + 3);
  const talks = await Promise.all(readers.map((reader) => write(writer, reader, offer(reader.name))));
  const reached = await Promise.all(readers.map(isReached));
  expect(reached.filter(Boolean)).toHaveLength(sameMessages.heldAfter);
  const index = reached.indexOf(false);
  const [held, heldTalk = ""] = [readers[index], talks[index]];
  if (!held) throw new Error("nothing is held");
  for (const talk of talks)
    expect(await getThread(writer, talk, null)).toMatchObject({
      request: "sent",
      messages: [{ state: "new" }],
    });
  expect(await listAll(writer)).toHaveLength(readers.length);
  expect(await sendMessage(writer, heldTalk, say("And?"))).toEqual({ ok: false, refused: "request-waits" });
  expect(await getThread(held, heldTalk, null)).toBeNull();
  expect(await findRecipient(held, writer.userId)).toMatchObject({ conversationId: null });
  expect([(await findUnread(held)).notifications, await unreadTotals(held)]).toEqual([
    [],
    { unread: 0, notifications: 0 },
  ]);

  await runReports();
  const found = await caseOf(writer);
  expect(found).toMatchObject({ kind: "profile", reportCount: 3, reasons: ["spam"] });
  const view = await findCase(admin, found?.id ?? "");
  expect(view?.reports).toHaveLength(3);
  expect(view?.reports[0]).toMatchObject({ isBySystem: true, reporter: null });
  expect(await snapshots(writer)).toContainEqual({
    title: `A first message from ${writer.name}`,
    name: writer.name,
    facts: [["To", "1 person"]],
    messages: [expect.objectContaining({ content: offer(held.name), isMeant: true })],
  });

  const done = await Promise.all([1, 2].map(() => decideCase(admin, found?.id ?? "", dismiss)));
  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(await Promise.all(readers.map(isReached))).not.toContain(false);
  expect((await findUnread(held)).notifications).toMatchObject([
    { title: `${writer.name} sent you a message request` },
  ]);
  expect(await getThread(held, heldTalk, null)).toMatchObject({
    request: "received",
    messages: [{ content: offer(held.name) }],
  });
  expect(await acceptRequest(held, heldTalk)).toEqual({ ok: true });
  expect((await sendMessage(writer, heldTalk, say("Thanks"))).ok).toBe(true);
});

test("a held message doesn't reach someone who has blocked its writer in the meantime, not even through a group", async () => {
  const [writer, reader, blocker] = [await makeContributor(), await makeCreator(), await makeCreator()];
  await db.user.update({ where: { id: writer.userId }, data: { heldAt: new Date() } });
  const talk = await write(writer, blocker, "Hello");
  await resetLimit("conversation", writer.userId);
  await letADayPass(talk);
  const group = await writeToGroup(writer, [reader.userId, blocker.userId], say("Join us"));
  if (!group.ok) throw new Error(group.refused);
  await runReports();
  expect(await blockPerson(blocker, writer.userId)).toEqual({ ok: true });
  await decideCase(await makeAdmin(), (await caseOf(writer))?.id ?? "", dismiss);
  expect([await isReached(reader), await isReached(blocker)]).toEqual([true, false]);
  expect((await findUnread(blocker)).notifications).toEqual([]);
  expect(await getThread(blocker, group.conversationId, null)).toBeNull();
  // After the unblock, they can reply to what was sent only to them, but the group was released without them.
  await unblockPerson(blocker, writer.userId);
  expect(await listAll(blocker)).toMatchObject([{ conversationId: talk, isRequest: true }]);
});

test("after several first messages with links, any more are held, even in groups; those to matches aren't", async () => {
  const [writer, match] = [await makeContributor(), await makeCreator()];
  const [first, second, third] = [await makeCreator(), await makeCreator(), await makeCreator()];
  const readers = await people(messagesWithLinks.heldAfter);
  await db.match.create({ data: { creatorId: match.userId, contributorId: writer.userId } });
  let last = "";
  for (const [index, reader] of readers.entries())
    last = await write(writer, reader, `Number ${"x".repeat(index)}: look at https://example.com/${index}`);
  expect(await Promise.all(readers.map(isReached))).not.toContain(false);
  // Editing a message doesn't count as another message with links.
  expect(await editMessage(writer, last, 1, "Please look at https://example.com/last")).toEqual({ ok: true });
  // A message that went through creates no report.
  const plain = await write(writer, first, "Hello, shall we talk about your show?");
  expect(await editMessage(writer, plain, 1, "Hello, shall we talk about it?")).toEqual({ ok: true });
  expect(await editMessage(writer, plain, 1, "Look at example.com")).toEqual({ ok: false, refused: "over" });
  // While an admin decides on a first message, its text stays, even if the new one is harmless.
  const hold = (isHeld: boolean) =>
    db.conversationParticipant.updateMany({
      where: { conversationId: plain, userId: first.userId },
      data: { isHeld, state: isHeld ? "left" : "requested" },
    });
  await hold(true);
  expect(await editMessage(writer, plain, 1, "Hello, shall we talk?")).toEqual({
    ok: false,
    refused: "over",
  });
  await hold(false);
  // Only first messages are checked for links.
  await acceptRequest(first, plain);
  expect((await sendMessage(writer, plain, say("More of it: example.com/more"))).ok).toBe(true);
  expect((await getThread(first, plain, null))?.messages).toHaveLength(2);
  await write(writer, match, "My work: https://example.com/work");
  expect(await isReached(match)).toBe(true);
  await resetLimit("conversation", writer.userId);
  const group = await writeToGroup(writer, [third.userId, second.userId], say("All of it: example.com"));
  if (!group.ok) throw new Error(group.refused);
  expect(await editMessage(writer, group.conversationId, 1, "All of it")).toMatchObject({ refused: "over" });
  expect([await isReached(third), await isReached(second)]).toEqual([false, false]);
  expect(await getThread(writer, group.conversationId, null)).toMatchObject({
    request: "sent",
    awaitedNames: expect.arrayContaining([third.name, second.name]),
  });
  expect(await getThread(third, group.conversationId, null)).toBeNull();
  await runReports();
  expect(await snapshots(writer)).toMatchObject([{ facts: [["To", "2 people"]] }]);
  const admin = await makeAdmin();
  await decideCase(admin, (await caseOf(writer))?.id ?? "", dismiss);
  expect([await isReached(third), await isReached(second)]).toEqual([true, true]);
});

test("a held message stays hidden when its writer is suspended, and arrives once the other person writes to them", async () => {
  const [admin, writer, reader, other] = [
    await makeAdmin(),
    await makeContributor(),
    await makeCreator(),
    await makeCreator(),
  ];
  await db.user.update({ where: { id: writer.userId }, data: { heldAt: new Date() } });
  const talk = await write(writer, reader, "Hello");
  await write(writer, other, "Hello there");
  expect([await isReached(reader), await isReached(other)]).toEqual([false, false]);
  // The reader hasn't seen the held message, and writes to its author first.
  expect(await write(reader, writer, "Are you free?")).toBe(talk);
  expect([await isReached(reader), await isReached(writer)]).toEqual([true, true]);
  expect((await sendMessage(writer, talk, say("I am"))).ok).toBe(true);
  await runReports();
  // The message to `reader` was released before the job ran, so only the other one is reported.
  expect(await snapshots(writer)).toMatchObject([{ messages: [{ content: "Hello there" }] }]);
  const suspend = { decision: "suspend", reason: "spam", words: "", length: "7" } as const;
  expect(await decideCase(admin, (await caseOf(writer))?.id ?? "", suspend)).toEqual({ ok: true });
  expect(await isReached(other)).toBe(false);
});

test("a held message arrives once its two people match; a group's stays held", async () => {
  const [admin, writer, reader] = [await makeAdmin(), await makeContributor(), await makeCreator()];
  await db.user.update({ where: { id: writer.userId }, data: { heldAt: new Date() } });
  const talk = await write(writer, reader, "Hello");
  await resetLimit("conversation", writer.userId);
  await letADayPass(talk);
  expect((await writeToGroup(writer, [reader.userId], say("Join us"))).ok).toBe(true);
  await runReports();
  const like = (actor: Person, { userId }: Person) =>
    swipe(actor, { targetId: userId, liked: true, key: randomUUID() });
  await like(writer, reader);
  expect(await isReached(reader)).toBe(false);
  await like(reader, writer);
  const listed = () => listAll(reader);
  expect(await listed()).toMatchObject([{ conversationId: talk, isRequest: false, unread: 1 }]);
  const titles = (await findUnread(reader)).notifications.map(({ title }) => title).sort();
  expect(titles).toEqual(["It's a match", `New message from ${writer.name}`]);
  await decideCase(admin, (await caseOf(writer))?.id ?? "", dismiss);
  expect(await listed()).toMatchObject([
    { unread: 1 },
    { conversationId: talk, isRequest: false, unread: 1 },
  ]);
});

test("past a network's sign-up limit, first messages from additional accounts are held until an admin has looked at them", async () => {
  const [admin, client] = [await makeAdmin(), newClient()];
  const input = { fullName: "Bea Burst", password: "violet-harbour-27" };
  const first = await prepareAccount({ ...input, email: "burst-0@example.com" }, client);
  expect(first).toMatchObject({ ok: true, isHeld: false });
  await Promise.all(
    Array.from({ length: signUps.heldAfter - 1 }, () => countUse("sign-up-burst", client.address)),
  );
  const joined = await join({ ...input, email: "burst-1@example.com" }, null, client);
  if (!joined.ok) throw new Error(joined.refused);
  const held = () => db.user.findUniqueOrThrow({ where: { id: joined.userId } });
  expect((await held()).heldAt).not.toBeNull();
  await runReports();
  const found = await db.reportCase.findFirstOrThrow({ where: { reportedId: joined.userId } });
  expect(await findCase(admin, found.id)).toMatchObject({ reports: [{ isBySystem: true }] });
  expect(await db.report.findFirst({ where: { caseId: found.id } })).toMatchObject({
    snapshot: { title: input.fullName, name: input.fullName, facts: [] },
  });
  await decideCase(admin, found.id, dismiss);
  expect((await held()).heldAt).toBeNull();
  // A job that runs after the decision opens no second case.
  await reportHeld({ personId: joined.userId, messageId: null, why: "sign-ups" });
  expect(await db.reportCase.count({ where: { reportedId: joined.userId } })).toBe(1);
});

test("an account that's still held after a decision is released by dismissing another case, or by granting an appeal", async () => {
  const admin = await makeAdmin();
  const warn = { decision: "warn", reason: "spam", words: "" } as const;
  const suspend = { ...warn, decision: "suspend", length: "1" } as const;
  const heldAt = async ({ userId }: Person) =>
    (await db.user.findUniqueOrThrow({ where: { id: userId } })).heldAt;
  async function stayHeld(decision: typeof warn | typeof suspend) {
    const person = await makeContributor();
    await db.user.update({ where: { id: person.userId }, data: { heldAt: new Date() } });
    await reportHeld({ personId: person.userId, messageId: null, why: "sign-ups" });
    const { id } = await db.reportCase.findFirstOrThrow({ where: { reportedId: person.userId } });
    expect(await decideCase(admin, id, decision)).toEqual({ ok: true });
    expect(await heldAt(person)).not.toBeNull();
    return { person, measureId: (await db.reportCase.findUniqueOrThrow({ where: { id } })).measureId ?? "" };
  }
  const [{ person }, { person: another }] = [await stayHeld(warn), await stayHeld(warn)];
  const [reader, next, third] = [await makeCreator(), await makeCreator(), await makeCreator()];
  await write(person, reader, "Hello");
  await write(another, third, "Hello");
  await runReports();
  expect(await decideCase(admin, (await caseOf(person))?.id ?? "", dismiss)).toEqual({ ok: true });
  await write(person, next, "Hello to you, too");
  expect([await isReached(reader), await isReached(next), await heldAt(person)]).toEqual([true, true, null]);
  expect([await isReached(third), await heldAt(another)]).toEqual([false, expect.any(Date)]);

  for (const [kind, decision] of [["warning", warn] as const, ["suspension", suspend] as const]) {
    const other = await stayHeld(decision);
    // Suspending the person ended their session.
    const { userId, sessionId } = other.person;
    const by = kind === "suspension" ? { userId } : { userId, sessionId };
    expect(await appeal(by, kind, other.measureId, "I sign up once.")).toEqual({ ok: true });
    const { id } = await db.appeal.findFirstOrThrow({ where: { userId: other.person.userId } });
    const grant = { outcome: "grant", answer: "" } as const;
    expect(await answerAppeal(await makeAdmin(), id, grant)).toEqual({ ok: true });
    expect(await heldAt(other.person)).toBeNull();
  }
});
