import { expect, it } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { givePlan, makeCreator, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { endPaidDays, followPlan } from "./closing.server";

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day);

/** A creator on Free, whose active projects expire after so many days each, the newest last. */
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

it("a paid post keeps the newest open as long as it lasts, and gives the others no more than they had", async () => {
  const { creator, ids } = await withProjects([3, null, 40, 2]);
  await givePlan(creator, "pay_per_post");
  for (let times = 0; times < 2; times += 1) {
    await follow(creator);
    expect(await daysOf(ids)).toEqual([3, 14, 40, 30]);
  }
  // What an admin set aside leaves room for another.
  await db.userUsage.update({ where: { userId: creator.userId }, data: { postBaseline: 3 } });
  await follow(creator);
  expect(await daysOf(ids)).toEqual([30, 30, 40, 30]);
});

it("a subscription opens all without end, and Free ends only those", async () => {
  const { creator, ids } = await withProjects([3, 20, -1]);
  await givePlan(creator, "pro");
  await follow(creator);
  expect(await daysOf(ids)).toEqual([null, null, -1]);
  await givePlan(creator, "free");
  await db.projectBrief.update({ where: { id: ids[1] }, data: { expiresAt: inDays(20) } });
  await follow(creator);
  expect(await daysOf(ids)).toEqual([14, 20, -1]);
});

it("paid days that were taken back leave Free's, and what is shorter as it is", async () => {
  const { creator, ids } = await withProjects([30, 5, -1]);
  await transaction((tx) => endPaidDays(tx, creator.userId));
  expect(await daysOf(ids)).toEqual([14, 5, -1]);
});
