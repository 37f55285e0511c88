import { describe, expect, it } from "vitest";
import { fullPostsWords } from "~/features/plans/plan";
import { db, transaction } from "~/platform/db.server";
import { takeJobs } from "../../../tests/support/jobs";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { announceNow, makeProject } from "../../../tests/support/projects";
import { tellApplicants, tellApplicantsTask } from "./announcing.server";
import { apply } from "./applying.server";
import {
  cancelProject,
  completeProject,
  endPaidDays,
  extendProject,
  followPlan,
  openingOf,
  reopenProject,
} from "./closing.server";
import { acceptApplication, declineApplication, releaseContributor } from "./deciding.server";
import { findProject } from "./viewing.server";

const application = { note: "Hello", portfolioLink: null, answers: [] };
const find = (id: string) => db.projectBrief.findUniqueOrThrow({ where: { id } });
const eventsOf = async (projectId: string) =>
  (await db.projectEvent.findMany({ where: { projectId }, orderBy: { id: "asc" } })).map(({ kind }) => kind);
const daysLeft = async (id: string) => {
  const { expiresAt } = await find(id);
  return expiresAt && Math.round((expiresAt.getTime() - Date.now()) / 86_400_000);
};
const expire = (id: string) => db.projectBrief.update({ where: { id }, data: { expiresAt: new Date(0) } });

async function withProject(status?: "in_progress" | "completed" | "cancelled") {
  const creator = await makeCreator();
  const projectId = await makeProject(creator);
  if (status) await db.projectBrief.update({ where: { id: projectId }, data: { status } });
  return { creator, projectId };
}

describe("closing", () => {
  it.each([
    ["can't complete", "open", false, completeProject],
    ["can complete", "in_progress", true, completeProject],
    ["can't complete", "cancelled", false, completeProject],
    ["can cancel", "open", true, cancelProject],
    ["can cancel", "in_progress", true, cancelProject],
    ["can't cancel", "completed", false, cancelProject],
  ] as const)("%s a project that's %s", async (_name, status, isAllowed, close) => {
    const { creator, projectId } = await withProject(status === "open" ? undefined : status);
    const outcome = isAllowed ? { ok: true } : { ok: false, refused: "wrong-state" };
    expect(await close(creator, projectId)).toEqual(outcome);
    const to = close === completeProject ? "completed" : "cancelled";
    expect((await find(projectId)).status).toBe(isAllowed ? to : status);
  });

  it("takes effect once, no matter how often the form is sent, and notifies pending and accepted applicants once", async () => {
    const { creator, projectId } = await withProject();
    const people: Record<string, Person> = {};
    for (const name of ["waiting", "accepted", "declined", "released"]) {
      const person = await makeContributor();
      people[name] = person;
      await apply(person, projectId, application);
    }
    type Name = "waiting" | "accepted" | "declined" | "released";
    const { waiting, accepted, declined, released } = people as Record<Name, Person>;
    for (const { userId } of [accepted, released]) await acceptApplication(creator, projectId, userId);
    await releaseContributor(creator, projectId, released.userId, "The budget is gone.");
    await declineApplication(creator, projectId, declined.userId);
    await announceNow(projectId);
    const all = await Promise.all(Array.from({ length: 6 }, () => cancelProject(creator, projectId)));
    expect(all).toEqual(Array.from({ length: 6 }, () => ({ ok: true })));
    const cancellations = await db.projectEvent.findMany({ where: { projectId, kind: "cancelled" } });
    expect(cancellations).toHaveLength(1);
    const eventId = String(cancellations[0]?.id);
    for (let run = 0; run < 2; run += 1) await tellApplicants(projectId, eventId, "cancelled");
    const told = await db.notification.findMany({ where: { title: "“Edit six episodes” was canceled" } });
    const mailed = await db.outboxMail.findMany({ where: { subject: "“Edit six episodes” was canceled" } });
    for (const rows of [told, mailed]) {
      expect(rows.map(({ userId }) => userId).sort()).toEqual([waiting.userId, accepted.userId].sort());
    }
  });
});

describe("reopening", () => {
  it("makes pending applications count again, and resumes a project that has an accepted contributor", async () => {
    const { creator, projectId } = await withProject();
    const contributor = await makeContributor();
    await apply(contributor, projectId, application);
    await cancelProject(creator, projectId);
    expect(await acceptApplication(creator, projectId, contributor.userId)).toMatchObject({ ok: false });
    expect(await Promise.all([1, 2, 3].map(() => reopenProject(creator, projectId)))).toEqual([
      { ok: true },
      { ok: true },
      { ok: true },
    ]);
    expect((await find(projectId)).status).toBe("open");
    expect(await acceptApplication(creator, projectId, contributor.userId)).toEqual({ ok: true });
    await completeProject(creator, projectId);
    await reopenProject(creator, projectId);
    expect((await find(projectId)).status).toBe("in_progress");
    const events = ["posted", "applied", "cancelled", "reopened", "accepted", "completed", "reopened"];
    expect(await eventsOf(projectId)).toEqual(events);
  });

  it("notifies applicants of a reopened project only if it accepts applications", async () => {
    const { creator, projectId } = await withProject();
    const contributor = await makeContributor();
    await apply(contributor, projectId, application);
    const told = async () => {
      for (const job of await takeJobs(tellApplicantsTask))
        await tellApplicants(String(job.projectId), String(job.eventId), String(job.what));
      const subjects = { userId: contributor.userId, kind: "project-changed" };
      return (await db.outboxMail.findMany({ where: subjects, orderBy: { createdAt: "asc" } })).map(
        ({ subject }) => subject.replace("“Edit six episodes” ", ""),
      );
    };
    await cancelProject(creator, projectId);
    const hide = (hiddenAt: Date | null) =>
      db.projectBrief.update({ where: { id: projectId }, data: { hiddenAt } });
    await hide(new Date());
    await reopenProject(creator, projectId);
    await hide(null);
    expect(await told()).toEqual(["was canceled"]);
    await cancelProject(creator, projectId);
    await reopenProject(creator, projectId);
    expect(await told()).toEqual(["was canceled", "was canceled", "was reopened"]);
    await acceptApplication(creator, projectId, contributor.userId);
    await completeProject(creator, projectId);
    await reopenProject(creator, projectId);
    expect(await told()).toEqual([
      ...["was canceled", "was canceled", "was reopened"],
      ...["was marked as completed", "is in progress again"],
    ]);
  });

  it("needs room in the plan, and ten concurrent requests don't exceed it", async () => {
    const creator = await makeCreator();
    await givePlan(creator, "agency");
    const ids = await Promise.all(Array.from({ length: 10 }, () => makeProject(creator)));
    for (const id of ids) await cancelProject(creator, id);
    await givePlan(creator, "pro");
    const outcomes = await Promise.all(ids.map((id) => reopenProject(creator, id)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5);
    expect(outcomes).toContainEqual({ ok: false, refused: "post-limit" });
    expect(await db.projectBrief.count({ where: { creatorId: creator.userId, status: "open" } })).toBe(5);
  });

  it("gives a project the current plan's time, even if it had no expiry before", async () => {
    const creator = await makeCreator();
    await givePlan(creator, "pro");
    const projectId = await makeProject(creator);
    expect(await daysLeft(projectId)).toBeNull();
    await cancelProject(creator, projectId);
    await givePlan(creator, "free");
    await reopenProject(creator, projectId);
    expect(await daysLeft(projectId)).toBe(14);
  });
});

describe("extending", () => {
  it("gives the plan's full time again, and a double click adds one line to the history", async () => {
    const { creator, projectId } = await withProject();
    await db.projectBrief.update({
      where: { id: projectId },
      data: { expiresAt: new Date(Date.now() + 86_400_000) },
    });
    await Promise.all([extendProject(creator, projectId), extendProject(creator, projectId)]);
    expect(await daysLeft(projectId)).toBe(14);
    expect(await eventsOf(projectId)).toEqual(["posted", "extended"]);
  });

  it("needs room in the plan if the project has expired", async () => {
    const { creator, projectId } = await withProject();
    await expire(projectId);
    const other = await makeProject(creator);
    expect(await extendProject(creator, projectId)).toEqual({ ok: false, refused: "post-limit" });
    expect(await eventsOf(projectId)).toEqual(["posted"]);
    await cancelProject(creator, other);
    expect(await extendProject(creator, projectId)).toEqual({ ok: true });
    expect(await daysLeft(projectId)).toBe(14);
  });

  it("never exceeds the plan's active posts, even with concurrent requests", async () => {
    const creator = await makeCreator();
    await givePlan(creator, "pro");
    const ids = await Promise.all(Array.from({ length: 5 }, () => makeProject(creator)));
    await givePlan(creator, "free");
    const soon = new Date(Date.now() + 86_400_000);
    await db.projectBrief.updateMany({ where: { creatorId: creator.userId }, data: { expiresAt: soon } });
    const fifty = () =>
      Promise.all(Array.from({ length: 50 }, (_, turn) => extendProject(creator, ids[turn % 5] ?? "")));
    for (const outcome of await fifty()) expect(outcome).toEqual({ ok: false, refused: "post-limit" });
    for (const id of ids) expect(await find(id)).toMatchObject({ expiresAt: soon });
    const [kept = "", ...others] = ids;
    // An admin can set posts aside, and then they don't count.
    const setAside = (postBaseline: number) =>
      db.userUsage.update({ where: { userId: creator.userId }, data: { postBaseline } });
    await setAside(4);
    expect(await extendProject(creator, others[0] ?? "")).toEqual({ ok: true });
    await setAside(0);
    for (const id of others) await cancelProject(creator, id);
    const outcomes = await fifty();
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(10);
    expect(await eventsOf(kept)).toEqual(["posted", "extended"]);
    expect(await daysLeft(kept)).toBe(14);
  });

  it("doesn't shorten a project that never expires, and is refused for a closed one", async () => {
    const creator = await makeCreator();
    await givePlan(creator, "pro");
    const projectId = await makeProject(creator);
    await givePlan(creator, "free");
    expect(await extendProject(creator, projectId)).toEqual({ ok: true });
    expect(await daysLeft(projectId)).toBeNull();
    await cancelProject(creator, projectId);
    expect(await extendProject(creator, projectId)).toEqual({ ok: false, refused: "wrong-state" });
  });
});

it("the page warns in advance when the plan has no room, and agrees with the actual limit", async () => {
  const { creator, projectId } = await withProject();
  const opening = async () => {
    const project = await findProject(creator, projectId);
    return project && openingOf(project);
  };
  const makesRoom = "Complete or cancel a project to make room. Expired ones don't count.";
  const last = { isFull: false, words: `This is the last active post your plan allows. ${makesRoom}` };
  const full = (used: number) => ({
    isFull: true,
    words: `${fullPostsWords(used, 1)} ${makesRoom}`,
  });
  // The project itself is the only post, so extending it needs no warning.
  expect(await opening()).toBeNull();
  await expire(projectId);
  expect(await opening()).toEqual(last);
  await cancelProject(creator, projectId);
  expect(await opening()).toEqual(last);
  const other = await makeProject(creator);
  expect(await opening()).toEqual(full(1));
  await givePlan(creator, "pro");
  expect(await opening()).toBeNull();
  expect(await reopenProject(creator, projectId)).toEqual({ ok: true });
  await givePlan(creator, "free");
  // A project that never expires can't be extended.
  expect(await opening()).toBeNull();
  await db.projectBrief.update({
    where: { id: projectId },
    data: { expiresAt: new Date(Date.now() + 86_400_000) },
  });
  expect(await opening()).toEqual(full(2));
  await cancelProject(creator, other);
  expect(await opening()).toBeNull();
  expect((await findProject(await makeContributor(), projectId))?.posts).toBeNull();
});

it("only the owner can close, reopen or extend a project", async () => {
  const { projectId } = await withProject();
  const stranger = await makeCreator();
  const contributor = await makeContributor();
  for (const act of [completeProject, cancelProject, reopenProject, extendProject]) {
    for (const person of [stranger, contributor]) {
      expect(await act(person, projectId)).toEqual({ ok: false, refused: "not-found" });
      expect(await act(person, "x")).toEqual({ ok: false, refused: "not-found" });
    }
  }
  expect(await eventsOf(projectId)).toEqual(["posted"]);
  expect((await find(projectId)).status).toBe("open");
});

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day);

/**
 * A creator on Free with one active project per number, each of which expires in that many days. The last one is the
 * newest.
 */
async function withProjects(days: readonly (number | null)[]): Promise<{ creator: Person; ids: string[] }> {
  const creator = await makeCreator();
  await givePlan(creator, "agency");
  const ids: string[] = [];
  for (const one of days) {
    const id = await makeProject(creator);
    await db.projectBrief.update({ where: { id }, data: { expiresAt: one === null ? null : inDays(one) } });
    ids.push(id);
  }
  await givePlan(creator, "free");
  return { creator, ids };
}

async function daysOf(ids: readonly string[]): Promise<(number | null)[]> {
  const projects = await db.projectBrief.findMany({ where: { id: { in: [...ids] } } });
  return ids.map((id) => {
    const end = projects.find((project) => project.id === id)?.expiresAt;
    return end ? Math.round((end.getTime() - Date.now()) / day) : null;
  });
}

const follow = ({ userId }: Person) => transaction((tx) => followPlan(tx, userId));

it("a paid post keeps the newest projects open until it ends, and doesn't extend the others", async () => {
  const { creator, ids } = await withProjects([3, null, 40, 2]);
  await givePlan(creator, "pay_per_post");
  for (let times = 0; times < 2; times += 1) {
    await follow(creator);
    expect(await daysOf(ids)).toEqual([3, 14, 40, 30]);
  }
  // An admin sets posts aside, which leaves room for more.
  await db.userUsage.update({ where: { userId: creator.userId }, data: { postBaseline: 3 } });
  await follow(creator);
  expect(await daysOf(ids)).toEqual([30, 30, 40, 30]);
});

it("on a subscription, active projects don't expire, and after a return to Free only those that had no expiry get one", async () => {
  const { creator, ids } = await withProjects([3, 20, -1]);
  await givePlan(creator, "pro");
  await follow(creator);
  expect(await daysOf(ids)).toEqual([null, null, -1]);
  await givePlan(creator, "free");
  await db.projectBrief.update({ where: { id: ids[1] }, data: { expiresAt: inDays(20) } });
  await follow(creator);
  expect(await daysOf(ids)).toEqual([14, 20, -1]);
});

it("when paid days are taken back, projects keep at most Free's days, and shorter ones don't change", async () => {
  const [{ creator, ids }, others] = [await withProjects([30, 5, -1]), await withProjects([30])];
  await transaction((tx) => endPaidDays(tx, creator.userId));
  expect(await daysOf([...ids, ...others.ids])).toEqual([14, 5, -1, 30]);
});
