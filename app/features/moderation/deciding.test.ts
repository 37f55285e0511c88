import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { findActor } from "~/features/accounts/sessions.server";
import { suspensionReasons } from "~/features/accounts/suspension";
import { listMatches } from "~/features/discovery/matches.server";
import { showDeck } from "~/features/discovery/showing.server";
import { listFavorites } from "~/features/favorites/listing.server";
import { saveContributor } from "~/features/favorites/saving.server";
import { listConversations } from "~/features/messaging/inbox.server";
import { searchPeople } from "~/features/messaging/searching.server";
import { sendMessage } from "~/features/messaging/sending.server";
import { getThread } from "~/features/messaging/threads.server";
import { listNotifications } from "~/features/notifications/listing.server";
import { addLink } from "~/features/portfolio/adding.server";
import { restoreSample, sweepSamples } from "~/features/portfolio/arranging.server";
import { listSamples } from "~/features/portfolio/listing.server";
import { findProfile } from "~/features/profiles/viewing.server";
import { listApplicants } from "~/features/projects/applicants.server";
import { apply } from "~/features/projects/applying.server";
import { listAvailable } from "~/features/projects/browsing.server";
import { acceptApplication, declineApplication } from "~/features/projects/deciding.server";
import { listLatestApplications } from "~/features/projects/own-lists.server";
import { readFilter } from "~/features/projects/project-filter";
import { findProject } from "~/features/projects/viewing.server";
import { paths } from "~/paths";
import { db, transaction } from "~/platform/db.server";
import { whileBroken } from "../../../tests/support/broken-table";
import { untilLockWait } from "../../../tests/support/locks";
import { makeAdmin, makeContributor, makeCreator, signInAgain } from "../../../tests/support/people";
import { findApplicants, makeProject } from "../../../tests/support/projects";
import { makeTalk, say } from "../../../tests/support/talks";
import { type Decision, decideCase, liftFromCase, undoDecision } from "./deciding.server";
import type { ThingKind } from "./report";
import { reportThing } from "./reporting.server";

const dismiss: Decision = { decision: "dismiss", reason: "fine", words: "" };
const hide: Decision = { decision: "hide", reason: "law", words: "Not here." };
const warn: Decision = { decision: "warn", reason: "spam", words: "Once is enough." };
const suspend: Decision = { decision: "suspend", reason: "respect", words: "Be kind.", length: "7" };

async function makeCase(reporter: Actor, thing: { kind: ThingKind; id: string; seq?: number }) {
  const input = { reason: "harassment", details: "", block: false } as const;
  const done = await reportThing(reporter, "192.0.2.1", { seq: null, by: null, ...thing }, input);
  if (!done.ok) throw new Error(done.refused);
  const row = await db.report.findFirstOrThrow({
    where: { reporterId: reporter.userId },
    orderBy: { createdAt: "desc" },
  });
  return row.caseId;
}

const titlesFor = async (person: Actor) =>
  (await listNotifications(person)).notifications.map(({ title }) => title);
const acts = async (caseId: string) =>
  (
    await db.auditEntry.findMany({
      where: { details: { path: ["caseId"], equals: caseId } },
      orderBy: { id: "asc" },
    })
  ).map(({ action }) => action);

test("of two admins who decide concurrently, one is refused, and each reporter is notified once", async () => {
  const [one, other] = [await makeAdmin(), await makeAdmin()];
  const [reporter, second, { userId }] = [await makeCreator(), await makeCreator(), await makeContributor()];
  const caseId = await makeCase(reporter, { kind: "profile", id: userId });
  expect(await makeCase(second, { kind: "profile", id: userId })).toBe(caseId);
  const outcomes = await Promise.all([decideCase(one, caseId, dismiss), decideCase(other, caseId, suspend)]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes).toContainEqual({ ok: false, refused: "decided" });
  const [winner, decision] = outcomes[0]?.ok ? ([one, dismiss] as const) : ([other, suspend] as const);
  expect(await decideCase(winner, caseId, decision), "a double click").toEqual({ ok: true });
  for (const other of [{ words: "Other words." }, { reason: decision === dismiss ? "unclear" : "spam" }])
    expect(await decideCase(winner, caseId, { ...decision, ...other } as Decision)).toEqual({
      ...{ ok: false, refused: "decided" },
    });
  for (const person of [reporter, second])
    expect(await titlesFor(person)).toEqual(["We've reviewed the profile you reported"]);
  expect(await acts(caseId)).toEqual([`report.${decision.decision}`]);
  expect(await db.notification.count({ where: { userId } })).toBe(0);
});

test("an admin who comes second is refused, even if they make the same decision", async () => {
  const [first, second] = [await makeAdmin(), await makeAdmin()];
  const [reporter, { userId }] = [await makeCreator(), await makeContributor()];
  const caseId = await makeCase(reporter, { kind: "profile", id: userId });
  await decideCase(first, caseId, dismiss);
  for (const [admin, decision] of [
    [second, dismiss],
    [first, hide],
  ] as const)
    expect(await decideCase(admin, caseId, decision)).toEqual({ ok: false, refused: "decided" });
  expect(await db.warning.count({ where: { userId } })).toBe(0);
});

const hiddenNotice = "We hid your profile";
test.each<{
  decision: Decision;
  reason: string;
  state: string;
  outcome: string;
  title?: string;
  words?: string;
}>([
  { decision: dismiss, reason: "fine", state: "dismissed", outcome: "found nothing that breaks" },
  {
    decision: { ...hide, words: "" },
    reason: "law",
    state: "hidden",
    outcome: "we've hidden it",
    title: hiddenNotice,
    words: "",
  },
  {
    decision: hide,
    reason: "law: Not here.",
    state: "hidden",
    outcome: "we've hidden it",
    title: hiddenNotice,
    words: " Not here.",
  },
  {
    decision: warn,
    reason: "spam: Once is enough.",
    state: "warned",
    outcome: "we've warned",
    title: "You have a warning",
    words: " Once is enough.",
  },
])(
  "a case that is $state for '$reason' is logged, and notifies only its reporters and the reported person",
  async ({ decision, reason, state, outcome, title, words }) => {
    const [admin, reporter, other, person] = [
      await makeAdmin(),
      await makeCreator(),
      await makeCreator(),
      await makeContributor(),
    ];
    await makeCase(other, { kind: "profile", id: (await makeContributor()).userId });
    const caseId = await makeCase(reporter, { kind: "profile", id: person.userId });
    expect(await decideCase(admin, caseId, decision)).toEqual({ ok: true });

    const thing = `profile ${person.userId}`;
    const act = await db.auditEntry.findFirstOrThrow({
      where: { action: `report.${decision.decision}` },
      orderBy: { id: "desc" },
    });
    expect(act.details).toMatchObject({
      reason,
      before: { report: "open" },
      after: { report: state },
      caseId,
      thing,
    });
    expect(await db.notification.findMany({ where: { userId: reporter.userId } })).toMatchObject([
      { kind: "report", body: expect.stringContaining(outcome) },
    ]);
    expect(await db.notification.count({ where: { userId: other.userId } })).toBe(0);
    const told = await db.notification.findMany({ where: { userId: person.userId } });
    const measure = await db.warning.findFirst({ where: { userId: person.userId } });
    const href = measure ? paths.appeal("warning", measure.id) : paths.appeal("hiding", caseId);
    const rule = decision.decision === "dismiss" ? "" : suspensionReasons[decision.reason];
    expect(told).toMatchObject(
      title ? [{ kind: "report", title, body: `Reason: ${rule}.${words}`, href }] : [],
    );

    expect(await undoDecision(admin, caseId)).toEqual({ ok: true });
    const undo = await db.auditEntry.findFirstOrThrow({
      where: { action: "report.undo" },
      orderBy: { id: "desc" },
    });
    expect(undo.details).toMatchObject({
      before: { report: state },
      after: { report: "open" },
      caseId,
      thing,
    });
    expect(await db.reportCase.findUnique({ where: { id: caseId } })).toMatchObject({
      state: "open",
      decisionReason: null,
      decisionWords: "",
      measureId: null,
    });
  },
);

test("the owner of a hidden project or conversation is told what was hidden", async () => {
  const [admin, reporter, owner] = [await makeAdmin(), await makeContributor(), await makeCreator()];
  const { contributor, creator, conversationId } = await makeTalk();
  for (const [person, who, thing] of [
    [owner, reporter, { kind: "project", id: await makeProject(owner, { title: "A season" }) }],
    [contributor, creator, { kind: "conversation", id: conversationId }],
  ] as const) {
    await decideCase(admin, await makeCase(who, thing), hide);
    expect(await titlesFor(person)).toContain(`We hid your ${thing.kind}`);
  }
});

test("a case that doesn't exist can't be decided, undone or lifted", async () => {
  const admin = await makeAdmin();
  const missing = { ok: false, refused: "not-found" };
  for (const id of [randomUUID(), "no-id"]) {
    expect(await decideCase(admin, id, dismiss)).toEqual(missing);
    expect(await undoDecision(admin, id)).toEqual(missing);
    expect(await liftFromCase(admin, id)).toEqual(missing);
  }
});

test("a dismissal can be undone, once, and the case decided again", async () => {
  const [admin, reporter, { userId }] = [await makeAdmin(), await makeCreator(), await makeContributor()];
  const caseId = await makeCase(reporter, { kind: "profile", id: userId });
  expect(await undoDecision(admin, caseId)).toEqual({ ok: false, refused: "not-now" });
  await decideCase(admin, caseId, dismiss);
  const undone = await Promise.all([undoDecision(admin, caseId), undoDecision(admin, caseId)]);
  expect(undone.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await decideCase(admin, caseId, suspend)).toEqual({ ok: true });
  expect(await titlesFor(reporter)).toHaveLength(2);
  expect(await acts(caseId)).toEqual(["report.dismiss", "report.undo", "report.suspend"]);
  expect(await undoDecision(admin, caseId)).toEqual({ ok: false, refused: "not-now" });
});

test("an undo is refused while a newer case about the same thing is open", async () => {
  const [admin, reporter, { userId }] = [await makeAdmin(), await makeCreator(), await makeContributor()];
  const caseId = await makeCase(reporter, { kind: "profile", id: userId });
  await decideCase(admin, caseId, dismiss);
  const newer = await makeCase(reporter, { kind: "profile", id: userId });
  expect(await undoDecision(admin, caseId)).toEqual({ ok: false, refused: "newer" });
  expect(newer).not.toBe(caseId);

  // The undo also waits for a case that's being opened concurrently.
  await decideCase(admin, newer, dismiss);
  let undone: ReturnType<typeof undoDecision> | undefined;
  await transaction(async (tx) => {
    const facts = { kind: "profile", subjectId: userId, reportedId: userId, urgency: 1, reasons: ["spam"] };
    await tx.reportCase.create({ data: facts });
    undone = undoDecision(admin, newer);
    await untilLockWait();
  });
  expect(await undone).toEqual({ ok: false, refused: "newer" });
});

test("an undo that fails for another reason isn't reported as refused", async () => {
  const [admin, reporter, { userId }] = [await makeAdmin(), await makeCreator(), await makeContributor()];
  const caseId = await makeCase(reporter, { kind: "profile", id: userId });
  await decideCase(admin, caseId, dismiss);
  await whileBroken("report_cases", "UPDATE", () =>
    expect(undoDecision(admin, caseId)).rejects.toThrow("on purpose"),
  );
  expect(await undoDecision(admin, caseId)).toEqual({ ok: true });
});

test("admins can neither decide about themselves nor suspend one another", async () => {
  const [admin, colleague, reporter] = [await makeAdmin(), await makeAdmin(), await makeCreator()];
  await db.profile.update({ where: { id: colleague.userId }, data: { userType: "creator" } });
  await db.creatorProfile.create({ data: { id: colleague.userId } });
  const caseId = await makeCase(reporter, { kind: "profile", id: colleague.userId });
  expect(await decideCase(colleague, caseId, dismiss)).toEqual({ ok: false, refused: "own" });
  for (const decision of [suspend, warn])
    expect(await decideCase(admin, caseId, decision)).toEqual({ ok: false, refused: "admin" });
  expect(await db.reportCase.findUnique({ where: { id: caseId } })).toMatchObject({ state: "open" });
  await decideCase(admin, caseId, dismiss);
  expect(await undoDecision(colleague, caseId)).toEqual({ ok: false, refused: "own" });
});

test("a hidden message looks deleted to both people, its text is kept, and unhiding restores it", async () => {
  const { creator, contributor, conversationId } = await makeTalk("Something vile");
  const admin = await makeAdmin();
  const caseId = await makeCase(creator, { kind: "message", id: conversationId, seq: 1 });
  expect(await decideCase(admin, caseId, hide)).toEqual({ ok: true });
  for (const person of [creator, contributor]) {
    const thread = await getThread(person, conversationId, null);
    expect(thread?.messages).toMatchObject([{ state: "deleted", content: "" }]);
    expect(JSON.stringify(await listConversations(person))).not.toContain("vile");
  }
  expect(await titlesFor(contributor)).toContain("We hid one of your messages");
  expect(await undoDecision(admin, caseId)).toEqual({ ok: true });
  expect((await getThread(creator, conversationId, null))?.messages).toMatchObject([
    { state: "new", content: "Something vile" },
  ]);
  await db.message.updateMany({ where: { conversationId }, data: { content: "", deletedAt: new Date() } });
  expect(await decideCase(admin, caseId, hide), "the writer deleted it first").toEqual({
    ok: false,
    refused: "gone",
  });
});

test("a hidden sample doesn't appear anywhere until an admin unhides it, and its owner can't unhide it", async () => {
  const [admin, reporter, owner] = [await makeAdmin(), await makeCreator(), await makeContributor()];
  const facts = { title: "Stolen", part: "", alt: null, serviceId: null, madeOn: null };
  const added = await addLink(owner, randomUUID(), facts, "https://example.com/");
  if (!added.ok) throw new Error(added.refused);
  const { sampleId } = added;
  const caseId = await makeCase(reporter, { kind: "sample", id: sampleId });
  await decideCase(admin, caseId, hide);
  expect(await listSamples(owner.userId)).toEqual([]);
  expect(await db.$queryRaw`SELECT id FROM foremost_samples(ARRAY[${owner.userId}::uuid], 4)`).toEqual([]);
  expect((await findProfile(reporter, owner.userId))?.samples).toEqual([]);
  expect(await restoreSample(owner, sampleId)).toEqual({ ok: false, refused: "not-found" });
  await db.$executeRaw`UPDATE work_samples SET removed_at = now() - interval '2 days' WHERE id = ${sampleId}::uuid`;
  await sweepSamples();
  await undoDecision(admin, caseId);
  expect(await listSamples(owner.userId)).toMatchObject([{ id: sampleId, title: "Stolen" }]);
  await decideCase(admin, caseId, hide);
  await db.$executeRaw`DELETE FROM work_samples WHERE id = ${sampleId}::uuid`;
  expect(await undoDecision(admin, caseId)).toEqual({ ok: false, refused: "gone" });
});

async function foundBy(viewer: Actor, name: string): Promise<number> {
  const found = await searchPeople(viewer, name);
  return found && "people" in found ? found.people.length : 0;
}

test("a suspension ends sessions right away and hides the person everywhere, and lifting it restores everything", async () => {
  const admin = await makeAdmin();
  const { creator, contributor, conversationId } = await makeTalk("Hello", {
    creator: `Cora ${randomUUID().slice(0, 8)}`,
  });
  const [other, browser] = [await makeContributor({ services: ["Writer"] }), await makeContributor()];
  const projectId = await makeProject(creator, { title: "A season" });
  const application = { note: "Hello", portfolioLink: null, answers: [] };
  await apply(contributor, projectId, application);
  const seenBy = async (person: Actor) => ({
    profile: (await findProfile(person, creator.userId)) !== null,
    match: (await listMatches(contributor, null)).matches.length,
    project: (await findProject(person, projectId)) !== null,
    listed: (await listAvailable(browser, readFilter(new URLSearchParams()), null)).projects.filter(
      ({ id }) => id === projectId,
    ).length,
    applied: (await listLatestApplications(contributor)).length,
    card: (await showDeck(other)).cards.some((card) => card.personId === creator.userId),
    found: await foundBy(contributor, creator.name),
    talkWith: (await listConversations(contributor)).conversations.map(({ name }) => name),
    canWrite: (await getThread(contributor, conversationId, null))?.canWrite,
  });
  const before = await seenBy(contributor);
  expect(before).toEqual({
    profile: true,
    match: 1,
    project: true,
    listed: 1,
    applied: 1,
    card: true,
    found: 1,
    talkWith: [creator.name],
    canWrite: true,
  });

  const caseId = await makeCase(contributor, { kind: "profile", id: creator.userId });
  expect(await decideCase(admin, caseId, suspend)).toEqual({ ok: true });
  expect(await findActor(creator.token)).toBeNull();
  expect(await db.session.count({ where: { userId: creator.userId } })).toBe(0);
  expect(await seenBy(contributor)).toEqual({
    profile: false,
    match: 0,
    project: false,
    listed: 0,
    applied: 0,
    card: false,
    found: 0,
    talkWith: ["Unknown User"],
    canWrite: false,
  });
  expect((await sendMessage(contributor, conversationId, say("Are you there?"))).ok).toBe(false);
  expect(await apply(other, projectId, application)).toEqual({ ok: false, refused: "not-found" });

  const releases = () => db.$queryRaw<object[]>`
    SELECT FROM graphile_worker._private_jobs WHERE payload->>'personId' = ${creator.userId}`;
  const queued = (await releases()).length;
  expect(await liftFromCase(admin, caseId)).toEqual({ ok: true });
  // Lifting the suspension queued the release of their held matches.
  expect(await releases()).toHaveLength(queued + 1);
  expect(await liftFromCase(admin, caseId)).toEqual({ ok: false, refused: "not-suspended" });
  expect(await releases()).toHaveLength(queued + 1);
  expect(await seenBy(contributor)).toEqual(before);
  const back = await signInAgain(creator);
  expect((await sendMessage(back, conversationId, say("I am back"))).ok).toBe(true);
});

test("a suspended contributor's application is kept as unavailable and can't be decided, and favorites are kept, too", async () => {
  const [admin, owner, contributor] = [await makeAdmin(), await makeCreator(), await makeContributor()];
  const projectId = await makeProject(owner, { title: "A season" });
  await apply(contributor, projectId, { note: "A secret", portfolioLink: null, answers: [] });
  await saveContributor(owner, contributor.userId);
  const any = { listId: null, serviceId: null, availability: null, sort: "newest" } as const;
  const seen = async () => ({
    applications: (await listApplicants(owner, projectId, { folder: "all", sort: "date", after: null }))
      .applicants,
    counted: (await findProject(owner, projectId))?.counts.total,
    opened: (await findApplicants(owner, projectId, [contributor.userId])).length,
    favorites: (await listFavorites(owner, any, null)).favorites.length,
  });
  const before = await seen();
  expect(before).toMatchObject({
    applications: [{ isAvailable: true, note: "A secret" }],
    counted: 1,
    opened: 1,
    favorites: 1,
  });
  const caseId = await makeCase(owner, { kind: "profile", id: contributor.userId });
  await decideCase(admin, caseId, suspend);
  const during = await seen();
  expect(during).toMatchObject({
    applications: [{ isAvailable: false, name: "Unknown Contributor", note: "", status: "pending" }],
    counted: 1,
    opened: 0,
    favorites: 0,
  });
  expect(JSON.stringify(during)).not.toContain(contributor.name);
  for (const decide of [acceptApplication, declineApplication])
    expect(await decide(owner, projectId, contributor.userId)).toMatchObject({ refused: "unavailable" });
  await liftFromCase(admin, caseId);
  expect(await seen()).toEqual(before);
  expect(await acceptApplication(owner, projectId, contributor.userId)).toEqual({ ok: true });
});
