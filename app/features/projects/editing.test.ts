import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { makeContributor, makeCreator } from "../../../tests/support/people";
import { bareProject, makeFullProject, makeProject } from "../../../tests/support/projects";
import { apply } from "./applying.server";
import { editProject, findOwnBrief } from "./posting.server";
import type { NewProject } from "./project";

let full: NewProject;
beforeAll(async () => {
  full = await makeFullProject();
});

const eventsOf = async (projectId: string) =>
  (await db.projectEvent.findMany({ where: { projectId }, orderBy: { id: "asc" } })).map(({ kind }) => kind);

describe("editing", () => {
  it("replaces everything, and the same again leaves one line in the history", async () => {
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

  it("keeps the questions once somebody has applied", async () => {
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

  it.each(["completed", "cancelled"] as const)("is refused to a project that is %s", async (status) => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator);
    await db.projectBrief.update({ where: { id: projectId }, data: { status } });
    expect(await editProject(creator, projectId, full)).toEqual({ ok: false, refused: "wrong-state" });
  });

  it("changes nothing where an id is in no catalog", async () => {
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

  it("is for the owner alone, as is what they have written", async () => {
    const projectId = await makeProject(await makeCreator());
    for (const person of [await makeCreator(), await makeContributor()]) {
      for (const id of [projectId, "x"]) {
        expect(await editProject(person, id, full)).toEqual({ ok: false, refused: "not-found" });
        expect(await findOwnBrief(person, id)).toBeNull();
      }
    }
  });
});
