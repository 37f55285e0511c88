import { describe, expect, it } from "vitest";
import { blockPerson } from "~/features/moderation/blocking.server";
import { db, pool } from "~/platform/db.server";
import { makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { announceNow, makeFullProject, makeProject } from "../../../tests/support/projects";
import { findReplyFigures } from "./applicants.server";
import { apply, withdraw } from "./applying.server";
import { cancelProject } from "./closing.server";
import { acceptApplication, declineApplication, sortApplication } from "./deciding.server";
import { findProject, findProjectPage } from "./viewing.server";

const application = { note: "Hello", portfolioLink: null, answers: ["A", "B"] };
const bare = { ...application, answers: [] };

describe("a project", () => {
  it("shows everything that was entered", async () => {
    const creator = await makeCreator({ name: "Cleo" });
    const projectId = await makeProject(creator, await makeFullProject());
    expect(await findProject(await makeContributor(), projectId)).toMatchObject({
      title: "Edit <twelve> episodes",
      status: "open",
      takesApplications: true,
      services: [expect.any(String), expect.any(String)],
      startDate: "2027-02-28",
      isOngoing: true,
      budgetType: expect.any(String),
      brandLink: "https://example.com/channel",
      questions: ["Which reel are you proud of?", "When can you start?"],
      creator: { name: "Cleo" },
      isOwn: false,
      application: null,
      invitation: null,
      counts: { total: 0 },
    });
  });

  it("shows the match to contributors, the counts to the owner, and each applicant their own application", async () => {
    const creator = await makeCreator();
    const full = await makeFullProject();
    const projectId = await makeProject(creator, full);
    const services = await db.service.findMany({ where: { id: { in: [...full.serviceIds] } } });
    const applicant = await makeContributor({ services: services.map(({ name }) => name) });
    await apply(applicant, projectId, application);
    await declineApplication(creator, projectId, applicant.userId, "Not this time");
    await announceNow(projectId);
    expect(await findProject(applicant, projectId)).toMatchObject({
      match: { reasons: expect.arrayContaining(["2 of 2 services"]) },
      application: { status: "declined", answers: ["A", "B"], declineNote: "Not this time" },
      counts: { total: 0, declined: 0 },
    });
    expect(await findProject(creator, projectId)).toMatchObject({
      isOwn: true,
      match: null,
      application: null,
      counts: { total: 1, declined: 1 },
    });
    expect(await findProject(await makeCreator(), projectId)).toMatchObject({
      match: null,
      counts: { total: 0 },
    });
  });

  it("accepts no applications once it has expired or been closed", async () => {
    const creator = await makeCreator();
    const viewer = await makeContributor();
    const projectId = await makeProject(creator);
    await db.projectBrief.update({ where: { id: projectId }, data: { expiresAt: new Date(0) } });
    expect(await findProject(viewer, projectId)).toMatchObject({ takesApplications: false, isExpired: true });
    await cancelProject(creator, projectId);
    expect(await findProject(viewer, projectId)).toMatchObject({
      takesApplications: false,
      status: "cancelled",
    });
  });

  it("doesn't exist for the viewer if its creator is suspended or has blocked them", async () => {
    const creator = await makeCreator();
    const viewer = await makeContributor();
    const projectId = await makeProject(creator);
    for (const id of ["x", viewer.userId]) expect(await findProject(viewer, id)).toBeNull();
    await blockPerson(creator, viewer.userId);
    expect(await findProject(viewer, projectId)).toBeNull();
    expect(await findProject(creator, projectId)).not.toBeNull();
    await db.user.update({ where: { id: creator.userId }, data: { suspendedAt: new Date() } });
    expect(await findProject(await makeContributor(), projectId)).toBeNull();
  });
});

describe("a project's history", () => {
  it("is complete for the owner, shows applicants the project's events and their own, and shows strangers nothing", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator);
    const [one, other] = [await makeContributor({ name: "One" }), await makeContributor({ name: "Other" })];
    await apply(one, projectId, bare);
    await apply(other, projectId, bare);
    await declineApplication(creator, projectId, other.userId, "Too late");
    await announceNow(projectId);
    const read = async (viewer: Person) =>
      (await findProjectPage(viewer, projectId, null))?.history?.events.map(({ kind, contributor, note }) => [
        kind,
        contributor?.name ?? null,
        note,
      ]);
    expect(await read(creator)).toEqual([
      ["declined", "Other", "Too late"],
      ["applied", "Other", ""],
      ["applied", "One", ""],
      ["posted", null, ""],
    ]);
    expect((await read(one))?.map(([kind]) => kind)).toEqual(["applied", "posted"]);
    expect((await read(other))?.map(([kind]) => kind)).toEqual(["declined", "applied", "posted"]);
    for (const stranger of [await makeContributor(), await makeCreator()])
      expect(await read(stranger)).toBeUndefined();
    const otherId = await makeProject(await makeCreator());
    for (const [id, person] of [
      [projectId, await makeContributor()],
      [otherId, one],
    ] as const) {
      const { rows } = await pool.query("SELECT FROM history_for_applicant($1, $2, 9223372036854775807)", [
        id,
        person.userId,
      ]);
      expect(rows).toEqual([]);
    }
    await blockPerson(other, creator.userId);
    expect((await read(creator))?.map(([kind]) => kind)).toEqual(["applied", "posted"]);
  });

  it("is paged, with each event once", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator);
    await db.projectEvent.createMany({
      data: Array.from({ length: 44 }, () => ({ projectId, kind: "edited" as const })),
    });
    const applicant = await makeContributor();
    await apply(applicant, projectId, bare);
    const seen: string[] = [];
    for (let before: string | null = null, page = 0; page === 0 || before; page += 1) {
      const page = await findProjectPage(creator, projectId, before);
      seen.push(...(page?.history?.events.map(({ id }) => id) ?? []));
      before = page?.history?.next ?? null;
    }
    expect(new Set(seen).size).toBe(46);
    expect(seen).toHaveLength(46);
    const first = await findProjectPage(applicant, projectId, null);
    const second = await findProjectPage(applicant, projectId, first?.history?.next ?? null);
    const ids = [first, second].map((read) => read?.history?.events.map(({ id }) => id));
    expect(ids).toEqual([seen.slice(0, 6), seen.slice(6, 12)]);
    const page = await findProjectPage(creator, projectId, "1'; --");
    expect(page?.history?.events.map(({ id }) => id)).toEqual(seen.slice(0, 6));
  });
});

describe("how quickly a creator decides", () => {
  it("is shown once they've decided five applications, with how many are waiting and how many were never decided", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator);
    const people = await Promise.all(Array.from({ length: 7 }, () => makeContributor()));
    for (const person of people) await apply(person, projectId, bare);
    const [answered, waiting] = [people.slice(0, 5), people.slice(5)];
    for (const [index, { userId }] of answered.entries()) {
      expect(await findReplyFigures(creator.userId)).toBeNull();
      await (index === 0 ? acceptApplication : declineApplication)(creator, projectId, userId);
      await announceNow(projectId);
      await db.$executeRaw`
        UPDATE project_applications SET created_at = decided_at - make_interval(hours => ${index * 10})
         WHERE project_id = ${projectId}::uuid AND contributor_id = ${userId}::uuid`;
    }
    const figures = await findReplyFigures(creator.userId);
    expect(figures).toMatchObject({ answered: 5, waiting: 2, unanswered: 0 });
    expect(figures?.medianHours).toBeCloseTo(20, 1);
    await sortApplication(creator, projectId, waiting[0]?.userId ?? "", "archived");
    await withdraw(waiting[1] as Person, projectId);
    await cancelProject(creator, projectId);
    const other = await makeProject(creator);
    for (const person of people.slice(3)) await apply(person, other, bare);
    const both = await findReplyFigures(creator.userId);
    expect(both).toEqual({ ...figures, waiting: 4, unanswered: 1 });
    expect(await findReplyFigures((await makeCreator()).userId)).toBeNull();
  });
});
