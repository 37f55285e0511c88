import { beforeAll, describe, expect, it } from "vitest";
import { blockPerson } from "~/features/moderation/blocking.server";
import { db } from "~/platform/db.server";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { apply, withdraw } from "./applying.server";
import { cancelProject } from "./closing.server";
import { acceptApplication, declineApplication, sortApplication } from "./deciding.server";
import { listApplications, listOwnProjects, type OwnListView } from "./own-lists.server";
import { type ProjectFilter, readFilter } from "./project-filter";
import { findProject } from "./viewing.server";

const any = readFilter(new URLSearchParams());
const titles = ({ projects }: OwnListView) => projects.map(({ title }) => title);
const application = { note: "Me", portfolioLink: null, answers: [] };

async function makeOwner(): Promise<Person> {
  const owner = await makeCreator();
  await givePlan(owner, "agency");
  return owner;
}

/** Posts more projects than one page looks at. Only the two oldest are about rivers. */
async function postMany(owner: Person, count: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO project_briefs (creator_id, title, created_at)
    SELECT ${owner.userId}::uuid, CASE WHEN i <= 2 THEN 'Rivers ' ELSE 'Towns ' END || i, now() - make_interval(mins => 1000 - i)
      FROM generate_series(1, ${count}::int) i`;
}

async function readAll(
  list: (after: string | null) => Promise<OwnListView>,
): Promise<{ titles: string[]; pages: number }> {
  const all: string[] = [];
  let pages = 0;
  for (let after: string | null = null; pages === 0 || after; pages += 1) {
    const page: OwnListView = await list(after);
    all.push(...titles(page));
    after = page.next ?? page.older;
  }
  return { titles: all, pages };
}

describe("a creator's projects", () => {
  it("contain only their own, newest first, filtered by status and words", async () => {
    const owner = await makeOwner();
    await makeProject(owner, {
      title: "Editing rivers",
      amount: { unit: "piece", low: 100_00, high: 200_00 },
    });
    await cancelProject(owner, await makeProject(owner, { title: "Editing towns" }));
    await makeProject(await makeCreator(), { title: "Another's" });
    const list = (filter: Partial<ProjectFilter>) => listOwnProjects(owner, { ...any, ...filter }, null);
    expect(titles(await list({}))).toEqual(["Editing towns", "Editing rivers"]);
    expect(titles(await list({ status: "cancelled" }))).toEqual(["Editing towns"]);
    expect(titles(await list({ status: "completed" }))).toEqual([]);
    expect(titles(await list({ q: "edited river" }))).toEqual(["Editing rivers"]);
    expect(titles(await list({ pays: { cents: 200_00, per: "script" } }))).toEqual(["Editing rivers"]);
    expect(titles(await list({ pays: { cents: 200_01, per: "script" } }))).toEqual([]);
    expect(titles(await list({ pays: { cents: 1, per: "hour" } }))).toEqual([]);
  });

  it("have the same counts of applications as their own pages, which leave out withdrawn ones and those of blocked people", async () => {
    const owner = await makeOwner();
    const id = await makeProject(owner);
    const counted = async () => [
      (await listOwnProjects(owner, any, null)).projects[0]?.applications?.total,
      (await findProject(owner, id))?.counts.total,
    ];
    expect(await counted()).toEqual([0, 0]);
    const people = await Promise.all(Array.from({ length: 6 }, () => makeContributor()));
    const [one, other, ...blocked] = people as [Person, Person, ...Person[]];
    for (const person of people) await apply(person, id, application);
    await withdraw(other, id);
    expect(await counted()).toEqual([5, 5]);
    const [waiting, shortlisted, accepted, declined] = blocked as [Person, Person, Person, Person];
    await sortApplication(owner, id, shortlisted.userId, "shortlisted");
    await acceptApplication(owner, id, accepted.userId);
    await declineApplication(owner, id, declined.userId);
    await blockPerson(owner, waiting.userId);
    for (const person of [shortlisted, accepted, declined]) await blockPerson(person, owner.userId);
    expect(await counted()).toEqual([1, 1]);
    const none = { shortlisted: 0, archived: 0, accepted: 0, declined: 0 };
    expect((await findProject(owner, id))?.counts).toEqual({ total: 1, waiting: 1, ...none });
    await blockPerson(owner, one.userId);
    expect(await counted()).toEqual([0, 0]);
  });

  it("are listed once each, however many there are, and searching finds the oldest", async () => {
    const owner = await makeOwner();
    await postMany(owner, 640);
    const all = await readAll((after) => listOwnProjects(owner, any, after));
    expect(new Set(all.titles).size).toBe(640);
    expect(all.titles).toHaveLength(640);
    expect(all.titles[0]).toBe("Towns 640");
    const found = await readAll((after) => listOwnProjects(owner, { ...any, q: "river" }, after));
    expect(found).toEqual({ titles: ["Rivers 2", "Rivers 1"], pages: 3 });
  });
});

describe("a contributor's applications", () => {
  let owner: Person;
  let contributor: Person;
  beforeAll(async () => {
    [owner, contributor] = [await makeOwner(), await makeContributor()];
    for (const title of ["Rivers", "Towns"]) {
      const id = await makeProject(owner, { title, serviceIds: [1], toolIds: [2], budgetTypeId: 3 });
      await apply(contributor, id, application);
      if (title === "Towns") await cancelProject(owner, id);
    }
    await makeProject(owner, { title: "Not applied" });
  });
  const list = (filter: Partial<ProjectFilter> = {}) =>
    listApplications(contributor, { ...any, ...filter }, null);

  it("come newest first with their status, even if the project is closed", async () => {
    const page = await list();
    expect(titles(page)).toEqual(["Towns", "Rivers"]);
    expect(page.projects.map(({ application }) => application?.status)).toEqual(["pending", "pending"]);
    expect(page.projects.map(({ applications }) => applications)).toEqual([null, null]);
  });

  it("can be filtered by status, words, service, tool and budget type", async () => {
    expect(titles(await list({ status: "open" }))).toEqual(["Rivers"]);
    expect(titles(await list({ status: "cancelled", q: "town", serviceId: 1 }))).toEqual(["Towns"]);
    expect(titles(await list({ toolId: 2, budgetTypeId: 3 }))).toEqual(["Towns", "Rivers"]);
    expect(titles(await list({ toolId: 3 }))).toEqual([]);
    expect(titles(await list({ serviceId: 2 }))).toEqual([]);
  });

  it("leave out those for projects of hidden people", async () => {
    const hidden = await makeCreator();
    await apply(contributor, await makeProject(hidden, { title: "Hidden" }), application);
    expect(titles(await list())).toContain("Hidden");
    await db.$executeRaw`
      WITH posted AS (
        INSERT INTO project_briefs (creator_id, title) SELECT ${hidden.userId}::uuid, 'Hidden' FROM generate_series(1, 12)
        RETURNING id)
      INSERT INTO project_applications (project_id, contributor_id, note) SELECT id, ${contributor.userId}::uuid, '' FROM posted`;
    await blockPerson(contributor, hidden.userId);
    expect(titles(await list())).toEqual(["Towns", "Rivers"]);
  });
});
