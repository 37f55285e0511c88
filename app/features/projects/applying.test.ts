import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { blockPerson } from "~/features/moderation/blocking.server";
import { moveSample, removeSample } from "~/features/portfolio/arranging.server";
import { db } from "~/platform/db.server";
import { makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { bareProject, findApplicants, makeProject } from "../../../tests/support/projects";
import { apply, withdraw } from "./applying.server";
import { acceptApplication } from "./deciding.server";
import { editProject } from "./posting.server";
import type { NewApplication } from "./project";
import { findProject } from "./viewing.server";

const application: NewApplication = { note: "I edit documentaries.", portfolioLink: null, answers: [] };
const applyTo = (person: Person, projectId: string, details: Partial<NewApplication> = {}) =>
  apply(person, projectId, { ...application, ...details });
const applicationsTo = (projectId: string) =>
  db.projectApplication.findMany({ where: { projectId }, select: { contributorId: true, status: true } });
const eventsOf = async (projectId: string) =>
  (await db.projectEvent.findMany({ where: { projectId }, orderBy: { id: "asc" } })).map(({ kind }) => kind);

async function makeSamples({ userId }: Person, count: number): Promise<string[]> {
  const of = (position: number) => ({
    data: {
      profileId: userId,
      position,
      kind: "link",
      url: "https://example.com/",
      title: `Work ${position}`,
    },
  });
  const made = await Promise.all(
    Array.from({ length: count }, (_, index) => db.workSample.create(of(index + 1))),
  );
  return made.map(({ id }) => id);
}

async function openProject(details: Parameters<typeof makeProject>[1] = {}) {
  const creator = await makeCreator();
  return { creator, projectId: await makeProject(creator, details) };
}

describe("an application", () => {
  it("is stored with its answers and recorded in the history, and the owner is notified and emailed once", async () => {
    const { creator, projectId } = await openProject({ questions: ["Why you?", "When?"] });
    const ari = await makeContributor({ name: "Ari" });
    const details = { portfolioLink: "https://example.com/reel", answers: ["Because", "Now"] };
    expect(await applyTo(ari, projectId, details)).toEqual({ ok: true });
    const stored = await db.projectApplication.findMany({ where: { projectId } });
    expect(stored).toMatchObject([
      { ...application, ...details, contributorId: ari.userId, status: "pending" },
    ]);
    expect(await eventsOf(projectId)).toEqual(["posted", "applied"]);
    const told = { where: { userId: creator.userId, kind: "application" } };
    const title = "Ari applied for “Edit six episodes”";
    expect(await db.notification.findMany(told)).toMatchObject([{ title, href: `/projects/${projectId}` }]);
    expect(await db.outboxMail.findMany(told)).toMatchObject([{ subject: title, toAddress: creator.email }]);
  });

  it("names up to five of the applicant's own samples, which disappear when they're removed", async () => {
    const { creator, projectId } = await openProject();
    const [ari, other] = [await makeContributor(), await makeContributor()];
    const own = await makeSamples(ari, 6);
    const [foreign = ""] = await makeSamples(other, 1);
    expect(await applyTo(ari, projectId, { sampleIds: own })).toEqual({ ok: false, refused: "most-samples" });
    const named = { sampleIds: [own[2] ?? "", own[0] ?? "", foreign, randomUUID()] };
    expect(await applyTo(ari, projectId, named)).toEqual({ ok: true });
    await moveSample(ari, own[2] ?? "", { before: own[0] ?? null });
    expect(await applyTo(ari, projectId, named)).toEqual({ ok: true });
    const [stored] = await db.projectApplication.findMany({ where: { projectId } });
    expect(new Set(stored?.sampleIds)).toEqual(new Set([own[0], own[2]]));
    const seen = async () => ({
      owner: (await findApplicants(creator, projectId, [ari.userId]))[0]?.samples.map(({ title }) => title),
      applicant: (await findProject(ari, projectId))?.application?.samples.map(({ title }) => title),
    });
    expect(await seen()).toEqual({ owner: ["Work 3", "Work 1"], applicant: ["Work 3", "Work 1"] });
    await removeSample(ari, own[0] ?? "");
    expect(await seen()).toEqual({ owner: ["Work 3"], applicant: ["Work 3"] });
    await db.workSample.delete({ where: { id: own[2] } });
    const [bare] = await findApplicants(creator, projectId, [ari.userId]);
    // If all the named samples are gone, the owner sees the profile's first ones, marked as not named.
    expect(bare).toMatchObject({ areNamed: false, samples: [{ title: "Work 2" }, {}, {}] });
    await db.contributorProfile.update({ where: { id: ari.userId }, data: { status: "rejected" } });
    expect((await findApplicants(creator, projectId, [ari.userId]))[0]?.samples).toEqual([]);
  });

  it("is made once per person, even by twenty concurrent requests", async () => {
    const { creator, projectId } = await openProject();
    const ari = await makeContributor();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => applyTo(ari, projectId)));
    expect(outcomes).toEqual(Array(20).fill({ ok: true }));
    const other = { note: "Something else", portfolioLink: null, answers: [] };
    expect(await apply(ari, projectId, other)).toEqual({ ok: false, refused: "already-applied" });
    expect(await applicationsTo(projectId)).toHaveLength(1);
    expect(await db.notification.count({ where: { userId: creator.userId, kind: "application" } })).toBe(1);
  });

  it.each(["pending", "rejected"] as const)("is refused to a %s contributor", async (status) => {
    const { projectId } = await openProject();
    const contributor = await makeContributor({ status });
    expect(await applyTo(contributor, projectId)).toEqual({ ok: false, refused: "not-approved" });
    expect(await applicationsTo(projectId)).toEqual([]);
  });

  it("is refused to other creators, and to the project's owner", async () => {
    const { creator, projectId } = await openProject();
    expect(await applyTo(await makeCreator(), projectId)).toEqual({ ok: false, refused: "not-approved" });
    expect(await applyTo(creator, projectId)).toEqual({ ok: false, refused: "not-found" });
    expect(await applicationsTo(projectId)).toEqual([]);
  });

  it.each([
    { status: "in_progress" },
    { status: "completed" },
    { status: "cancelled" },
    { expiresAt: new Date(Date.now() - 1_000) },
  ] as const)("is refused for a project with %o", async (data) => {
    const { projectId } = await openProject();
    await db.projectBrief.update({ where: { id: projectId }, data });
    expect(await applyTo(await makeContributor(), projectId)).toEqual({ ok: false, refused: "closed" });
    expect(await applicationsTo(projectId)).toEqual([]);
  });

  it("is refused as not found if either person has blocked the other, the owner is suspended or the ID is unknown", async () => {
    const [{ creator, projectId }, theirs, suspended] = [
      await openProject(),
      await openProject(),
      await openProject(),
    ];
    const ari = await makeContributor();
    await blockPerson(creator, ari.userId);
    await blockPerson(ari, theirs.creator.userId);
    await db.user.update({ where: { id: suspended.creator.userId }, data: { suspendedAt: new Date() } });
    const ids = [projectId, theirs.projectId, suspended.projectId, ari.userId, "x", "%00"];
    for (const id of ids) expect(await applyTo(ari, id)).toEqual({ ok: false, refused: "not-found" });
  });

  it.each([
    ["none", []],
    ["too few", ["Because"]],
    ["blank ones", ["Because", " \n"]],
    ["too many", ["Because", "Now", "Why not"]],
  ])("needs an answer to each question: %s", async (_what, answers) => {
    const { projectId } = await openProject({ questions: ["Why you?", "When?"] });
    const ari = await makeContributor();
    expect(await applyTo(ari, projectId, { answers })).toEqual({ ok: false, refused: "unanswered" });
    expect(await applicationsTo(projectId)).toEqual([]);
  });

  it("is refused if its answers are to other questions, even if the owner changes them at that moment", async () => {
    const { creator, projectId } = await openProject({ questions: ["Why you?", "When?"] });
    const ari = await makeContributor();
    const read = async () => (await findProject(ari, projectId))?.questionsVersion;
    const given = { answers: ["Because", "Now"], questionsVersion: await read() };
    const ask = (questions: string[]) => editProject(creator, projectId, { ...bareProject, questions });
    expect(await ask(["When?", "Why you?"])).toEqual({ ok: true });
    for (const questionsVersion of [given.questionsVersion, ""])
      expect(await applyTo(ari, projectId, { ...given, questionsVersion })).toEqual({
        ok: false,
        refused: "questions-changed",
      });
    await ask([]);
    expect(await applyTo(ari, projectId, given)).toMatchObject({ refused: "questions-changed" });
    expect(await read()).toBe("");
    for (let round = 0; round < 10; round += 1) {
      const before = [`Why? ${round}`, "When?"];
      const after = ["When?", `Why? ${round}`];
      await ask(before);
      const mine = { ...given, questionsVersion: await read() };
      const [applied, edited] = await Promise.all([applyTo(ari, projectId, mine), ask(after)]);
      expect([applied.ok, edited.ok]).toEqual(applied.ok ? [true, false] : [false, true]);
      expect((await findProject(ari, projectId))?.questions).toEqual(applied.ok ? before : after);
      await db.projectApplication.deleteMany({ where: { projectId } });
    }
  });

  it("sent while the project is being closed is either refused or stored before the close returns", async () => {
    for (let round = 0; round < 15; round += 1) {
      const { projectId } = await openProject();
      const ari = await makeContributor();
      const close = db.$transaction(async (tx) => {
        await tx.projectBrief.update({ where: { id: projectId }, data: { status: "cancelled" } });
        return tx.projectApplication.count({ where: { projectId } });
      });
      const [applied, seen] = await Promise.all([applyTo(ari, projectId), close]);
      expect(seen).toBe(applied.ok ? 1 : 0);
    }
  });
});

describe("withdrawing", () => {
  it.each(["is suspended", "has blocked them"])("doesn't notify an owner who %s", async (why) => {
    const [creator, ari] = [await makeCreator(), await makeContributor()];
    const projectId = await makeProject(creator);
    await applyTo(ari, projectId);
    if (why === "is suspended")
      await db.user.update({ where: { id: creator.userId }, data: { suspendedAt: new Date() } });
    else await blockPerson(creator, ari.userId);
    expect(await withdraw(ari, projectId)).toEqual({ ok: true });
    const kind = "application-withdrawn";
    expect(await db.notification.count({ where: { userId: creator.userId, kind } })).toBe(0);
    expect(await db.outboxMail.count({ where: { userId: creator.userId, kind } })).toBe(0);
  });

  it("happens once, notifies the owner, and doesn't allow a second application", async () => {
    const { creator, projectId } = await openProject();
    const ari = await makeContributor({ name: "Ari" });
    await applyTo(ari, projectId);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => withdraw(ari, projectId)));
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => ({ ok: true })));
    expect(await eventsOf(projectId)).toEqual(["posted", "applied", "withdrawn"]);
    const titles = await db.notification.findMany({ where: { userId: creator.userId } });
    expect(titles.map(({ title }) => title)).toContain(
      "Ari withdrew their application for “Edit six episodes”",
    );
    expect(await applyTo(ari, projectId)).toEqual({ ok: false, refused: "already-applied" });
  });

  it("is refused to someone who hasn't applied", async () => {
    const { projectId } = await openProject();
    await applyTo(await makeContributor(), projectId);
    const stranger = await makeContributor();
    for (const id of [projectId, stranger.userId, "x"]) {
      expect(await withdraw(stranger, id)).toEqual({ ok: false, refused: "not-found" });
    }
    expect(await applicationsTo(projectId)).toMatchObject([{ status: "pending" }]);
  });

  it("and accepting at the same time can't both succeed", async () => {
    for (let round = 0; round < 15; round += 1) {
      const { creator, projectId } = await openProject();
      const ari = await makeContributor();
      await applyTo(ari, projectId);
      const [withdrawn, accepted] = await Promise.all([
        withdraw(ari, projectId),
        acceptApplication(creator, projectId, ari.userId),
      ]);
      expect([withdrawn.ok, accepted.ok].filter(Boolean)).toHaveLength(1);
      const status = accepted.ok ? "accepted" : "withdrawn";
      expect(await applicationsTo(projectId)).toMatchObject([{ status }]);
      expect(await db.match.count({ where: { contributorId: ari.userId } })).toBe(accepted.ok ? 1 : 0);
    }
  });
});
