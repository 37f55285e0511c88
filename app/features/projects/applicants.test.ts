import { describe, expect, it } from "vitest";
import { blockPerson } from "~/features/moderation/blocking.server";
import { db } from "~/platform/db.server";
import { makeContributor, makeCreator, makeCrowd, type Person } from "../../../tests/support/people";
import { bareProject, findApplicants, makeProject } from "../../../tests/support/projects";
import { tellApplicants } from "./announcing.server";
import { findNextUndecided, type ListPlace, listApplicants } from "./applicants.server";
import { apply, withdraw } from "./applying.server";
import {
  acceptApplication,
  declineApplication,
  declineRest,
  sortApplication,
  takeDeclineBack,
  writePrivateNote,
} from "./deciding.server";
import { editProject } from "./posting.server";
import type { Folder } from "./project";
import { rescoreChangedProfiles, rescoreProject } from "./scoring.server";
import { findProject } from "./viewing.server";

const application = { note: "Hello", portfolioLink: "https://example.com/reel", answers: [] };

const noId = "00000000-0000-0000-0000-000000000000";
const longAgo = "2020-01-01T00:00:00.000Z";

async function serviceIds(...names: string[]): Promise<number[]> {
  const rows = await db.service.findMany({ where: { name: { in: names } }, select: { id: true } });
  return rows.map(({ id }) => id);
}

async function withApplicants(...services: string[][]) {
  const creator = await makeCreator();
  const projectId = await makeProject(creator, { serviceIds: await serviceIds("Video Editor", "Writer") });
  const people: Person[] = [];
  for (const offered of services) {
    const person = await makeContributor({ services: offered });
    await apply(person, projectId, application);
    people.push(person);
  }
  return { creator, projectId, people };
}

const idsIn = async (creator: Person, projectId: string, folder: Folder, sort: "match" | "date" = "match") =>
  (await listApplicants(creator, projectId, { folder, sort, after: null })).applicants.map(
    ({ contributorId }) => contributorId,
  );
const countsOf = async (creator: Person, projectId: string) =>
  (await findProject(creator, projectId))?.counts;

describe("the applicants of a project", () => {
  it("are sorted by match or date, with their reasons", async () => {
    const { creator, projectId, people } = await withApplicants(
      ["Writer"],
      ["Video Editor", "Writer"],
      ["Photographer"],
    );
    const [half, best, none] = people.map(({ userId }) => userId);
    expect(await idsIn(creator, projectId, "all")).toEqual([best, half, none]);
    expect(await idsIn(creator, projectId, "all", "date")).toEqual([none, best, half]);
    const { first } = await listApplicants(creator, projectId, { folder: "all", sort: "match", after: null });
    expect(first).toMatchObject({ note: "Hello", portfolioLink: "https://example.com/reel" });
    expect(first?.match?.reasons[0]).toBe("2 of 2 services");
  });

  it("are in one folder each, and counted", async () => {
    const { creator, projectId, people } = await withApplicants(
      ["Writer"],
      ["Writer"],
      ["Writer"],
      ["Writer"],
      ["Writer"],
    );
    const [fresh, shortlisted, archived, accepted, declined] = people.map(({ userId }) => userId) as [
      string,
      string,
      string,
      string,
      string,
    ];
    await sortApplication(creator, projectId, shortlisted, "shortlisted");
    await sortApplication(creator, projectId, archived, "archived");
    await sortApplication(creator, projectId, accepted, "shortlisted");
    await acceptApplication(creator, projectId, accepted);
    await declineApplication(creator, projectId, declined);
    for (const [folder, expected] of Object.entries({
      all: [fresh, shortlisted, accepted, declined],
      waiting: [fresh],
      shortlisted: [shortlisted],
      archived: [archived],
      accepted: [accepted],
      declined: [declined],
    })) {
      expect((await idsIn(creator, projectId, folder as Folder)).sort(), folder).toEqual(expected.sort());
    }
    const each = { waiting: 1, shortlisted: 1, archived: 1, accepted: 1, declined: 1 };
    expect(await countsOf(creator, projectId)).toEqual(expect.objectContaining({ total: 5, ...each }));
    await withdraw(people[0] as Person, projectId);
    expect(await countsOf(creator, projectId)).toMatchObject({ ...each, total: 4, waiting: 0 });
    await declineRest(creator, projectId, { upTo: new Date() });
    expect(await countsOf(creator, projectId)).toMatchObject({
      total: 4,
      waiting: 0,
      shortlisted: 0,
      archived: 0,
      accepted: 1,
      declined: 3,
    });
    await db.projectBrief.delete({ where: { id: projectId } });
    expect(await db.projectApplicationCount.count({ where: { projectId } })).toBe(0);
  });

  it("are counted correctly no matter how many people act concurrently", async () => {
    const { creator, projectId, people } = await withApplicants();
    const crowd = await Promise.all(Array.from({ length: 8 }, () => makeContributor()));
    await Promise.all(crowd.map((person) => apply(person, projectId, application)));
    expect(people).toEqual([]);
    await Promise.all(
      crowd.flatMap((person, index) => [
        index % 2
          ? withdraw(person, projectId)
          : sortApplication(creator, projectId, person.userId, "archived"),
        declineApplication(creator, projectId, person.userId),
      ]),
    );
    const rows = await db.projectApplication.groupBy({
      by: ["status", "stage"],
      where: { projectId },
      _count: true,
    });
    const count = (status: string, stage = "new") =>
      rows.find((row) => row.status === status && row.stage === stage)?._count ?? 0;
    expect(await countsOf(creator, projectId)).toMatchObject({
      total: count("pending") + count("pending", "archived") + count("pending", "declining"),
      waiting: count("pending"),
      archived: count("pending", "archived"),
      declined: count("pending", "declining"),
    });
  });

  it.each(["match", "date"] as const)("appear once each when paged by %s", async (sort) => {
    const { creator, projectId } = await withApplicants();
    for (let index = 0; index < 23; index += 1) {
      await apply(await makeContributor({ services: ["Writer"] }), projectId, application);
    }
    const seen: string[] = [];
    for (let after: string | null = null, page = 0; page === 0 || after; page += 1) {
      const list = await listApplicants(creator, projectId, { folder: "all", sort, after });
      expect(list.applicants.length).toBeLessThanOrEqual(10);
      seen.push(...list.applicants.map(({ contributorId }) => contributorId));
      after = list.next;
    }
    expect(seen).toHaveLength(23);
    expect(new Set(seen).size).toBe(23);
  });

  it("are sorted again after the project or a profile changes", async () => {
    const { creator, projectId, people } = await withApplicants(["Writer"], ["Photographer"]);
    const [writer, illustrator] = people as [Person, Person];
    expect(await idsIn(creator, projectId, "all")).toEqual([writer.userId, illustrator.userId]);
    await editProject(creator, projectId, { ...bareProject, serviceIds: await serviceIds("Photographer") });
    await rescoreProject(projectId);
    expect(await idsIn(creator, projectId, "all")).toEqual([illustrator.userId, writer.userId]);
    await db.contributorService.deleteMany({ where: { contributorId: illustrator.userId } });
    await db.profile.update({ where: { id: illustrator.userId }, data: { bio: "New" } });
    await rescoreChangedProfiles();
    const scores = await db.projectApplication.findMany({
      where: { projectId },
      select: { contributorId: true, percent: true },
    });
    expect(scores.find(({ contributorId }) => contributorId === illustrator.userId)?.percent).toBe(0);

    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const where = { projectId, contributorId: writer.userId };
    await db.projectApplication.updateMany({ where, data: { percent: 100, scoredAt: daysAgo(4) } });
    await db.profile.update({ where: { id: writer.userId }, data: { updatedAt: daysAgo(3) } });
    await rescoreChangedProfiles();
    expect(await db.projectApplication.count({ where: { ...where, percent: 100 } })).toBe(0);
  });

  it("are all rescored and notified after an edit, even if there's more than one batch", async () => {
    const { creator, projectId } = await withApplicants(["Writer"]);
    const crowd = await makeCrowd(1_000, { user_type: "contributor", services: ["Writer"] });
    await db.projectApplication.createMany({
      data: crowd.map((contributorId) => ({ projectId, contributorId, note: "Hello" })),
    });
    await editProject(creator, projectId, { ...bareProject, serviceIds: await serviceIds("Writer") });
    await rescoreProject(projectId);
    expect(await db.projectApplication.count({ where: { projectId, percent: { gt: 0 } } })).toBe(1_001);

    const { id } = await db.projectEvent.findFirstOrThrow({ where: { projectId, kind: "edited" } });
    await tellApplicants(projectId, String(id), "edited");
    expect(await db.notification.count({ where: { title: { endsWith: "was updated" } } })).toBe(1_001);
  });

  it.each(["match", "date"] as const)(
    "sorted by %s, lead from each decided applicant to the next undecided one",
    async (sort) => {
      const { creator, projectId } = await withApplicants(
        ["Writer"],
        ["Writer"],
        ["Writer"],
        ["Writer"],
        ["Writer"],
      );
      const [first, blocked, hidden, next, last] = (await idsIn(creator, projectId, "all", sort)) as string[];
      await db.block.create({ data: { blockerId: `${blocked}`, blockedId: creator.userId } });
      await db.user.update({ where: { id: `${hidden}` }, data: { suspendedAt: new Date() } });
      const place = { folder: "all", sort, after: null } as const;
      const following = (id: string | undefined, at: ListPlace = place) =>
        findNextUndecided(creator, projectId, `${id}`, at);
      const { fullName } = await db.profile.findUniqueOrThrow({ where: { id: `${first}` } });
      expect(await following(first)).toEqual({ name: fullName, next: { contributorId: next, after: null } });
      expect((await following(last)).next?.contributorId).toBe(first);

      await sortApplication(creator, projectId, `${last}`, "archived");
      expect((await following(next)).next?.contributorId).toBe(first);
      expect((await following(first, { ...place, folder: "archived" })).next?.contributorId).toBe(last);
      await declineApplication(creator, projectId, `${first}`);
      expect((await following(next)).next).toBeNull();

      // If the current page doesn't show the next applicant, the list moves to a page that does.
      const beyond = await following(first, {
        ...place,
        after: sort === "match" ? `0_${noId}` : `${longAgo}_${noId}`,
      });
      expect(beyond.next?.contributorId).toBe(next);
      const moved = await listApplicants(creator, projectId, { ...place, after: beyond.next?.after ?? null });
      expect(moved.applicants.map(({ contributorId }) => contributorId)).toContain(next);
      const stranger = await makeCreator();
      expect(await findNextUndecided(stranger, projectId, `${first}`, place)).toEqual({
        name: null,
        next: null,
      });
    },
  );

  it("are private to the owner, and leave out blocked people", async () => {
    const { creator, projectId, people } = await withApplicants(["Writer"], ["Writer"]);
    const [blocked, other] = people as [Person, Person];
    for (const stranger of [await makeCreator(), other]) {
      expect(await idsIn(stranger, projectId, "all")).toEqual([]);
      expect(await findApplicants(stranger, projectId, [other.userId])).toEqual([]);
      expect(await sortApplication(stranger, projectId, other.userId, "archived")).toEqual({
        ok: false,
        refused: "not-found",
      });
      expect(await writePrivateNote(stranger, projectId, other.userId, "x")).toEqual({
        ok: false,
        refused: "not-found",
      });
    }
    await blockPerson(blocked, creator.userId);
    expect(await idsIn(creator, projectId, "all")).toEqual([other.userId]);
    expect(await findApplicants(creator, projectId, [blocked.userId, "x", other.userId])).toHaveLength(1);
    expect(await sortApplication(creator, projectId, blocked.userId, "archived")).toEqual({
      ok: false,
      refused: "unavailable",
    });
    expect(await countsOf(creator, projectId)).toMatchObject({ total: 1, waiting: 1 });
    expect(await idsIn(creator, "x", "all")).toEqual([]);
    // Withdrawn applications aren't counted, so blocking this person changes nothing.
    const gone = await makeContributor();
    await apply(gone, projectId, application);
    await withdraw(gone, projectId);
    expect(await countsOf(creator, projectId)).toMatchObject({ total: 1, waiting: 1 });
    expect(await findApplicants(creator, projectId, [gone.userId])).toEqual([]);
    await blockPerson(creator, gone.userId);
    expect(await countsOf(creator, projectId)).toMatchObject({ total: 1, waiting: 1 });
  });
});

describe("shortlisting, archiving and private notes", () => {
  it("are for pending applications only, and only the owner sees the private note", async () => {
    const { creator, projectId, people } = await withApplicants(["Writer"]);
    const person = people[0] as Person;
    await sortApplication(creator, projectId, person.userId, "shortlisted");
    await writePrivateNote(creator, projectId, person.userId, "Call on Monday");
    await declineApplication(creator, projectId, person.userId);
    expect(await sortApplication(creator, projectId, person.userId, "archived")).toEqual({
      ok: false,
      refused: "decided",
    });
    await takeDeclineBack(creator, projectId, person.userId);
    const [view] = await findApplicants(creator, projectId, [person.userId]);
    expect(view).toMatchObject({ status: "pending", stage: "shortlisted", privateNote: "Call on Monday" });
    expect(JSON.stringify(await findProject(person, projectId))).not.toContain("Call on Monday");
    await withdraw(person, projectId);
    expect(await sortApplication(creator, projectId, person.userId, "shortlisted")).toEqual({
      ok: false,
      refused: "unavailable",
    });
  });
});
