import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { planOf } from "~/features/plans/plan-in-force.server";
import { db } from "~/platform/db.server";
import {
  givePlan,
  makeContributor,
  makeCreator,
  makeMember,
  type Person,
} from "../../../tests/support/people";
import { bareProject, makeFullProject, makeProject, postProject } from "../../../tests/support/projects";
import { columnsOf } from "../catalog/amount";
import { apply } from "./applying.server";
import { editProject, findOwnBrief } from "./posting.server";
import type { NewProject } from "./project";

const post = (person: Person, project: Partial<NewProject> = {}, key: string = randomUUID()) =>
  postProject(person, { ...bareProject, ...project }, key);
const postsOf = ({ userId }: Person) => db.projectBrief.findMany({ where: { creatorId: userId } });
const postsUsed = async (person: Person) =>
  (await planOf(person)).usage.find(({ kind }) => kind === "post")?.used;
const inDays = (date: Date | null) => date && Math.round((date.getTime() - Date.now()) / 86_400_000);

let full: NewProject;
beforeAll(async () => {
  full = await makeFullProject();
});

describe("a posted project", () => {
  it("is open, stores everything that was entered, and begins its history", async () => {
    const creator = await makeCreator();
    const posted = await post(creator, full);
    expect(posted).toMatchObject({ ok: true });
    const [stored] = await db.projectBrief.findMany({
      where: { creatorId: creator.userId },
      include: { services: true, tools: true, visualStyles: true, events: true },
    });
    const { serviceIds, toolIds, visualStyleIds, startDate, amount, budgetDetails, ...rest } = full;
    expect(stored).toMatchObject({
      ...rest,
      ...columnsOf({ amount, note: budgetDetails }),
      // The previous release shows this text instead of the amount.
      budgetDetails: "$800–$900 per project. $900 in all",
      id: posted.ok && posted.projectId,
      status: "open",
    });
    expect(stored?.startDate?.toISOString()).toBe(`${startDate}T00:00:00.000Z`);
    expect(stored?.services.map((one) => one.serviceId).sort()).toEqual([...(serviceIds ?? [])].sort());
    expect(stored?.tools.map((one) => one.toolId).sort()).toEqual([...(toolIds ?? [])].sort());
    expect(stored?.visualStyles.map((one) => one.visualStyleId)).toEqual(visualStyleIds);
    expect(stored?.events).toMatchObject([{ kind: "posted", actorId: creator.userId }]);
  });

  it.each([
    ["free", 14],
    ["pay_per_post", 30],
    ["pro", null],
    ["agency", null],
  ] as const)("on %s expires after %s days", async (plan, days) => {
    const creator = await makeCreator();
    await givePlan(creator, plan);
    await post(creator);
    const [stored] = await postsOf(creator);
    expect(inDays(stored?.expiresAt ?? null)).toBe(days);
  });

  it("makes room for a Pro creator's held matches", async () => {
    const creator = await makeCreator();
    await givePlan(creator, "pro");
    const limit = async () => (await planOf(creator)).usage.find(({ kind }) => kind === "match")?.limit;
    await post(creator);
    expect(await limit()).toBe(10);
    await post(creator);
    expect(await limit()).toBe(20);
  });
});

describe("the post limit", () => {
  it.each([
    ["free", 1],
    ["pay_per_post", 1],
    ["pro", 5],
  ] as const)("on %s lets fifty concurrent posts make exactly %i", async (plan, limit) => {
    const creator = await makeCreator();
    await givePlan(creator, plan);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => post(creator)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(limit);
    expect(outcomes).toContainEqual({ ok: false, refused: "post-limit" });
    expect(await postsOf(creator)).toHaveLength(limit);
    expect(await postsUsed(creator)).toBe(limit);
    expect(await db.usageLedgerEntry.count({ where: { userId: creator.userId, kind: "post" } })).toBe(limit);
  });

  it("counts a form once, no matter how often it's sent", async () => {
    const creator = await makeCreator();
    const key = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => post(creator, full, key)));
    outcomes.push(await post(creator, full, key));
    const [stored, ...more] = await postsOf(creator);
    expect(more).toEqual([]);
    expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.projectId))).toEqual(
      new Set([stored?.id]),
    );
  });

  it("has room again once a post is completed, canceled or expired", async () => {
    const creator = await makeCreator();
    const close = [{ status: "completed" }, { status: "cancelled" }, { expiresAt: new Date(0) }] as const;
    for (const data of close) {
      expect(await post(creator)).toMatchObject({ ok: true });
      expect(await post(creator)).toEqual({ ok: false, refused: "post-limit" });
      await db.projectBrief.updateMany({ where: { creatorId: creator.userId }, data });
    }
    expect(await postsUsed(creator)).toBe(0);
  });

  it("ignores posts that an admin's reset has set aside", async () => {
    const creator = await makeCreator();
    await post(creator);
    await db.userUsage.update({ where: { userId: creator.userId }, data: { postBaseline: 1 } });
    expect(await post(creator)).toMatchObject({ ok: true });
    expect(await post(creator)).toEqual({ ok: false, refused: "post-limit" });
  });
});

describe("posting is refused, and nothing stored,", () => {
  it.each([
    ["a budget type", { budgetTypeId: 99_999 }],
    ["a service", { serviceIds: [1, 99_999] }],
    ["a tool", { toolIds: [99_999] }],
    ["a style", { visualStyleIds: [99_999] }],
  ])("for %s that isn't in any catalog", async (_what, project) => {
    const creator = await makeCreator();
    expect(await post(creator, project)).toEqual({ ok: false, refused: "unknown-choice" });
    expect(await postsOf(creator)).toEqual([]);
    expect(await db.usageLedgerEntry.count({ where: { userId: creator.userId } })).toBe(0);
  });

  it("for contributors, and for members without a type", async () => {
    for (const person of [await makeContributor(), await makeMember()]) {
      expect(await post(person)).toEqual({ ok: false, refused: "not-creator" });
      expect(await postsOf(person)).toEqual([]);
    }
  });
});

const eventsOf = async (projectId: string) =>
  (await db.projectEvent.findMany({ where: { projectId }, orderBy: { id: "asc" } })).map(({ kind }) => kind);

describe("editing", () => {
  it("replaces everything, and adds one line to the history even if the form is sent again", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator);
    const before = await db.projectBrief.findUniqueOrThrow({ where: { id: projectId } });
    const edits = await Promise.all([1, 2, 3].map(() => editProject(creator, projectId, full)));
    expect(edits).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await findOwnBrief(creator, projectId)).toEqual(full);
    expect(await eventsOf(projectId)).toEqual(["posted", "edited"]);
    expect(await editProject(creator, projectId, bareProject)).toEqual({ ok: true });
    expect(await findOwnBrief(creator, projectId)).toEqual(bareProject);
    const after = await db.projectBrief.findUniqueOrThrow({ where: { id: projectId } });
    const { status, expiresAt, postKey, createdAt } = before;
    expect(after).toMatchObject({ status, expiresAt, postKey, createdAt });
  });

  it("can't change the questions once anyone has applied", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator, { questions: full.questions });
    const application = { note: "Hello", portfolioLink: null, answers: ["Because", "Now"] };
    await apply(await makeContributor(), projectId, application);
    const edit = (brief: Partial<NewProject>) => editProject(creator, projectId, { ...full, ...brief });
    expect(await edit({ questions: ["When?"] })).toEqual({ ok: false, refused: "questions-fixed" });
    expect(await edit({ questions: [] })).toEqual({ ok: false, refused: "questions-fixed" });
    expect((await findOwnBrief(creator, projectId))?.title).toBe(bareProject.title);
    expect(await edit({})).toEqual({ ok: true });
  });

  it.each(["completed", "cancelled"] as const)("is refused for a project that's %s", async (status) => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator);
    await db.projectBrief.update({ where: { id: projectId }, data: { status } });
    expect(await editProject(creator, projectId, full)).toEqual({ ok: false, refused: "wrong-state" });
  });

  it("changes nothing if an ID isn't in any catalog", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator, full);
    const unknown = [{ budgetTypeId: 99_999 }, { serviceIds: [99_999] }, { toolIds: [1, 99_999] }];
    for (const choice of unknown) {
      const edit = editProject(creator, projectId, { ...full, title: "Other", ...choice });
      expect(await edit).toEqual({ ok: false, refused: "unknown-choice" });
    }
    expect(await findOwnBrief(creator, projectId)).toEqual(full);
    expect(await eventsOf(projectId)).toEqual(["posted"]);
  });

  it("is only for the owner, and so is reading the text to edit", async () => {
    const projectId = await makeProject(await makeCreator());
    for (const person of [await makeCreator(), await makeContributor()]) {
      for (const id of [projectId, "x"]) {
        expect(await editProject(person, id, full)).toEqual({ ok: false, refused: "not-found" });
        expect(await findOwnBrief(person, id)).toBeNull();
      }
    }
  });
});
