import { beforeAll, describe, expect, it } from "vitest";
import { blockPerson } from "~/features/moderation/blocking.server";
import { db, pool } from "~/platform/db.server";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { announceNow, makeProject } from "../../../tests/support/projects";
import { apply, withdraw } from "./applying.server";
import { cancelProject } from "./closing.server";
import { acceptApplication, declineApplication, sortApplication } from "./deciding.server";
import {
  listApplications,
  listLatestApplications,
  listOwnProjects,
  type OwnListView,
} from "./own-lists.server";
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

/** The titles on the dashboard: the newest projects, and those with applications to sort. */
async function dashboardOf({ userId }: Person) {
  const read = async (list: "newest_own_projects" | "own_projects_to_sort") =>
    (await pool.query(`SELECT title FROM ${list}($1)`, [userId])).rows.map(({ title }) => title);
  return { newest: await read("newest_own_projects"), toSort: await read("own_projects_to_sort") };
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
    const another = await makeProject(await makeCreator(), { title: "Another's" });
    const list = (filter: Partial<ProjectFilter>) => listOwnProjects(owner, { ...any, ...filter }, null);
    expect(titles(await list({}))).toEqual(["Editing towns", "Editing rivers"]);
    expect(titles(await list({ status: "cancelled" }))).toEqual(["Editing towns"]);
    expect(titles(await list({ status: "completed" }))).toEqual([]);
    expect(titles(await list({ q: "edited river" }))).toEqual(["Editing rivers"]);
    expect(titles(await list({ pays: { cents: 200_00, per: "script" } }))).toEqual(["Editing rivers"]);
    expect(titles(await list({ pays: { cents: 200_01, per: "script" } }))).toEqual([]);
    expect(titles(await list({ pays: { cents: 1, per: "hour" } }))).toEqual([]);

    const projects = await db.projectBrief.findMany({ where: { creatorId: owner.userId } });
    for (const id of [another, ...projects.map((one) => one.id)])
      await db.projectApplication.create({
        data: { projectId: id, contributorId: (await makeContributor()).userId, note: "" },
      });
    for (const status of ["open", "in_progress"] as const) {
      const where = { creatorId: owner.userId, title: "Editing rivers" };
      await db.projectBrief.updateMany({ where, data: { status } });
      expect(await dashboardOf(owner)).toEqual({ newest: ["Editing rivers"], toSort: ["Editing rivers"] });
    }
  });

  it("have the same counts of applications as their own pages, which leave out withdrawn ones and those of blocked people", async () => {
    const owner = await makeOwner();
    const other = await makeProject(owner, { title: "Another" });
    const id = await makeProject(owner, { title: "This one" });
    const counted = async () => [
      (await listOwnProjects(owner, any, null)).projects[0]?.applications?.total,
      (await findProject(owner, id))?.counts.total,
    ];
    expect(await counted()).toEqual([0, 0]);
    const people = await Promise.all(
      ["One", "Gone", "Waiting", "Shortlisted", "Archived", "Accepted", "Declined"].map((name) =>
        makeContributor({ name }),
      ),
    );
    const [one, gone, waiting, shortlisted, archived, accepted, declined] = people as [
      ...[Person, Person, Person, Person],
      ...[Person, Person, Person],
    ];
    for (const person of people) await apply(person, id, application);
    await apply(waiting, other, application);
    await withdraw(gone, id);
    expect(await counted()).toEqual([6, 6]);
    const faces = async () =>
      (await listOwnProjects(owner, any, null)).projects[0]?.applicants.map(({ name }) => name);
    expect(await faces()).toEqual(["Declined", "Accepted", "Archived"]);
    await sortApplication(owner, id, shortlisted.userId, "shortlisted");
    await sortApplication(owner, id, archived.userId, "archived");
    await acceptApplication(owner, id, accepted.userId);
    await declineApplication(owner, id, declined.userId);
    expect(await faces()).toEqual(["Waiting", "One"]);
    expect(await dashboardOf(owner)).toEqual({
      newest: ["This one", "Another"],
      toSort: ["Another", "This one"],
    });
    await blockPerson(owner, waiting.userId);
    for (const person of [shortlisted, archived, accepted, declined]) await blockPerson(person, owner.userId);
    expect(await counted()).toEqual([1, 1]);
    expect(await faces()).toEqual(["One"]);
    const none = { shortlisted: 0, archived: 0, accepted: 0, declined: 0 };
    const left = { total: 1, waiting: 1, ...none };
    expect((await findProject(owner, id))?.counts).toEqual(left);
    await announceNow(id);
    expect((await findProject(owner, id))?.counts).toEqual(left);
    expect((await dashboardOf(owner)).toSort).toEqual(["This one"]);
    await db.projectApplication.updateMany({
      where: { projectId: id, contributorId: one.userId },
      data: { hiddenAt: new Date() },
    });
    expect(await faces()).toEqual([]);
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
    expect(await dashboardOf(owner)).toEqual({ newest: ["Towns 640", "Towns 639"], toSort: [] });
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
    expect(page.projects.map(({ applicants }) => applicants)).toEqual([[], []]);
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
    // It names no service, tool or budget type.
    for (const filter of [{ serviceId: 1 }, { toolId: 2 }, { budgetTypeId: 3 }])
      expect(titles(await list(filter))).toEqual(["Towns", "Rivers"]);
    const latest = async () => (await listLatestApplications(contributor)).map(({ title }) => title);
    expect(await latest()).toEqual(["Hidden", "Towns", "Rivers"]);
    await db.$executeRaw`
      WITH posted AS (
        INSERT INTO project_briefs (creator_id, title) SELECT ${hidden.userId}::uuid, 'Hidden' FROM generate_series(1, 12)
        RETURNING id)
      INSERT INTO project_applications (project_id, contributor_id, note) SELECT id, ${contributor.userId}::uuid, '' FROM posted`;
    expect(await latest()).toEqual(["Hidden", "Hidden", "Hidden"]);
    await blockPerson(contributor, hidden.userId);
    expect(titles(await list())).toEqual(["Towns", "Rivers"]);
    expect(await latest()).toEqual(["Towns", "Rivers"]);
  });
});
