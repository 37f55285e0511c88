import { describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { bareProject, makeProject } from "../../../tests/support/projects";
import { apply } from "./applying.server";
import {
  cancelProject,
  completeProject,
  extendProject,
  reopenProject,
  sweepListings,
} from "./closing.server";
import { acceptApplication } from "./deciding.server";
import { editProject } from "./posting.server";

async function termsOf(projectId: string): Promise<string[]> {
  const listing = await db.projectListing.findUnique({ where: { projectId } });
  return (listing?.terms ?? []).sort();
}

async function makeOwner(): Promise<Person> {
  const owner = await makeCreator();
  await givePlan(owner, "agency");
  return owner;
}

const expire = (id: string) =>
  db.projectBrief.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } });

describe("the lists of open projects", () => {
  it("contain each open project under its services, tools, budget type and word stems, and follow edits", async () => {
    const owner = await makeOwner();
    const first = {
      title: "Editing reels",
      description: "The rivers",
      serviceIds: [1, 2],
      toolIds: [3],
      budgetTypeId: 4,
    };
    const id = await makeProject(owner, first);
    expect(await termsOf(id)).toEqual(["*", "b4", "s1", "s2", "t3", "wedit", "wreel", "wriver"]);
    await editProject(owner, id, { ...bareProject, title: "Cutting", serviceIds: [2], toolIds: [5] });
    expect(await termsOf(id)).toEqual(["*", "s2", "t5", "wcut"]);
  });

  it("add and remove a project as its status changes", async () => {
    const owner = await makeOwner();
    const contributor = await makeContributor();
    const id = await makeProject(owner);
    await apply(contributor, id, { note: "Me", portfolioLink: null, answers: [] });
    await acceptApplication(owner, id, contributor.userId);
    expect(await termsOf(id)).toEqual([]);
    await completeProject(owner, id);
    await reopenProject(owner, id);
    // It resumed with its accepted contributor, and projects in progress aren't listed.
    expect(await termsOf(id)).toEqual([]);

    const other = await makeProject(owner);
    await cancelProject(owner, other);
    expect(await termsOf(other)).toEqual([]);
    await reopenProject(owner, other);
    expect(await termsOf(other)).toContain("*");
  });

  it("drop expired projects when the job runs, and get them back when they're extended", async () => {
    const owner = await makeCreator();
    const expired = await makeProject(owner);
    const kept = await makeProject(await makeCreator());
    await expire(expired);
    await sweepListings();
    expect(await termsOf(expired)).toEqual([]);
    expect(await termsOf(kept)).toContain("*");
    expect(await extendProject(owner, expired)).toEqual({ ok: true });
    expect(await termsOf(expired)).toContain("*");
  });

  it("keep a project's place after an edit or a reopening", async () => {
    const owner = await makeOwner();
    const id = await makeProject(owner);
    const numberOf = async () =>
      (await db.projectListing.findUniqueOrThrow({ where: { projectId: id } })).number;
    const before = await numberOf();
    await editProject(owner, id, { ...bareProject, title: "Another title" });
    await cancelProject(owner, id);
    await reopenProject(owner, id);
    expect(await numberOf()).toBe(before);
  });

  it("agree with the project after a concurrent cancellation, edit and reopening", async () => {
    const owner = await makeOwner();
    const id = await makeProject(owner, { title: "Start0" });
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([
        cancelProject(owner, id),
        editProject(owner, id, { ...bareProject, title: `Title${round}`, serviceIds: [1 + round] }),
        reopenProject(owner, id),
        editProject(owner, id, { ...bareProject, title: `Other${round}`, serviceIds: [2 + round] }),
      ]);
      const { status, title } = await db.projectBrief.findUniqueOrThrow({ where: { id } });
      const terms = await termsOf(id);
      if (status === "open") expect(terms).toContain(`w${title.toLowerCase()}`);
      else expect(terms).toEqual([]);
      await reopenProject(owner, id);
    }
  });

  it("drop a deleted person's projects", async () => {
    const owner = await makeCreator();
    const id = await makeProject(owner);
    await db.user.delete({ where: { id: owner.userId } });
    expect(await termsOf(id)).toEqual([]);
  });
});
