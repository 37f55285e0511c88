import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { showDeck } from "~/features/discovery/showing.server";
import { swipe } from "~/features/discovery/swiping.server";
import { lockPair } from "~/features/messaging/starting.server";
import { blockPerson } from "~/features/moderation/blocking.server";
import { planOf } from "~/features/plans/plan-in-force.server";
import { db, transaction } from "~/platform/db.server";
import { untilLockWait } from "../../../tests/support/locks";
import { makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { announceNow, makeProject } from "../../../tests/support/projects";
import { announceDueDeclines } from "./announcing.server";
import { findChosen } from "./applicants.server";
import { apply, withdraw } from "./applying.server";
import { cancelProject, reopenProject } from "./closing.server";
import {
  acceptApplication,
  declineApplication,
  declineRest,
  releaseContributor,
  sortApplication,
  takeDeclineBack,
} from "./deciding.server";
import { findProject, findProjectPage } from "./viewing.server";

async function withApplicants(count = 1) {
  const creator = await makeCreator({ name: "Cleo" });
  const projectId = await makeProject(creator);
  const applicants: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = await makeContributor();
    await apply(person, projectId, { note: "Hello", portfolioLink: null, answers: [] });
    applicants.push(person);
  }
  return { creator, projectId, applicants, first: applicants[0] as Person };
}

const all = { upTo: new Date(Date.now() + 86_400_000) };
const statusOf = async (projectId: string, person: Person) =>
  (
    await db.projectApplication.findUniqueOrThrow({
      where: { projectId_contributorId: { projectId, contributorId: person.userId } },
    })
  ).status;
const projectStatus = async (id: string) =>
  (await db.projectBrief.findUniqueOrThrow({ where: { id } })).status;
const eventsOf = async (projectId: string) =>
  (await db.projectEvent.findMany({ where: { projectId }, orderBy: { id: "asc" } })).map(({ kind }) => kind);
const toldTo = async (person: Person) =>
  (
    await db.notification.findMany({
      where: { userId: person.userId, kind: { startsWith: "application-" } },
      orderBy: { createdAt: "asc" },
    })
  ).map(({ title }) => title);

describe("accepting", () => {
  it("changes nothing if a block that began earlier commits in between", async () => {
    const { creator, projectId, applicants } = await withApplicants(2);
    const [blocker, other] = applicants as [Person, Person];
    const { accepting } = await transaction(async (tx) => {
      await lockPair(tx, creator.userId, blocker.userId);
      await tx.block.create({ data: { blockerId: blocker.userId, blockedId: creator.userId } });
      const accepting = acceptApplication(creator, projectId, blocker.userId);
      await untilLockWait();
      return { accepting };
    });
    expect(await accepting).toEqual({ ok: false, refused: "unavailable" });
    expect(await statusOf(projectId, blocker)).toBe("pending");
    expect(await projectStatus(projectId)).toBe("open");
    expect(await db.match.count({ where: { creatorId: creator.userId } })).toBe(0);
    expect(await acceptApplication(creator, projectId, other.userId)).toEqual({ ok: true });
    expect(await projectStatus(projectId)).toBe("in_progress");
  });

  it("is refused while the owner's profile is hidden, but declining isn't", async () => {
    const { creator, projectId, first } = await withApplicants();
    const hide = (profileHiddenAt: Date | null) =>
      db.user.update({ where: { id: creator.userId }, data: { profileHiddenAt } });
    const accept = () => acceptApplication(creator, projectId, first.userId);
    await hide(new Date());
    expect(await accept()).toEqual({ ok: false, refused: "hidden" });
    expect(await statusOf(projectId, first)).toBe("pending");
    expect(await declineApplication(creator, projectId, first.userId)).toMatchObject({ ok: true });
    expect(await takeDeclineBack(creator, projectId, first.userId)).toEqual({ ok: true });
    await hide(null);
    expect(await accept()).toEqual({ ok: true });
  });

  it("starts the project, creates a match and a conversation, and notifies the contributor once, on the site and by email", async () => {
    const { creator, projectId, first } = await withApplicants();
    const accept = () => acceptApplication(creator, projectId, first.userId);
    expect(await Promise.all([accept(), accept(), accept()])).toEqual([
      { ok: true },
      { ok: true },
      { ok: true },
    ]);
    expect(await statusOf(projectId, first)).toBe("accepted");
    expect(await projectStatus(projectId)).toBe("in_progress");
    expect(await eventsOf(projectId)).toEqual(["posted", "applied", "accepted"]);
    const pair = { creatorId: creator.userId, contributorId: first.userId };
    expect(await db.match.findMany({ where: pair })).toMatchObject([{ source: "application", held: false }]);
    const directKey = [creator.userId, first.userId].sort().join(":");
    expect(await db.conversation.count({ where: { directKey } })).toBe(1);
    const title = "Your application for “Edit six episodes” was accepted";
    expect(await toldTo(first)).toEqual([title]);
    expect(
      await db.outboxMail.findMany({ where: { userId: first.userId, kind: "application-accepted" } }),
    ).toMatchObject([{ subject: title, toAddress: first.email }]);
  });

  it("works for several contributors, and doesn't count toward the plan's matches", async () => {
    const { creator, projectId, applicants } = await withApplicants(3);
    for (const { userId } of applicants) {
      expect(await acceptApplication(creator, projectId, userId)).toEqual({ ok: true });
    }
    expect(await db.match.count({ where: { creatorId: creator.userId, held: false } })).toBe(3);
    expect((await planOf(creator)).usage.find(({ kind }) => kind === "match")).toMatchObject({
      used: 0,
      limit: 1,
    });
  });

  it("takes both people out of each other's decks permanently", async () => {
    const creator = await makeCreator({ services: ["Photographer"] });
    const person = await makeContributor({ services: ["Photographer"] });
    const isDealt = async (viewer: Person, other: Person) =>
      (await showDeck(viewer)).cards.some(({ personId }) => personId === other.userId);
    expect(await isDealt(creator, person)).toBe(true);
    const projectId = await makeProject(creator);
    await apply(person, projectId, { note: "Hello", portfolioLink: null, answers: [] });
    await acceptApplication(creator, projectId, person.userId);
    for (const [viewer, other] of [
      [creator, person],
      [person, creator],
    ] as const) {
      expect(await isDealt(viewer, other)).toBe(false);
      // It isn't just this deck: a newly dealt one leaves them out, too.
      await db.deck.deleteMany({ where: { viewerId: viewer.userId } });
      expect(await isDealt(viewer, other)).toBe(false);
    }
  });

  it("releases a held match, and a later mutual Like changes nothing about the match", async () => {
    const { creator, projectId, applicants } = await withApplicants(2);
    const [held, later] = applicants as [Person, Person];
    await db.match.create({ data: { creatorId: creator.userId, contributorId: held.userId, held: true } });
    for (const { userId } of applicants) await acceptApplication(creator, projectId, userId);
    const matches = { where: { creatorId: creator.userId }, select: { contributorId: true, held: true } };
    const both = [held, later].map(({ userId }) => ({ contributorId: userId, held: false }));
    expect(await db.match.findMany(matches)).toEqual(expect.arrayContaining(both));
    const like = (from: Person, to: Person) =>
      swipe(from, { targetId: to.userId, liked: true, key: randomUUID() });
    await like(later, creator);
    expect(await like(creator, later)).toMatchObject({ ok: true, matchId: expect.any(String) });
    expect(await db.match.count({ where: { creatorId: creator.userId } })).toBe(2);
  });

  it.each(["completed", "cancelled"] as const)("is refused once the project is %s", async (status) => {
    const { creator, projectId, first } = await withApplicants();
    await db.projectBrief.update({ where: { id: projectId }, data: { status } });
    for (const decide of [acceptApplication, declineApplication]) {
      expect(await decide(creator, projectId, first.userId)).toEqual({ ok: false, refused: "closed" });
    }
    expect(await declineRest(creator, projectId, all)).toEqual({ ok: false, refused: "closed" });
    expect(await statusOf(projectId, first)).toBe("pending");
  });
});

describe("declining", () => {
  it("is announced ten minutes later, with the note, and can then be taken back while the project is open", async () => {
    const { creator, projectId, first } = await withApplicants();
    const before = Date.now();
    for (let press = 0; press < 2; press += 1)
      expect(await declineApplication(creator, projectId, first.userId, "Not this time.")).toEqual({
        ok: true,
      });
    const declined = (note: string) => declineApplication(creator, projectId, first.userId, note);
    const repeats = async () => [await declined(""), await declined("Maybe next time.")];
    const onlyWithoutNote = [{ ok: true }, { ok: false, refused: "decided" }];
    expect(await repeats()).toEqual(onlyWithoutNote);
    const where = { projectId_contributorId: { projectId, contributorId: first.userId } };
    const { announceAt } = await db.projectApplication.findUniqueOrThrow({ where });
    const waits = (announceAt?.getTime() ?? 0) - before;
    expect(Math.round(waits / 60_000)).toBe(10);
    // Until the decline is announced, only the owner can see it.
    const seen = async () => {
      const page = await findProjectPage(first, projectId, null);
      const kinds = page?.history?.events.map(({ kind }) => kind);
      return [page?.project.application?.status, page?.project.application?.declineNote, kinds];
    };
    await announceDueDeclines(projectId);
    expect(await seen()).toEqual(["pending", "", ["applied", "posted"]]);
    expect(await toldTo(first)).toEqual([]);
    expect((await findProject(creator, projectId))?.counts).toMatchObject({ waiting: 0, declined: 1 });
    expect((await findChosen(creator, projectId, [first.userId]))?.applicants).toMatchObject([
      { status: "declined", declineNote: "Not this time.", announceAt: announceAt?.toISOString() },
    ]);
    for (let run = 0; run < 2; run += 1) await announceNow(projectId);
    expect(await seen()).toEqual(["declined", "Not this time.", ["declined", "applied", "posted"]]);
    expect(await toldTo(first)).toHaveLength(1);
    expect(await repeats()).toEqual(onlyWithoutNote);
    expect(await acceptApplication(creator, projectId, first.userId)).toEqual({
      ok: false,
      refused: "decided",
    });
    expect(await takeDeclineBack(creator, projectId, first.userId)).toEqual({ ok: true });
    expect(await db.projectApplication.findUnique({ where })).toMatchObject({
      status: "pending",
      declineNote: "",
      decidedAt: null,
    });
    expect(await acceptApplication(creator, projectId, first.userId)).toEqual({ ok: true });
    expect(await eventsOf(projectId)).toEqual(["posted", "applied", "declined", "taken_back", "accepted"]);
    expect(await toldTo(first)).toHaveLength(3);
    expect(await projectStatus(projectId)).toBe("in_progress");
  });

  it("can be undone before it's announced, even after someone else was accepted, and no one learns of it", async () => {
    const { creator, projectId, applicants } = await withApplicants(2);
    const [declined, accepted] = applicants as [Person, Person];
    await declineApplication(creator, projectId, declined.userId, "No");
    expect(await acceptApplication(creator, projectId, declined.userId)).toEqual({
      ok: false,
      refused: "decided",
    });
    await acceptApplication(creator, projectId, accepted.userId);
    expect(await takeDeclineBack(creator, projectId, declined.userId)).toEqual({ ok: true });
    await announceNow(projectId);
    expect(await statusOf(projectId, declined)).toBe("pending");
    expect(await toldTo(declined)).toEqual([]);
    expect(await eventsOf(projectId)).toEqual(["posted", "applied", "applied", "accepted"]);
  });

  it.each([
    ["before", false],
    ["after", true],
  ])("taken back %s it's announced, returns to the folder where it was", async (_, isAnnounced) => {
    const { creator, projectId, applicants } = await withApplicants(3);
    const stages = ["new", "shortlisted", "archived"] as const;
    const stageOf = async ({ userId }: Person) => {
      const where = { projectId_contributorId: { projectId, contributorId: userId } };
      return (await db.projectApplication.findUniqueOrThrow({ where })).stage;
    };
    for (const [index, person] of applicants.entries()) {
      const stage = stages[index] ?? "new";
      await sortApplication(creator, projectId, person.userId, stage);
      await declineApplication(creator, projectId, person.userId);
      if (isAnnounced) await announceNow(projectId);
      expect(await takeDeclineBack(creator, projectId, person.userId)).toEqual({ ok: true });
      expect(await stageOf(person)).toBe(stage);
    }
  });

  it("can be overtaken by a withdrawal, and is announced when the project closes", async () => {
    const { creator, projectId, applicants } = await withApplicants(2);
    const [withdrawn, waiting] = applicants as [Person, Person];
    for (const { userId } of applicants) await declineApplication(creator, projectId, userId, "No");
    const other = await withApplicants();
    await declineApplication(other.creator, other.projectId, other.first.userId, "No");
    expect(await withdraw(withdrawn, projectId)).toEqual({ ok: true });
    expect(await takeDeclineBack(creator, projectId, withdrawn.userId)).toMatchObject({
      refused: "unavailable",
    });
    await cancelProject(creator, projectId);
    expect(await statusOf(projectId, withdrawn)).toBe("withdrawn");
    expect(await statusOf(other.projectId, other.first)).toBe("pending");
    expect(await findProject(waiting, projectId)).toMatchObject({
      application: { status: "declined", declineNote: "No" },
    });
    await announceNow(projectId);
    expect(await toldTo(withdrawn)).toEqual([]);
    expect(await toldTo(waiting)).toEqual(["Your application for “Edit six episodes” was declined"]);
  });

  it("by the previous release counts as announced, even if this release had one waiting to be announced", async () => {
    const { creator, projectId, first } = await withApplicants();
    await declineApplication(creator, projectId, first.userId, "Ours");
    // This is what the previous release writes.
    await db.$executeRaw`
      UPDATE project_applications SET status = 'declined', stage = 'new', decline_note = 'Theirs', decided_at = now()
       WHERE project_id = ${projectId}::uuid AND status = 'pending'`;
    await announceNow(projectId);
    expect(await findProject(first, projectId)).toMatchObject({
      application: { status: "declined", declineNote: "Theirs" },
    });
    expect(await eventsOf(projectId)).toEqual(["posted", "applied"]);
    expect(await takeDeclineBack(creator, projectId, first.userId)).toEqual({ ok: true });
    expect(await toldTo(first)).toEqual(["Your application for “Edit six episodes” is being reconsidered"]);
  });

  it("the rest covers everyone who's pending, and notifies each contributor once", async () => {
    const { creator, projectId, applicants } = await withApplicants(5);
    const [accepted, declined, ...waiting] = applicants as [Person, Person, ...Person[]];
    await acceptApplication(creator, projectId, accepted.userId);
    await declineApplication(creator, projectId, declined.userId);
    const rest = await Promise.all(
      [1, 2].map(() => declineRest(creator, projectId, { ...all, note: "The team is complete." })),
    );
    expect(rest.map((outcome) => outcome.ok && outcome.declined).sort()).toEqual([0, 3]);
    expect(await statusOf(projectId, accepted)).toBe("accepted");
    for (let run = 0; run < 2; run += 1) await announceNow(projectId);
    const events = await db.projectEvent.findMany({
      where: { projectId, kind: "declined", note: "The team is complete." },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ contributorId }) => contributorId).sort()).toEqual(
      waiting.map(({ userId }) => userId).sort(),
    );
    for (const person of waiting) {
      expect(await statusOf(projectId, person)).toBe("declined");
      expect(await toldTo(person)).toEqual(["Your application for “Edit six episodes” was declined"]);
    }
    expect(await toldTo(declined)).toHaveLength(1);
  });

  it("the rest leaves out later applicants, and blocked people, who aren't shown", async () => {
    const { creator, projectId, applicants } = await withApplicants(5);
    const [read, blocked, shortlisted, last, gone] = applicants as [Person, Person, Person, Person, Person];
    // The newest pending application is neither a withdrawn one nor another project's.
    await withdraw(gone, projectId);
    await withApplicants();
    await sortApplication(creator, projectId, shortlisted.userId, "shortlisted");
    await blockPerson(creator, blocked.userId);
    const page = await findProject(creator, projectId);
    const newest = await db.projectApplication.findFirstOrThrow({
      where: { projectId, contributorId: last.userId },
    });
    expect(page).toMatchObject({ counts: { total: 3 }, newestPending: newest.createdAt.toISOString() });
    const upTo = new Date(page?.newestPending ?? "");
    const late = [await makeContributor(), await makeContributor()];
    await Promise.all([
      ...late.map((person) => apply(person, projectId, { note: "Late", portfolioLink: null, answers: [] })),
      ...[1, 2].map(() => declineRest(creator, projectId, { upTo })),
    ]);
    expect(await declineRest(creator, projectId, { upTo })).toMatchObject({ declined: 0, since: 2 });
    expect(await db.projectApplication.count({ where: { projectId, stage: "declining" } })).toBe(3);
    expect(await takeDeclineBack(creator, projectId, read.userId)).toEqual({ ok: true });
    await announceNow(projectId);
    for (const person of [shortlisted, last]) expect(await statusOf(projectId, person)).toBe("declined");
    for (const person of [read, blocked, ...late]) expect(await statusOf(projectId, person)).toBe("pending");
    expect(await toldTo(read)).toEqual([]);
    expect(await toldTo(last)).toEqual(["Your application for “Edit six episodes” was declined"]);
    expect((await findProject(late[0] as Person, projectId))?.newestPending).toBeNull();
  });

  it("the rest keeps those that the owner can't decide, says how many, and notifies only the others", async () => {
    const { creator, projectId, applicants } = await withApplicants(7);
    const [suspended, hiddenProfile, hiddenNote, leaving, blocked, ...decidable] = applicants as [
      ...[Person, Person, Person, Person, Person],
      ...Person[],
    ];
    const applicationOf = ({ userId }: Person) => ({
      projectId_contributorId: { projectId, contributorId: userId },
    });
    const setUser = ({ userId }: Person, data: object) => db.user.update({ where: { id: userId }, data });
    await setUser(suspended, { suspendedAt: new Date() });
    await setUser(hiddenProfile, { profileHiddenAt: new Date() });
    await setUser(leaving, { leavesAt: all.upTo });
    await db.projectApplication.update({
      where: applicationOf(hiddenNote),
      data: { hiddenAt: new Date(), stage: "shortlisted" },
    });
    await blockPerson(blocked, creator.userId);
    const kept = [suspended, hiddenProfile, hiddenNote, leaving];
    for (const { userId } of kept)
      expect(await declineApplication(creator, projectId, userId)).toEqual({
        ok: false,
        refused: "unavailable",
      });
    expect(await findProject(creator, projectId)).toMatchObject({ counts: { total: 6 }, keptPending: 4 });
    const first = await declineRest(creator, projectId, { upTo: new Date(0) });
    expect(first).toMatchObject({ ok: true, declined: 0, kept: 0, since: 2 });
    // The suspension ends while the others are being declined. Either order is fine, as long as people are notified of
    // what happened.
    const [done] = await Promise.all([
      declineRest(creator, projectId, all),
      setUser(suspended, { suspendedAt: null }),
    ]);
    if (!done.ok) throw new Error(done.refused);
    expect(done.declined + done.kept).toBe(6);
    await announceNow(projectId);
    expect(await db.projectEvent.count({ where: { projectId, kind: "declined" } })).toBe(done.declined);
    for (const person of decidable) expect(await statusOf(projectId, person)).toBe("declined");
    for (const person of [...kept.slice(1), blocked])
      expect(await statusOf(projectId, person)).toBe("pending");
    for (const person of applicants) {
      const isDeclined = (await statusOf(projectId, person)) === "declined";
      expect(await toldTo(person)).toHaveLength(isDeclined ? 1 : 0);
    }
    // Declining again declines the people who have become available, and no one twice.
    await setUser(hiddenProfile, { profileHiddenAt: null });
    const again = await Promise.all([1, 2].map(() => declineRest(creator, projectId, all)));
    const declined = again.reduce((sum, one) => sum + (one.ok ? one.declined : 0), 0);
    expect(done.declined + declined).toBe(4);
    expect(again).toContainEqual(expect.objectContaining({ declined: 0, kept: 2, since: 0 }));
    expect(await findProject(creator, projectId)).toMatchObject({ keptPending: 2 });
    // Applications that are already declined aren't kept, even if they can't be decided anymore.
    const [viewer, announced] = decidable as [Person, Person];
    await setUser(hiddenProfile, { profileHiddenAt: new Date() });
    await setUser(announced, { suspendedAt: new Date() });
    expect(await findProject(creator, projectId)).toMatchObject({ keptPending: 2 });
    expect((await findProject(viewer, projectId))?.keptPending).toBeNull();
  });

  it("can't be taken back once it's announced and the project has gone to someone else", async () => {
    const { creator, projectId, applicants } = await withApplicants(3);
    const [declined, accepted, late] = applicants as [Person, Person, Person];
    await declineApplication(creator, projectId, declined.userId);
    await announceNow(projectId);
    await acceptApplication(creator, projectId, accepted.userId);
    expect(await declineApplication(creator, projectId, late.userId)).toEqual({ ok: true });
    expect(await takeDeclineBack(creator, projectId, declined.userId)).toEqual({
      ok: false,
      refused: "closed",
    });
  });

  it("and accepting from two tabs can't both succeed", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { creator, projectId, first } = await withApplicants();
      const outcomes = await Promise.all([
        acceptApplication(creator, projectId, first.userId),
        declineApplication(creator, projectId, first.userId),
      ]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(outcomes).toContainEqual({ ok: false, refused: "decided" });
      await announceNow(projectId);
      const status = await statusOf(projectId, first);
      expect(status).toBe(outcomes[0]?.ok ? "accepted" : "declined");
      expect(await projectStatus(projectId)).toBe(status === "accepted" ? "in_progress" : "open");
    }
  });
});

describe("letting someone go", () => {
  it("notifies them once, with the reason, opens the project again, and leaves a row that the previous release can read", async () => {
    const { creator, projectId, applicants } = await withApplicants(2);
    const [one, other] = applicants as [Person, Person];
    const release = ({ userId }: Person) =>
      releaseContributor(creator, projectId, userId, "The budget is gone.");
    expect(await release(one)).toEqual({ ok: false, refused: "not-accepted" });
    for (const { userId } of applicants) await acceptApplication(creator, projectId, userId);
    expect(await Promise.all([release(one), release(one)])).toEqual([{ ok: true }, { ok: true }]);
    expect(
      await releaseContributor(creator, projectId, one.userId, "Another reason."),
      "it would be lost",
    ).toEqual({ ok: false, refused: "not-accepted" });
    expect(await projectStatus(projectId)).toBe("in_progress");
    expect(await findProject(one, projectId)).toMatchObject({
      application: { status: "released", declineNote: "The budget is gone." },
    });
    expect((await findChosen(creator, projectId, [one.userId]))?.applicants).toMatchObject([
      { status: "released" },
    ]);
    expect((await toldTo(one)).slice(1)).toEqual(["The creator of “Edit six episodes” let you go"]);
    // The previous release throws if it reads an unknown status, so the row stays 'accepted'.
    expect(await statusOf(projectId, one)).toBe("accepted");
    expect((await findProject(creator, projectId))?.counts).toMatchObject({ total: 2, accepted: 2 });
    await release(other);
    expect(await projectStatus(projectId)).toBe("open");
    await cancelProject(creator, projectId);
    expect(await release(other)).toEqual({ ok: false, refused: "closed" });
    await reopenProject(creator, projectId);
    expect(await release(other)).toEqual({ ok: true });
    expect(await projectStatus(projectId)).toBe("open");
    expect(await eventsOf(projectId)).toEqual([
      ...["posted", "applied", "applied", "accepted", "accepted", "released", "released"],
      ...["cancelled", "reopened"],
    ]);
  });
});

describe("deciding", () => {
  it("is refused to everyone but the owner, and about people who are blocked or unknown", async () => {
    const { creator, projectId, first } = await withApplicants();
    const stranger = await makeCreator();
    const letGo = (owner: Person, project: string, id: string) =>
      releaseContributor(owner, project, id, "No");
    const decisions = [acceptApplication, declineApplication, takeDeclineBack, letGo];
    const unavailable = { ok: false, refused: "unavailable" };
    for (const decide of decisions) {
      const refused = { ok: false, refused: "not-found" };
      for (const person of [stranger, first]) {
        expect(await decide(person, projectId, first.userId)).toEqual(refused);
      }
      for (const id of [stranger.userId, "x"])
        expect(await decide(creator, projectId, id)).toEqual(unavailable);
      expect(await decide(creator, "x", first.userId)).toEqual(refused);
    }
    expect(await declineRest(stranger, projectId, all)).toEqual({ ok: false, refused: "not-found" });
    await blockPerson(first, creator.userId);
    for (const decide of decisions) {
      expect(await decide(creator, projectId, first.userId)).toEqual(unavailable);
    }
    expect(await statusOf(projectId, first)).toBe("pending");
    expect(await eventsOf(projectId)).toEqual(["posted", "applied"]);
  });
});
