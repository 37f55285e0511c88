import { describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import {
  givePlan,
  makeContributor,
  makeCreator,
  makeMember,
  type Person,
} from "../../../tests/support/people";
import { blockPerson } from "../moderation/blocking.server";
import { planOf } from "../plans/plan-in-force.server";
import { findFavorites, listFavorites } from "./listing.server";
import {
  isSaved,
  offerSaving,
  removeUnavailable,
  rescoreFavorites,
  saveContributor,
  sweepRemoved,
  unsaveContributor,
  unsaveEverywhere,
} from "./saving.server";

const usedSaves = async (person: Person) =>
  (await planOf(person)).usage.find((use) => use.kind === "save")?.used;
const newest = { listId: null, serviceId: null, availability: null, sort: "newest" } as const;
const shownTo = async (person: Person) =>
  (await listFavorites(person, newest, null)).favorites.map(({ contributorId }) => contributorId);
const limitReached = { ok: false, refused: "save-limit" };

test("favorites are counted once each, and removing one, even twice concurrently, frees one slot", async () => {
  const creator = await makeCreator();
  const people = await Promise.all(Array.from({ length: 7 }, () => makeContributor()));
  const [first = "", ...others] = people.map((person) => person.userId);
  await Promise.all([saveContributor(creator, first), saveContributor(creator, first)]);
  expect(await usedSaves(creator)).toBe(1);
  const outcomes = await Promise.all(others.map((id) => saveContributor(creator, id)));
  expect(outcomes.filter((outcome) => !outcome.ok)).toEqual(Array(2).fill(limitReached));

  await Promise.all([unsaveContributor(creator, first), unsaveContributor(creator, first)]);
  expect([await isSaved(creator, first), await usedSaves(creator)]).toEqual([false, 4]);
  // A page's Save buttons show whom this creator has saved, of the people on the page.
  const isIn = outcomes.map(({ ok }) => ok);
  const [second = "", third = ""] = others.filter((_, index) => isIn[index]);
  const other = await makeCreator();
  await saveContributor(other, first);
  const offer = { limit: 5, saved: [second], used: 4 };
  expect(await offerSaving(creator, [first, second])).toEqual(offer);
  expect(await offerSaving(other, [second, third])).toEqual({ ...offer, saved: [], used: 1 });
  expect(await saveContributor(creator, first)).toEqual({ ok: true });
  expect(await usedSaves(creator)).toBe(5);
});

test("a member who hasn't chosen a type can save favorites, which are counted", async () => {
  const [member, person] = [await makeMember(), await makeContributor()];
  expect(await saveContributor(member, person.userId)).toEqual({ ok: true });
  expect([await isSaved(member, person.userId), await usedSaves(member)]).toEqual([true, 1]);
});

test("saving 50 concurrently keeps exactly as many as the plan allows", async () => {
  const creator = await makeCreator();
  await givePlan(creator, "pro");
  const people = await Promise.all(Array.from({ length: 50 }, () => makeContributor()));
  const outcomes = await Promise.all(people.map(({ userId }) => saveContributor(creator, userId)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(20);
  expect(await db.savedContributor.count({ where: { creatorId: creator.userId } })).toBe(20);
  expect(await usedSaves(creator)).toBe(20);
});

test("saving and removing the same person concurrently keeps the count and the ledger consistent with the favorites", async () => {
  const [creator, person] = [await makeCreator(), await makeContributor()];
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 2 ? unsaveContributor(creator, person.userId) : saveContributor(creator, person.userId),
    ),
  );
  const saved = (await isSaved(creator, person.userId)) ? 1 : 0;
  const ledger = await db.usageLedgerEntry.aggregate({
    where: { userId: creator.userId, kind: "save" },
    _sum: { amount: true },
  });
  expect([await usedSaves(creator), ledger._sum.amount ?? 0]).toEqual([saved, saved]);
});

describe("a removal", () => {
  test("can be undone with its note and lists for a day, and is then deleted", async () => {
    const [creator, person] = [await makeCreator(), await makeContributor()];
    await saveContributor(creator, person.userId);
    const list = await db.savedList.create({ data: { creatorId: creator.userId, name: "Season two" } });
    await db.savedListItem.create({
      data: { listId: list.id, creatorId: creator.userId, contributorId: person.userId },
    });
    await db.savedContributor.updateMany({ where: { creatorId: creator.userId }, data: { note: "Fast" } });
    const [before] = await findFavorites(creator, [person.userId]);

    await unsaveContributor(creator, person.userId);
    expect(await findFavorites(creator, [person.userId])).toEqual([]);
    await sweepRemoved();
    expect(await saveContributor(creator, person.userId)).toEqual({ ok: true });
    expect(await findFavorites(creator, [person.userId])).toEqual([before]);
    expect(before).toMatchObject({ note: "Fast", listIds: [list.id] });

    await unsaveContributor(creator, person.userId);
    const removedAt = new Date(Date.now() - 25 * 3_600_000);
    await db.savedContributor.updateMany({ where: { creatorId: creator.userId }, data: { removedAt } });
    await sweepRemoved();
    expect(await db.savedContributor.count({ where: { creatorId: creator.userId } })).toBe(0);
    expect(await usedSaves(creator)).toBe(0);
  });

  test("can't be undone beyond the limit", async () => {
    const creator = await makeCreator();
    const people = await Promise.all(Array.from({ length: 6 }, () => makeContributor()));
    const [first = "", ...others] = people.map(({ userId }) => userId);
    await saveContributor(creator, first);
    await unsaveContributor(creator, first);
    for (const id of others) expect(await saveContributor(creator, id)).toEqual({ ok: true });
    expect(await saveContributor(creator, first)).toEqual(limitReached);
    expect(await isSaved(creator, first)).toBe(false);
  });
});

test("after a downgrade, everyone saved can still be read and removed, and no one can be added", async () => {
  const creator = await makeCreator();
  await givePlan(creator, "pro");
  const people = await Promise.all(Array.from({ length: 6 }, () => makeContributor()));
  for (const { userId } of people.slice(1)) await saveContributor(creator, userId);
  await givePlan(creator, "free", { status: "canceled", ends: -1000 });
  expect(await shownTo(creator)).toHaveLength(5);
  expect(await saveContributor(creator, people[0]?.userId ?? "")).toEqual(limitReached);
  await unsaveContributor(creator, people[1]?.userId ?? "");
  expect(await saveContributor(creator, people[0]?.userId ?? "")).toEqual({ ok: true });
});

test("people who block, are suspended, rejected or become creators are hidden, and can be removed together", async () => {
  const creator = await makeCreator();
  const people = await Promise.all(Array.from({ length: 5 }, () => makeContributor()));
  const [stays, blocks, suspended, rejected, changed] = people as [Person, Person, Person, Person, Person];
  for (const { userId } of people) await saveContributor(creator, userId);
  await blockPerson(blocks, creator.userId);
  await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
  await db.contributorProfile.update({ where: { id: rejected.userId }, data: { status: "rejected" } });
  await db.profile.update({ where: { id: changed.userId }, data: { userType: "creator" } });

  expect(await shownTo(creator)).toEqual([stays.userId]);
  expect(await findFavorites(creator, [blocks.userId, stays.userId])).toMatchObject([
    { contributorId: stays.userId },
  ]);
  expect(await usedSaves(creator)).toBe(5);
  expect(await Promise.all([removeUnavailable(creator), removeUnavailable(creator)])).toEqual(
    expect.arrayContaining([0, 4]),
  );
  expect([await usedSaves(creator), await shownTo(creator)]).toEqual([1, [stays.userId]]);
});

test("a departing contributor frees the slot; a departing creator's favorites are deleted", async () => {
  const [creator, person] = [await makeCreator(), await makeContributor()];
  await saveContributor(creator, person.userId);
  await Promise.all([1, 2].map(() => transaction((tx) => unsaveEverywhere(tx, person.userId))));
  expect(await usedSaves(creator)).toBe(0);
  const other = await makeContributor();
  await saveContributor(creator, other.userId);
  await db.user.delete({ where: { id: creator.userId } });
  expect(await db.savedContributor.count({ where: { contributorId: other.userId } })).toBe(0);
});

test("only creators save, and only people they may see", async () => {
  const [creator, contributor] = [await makeCreator(), await makeContributor()];
  const pending = await makeContributor({ status: "pending" });
  const other = await makeCreator();
  expect(await saveContributor(contributor, contributor.userId)).toEqual({
    ok: false,
    refused: "not-creator",
  });
  for (const id of [pending.userId, other.userId, creator.userId, "no one"])
    expect(await saveContributor(creator, id)).toEqual({ ok: false, refused: "not-found" });
});

test("scores are updated when either profile changes", async () => {
  const creator = await makeCreator({ services: ["Video Editor"] });
  const person = await makeContributor({ services: ["Writer"] });
  await saveContributor(creator, person.userId);
  const percents = async () =>
    (await db.savedContributor.findMany({ where: { creatorId: creator.userId } })).map((row) => row.percent);
  const [before = 0] = await percents();
  const editor = await db.service.findFirstOrThrow({ where: { name: "Video Editor" } });
  await db.contributorService.create({ data: { contributorId: person.userId, serviceId: editor.id } });
  await db.profile.update({ where: { id: person.userId }, data: { updatedAt: new Date(Date.now() + 1000) } });
  await rescoreFavorites();
  const [after = 0] = await percents();
  expect(before).toBeGreaterThanOrEqual(60);
  expect(after).toBeGreaterThan(before);
});

test.each(["contributor", "creator"] as const)(
  "scores follow a change to the %s's profile even if the job didn't run for three days",
  async (side) => {
    const [creator, person] = [
      await makeCreator({ services: ["Writer"] }),
      await makeContributor({ services: ["Writer"] }),
    ];
    await saveContributor(creator, person.userId);
    const { userId } = side === "creator" ? creator : person;
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const where = { creatorId: creator.userId };
    await db.savedContributor.updateMany({ where, data: { percent: 1, scoredAt: daysAgo(4) } });
    await db.profile.updateMany({
      where: { id: { in: [creator.userId, person.userId] } },
      data: { updatedAt: daysAgo(5) },
    });
    await db.profile.update({ where: { id: userId }, data: { updatedAt: daysAgo(3) } });
    await rescoreFavorites();
    expect(await db.savedContributor.count({ where: { ...where, percent: { gt: 1 } } })).toBe(1);
  },
);
