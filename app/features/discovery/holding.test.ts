import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { lockPair } from "~/features/messaging/starting.server";
import { blockPerson, unblockPerson } from "~/features/moderation/blocking.server";
import { refund } from "~/features/plans/counting.server";
import { approveContributor, undoReview } from "~/features/profiles/vetting.server";
import { db, transaction } from "~/platform/db.server";
import { startJobsOnceThere } from "~/platform/jobs/jobs.server";
import { tasks } from "~/tasks.server";
import { untilLockWait } from "../../../tests/support/locks";
import {
  givePlan,
  makeAdmin,
  makeContributor,
  makeCreator,
  type Person,
} from "../../../tests/support/people";
import { listMatches } from "./matches.server";
import { matchByApplication, releaseAllHeld } from "./matching.server";
import { swipe } from "./swiping.server";

let jobs: { stop: () => Promise<void> };
// Without its clock: only jobs queued by a transaction run.
beforeAll(() => {
  jobs = startJobsOnceThere(tasks, "");
});
afterAll(() => jobs.stop());

const like = (actor: Person, target: Person) =>
  swipe(actor, { targetId: target.userId, liked: true, key: randomUUID() });
const isHeld = async (contributor: Person) =>
  (await db.match.findFirstOrThrow({ where: { contributorId: contributor.userId } })).held;

/** A creator on Free with the one match it allows, and two more that are held. */
async function makeFull() {
  const creator = await makeCreator();
  const contributors = [await makeContributor(), await makeContributor(), await makeContributor()] as const;
  for (const person of contributors) {
    await like(creator, person);
    await like(person, creator);
  }
  return { creator, contributors };
}

const takeBackMatch = (creator: Person, contributor: Person) =>
  transaction((tx) => refund(tx, creator, "match", contributor.userId));

test("a held match that becomes real leads both lists, and is new to the person who did not make it", async () => {
  const { creator, contributors } = await makeFull();
  const [first, second, third] = contributors;
  await db.$executeRaw`
    UPDATE matches SET created_at = created_at - interval '30 days' WHERE creator_id = ${creator.userId}::uuid AND held`;
  const shown = async (actor: Person) =>
    (await listMatches(actor, null)).matches.map(({ personId, isNew }) => ({ personId, isNew }));
  await takeBackMatch(creator, first);
  await expect.poll(() => isHeld(second)).toBe(false);
  expect((await shown(creator))[0]).toEqual({ personId: second.userId, isNew: true });
  expect(await shown(second)).toEqual([{ personId: creator.userId, isNew: true }]);

  const older = await makeCreator();
  await db.match.create({ data: { creatorId: older.userId, contributorId: third.userId } });
  await transaction((tx) => matchByApplication(tx, creator.userId, third.userId));
  expect((await shown(creator))[0]).toEqual({ personId: third.userId, isNew: false });
  expect(await shown(third)).toEqual([
    { personId: creator.userId, isNew: true },
    { personId: older.userId, isNew: true },
  ]);
});

describe("a held match is made at once", () => {
  it("when a match is undone, only the oldest", async () => {
    const { creator, contributors } = await makeFull();
    const [first, second, third] = contributors;
    expect(await Promise.all(contributors.map(isHeld))).toEqual([false, true, true]);
    await takeBackMatch(creator, first);
    await expect.poll(() => isHeld(second)).toBe(false);
    await releaseAllHeld();
    expect(await isHeld(third)).toBe(true);
  });

  it("when the block that kept it apart is removed, by either side", async () => {
    for (const blocker of ["creator", "contributor"] as const) {
      const { creator, contributors } = await makeFull();
      const [first, second, third] = contributors;
      for (const waiting of [second, third])
        await (blocker === "creator"
          ? blockPerson(creator, waiting.userId)
          : blockPerson(waiting, creator.userId));
      await takeBackMatch(creator, first);
      await releaseAllHeld();
      expect(await isHeld(second)).toBe(true);
      await (blocker === "creator"
        ? unblockPerson(creator, second.userId)
        : unblockPerson(second, creator.userId));
      await expect.poll(() => isHeld(second)).toBe(false);
    }
  });

  it("when the contributor is approved again", async () => {
    const admin = await makeAdmin();
    const { creator, contributors } = await makeFull();
    const [first, second, third] = contributors;
    for (const waiting of [second, third])
      expect(await undoReview(admin, waiting.userId)).toEqual({ ok: true });
    await takeBackMatch(creator, first);
    await releaseAllHeld();
    expect(await isHeld(second)).toBe(true);
    expect(await approveContributor(admin, second.userId)).toEqual({ ok: true });
    await expect.poll(() => isHeld(second)).toBe(false);
  });
});

test("a held match waits while a profile is hidden, on either side, also one that is being hidden", async () => {
  const { creator, contributors } = await makeFull();
  const [, second, third] = contributors;
  const hide = (person: Person, profileHiddenAt: Date | null, tx: Pick<typeof db, "user"> = db) =>
    tx.user.update({ where: { id: person.userId }, data: { profileHiddenAt }, select: { id: true } });
  await hide(creator, new Date());
  // Without a job, which would release them beside the test.
  await givePlan(creator, "pro");
  await releaseAllHeld();
  expect([await isHeld(second), await isHeld(third)]).toEqual([true, true]);
  await hide(creator, null);
  let releasing: Promise<void> | undefined;
  await transaction(async (tx) => {
    await lockPair(tx, creator.userId, second.userId);
    releasing = releaseAllHeld();
    await untilLockWait();
    await hide(second, new Date(), tx);
  });
  await releasing;
  expect([await isHeld(second), await isHeld(third)]).toEqual([true, false]);
});
