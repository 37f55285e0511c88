import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AmountUnit } from "~/features/catalog/amount";
import { blockPerson } from "~/features/moderation/blocking.server";
import { db } from "~/platform/db.server";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { apply } from "./applying.server";
import { type AvailableView, findNewProjects, listAvailable } from "./browsing.server";
import { cancelProject } from "./closing.server";
import { windowSize } from "./project";
import { type ProjectFilter, readFilter } from "./project-filter";
import { findProject } from "./viewing.server";

const any: ProjectFilter = readFilter(new URLSearchParams());

let owner: Person;
let viewer: Person;
let serviceIds: number[];

beforeAll(async () => {
  owner = await makeCreator();
  await givePlan(owner, "agency");
  viewer = await makeContributor({ services: ["Video Editor", "Writer"] });
  serviceIds = (await db.contributorService.findMany({ where: { contributorId: viewer.userId } })).map(
    ({ serviceId }) => serviceId,
  );
});
beforeEach(async () => {
  await db.projectBrief.deleteMany();
});

const titles = (page: AvailableView) => page.projects.map(({ title }) => title);
const list = (filter: Partial<ProjectFilter> = {}, person = viewer) =>
  listAvailable(person, { ...any, ...filter }, null);

/** Follows every page to the end. */
async function readAll(
  filter: Partial<ProjectFilter>,
  person = viewer,
): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let after: string | null = null;
  let pages = 0;
  do {
    const page: AvailableView = await listAvailable(person, { ...any, ...filter }, after);
    ids.push(...page.projects.map(({ id }) => id));
    after = page.next ?? page.older;
    pages += 1;
  } while (after && pages < 200);
  return { ids, pages };
}

it("a creator's priority can move a brief up, and marks it, but not above one that matches better by ten points", async () => {
  const [free, paying, other] = [await makeCreator(), await makeCreator(), await makeCreator()];
  await givePlan(paying, "pro");
  const tools = [1, 2];
  const person = await makeContributor({ services: ["Video Editor", "Writer"], tools: ["Figma", "Canva"] });
  const own = (await db.contributorTool.findMany({ where: { contributorId: person.userId } })).map(
    ({ toolId }) => toolId,
  );
  const foreign = (await db.tool.findFirstOrThrow({ where: { id: { notIn: [...own, ...tools] } } })).id;
  await makeProject(other, { title: "Best", serviceIds, toolIds: own });
  await makeProject(paying, { title: "Paying", serviceIds, toolIds: [own[0] ?? 0, foreign] });
  await makeProject(free, { title: "Free", serviceIds, toolIds: own });
  await makeProject(paying, { title: "Far", serviceIds: [serviceIds[0] ?? 0, 1, 2, 3], toolIds: [foreign] });
  const shown = async () =>
    (await list({}, person)).projects.map(({ title, match, hasPriority }) => [
      title,
      match?.percent,
      hasPriority ?? false,
    ]);
  const before = await shown();
  expect(before.map(([title, , hasPriority]) => [title, hasPriority])).toEqual([
    ["Paying", true],
    ["Free", false],
    ["Best", false],
    ["Far", false],
  ]);
  await givePlan(paying, "pro", { ends: -1, status: "canceled" });
  expect((await shown()).map(([title]) => title)).toEqual(["Free", "Best", "Paying", "Far"]);
  expect((await shown()).map(([, percent]) => percent).sort()).toEqual(
    before.map(([, percent]) => percent).sort(),
  );
});

describe("available projects", () => {
  it("are those that need one of the contributor's services, or all of them for a contributor without services", async () => {
    const fits = await makeProject(owner, { title: "Fits", serviceIds });
    const needsOther = await makeProject(owner, { title: "Needs another", serviceIds: [1] });
    const needsNone = await makeProject(owner, { title: "Needs none" });
    expect((await list()).projects.map(({ id }) => id)).toEqual([fits]);
    const withoutServices = await makeContributor({ services: [] });
    expect((await readAll({}, withoutServices)).ids.sort()).toEqual([fits, needsOther, needsNone].sort());
  });

  it("come best match first, with the percentage and reasons of the project's own page", async () => {
    const [one = 0] = serviceIds;
    await makeProject(owner, { title: "Half", serviceIds: [one, 1] });
    await makeProject(owner, { title: "All", serviceIds: [one] });
    await makeProject(owner, { title: "Third", serviceIds: [one, 1, 2] });
    const page = await list();
    expect(titles(page)).toEqual(["All", "Half", "Third"]);
    for (const { id, match } of page.projects) {
      const { percent, reasons } = (await findProject(viewer, id))?.match ?? {};
      expect(match).toEqual({ percent, reasons });
    }
  });

  it("are open and unexpired, and not from people who are hidden from the viewer", async () => {
    const [blocked, blocker, suspended] = [await makeCreator(), await makeCreator(), await makeCreator()];
    for (const person of [blocked, blocker, suspended])
      await makeProject(person, { title: "Hidden", serviceIds });
    await blockPerson(viewer, blocked.userId);
    await blockPerson(blocker, viewer.userId);
    await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
    await makeProject(owner, { title: "Here", serviceIds });
    await cancelProject(owner, await makeProject(owner, { title: "Canceled", serviceIds }));
    const expired = await makeProject(owner, { title: "Expired", serviceIds });
    // It has expired, but the job that removes expired listings hasn't run yet.
    await db.projectListing.update({
      where: { projectId: expired },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(titles(await list())).toEqual(["Here"]);
  });

  it("can be filtered by a minimum amount, compared within one unit", async () => {
    const pays = (unit: AmountUnit, low: number, high = low) => ({ amount: { unit, low, high } });
    const amounts = {
      Hourly: pays("hour", 40_00, 60_00),
      "Hourly, less": pays("hour", 20_00, 59_99),
      "By video": pays("video", 900_00),
      "By project": pays("project", 5_000_00),
      "In words": { budgetDetails: "Whatever is fair" },
    };
    for (const [title, amount] of Object.entries(amounts))
      await makeProject(owner, { title, serviceIds, ...amount });
    const found = async (cents: number, per: AmountUnit, person = viewer) =>
      titles(await list({ pays: { cents, per } }, person)).toSorted();
    expect(await found(60_00, "hour")).toEqual(["Hourly"]);
    expect(await found(60_01, "hour")).toEqual([]);
    expect(await found(1, "hour")).toEqual(["Hourly", "Hourly, less"]);
    expect(await found(900_00, "episode")).toEqual(["By video"]);
    expect(await found(1, "day")).toEqual([]);
    const withoutServices = await makeContributor({ services: [] });
    expect(await found(5_000_00, "project", withoutServices)).toEqual(["By project"]);
    const told = await findNewProjects(
      viewer,
      { ...any, pays: { cents: 60_00, per: "hour" } },
      new Date(0).toISOString(),
    );
    expect(told.projects.map(({ title }) => title)).toEqual(["Hourly"]);
  });

  it("say whether the viewer has applied", async () => {
    const id = await makeProject(owner, { serviceIds });
    expect((await list()).projects[0]?.application).toBeNull();
    await apply(viewer, id, { note: "Me", portfolioLink: null, answers: [] });
    expect((await list()).projects[0]?.application?.status).toBe("pending");
  });

  it("are indexed in linear time, even if a description is long and full of symbols", async () => {
    for (const part of ["_a", "~/", "a-1.", "<!-- "]) {
      const description = `${"camera ".repeat(4)}${part.repeat(100_000)}`;
      await makeProject(owner, { description: description.slice(0, 10_000), serviceIds });
      // Ten times the longest description: half a second, or minutes if the work grows with the square of the length.
      await db.$queryRaw`SELECT length(project_words(${description.slice(0, 100_000)}))`;
    }
    expect((await list({ q: "cameras" })).projects).toHaveLength(4);
  });

  it("can be searched by words of the title and description in any inflection, and must contain all of them", async () => {
    await makeProject(owner, { title: "Editing two podcasts", description: "About rivers", serviceIds });
    await makeProject(owner, { title: "A documentary", description: "Edited by the river", serviceIds });
    expect(titles(await list({ q: "podcast" }))).toEqual(["Editing two podcasts"]);
    expect((await list({ q: "RIVERS edit" })).projects).toHaveLength(2);
    expect(titles(await list({ q: "river documentaries" }))).toEqual(["A documentary"]);
    expect((await list({ q: "podcast documentary" })).projects).toEqual([]);
    expect((await list({ q: "the" })).projects).toEqual([]);
    expect((await list({ q: "wriver" })).projects).toEqual([]);
    expect((await list({ q: "' & | ! :* <-> \\" })).projects).toEqual([]);
  });

  it("can be filtered by service, tool and budget type together", async () => {
    const [one = 0, two = 0] = serviceIds;
    await makeProject(owner, { title: "A", serviceIds: [one], toolIds: [1, 2], budgetTypeId: 1 });
    await makeProject(owner, { title: "B", serviceIds: [two], toolIds: [2], budgetTypeId: 1 });
    await makeProject(owner, { title: "C", serviceIds: [one, two], toolIds: [1], budgetTypeId: 2 });
    await makeProject(owner, { title: "Needs another", serviceIds: [1], toolIds: [1, 2], budgetTypeId: 1 });
    const found = async (filter: Partial<ProjectFilter>) => titles(await list(filter)).sort();
    expect(await found({ serviceId: one })).toEqual(["A", "C"]);
    expect(await found({ toolId: 2 })).toEqual(["A", "B"]);
    expect(await found({ budgetTypeId: 1, toolId: 1 })).toEqual(["A"]);
    expect(await found({ serviceId: two, budgetTypeId: 2 })).toEqual(["C"]);
    // A service that the contributor doesn't offer is still applied as a filter.
    expect(await found({ serviceId: 1 })).toEqual([]);
    expect(await found({ toolId: 2_147_483_647 })).toEqual([]);
  });
});

describe("paging", () => {
  /**
   * Inserts more than three windows of projects with plain SQL, and gives different shares of them the same words,
   * tools and services.
   */
  async function postMany(count: number): Promise<void> {
    const [one = 0, two = 0] = serviceIds;
    await db.$executeRaw`
      WITH posted AS (
        INSERT INTO project_briefs (creator_id, title, budget_type_id, expires_at)
        SELECT ${owner.userId}::uuid,
               concat_ws(' ', 'episode', CASE WHEN i % 2 = 0 THEN 'even' ELSE 'odd' END, CASE WHEN i % 7 = 0 THEN 'week' END,
                         CASE WHEN i < 4 THEN 'oldest' END),
               1 + i % 2, CASE WHEN i % 10 = 0 THEN now() - interval '1 hour' END
          FROM generate_series(1, ${count}::int) i RETURNING id, number
      ), services AS (
        INSERT INTO project_brief_services
        SELECT id, service FROM posted, unnest(ARRAY[${one}, ${two}]::int[]) WITH ORDINALITY s (service, nth)
         WHERE number % 3 <> nth
      )
      INSERT INTO project_brief_tools SELECT id, 1 + number % 5 FROM posted`;
  }

  it.each<[string, Partial<ProjectFilter>, string]>([
    ["all", {}, "true"],
    [
      "a tool",
      { toolId: 2 },
      "EXISTS (SELECT FROM project_brief_tools t WHERE t.project_id = b.id AND t.tool_id = 2)",
    ],
    ["a budget type", { budgetTypeId: 2 }, "b.budget_type_id = 2"],
    ["a common word", { q: "episode" }, "true"],
    ["two words", { q: "even week" }, "b.title LIKE '%even%week%'"],
    ["a word of the oldest alone", { q: "oldest" }, "b.title LIKE '%oldest%'"],
    ["two words that never meet", { q: "even odd" }, "false"],
    [
      "a word and a budget type",
      { q: "odd", budgetTypeId: 1 },
      "b.title LIKE '%odd%' AND b.budget_type_id = 1",
    ],
  ])("shows every project exactly once: %s", async (_name, filter, condition) => {
    await postMany(windowSize * 4);
    const expected = await db.$queryRawUnsafe<{ id: string }[]>(
      `SELECT b.id FROM project_briefs b
        WHERE (b.expires_at IS NULL OR b.expires_at > now()) AND ${condition}
          AND EXISTS (SELECT FROM project_brief_services s WHERE s.project_id = b.id)`,
    );
    const { ids, pages } = await readAll(filter);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(expected.map(({ id }) => id).sort());
    expect(pages).toBeLessThan(80);
  });

  it("finds a rare word beyond the newest two thousand projects, and offers no further page", async () => {
    await makeProject(owner, { title: "Zeppelin", serviceIds });
    await postMany(2_400);
    const { projects, next, older } = await listAvailable(viewer, { ...any, q: "zeppelin" }, null);
    expect(projects.map(({ title }) => title)).toEqual(["Zeppelin"]);
    expect([next, older]).toEqual([null, null]);
  });

  it("skips nothing if some of the viewer's services are rare and others common", async () => {
    const services = await db.service.findMany({ take: 10, orderBy: { id: "asc" } });
    const versatile = await makeContributor({ services: services.map(({ name }) => name) });
    await db.$executeRaw`
      WITH posted AS (
        INSERT INTO project_briefs (creator_id, title) SELECT ${owner.userId}::uuid, i FROM generate_series(1, 200) i
        RETURNING id, title::int AS nth)
      INSERT INTO project_brief_services
      SELECT id, (${services.map(({ id }) => id)}::int[])[CASE WHEN nth % 20 = 0 THEN 1 + nth / 20 % 10 ELSE 1 END] FROM posted`;
    const { ids } = await readAll({}, versatile);
    expect(new Set(ids).size).toBe(200);
    expect(ids).toHaveLength(200);
  });

  it("starts over at the newest for a malformed cursor", async () => {
    await makeProject(owner, { serviceIds });
    for (const after of ["", "x", "-1.0", "99999999999999999999.0", "1.1.1", "1e5.0"])
      expect((await listAvailable(viewer, any, after)).projects).toHaveLength(1);
  });

  it("doesn't shift when someone posts a project in the meantime", async () => {
    await postMany(30);
    const first = await list();
    await makeProject(owner, { title: "New", serviceIds });
    const second = await listAvailable(viewer, any, first.next);
    const seen = new Set(first.projects.map(({ id }) => id));
    expect(second.projects.filter(({ id, title }) => seen.has(id) || title === "New")).toEqual([]);
  });

  it("continues past a whole window of hidden people's projects", async () => {
    const many = await makeCreator();
    await givePlan(many, "agency");
    const reachable = await makeProject(owner, { title: "Reachable", serviceIds });
    await db.$executeRaw`
      WITH posted AS (
        INSERT INTO project_briefs (creator_id, title) SELECT ${many.userId}::uuid, 'Hidden' FROM generate_series(1, 150)
        RETURNING id)
      INSERT INTO project_brief_services SELECT id, ${serviceIds[0] ?? 0}::int FROM posted`;
    const other = await makeContributor({ services: ["Video Editor", "Writer"] });
    await blockPerson(other, many.userId);
    expect((await readAll({}, other)).ids).toEqual([reachable]);
  });
});
