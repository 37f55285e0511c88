import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { makeContributor, makeCreator, makeMember, type Person } from "../../../tests/support/people";
import { makeFullProject, makeProject } from "../../../tests/support/projects";
import {
  copyBrief,
  discardBrief,
  findBrief,
  findBriefErrors,
  postBrief,
  saveBrief,
} from "./attaching.server";
import { blankBrief, onlySteps, type TypedBrief, typedOf } from "./brief";
import { findOwnBrief } from "./posting.server";
import { type NewProject, projectLimits } from "./project";

let full: NewProject;
let typed: TypedBrief;
beforeAll(async () => {
  full = await makeFullProject();
  typed = typedOf(full);
});

const newKey = () => randomUUID();
const draftOf = async (person: Person) => (await findBrief(person))?.typed ?? null;
const projectsOf = ({ userId }: Person) => db.projectBrief.findMany({ where: { creatorId: userId } });

describe("a draft", () => {
  it("keeps what was typed, whether or not it could be posted, until it's discarded", async () => {
    const creator = await makeCreator();
    expect(await findBrief(creator)).toBeNull();
    const [key, odd] = [newKey(), { brandLink: "javascript:alert(1)", title: "t".repeat(300) }];
    const kept = { key, typed: { ...blankBrief, ...odd } };
    expect(await saveBrief(creator, key, odd)).toEqual({ ok: true, kept });
    expect(await findBrief(creator)).toEqual({ ...kept, files: 0 });
    expect(await discardBrief(creator, newKey())).toBe(false);
    expect(await discardBrief(await makeCreator(), key)).toBe(false);
    expect(await draftOf(creator)).toMatchObject(odd);
    expect(await discardBrief(creator, key)).toBe(true);
    expect(await findBrief(creator)).toBeNull();
  });

  it("keeps steps that several tabs save concurrently: the last save of a step wins, and the other steps stay", async () => {
    const creator = await makeCreator();
    const steps = [["details"], ["requirements"], ["budget"]] as const;
    const saves = steps.map(([step]) => saveBrief(creator, newKey(), onlySteps(typed, [step])));
    const outcomes = await Promise.all(saves);
    expect(await draftOf(creator)).toEqual(typed);
    const key = (await findBrief(creator))?.key;
    const whole = { ok: true, kept: { key, typed } };
    // Each save returns the whole draft, so the last one contains all the steps.
    expect(outcomes).toContainEqual(whole);
    expect(outcomes).toEqual(
      Array.from(outcomes, () => ({ ...whole, kept: { key, typed: expect.anything() } })),
    );
    await saveBrief(creator, newKey(), { timeline: "One week" });
    expect(await findBrief(creator)).toEqual({ key, files: 0, typed: { ...typed, timeline: "One week" } });
  });

  it("is separate for each creator, even with the same key", async () => {
    const [one, other] = [await makeCreator(), await makeCreator()];
    const key = newKey();
    await saveBrief(one, key, { title: "One's" });
    await saveBrief(other, key, { title: "The other's" });
    expect(await draftOf(one)).toMatchObject({ title: "One's" });
    expect(await draftOf(other)).toMatchObject({ title: "The other's" });
    for (const person of [await makeContributor(), await makeMember()]) {
      const refused = { ok: false, refused: "not-creator" };
      expect(await saveBrief(person, newKey(), { title: "Mine" })).toEqual(refused);
      expect(await postBrief(person, newKey(), { title: "Mine" })).toEqual(refused);
      expect(await findBrief(person)).toBeNull();
    }
  });

  it.each<[string, Partial<TypedBrief>, string]>([
    ["a bad link", { brandLink: "ftp://example.com" }, "brandLink"],
    ["a long title", { title: "t".repeat(201) }, "title"],
    ["an impossible date", { startDate: "2027-02-30" }, "startDate"],
    ["a service of no catalog", { serviceIds: [1, 99_999] }, "serviceIds"],
    ["a budget type of no catalog", { budgetTypeId: 99_999 }, "budgetTypeId"],
    ["an inherited name of the catalog", { toolIds: [0] }, "toolIds"],
    ["a long question", { questions: ["", "Why?", "q".repeat(501)] }, "questions[2]"],
  ])("refuses %s when the creator continues, and marks the field", async (_what, sent, field) => {
    const creator = await makeCreator();
    const key = newKey();
    const refused = await saveBrief(creator, key, sent, { isChecked: true });
    expect(refused).toMatchObject({
      ok: false,
      refused: "invalid",
      errors: { [field]: [expect.any(String)] },
    });
    expect(await findBrief(creator)).toBeNull();
    expect(await postBrief(creator, key, { ...typed, ...sent })).toMatchObject({ refused: "invalid" });
    expect(await findBrief(creator)).toBeNull();
    expect(await projectsOf(creator)).toEqual([]);
  });

  it("isn't brought back by a form that was opened before it was discarded, even if the requests are concurrent", async () => {
    const creator = await makeCreator();
    const how = { isStored: true };
    for (let round = 0; round < 5; round += 1) {
      const key = newKey();
      await saveBrief(creator, key, { title: "Stored" });
      await Promise.all([discardBrief(creator, key), saveBrief(creator, key, { timeline: "Late" }, how)]);
      expect(await findBrief(creator)).toBeNull();
      expect(await saveBrief(creator, key, typed, how)).toEqual({ ok: false, refused: "discarded" });
      expect(await postBrief(creator, key, typed, how)).toEqual({ ok: false, refused: "discarded" });
    }
    await saveBrief(creator, newKey(), { title: "Another" });
    expect(await saveBrief(creator, newKey(), typed, how)).toEqual({ ok: false, refused: "replaced" });
    expect(await draftOf(creator)).toEqual({ ...blankBrief, title: "Another" });
  });

  it("can be saved without a title at first", async () => {
    const creator = await makeCreator();
    const key = newKey();
    const sent = { title: "  ", description: "First this" };
    expect(await saveBrief(creator, key, sent, { isChecked: true })).toMatchObject({ ok: true });
    expect(await findBriefErrors({ typed: { ...blankBrief, ...sent } })).toEqual({
      title: ["Please enter a title"],
    });
  });
});

describe("posting a draft", () => {
  it("posts the saved steps together with those just sent, and deletes the draft", async () => {
    const creator = await makeCreator();
    const key = newKey();
    await saveBrief(creator, key, onlySteps(typed, ["details", "requirements"]));
    const posted = await postBrief(creator, key, onlySteps(typed, ["budget"]));
    expect(posted.ok && (await findOwnBrief(creator, posted.projectId))).toEqual(full);
    expect(await findBrief(creator)).toBeNull();
  });

  it("happens once, no matter how often or concurrently the form is sent, and every result is that project", async () => {
    const creator = await makeCreator();
    const key = newKey();
    const posts = await Promise.all(Array.from({ length: 8 }, () => postBrief(creator, key, typed)));
    posts.push(await postBrief(creator, key, typed), await postBrief(creator, key, {}));
    const [project, ...more] = await projectsOf(creator);
    expect(more).toEqual([]);
    for (const posted of posts) expect(posted).toEqual({ ok: true, projectId: project?.id });
    expect(await findBrief(creator)).toBeNull();
    const refused = { ok: false, refused: "posted" };
    expect(await saveBrief(creator, key, typed)).toEqual(refused);
    for (const other of [{ title: "" }, { timeline: "Another" }])
      expect(await postBrief(creator, key, other)).toEqual(refused);
  });

  it("leaves no draft behind if another tab saves at the same time", async () => {
    const creator = await makeCreator();
    for (let round = 0; round < 5; round += 1) {
      const key = newKey();
      const [posted] = await Promise.all([
        postBrief(creator, key, typed),
        ...Array.from({ length: 4 }, () => saveBrief(creator, key, { timeline: "Late" })),
      ]);
      expect(posted.ok).toBe(true);
      expect(await findBrief(creator)).toBeNull();
      await db.projectBrief.updateMany({
        where: { creatorId: creator.userId },
        data: { status: "completed" },
      });
    }
  });

  it("stores what was sent, and then says which other step has an error", async () => {
    const creator = await makeCreator();
    const key = newKey();
    await saveBrief(creator, key, { ...onlySteps(typed, ["details"]), brandLink: "nothing like a link" });
    const incomplete = { ok: false, refused: "incomplete", step: "details" };
    expect(await postBrief(creator, key, onlySteps(typed, ["budget"]))).toEqual(incomplete);
    expect(await draftOf(creator)).toMatchObject({
      brandLink: "nothing like a link",
      timeline: typed.timeline,
    });
    expect(await postBrief(await makeCreator(), newKey(), { timeline: "Soon" })).toEqual(incomplete);
    const [another, other] = [await makeCreator(), newKey()];
    await saveBrief(another, other, { ...typed, questions: ["q".repeat(projectLimits.question + 1)] });
    expect(await postBrief(another, other, {})).toEqual({ ...incomplete, step: "requirements" });
    expect(await projectsOf(creator)).toEqual([]);
  });

  it("keeps the draft at the post limit, and fifty concurrent attempts post nothing", async () => {
    const creator = await makeCreator();
    await makeProject(creator);
    const key = newKey();
    const posts = Array.from({ length: 50 }, () => postBrief(creator, key, typed));
    for (const posted of await Promise.all(posts))
      expect(posted).toEqual({ ok: false, refused: "post-limit" });
    expect(await findBrief(creator)).toEqual({ key, typed, files: 0 });
    expect(await projectsOf(creator)).toHaveLength(1);
    await db.projectBrief.updateMany({ where: { creatorId: creator.userId }, data: { status: "completed" } });
    expect(await postBrief(creator, key, {})).toMatchObject({ ok: true });
  });

  it("neither posts nor changes a draft that has replaced the page's draft", async () => {
    const creator = await makeCreator();
    await saveBrief(creator, newKey(), { title: "Another" });
    expect(await postBrief(creator, newKey(), typed)).toEqual({ ok: false, refused: "replaced" });
    expect(await draftOf(creator)).toEqual({ ...blankBrief, title: "Another" });
    expect(await projectsOf(creator)).toEqual([]);
  });
});

describe("a copy of the owner's project", () => {
  it("becomes the draft, without a start date in the past", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator, { ...full, startDate: "2020-02-29" });
    expect(await copyBrief(creator, projectId, null)).toEqual({ ok: true });
    expect(await draftOf(creator)).toEqual({ ...typed, startDate: "" });
    await db.projectBrief.update({ where: { id: projectId }, data: { startDate: new Date("2199-01-01") } });
    await discardBrief(creator, (await findBrief(creator))?.key ?? "");
    const copies = await Promise.all([1, 2, 3].map(() => copyBrief(creator, projectId, null)));
    expect(copies).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await draftOf(creator)).toMatchObject({ title: full.title, startDate: "2199-01-01" });
  });

  it("replaces another draft only if the creator agreed to lose that one", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator, full);
    const key = newKey();
    await saveBrief(creator, key, { title: "Unfinished" });
    for (const replacing of [null, newKey()]) {
      const refused = await copyBrief(creator, projectId, replacing);
      expect(refused).toMatchObject({ ok: false, refused: "has-draft", draft: { key } });
    }
    expect(await draftOf(creator)).toMatchObject({ title: "Unfinished" });
    expect(await copyBrief(creator, projectId, key)).toEqual({ ok: true });
    const copy = await findBrief(creator);
    expect(copy?.typed.title).toBe(full.title);
    // The copy gets a new key. The old one belongs to the draft that it replaced.
    expect(copy?.key).not.toBe(key);
  });

  it("replaces a blank draft without asking, and is only for the owner", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator, full);
    await saveBrief(creator, newKey(), { projectType: "ongoing", title: "", questions: ["", ""] });
    expect(await copyBrief(creator, projectId, null)).toEqual({ ok: true });
    for (const person of [await makeCreator(), await makeContributor()]) {
      expect(await copyBrief(person, projectId, null)).toEqual({ ok: false, refused: "not-found" });
      expect(await copyBrief(person, "x", null)).toEqual({ ok: false, refused: "not-found" });
      expect(await findBrief(person)).toBeNull();
    }
  });
});
