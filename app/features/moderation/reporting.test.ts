import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { deleteMessage } from "~/features/messaging/changing.server";
import { writeToGroup } from "~/features/messaging/grouping.server";
import { sendMessage } from "~/features/messaging/sending.server";
import { addLink } from "~/features/portfolio/adding.server";
import { findProfile } from "~/features/profiles/viewing.server";
import { apply } from "~/features/projects/applying.server";
import { db } from "~/platform/db.server";
import { givePlan, makeAdmin, makeContributor, makeCreator } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { fileFolder, pdf } from "../../../tests/support/sample-files";
import { makeTalk, say } from "../../../tests/support/talks";
import { decideCase } from "./deciding.server";
import type { ThingRef } from "./finding-reportable.server";
import { longestDetails, type ReportReason, type Snapshot, type ThingKind } from "./report";
import { findReportedMedia, findReportForm, reportThing } from "./reporting.server";

const home = "192.0.2.1";
const missing = { ok: false, refused: "not-found" };

const ref = (kind: ThingKind, id: string, more: Partial<ThingRef> = {}): ThingRef => ({
  kind,
  id,
  seq: null,
  by: null,
  ...more,
});

const report = (actor: Actor | null, thing: ThingRef, reason: ReportReason = "scam", address = home) =>
  reportThing(actor, address, thing, { reason, details: "Look at this", block: false });

const reportsOf = (reportedId: string) =>
  db.report.findMany({ where: { reportedId }, orderBy: { createdAt: "asc" }, include: { case: true } });

const snapshotsOf = async (reportedId: string) =>
  (await reportsOf(reportedId)).map((row) => row.snapshot as unknown as Snapshot);

async function addSample(person: Actor, title: string): Promise<string> {
  const facts = { title, part: "Edit", alt: null, serviceId: null, madeOn: null };
  const done = await addLink(person, randomUUID(), facts, "https://example.com/");
  if (!done.ok) throw new Error(done.refused);
  return done.sampleId;
}

test("a reported message is kept with the five before and the five after it, even once they're deleted", async () => {
  const { creator, contributor, conversationId } = await makeTalk("Message 1");
  for (let seq = 2; seq <= 15; seq += 1)
    await sendMessage(contributor, conversationId, say(`Message ${seq}`));
  const thing = ref("message", conversationId, { seq: 7 });
  expect(await report(creator, thing, "harassment")).toEqual({ ok: true });
  await db.message.updateMany({ where: { conversationId }, data: { content: "", deletedAt: new Date() } });
  const [kept] = await snapshotsOf(contributor.userId);
  const messages = kept?.messages ?? [];
  expect(messages.map(({ content }) => content)).toEqual(
    Array.from({ length: 11 }, (_, index) => `Message ${index + 2}`),
  );
  expect(messages.filter(({ isMeant }) => isMeant)).toMatchObject([{ seq: 7, sender: contributor.name }]);
  expect(await report(creator, thing), "deleted by now").toEqual(missing);
});

test("a reported thing's files stay available to admins, no matter what happens to it, until the report is deleted", async () => {
  const { creator, contributor, conversationId } = await makeTalk();
  const [admin, stranger] = [await makeAdmin(), await makeCreator()];
  const given = await fileFolder();
  const send = async (person: Actor) => {
    const file = await given.file(pdf, "threat.pdf");
    await givePlan(creator, "pro");
    const sent = await sendMessage(person, conversationId, { messageId: randomUUID(), content: "", file });
    if (!sent.ok) throw new Error(sent.refused);
    const row = await db.message.findFirstOrThrow({ where: { conversationId, seq: sent.seq } });
    return { seq: sent.seq, mediaId: row.mediaId ?? "" };
  };
  const own = await send(creator);
  const { seq, mediaId } = await send(contributor);
  const added = await addSample(contributor, "A trailer");
  const shown = await db.media.create({
    data: { ownerId: contributor.userId, kind: "image", fileKey: `media/${added}`, bytes: 1, widths: [360] },
  });
  await db.workSample.update({
    where: { id: added },
    data: { kind: "image", url: null, mediaId: shown.id },
  });
  const things = [
    ref("message", conversationId, { seq }),
    ref("conversation", conversationId),
    ref("sample", added),
  ];
  for (const thing of things) expect(await report(creator, thing)).toEqual({ ok: true });
  const messages = (await snapshotsOf(contributor.userId)).map((snapshot) => snapshot.messages?.at(-1));
  for (const message of messages.slice(0, 2))
    expect(message).toMatchObject({ seq, attachment: { mediaId, kind: "pdf", name: "threat.pdf" } });

  const isKept = async (id: string) =>
    (await db.media.findUniqueOrThrow({ where: { id } })).releasedAt === null;
  // The senders delete their files while someone else reports the message.
  await Promise.all([
    deleteMessage(contributor, conversationId, seq),
    deleteMessage(creator, conversationId, own.seq),
    db.workSample.delete({ where: { id: added } }),
    report(stranger, ref("profile", contributor.userId)),
  ]);
  expect(await Promise.all([own.mediaId, mediaId, shown.id].map(isKept))).toEqual([false, true, true]);
  const sees = (viewer: Actor | null, id = mediaId) => findReportedMedia(viewer, id).then(Boolean);
  expect(
    await Promise.all([admin, creator, contributor, stranger, null].map((viewer) => sees(viewer))),
  ).toEqual([true, false, false, false, false]);
  expect(await sees({ ...contributor, isAdmin: true }), "about themselves").toBe(false);
  expect([await sees(admin, own.mediaId), await sees(admin, shown.id)]).toEqual([false, true]);

  const [first, ...others] = await reportsOf(contributor.userId);
  await db.report.delete({ where: { id: first?.id } });
  expect(await isKept(mediaId), "by the other report").toBe(true);
  await Promise.all(others.map(({ id }) => db.report.delete({ where: { id } })));
  expect(await Promise.all([mediaId, shown.id].map(isKept))).toEqual([false, false]);
  expect(await sees(admin)).toBe(false);
  await given.remove();
});

test("a file that's shown somewhere else isn't deleted with its report", async () => {
  const { creator, contributor, conversationId } = await makeTalk();
  const given = await fileFolder();
  const file = await given.file(pdf, "list.pdf");
  await sendMessage(contributor, conversationId, { messageId: randomUUID(), content: "Here", file });
  await report(creator, ref("message", conversationId, { seq: 2 }));
  await db.report.deleteMany({ where: { reportedId: contributor.userId } });
  expect(await db.media.findFirst({ where: { ownerId: contributor.userId } })).toMatchObject({
    releasedAt: null,
  });
  await given.remove();
});

test("only things that the reporter can see and doesn't own can be reported", async () => {
  const { creator, contributor, conversationId } = await makeTalk();
  const [stranger, pending] = [await makeCreator(), await makeContributor({ status: "pending" })];
  const projectId = await makeProject(creator, { title: "A season" });
  await apply(contributor, projectId, { note: "Hello", portfolioLink: null, answers: [] });
  const sampleId = await addSample(contributor, "A trailer");
  const waiting = await addSample(pending, "A teaser");
  const others = [await makeCreator(), await makeCreator()];
  const group = await writeToGroup(
    creator,
    [contributor.userId, ...others.map(({ userId }) => userId)],
    say("Hi"),
  );
  if (!group.ok) throw new Error(group.refused);
  const application = ref("application", projectId, { by: contributor.userId });
  const seen: [string, Actor | null, ThingRef, boolean][] = [
    ["a public profile, by a guest", null, ref("profile", contributor.userId), true],
    ["a creator's profile, by a guest", null, ref("profile", creator.userId), false],
    ["a sample, by a guest", null, ref("sample", sampleId), true],
    ["one's own sample", contributor, ref("sample", sampleId), false],
    ["a sample from a profile that's waiting for approval", stranger, ref("sample", waiting), false],
    ["a profile that's waiting for approval", stranger, ref("profile", pending.userId), false],
    ["one's own profile", creator, ref("profile", creator.userId), false],
    ["a conversation", creator, ref("conversation", conversationId), true],
    ["someone else's conversation", stranger, ref("conversation", conversationId), false],
    ["one's own message", contributor, ref("message", conversationId, { seq: 1 }), false],
    ["someone else's message", creator, ref("message", conversationId, { seq: 1 }), true],
    ["a message, by a guest", null, ref("message", conversationId, { seq: 1 }), false],
    ["a missing message", creator, ref("message", conversationId, { seq: 2 }), false],
    ["a group, by a member", contributor, ref("conversation", group.conversationId), true],
    ["a group, by its founder", creator, ref("conversation", group.conversationId), false],
    ["a project", stranger, ref("project", projectId), true],
    ["one's own project", creator, ref("project", projectId), false],
    ["an application, by the project's owner", creator, application, true],
    ["an application, by anyone else", stranger, application, false],
    ["one's own application", contributor, application, false],
    ["a project that doesn't exist", stranger, ref("project", randomUUID()), false],
    ["an invalid ID", stranger, ref("sample", "' OR true --"), false],
  ];
  for (const [what, actor, thing, may] of seen) {
    expect((await findReportForm(actor, thing)) !== null, what).toBe(may);
    expect(await report(actor, thing), what).toEqual(may ? { ok: true } : missing);
  }
  expect((await snapshotsOf(contributor.userId)).map(({ title }) => title)).toEqual(
    expect.arrayContaining([contributor.name, "A trailer", "Application for A season", "Hello"]),
  );
});

test("repeated and concurrent reports by one person count as one report in one case until it's decided", async () => {
  const [creator, other, admin] = [await makeCreator(), await makeCreator(), await makeAdmin()];
  const { userId } = await makeContributor({ name: "Rafa Moor" });
  const thing = ref("profile", userId);
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      // Guests are told apart by their network, so these are four reporters: two members and two networks.
      const actor = [creator, other, null, null][index % 4] ?? null;
      return report(actor, thing, index % 4 ? "spam" : "scam", index % 4 === 3 ? "198.51.100.9" : home);
    }),
  );
  const rows = await reportsOf(userId);
  expect(rows).toHaveLength(4);
  expect(new Set(rows.map((row) => row.caseId)).size).toBe(1);
  expect(rows[0]?.case).toMatchObject({ state: "open", urgency: 1, reportCount: 4 });
  expect(rows[0]?.case.reasons.sort()).toEqual(["scam", "spam"]);
  expect(JSON.stringify(rows)).not.toContain(home);
  expect(await findReportForm(creator, thing)).toMatchObject({ isReported: true });

  await decideCase(admin, rows[0]?.caseId ?? "", { decision: "dismiss", reason: "fine", words: "" });
  expect(await findReportForm(creator, thing)).toMatchObject({ isReported: false });
  expect(await report(creator, thing)).toEqual({ ok: true });
  expect(await db.reportCase.count({ where: { reportedId: userId } })).toBe(2);
});

test("another report by the same person adds its reason and details to the first one", async () => {
  const [creator, { userId }] = [await makeCreator(), await makeContributor()];
  const send = (actor: Actor | null, reason: ReportReason, details: string) =>
    reportThing(actor, "203.0.113.5", ref("profile", userId), { reason, details, block: false });
  for (const actor of [creator, null]) {
    expect(await send(actor, "spam", "")).toEqual({ ok: true });
    for (const details of ["They sent me ads", "Now they threaten me", "They sent me ads", ""])
      expect(await send(actor, "harassment", details)).toEqual({ ok: true });
  }
  const rows = await reportsOf(userId);
  expect(rows.map(({ details }) => details)).toEqual(
    Array.from({ length: 2 }, () => "They sent me ads\n\nNow they threaten me"),
  );
  expect(rows[0]?.case).toMatchObject({ urgency: 1, reportCount: 2, reasons: ["spam", "harassment"] });

  expect(await send(creator, "spam", "x".repeat(longestDetails))).toEqual({ ok: true });
  expect(await send(creator, "spam", "y".repeat(longestDetails))).toEqual({ ok: true });
  expect(await send(creator, "spam", "z".repeat(longestDetails))).toEqual({ ok: false, refused: "too-long" });
});

test("a report can also block the person, even if it's sent twice", async () => {
  const [creator, { userId }] = [await makeCreator(), await makeContributor()];
  const send = () =>
    reportThing(creator, home, ref("profile", userId), { reason: "scam", details: "", block: true });
  await Promise.all([send(), send()]);
  expect(await db.block.count({ where: { blockerId: creator.userId, blockedId: userId } })).toBe(1);
  expect(await db.report.count({ where: { reportedId: userId } })).toBe(1);
  expect(await findProfile(creator, userId)).toBeNull();
  expect(await report(creator, ref("profile", userId)), "no longer seen").toEqual(missing);
});

test("limits how often guests of one network can report", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => makeContributor()));
  const outcomes: object[] = [];
  for (const { userId } of people)
    outcomes.push(await report(null, ref("profile", userId), "spam", "203.0.113.77"));
  expect(outcomes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => ({ ok: true })));
  expect(outcomes[5]).toMatchObject({ refused: "too-many" });
  expect(await report(null, ref("profile", people[5]?.userId ?? ""), "spam", "203.0.114.1")).toEqual({
    ok: true,
  });
});
