import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { comeBack, mailedReturn } from "~/features/accounts/departing.server";
import { findActor } from "~/features/accounts/sessions.server";
import { liftByAdmin, suspendByAdmin } from "~/features/admin/person.server";
import { removeLeavers, requestDeletion } from "~/features/leaving/removing.server";
import { switchRole } from "~/features/leaving/switching.server";
import { lockPair } from "~/features/messaging/starting.server";
import { blockPerson, unblockPerson } from "~/features/moderation/blocking.server";
import { listNotifications } from "~/features/notifications/listing.server";
import { giveBackUse, lockUses } from "~/features/plans/counting.server";
import { resetUsage } from "~/features/plans/uses.server";
import { approveContributor, undoReview } from "~/features/profiles/vetting.server";
import { db, SessionEnded, transaction } from "~/platform/db.server";
import { startJobsOnceThere } from "~/platform/jobs/jobs.server";
import { tasks } from "~/tasks.server";
import { hintsTo } from "../../../tests/support/hints";
import { untilLockWait } from "../../../tests/support/locks";
import {
  givePlan,
  makeAdmin,
  makeContributor,
  makeCreator,
  makeCrowd,
  type Person,
  personPassword,
} from "../../../tests/support/people";
import { holdMatchesOf } from "./ending.server";
import { listMatches } from "./matches.server";
import { matchByApplication, releaseAllHeld } from "./matching.server";
import { swipe } from "./swiping.server";

/** Counts jobs that are running or due. */
const countJobs = async () =>
  (
    await db.$queryRaw<object[]>`
      SELECT FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL OR is_available AND run_at <= now()`
  ).length;

let jobs: { stop: () => Promise<void> };
// The empty crontab turns off scheduled jobs, so only jobs that a transaction queues run here.
beforeAll(() => {
  jobs = startJobsOnceThere(tasks, "");
});
afterAll(() => jobs.stop());

const like = (actor: Person, target: Person) =>
  swipe(actor, { targetId: target.userId, liked: true, key: randomUUID() });
const isHeld = async (contributor: Person) =>
  (await db.match.findFirstOrThrow({ where: { contributorId: contributor.userId } })).held;

/** A creator on Free, which allows one match: the first contributor is matched, and the other two are held. */
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
  transaction((tx) => giveBackUse(tx, creator, "match", contributor.userId));

test("once a held match is made, it tops both lists and is new to both people, but not to a creator who just accepted an application", async () => {
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

test("once an application makes a match that had ended, nothing says anymore that it has ended", async () => {
  const [creator, contributor] = [await makeCreator(), await makeContributor()];
  await db.match.create({ data: { creatorId: creator.userId, contributorId: contributor.userId } });
  const titles = async () => (await listNotifications(creator)).notifications.map(({ title }) => title);
  await transaction((tx) => holdMatchesOf(tx, contributor.userId));
  expect(await titles()).toEqual(["A match has ended"]);
  await transaction((tx) => matchByApplication(tx, creator.userId, contributor.userId));
  expect(await titles()).toEqual([]);
});

describe("a held match is made right away", () => {
  it("when a use is given back, but only the match held longest", async () => {
    const { creator, contributors } = await makeFull();
    const [first, second, third] = contributors;
    expect(await Promise.all(contributors.map(isHeld))).toEqual([false, true, true]);
    await takeBackMatch(creator, first);
    await expect.poll(() => isHeld(second)).toBe(false);
    await releaseAllHeld();
    expect(await isHeld(third)).toBe(true);
  });

  it("when the block that prevented it is removed, by either side", async () => {
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

test("the job covers every creator with a held match, even more than fit into one batch", async () => {
  const creators = await makeCrowd(201, { user_type: "creator" });
  const [hidden, found] = [await makeContributor({ status: "rejected" }), await makeContributor()];
  const last = creators.sort().at(-1);
  await db.match.createMany({
    data: creators.map((creatorId) => ({
      creatorId,
      contributorId: creatorId === last ? found.userId : hidden.userId,
      held: true,
    })),
  });
  await releaseAllHeld();
  expect(await isHeld(found)).toBe(false);
  expect(await isHeld(hidden)).toBe(true);
});

test("lists held matches on the unfiltered first page, longest held first", async () => {
  const { creator, contributors } = await makeFull();
  const [first, second, third] = contributors;
  const heldOf = async (actor: Person, filter: "new" | null = null) =>
    (await listMatches(actor, null, filter)).held;
  const waiting = (...people: Person[]) => ({
    people: people.map(({ userId, name }) => ({ personId: userId, name, avatarUrl: null })),
    count: people.length,
  });
  expect(await heldOf(creator)).toEqual(waiting(second, third));
  // Sorted by how long they've waited, regardless of their IDs.
  await db.match.updateMany({
    where: { contributorId: third.userId },
    data: { createdAt: new Date(Date.now() - 86_400_000) },
  });
  expect(await heldOf(creator)).toEqual(waiting(third, second));
  expect(await heldOf(creator, "new")).toBeNull();
  expect(await heldOf(second)).toEqual(waiting(creator));
  await db.user.update({ where: { id: third.userId }, data: { suspendedAt: new Date() } });
  expect(await heldOf(creator)).toEqual(waiting(second));
  expect(await heldOf(first)).toEqual(waiting());
});

test("a held match isn't made while either profile is hidden, even if it's hidden while the job runs", async () => {
  const { creator, contributors } = await makeFull();
  const [, second, third] = contributors;
  const hide = (person: Person, profileHiddenAt: Date | null, tx: Pick<typeof db, "user"> = db) =>
    tx.user.update({ where: { id: person.userId }, data: { profileHiddenAt }, select: { id: true } });
  await hide(creator, new Date());
  // Unlike a purchase, this doesn't queue the job that makes held matches.
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

describe("ending a match", () => {
  const client = { address: "192.0.2.1", userAgent: "", devices: [] };
  /** The second call fails because the first one has ended the session. */
  const close = (person: Person) =>
    requestDeletion(person, { password: personPassword }, client).catch((error: unknown) => {
      if (!(error instanceof SessionEnded)) throw error;
    });
  const suspendPermanently = async ({ userId }: Person) =>
    suspendByAdmin(await makeAdmin(), userId, { reason: "spam", words: "", length: "forever" });

  /** The ways a contributor can end a match, and how they return; null if they can't. */
  const ways: Record<
    string,
    {
      end: (who: Person, other: Person) => Promise<unknown>;
      back: ((who: Person, other: Person) => Promise<unknown>) | null;
    }
  > = {
    "switches their type": { end: (who) => switchRole(who, "creator"), back: null },
    "closes their account": {
      end: close,
      back: async ({ userId }) => {
        const { leavesAt } = await db.user.findUniqueOrThrow({ where: { id: userId } });
        return comeBack(mailedReturn(userId, leavesAt ?? new Date()), client);
      },
    },
    "is removed": {
      end: async ({ userId }) => {
        await db.user.updateMany({ where: { id: userId }, data: { leavesAt: new Date(0) } });
        await removeLeavers();
      },
      back: null,
    },
    "is suspended permanently": {
      end: suspendPermanently,
      back: async ({ userId }) => liftByAdmin(await makeAdmin(), userId),
    },
    "blocks the creator": {
      end: (who, other) => blockPerson(who, other.userId),
      back: (who, other) => unblockPerson(who, other.userId),
    },
  };

  async function usedBy({ userId }: Person) {
    const { matchCount } = await db.userUsage.findUniqueOrThrow({ where: { userId } });
    const { _sum } = await db.usageLedgerEntry.aggregate({
      where: { userId, kind: "match" },
      _sum: { amount: true },
    });
    expect(_sum.amount ?? 0).toBe(matchCount);
    return matchCount;
  }
  const toldTo = async ({ userId }: Person) =>
    (await db.notification.findMany({ where: { userId, eventKey: { startsWith: "match-ended:" } } })).map(
      ({ title, body }) => `${title}. ${body}`,
    );
  const match = async (creator: Person, contributor: Person) => {
    await like(creator, contributor);
    return like(contributor, creator);
  };
  async function makePair(names: { creator?: string; contributor?: string } = {}) {
    const creator = await makeCreator(names.creator ? { name: names.creator } : {});
    const contributor = await makeContributor(names.contributor ? { name: names.contributor } : {});
    await match(creator, contributor);
    expect(await usedBy(creator)).toBe(1);
    return { creator, contributor };
  }

  test.each(Object.entries(ways))(
    "gives the use back even if the match was being made when the contributor %s",
    async (_, way) => {
      const [creator, contributor] = [await makeCreator(), await makeContributor()];
      await like(contributor, creator);
      // Counting begins with the first use.
      await like(creator, await makeContributor());
      let ended: Promise<unknown> | undefined;
      let liked: ReturnType<typeof like> | undefined;
      await transaction(async (tx) => {
        // The swipe waits here, after it has found the contributor.
        await lockUses(tx, [creator.userId]);
        liked = like(creator, contributor);
        await untilLockWait();
        ended = way.end(contributor, creator);
        // It either waits for the swipe or ends.
        await Promise.race([ended, untilLockWait(2)]);
      });
      expect(await liked).toMatchObject({ ok: true });
      await ended;
      expect(await db.match.count({ where: { creatorId: creator.userId, held: false } })).toBe(0);
      expect(await usedBy(creator)).toBe(0);
    },
  );

  test.each(Object.entries(ways))(
    "gives the use back and notifies the creator if the contributor %s",
    async (_, way) => {
      const { creator, contributor } = await makePair();
      const hints = async () =>
        (await hintsTo(creator.userId)).filter((hint) => "kind" in hint && hint.kind === "matches");
      const before = (await hints()).length;
      await way.end(contributor, creator);
      await way.end(contributor, creator);
      expect((await hints()).length).toBeGreaterThan(before);
      expect(await usedBy(creator)).toBe(0);
      expect((await listMatches(creator, null)).matches).toEqual([]);
      expect(await toldTo(creator)).toEqual([
        expect.stringMatching(/ended.+doesn't count toward your plan anymore/),
      ]);
      const next = await makeContributor();
      expect(await match(creator, next)).toMatchObject({ ok: true, isHeld: false });
      expect(await usedBy(creator)).toBe(1);
      if (!way.back) return;
      // The plan is full again, so the match stays held until there's room, and then counts.
      await way.back(contributor, creator);
      await releaseAllHeld();
      expect(await isHeld(contributor)).toBe(true);
      await ways["switches their type"]?.end(next, creator);
      await expect.poll(() => isHeld(contributor)).toBe(false);
      expect(await usedBy(creator)).toBe(1);
      expect(await toldTo(creator)).toEqual([expect.stringContaining(next.name)]);
    },
  );

  test.each(Object.entries(ways).filter(([, { back }]) => back))(
    "is undone right away, and the match announced, if the contributor %s but returns while there's room",
    async (_, { end, back }) => {
      const { creator, contributor } = await makePair();
      await end(contributor, creator);
      await back?.(contributor, creator);
      await expect.poll(() => isHeld(contributor)).toBe(false);
      expect(await usedBy(creator)).toBe(1);
      const news = await db.notification.findMany({ where: { userId: creator.userId, kind: "match" } });
      expect(news.map(({ title }) => title)).toEqual(["It's a match"]);
    },
  );

  test("names the person only if they switched their type; a block, a departure and a suspension read the same", async () => {
    const words = new Set<string>();
    for (const [way, { end }] of Object.entries(ways)) {
      const { creator, contributor } = await makePair({ contributor: "Kay Gone" });
      await end(contributor, creator);
      const [told = ""] = await toldTo(creator);
      expect([way, told.includes("Kay Gone")]).toEqual([way, way === "switches their type"]);
      if (way !== "switches their type") words.add(told);
    }
    expect(words.size).toBe(1);
  });

  test("gives the free slot to the match that was held longest", async () => {
    const { creator, contributors } = await makeFull();
    const [first, second, third] = contributors;
    await switchRole(first, "creator");
    await expect.poll(() => isHeld(second)).toBe(false);
    await releaseAllHeld();
    expect(await isHeld(third)).toBe(true);
    expect(await usedBy(creator)).toBe(1);
  });

  test("isn't announced if the match was held", async () => {
    const { creator, contributors } = await makeFull();
    const [, second, third] = contributors;
    await close(second);
    await switchRole(third, "creator");
    expect(await toldTo(creator)).toEqual([]);
    expect(await usedBy(creator)).toBe(1);
  });

  test("doesn't give back a use that was reset in the meantime", async () => {
    for (const { end } of Object.values(ways)) {
      const { creator, contributor } = await makePair();
      await resetUsage(await makeAdmin(), creator.userId, { key: randomUUID(), reason: "" });
      await end(contributor, creator);
      expect(await usedBy(creator)).toBe(0);
      expect(await toldTo(creator)).toEqual([expect.not.stringContaining("plan")]);
    }
  });

  test("gives nothing back for a match from an application, which wasn't counted and which a block doesn't end", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    const other = await makeCreator();
    await match(creator, await makeContributor());
    await match(other, contributor);
    await transaction((tx) => matchByApplication(tx, creator.userId, contributor.userId));
    await blockPerson(contributor, creator.userId);
    // The match with the other creator isn't affected, either.
    expect(await db.match.count({ where: { contributorId: contributor.userId, held: true } })).toBe(0);
    expect(await usedBy(other)).toBe(1);
    await switchRole(contributor, "creator");
    expect(await usedBy(creator)).toBe(1);
    expect(await toldTo(creator)).toEqual([expect.not.stringContaining("plan")]);
  });

  test("lets two people match again, and counts the new match", async () => {
    const { creator, contributor } = await makePair();
    await switchRole(contributor, "creator");
    await db.profile.update({ where: { id: contributor.userId }, data: { typeSwitchedAt: new Date(0) } });
    const actor = await findActor(contributor.token);
    if (!actor) throw new Error("signed out");
    await switchRole(actor, "contributor");
    expect(await match(creator, contributor)).toMatchObject({ ok: true, isHeld: false });
    expect(await usedBy(creator)).toBe(1);
    expect(await match(creator, await makeContributor())).toMatchObject({ isHeld: true });
    expect(await usedBy(creator)).toBe(1);
  });

  test("doesn't give the use back to a creator who ended it, and notifies the contributor only of a switch", async () => {
    for (const [end, told] of [
      [
        (who: Person) => switchRole(who, "contributor"),
        ["Your match with Cora Away has ended. Cora Away switched account types."],
      ],
      [(who: Person, other: Person) => blockPerson(who, other.userId), []],
      [close, []],
    ] as const) {
      const { creator, contributor } = await makePair({ creator: "Cora Away" });
      await end(creator, contributor);
      expect(await usedBy(creator)).toBe(1);
      expect(await toldTo(contributor)).toEqual(told);
    }
  });

  test("keeps the count right while others match and two contributors leave concurrently", async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const creator = await makeCreator();
      await givePlan(creator, "pro");
      const people = await Promise.all(Array.from({ length: 5 }, () => makeContributor()));
      const [one, two, ...rest] = people as [Person, Person, ...Person[]];
      for (const person of [one, two]) await match(creator, person);
      for (const person of rest) await like(creator, person);
      await Promise.all([
        switchRole(one, "creator"),
        close(two),
        ...rest.map((person) => like(person, creator)),
      ]);
      expect(await usedBy(creator)).toBe(rest.length);
      expect((await listMatches(creator, null)).matches).toHaveLength(rest.length);
    }
  });

  test("isn't undone by a job that began before the contributor left", async () => {
    for (const leave of ["closes", "ends"] as const) {
      const { creator, contributors } = await makeFull();
      const [first, second] = contributors;
      await takeBackMatch(creator, first);
      await expect.poll(() => isHeld(second)).toBe(false);
      await takeBackMatch(creator, second);
      const third = contributors[2];
      await expect.poll(() => isHeld(third)).toBe(false);
      // Each ended match queues jobs for both sides. One that runs now would make the match that's held here.
      await expect.poll(countJobs).toBe(0);
      await jobs.stop();
      await transaction((tx) => holdMatchesOf(tx, third.userId));
      expect(await usedBy(creator)).toBe(0);
      let releasing: Promise<void> | undefined;
      await transaction(async (tx) => {
        await lockUses(tx, [creator.userId]);
        releasing = releaseAllHeld();
        await untilLockWait();
        if (leave === "ends") await tx.match.deleteMany({ where: { contributorId: third.userId } });
        else
          await tx.user.update({
            where: { id: third.userId },
            data: { leavesAt: new Date() },
            select: { id: true },
          });
      });
      await releasing;
      expect(await usedBy(creator)).toBe(0);
      expect(await db.match.count({ where: { contributorId: third.userId, held: false } })).toBe(0);
      jobs = startJobsOnceThere(tasks, "");
    }
  });
});
