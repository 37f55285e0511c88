import { beforeAll, describe, expect, test } from "vitest";
import { blockPerson } from "~/features/moderation/blocking.server";
import { db } from "~/platform/db.server";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import type { SavedFilter } from "./favorites";
import { findFavorites, findSavedOverview, listFavorites } from "./listing.server";
import { saveContributor, unsaveContributor } from "./saving.server";

let creator: Person;
let listId: string;
const people: Person[] = [];
const any: SavedFilter = { listId: null, serviceId: null, availability: null, sort: "newest" };

/** Fourteen favorites, saved in the order of the numbers in their names. */
beforeAll(async () => {
  creator = await makeCreator({ services: ["Video Editor"], styles: ["Cinematic"] });
  await givePlan(creator, "pro");
  for (let index = 0; index < 14; index += 1) {
    const person = await makeContributor({
      name: `${index % 2 ? "b" : "A"} ${String(index).padStart(2, "0")}`,
      services: index % 3 ? ["Writer"] : ["Video Editor", "Writer"],
      styles: index % 2 ? ["Cinematic"] : [],
      availability: index === 4 ? "limited" : "available",
    });
    people.push(person);
    await saveContributor(creator, person.userId);
    await db.savedContributor.updateMany({
      where: { contributorId: person.userId },
      data: { createdAt: new Date(Date.UTC(2026, 10, 1, 0, Math.floor(index / 2))) },
    });
  }
  const list = await db.savedList.create({ data: { creatorId: creator.userId, name: "Odd" } });
  listId = list.id;
  await db.savedListItem.createMany({
    data: people
      .filter((_, index) => index % 2)
      .map(({ userId }) => ({ listId, creatorId: creator.userId, contributorId: userId })),
  });
});

async function pages(filter: Partial<SavedFilter>, viewer = creator) {
  const shown: Awaited<ReturnType<typeof listFavorites>>["favorites"] = [];
  let after: string | null = null;
  for (let page = 0; page < 9; page += 1) {
    const { favorites, next }: Awaited<ReturnType<typeof listFavorites>> = await listFavorites(
      viewer,
      { ...any, ...filter },
      after,
    );
    shown.push(...favorites);
    after = next;
    if (!next) break;
  }
  return shown;
}
const ids = (list: { contributorId: string }[]) => list.map(({ contributorId }) => contributorId);

describe("the list", () => {
  test.each(["newest", "match", "name"] as const)(
    "shows each once, sorted by %s, page by page",
    async (sort) => {
      const shown = await pages({ sort });
      expect(new Set(ids(shown)).size).toBe(14);
      expect(shown).toHaveLength(14);
      const keys = (await findFavorites(creator, ids(shown))).map((one) =>
        sort === "newest"
          ? one.savedAt
          : sort === "name"
            ? one.name.toLowerCase()
            : (one.match?.percent ?? 0),
      );
      const sorted = [...keys].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
      expect(keys).toEqual(sort === "name" ? sorted : sorted.reverse());
    },
  );

  test("filters by a list, a service and an availability, combined", async () => {
    const editor = await db.service.findFirstOrThrow({ where: { name: "Video Editor" } });
    const odd = people.filter((_, index) => index % 2).map(({ userId }) => userId);
    const even = { creatorId: creator.userId, contributorId: people[0]?.userId ?? "" };
    const { id } = await db.savedList.create({ data: { creatorId: creator.userId, name: "Even" } });
    await db.savedListItem.create({ data: { ...even, listId: id } });
    expect(new Set(ids(await pages({ listId })))).toEqual(new Set(odd));
    expect(await pages({ serviceId: editor.id })).toHaveLength(5);
    expect(ids(await pages({ availability: "limited" }))).toEqual([people[4]?.userId]);
    const both = await pages({ listId, serviceId: editor.id, availability: "available", sort: "match" });
    expect(new Set(ids(both))).toEqual(new Set([people[3]?.userId, people[9]?.userId]));
    await db.savedList.delete({ where: { id } });
  });

  test("continues after a page's last person is removed", async () => {
    for (const sort of ["newest", "match", "name"] as const) {
      const filter = { ...any, sort };
      const first = await listFavorites(creator, filter, null);
      const rest = await listFavorites(creator, filter, first.next);
      const last = first.favorites.at(-1)?.contributorId ?? "";
      await unsaveContributor(creator, last);
      expect(ids((await listFavorites(creator, filter, first.next)).favorites)).toEqual(ids(rest.favorites));
      await saveContributor(creator, last);
    }
  });

  test("belongs to its creator only", async () => {
    const stranger = await makeCreator();
    expect(await pages({}, stranger)).toEqual([]);
    const [, listed] = people;
    await saveContributor(stranger, listed?.userId ?? "");
    expect(await pages({ listId }, stranger)).toEqual([]);
    const pair = { creatorId: stranger.userId, contributorId: listed?.userId ?? "" };
    await db.savedList.create({
      data: {
        creatorId: stranger.userId,
        name: "Theirs",
        items: { create: { contributorId: pair.contributorId, creatorId: pair.creatorId } },
      },
    });
    const favorites = await findFavorites(
      creator,
      people.slice(0, 2).map(({ userId }) => userId),
    );
    expect(favorites.map(({ listIds }) => listIds)).toEqual([[], [listId]]);
    await unsaveContributor(stranger, listed?.userId ?? "");
    expect(
      await findFavorites(stranger, ids(people.map(({ userId }) => ({ contributorId: userId })))),
    ).toEqual([]);
  });

  test("shows each of many people with the same name once, across the pages", async () => {
    const viewer = await makeCreator();
    await givePlan(viewer, "pro");
    const namesakes = await Promise.all(
      Array.from({ length: 8 }, () => makeContributor({ name: "Nora Same" })),
    );
    for (const { userId } of namesakes) await saveContributor(viewer, userId);
    const shown = ids(await pages({ sort: "name" }, viewer));
    expect(shown).toHaveLength(8);
    expect(new Set(shown)).toEqual(new Set(namesakes.map(({ userId }) => userId)));
  });

  test("starts again if the account of a page's last person by name has been deleted since", async () => {
    const viewer = await makeCreator();
    await givePlan(viewer, "pro");
    for (let count = 0; count < 7; count += 1)
      await saveContributor(viewer, (await makeContributor()).userId);
    const byName = { ...any, sort: "name" } as const;
    const { favorites, next } = await listFavorites(viewer, byName, null);
    await db.user.delete({ where: { id: favorites.at(-1)?.contributorId } });
    const again = await listFavorites(viewer, byName, next);
    expect(again).toEqual(await listFavorites(viewer, byName, null));
    expect(again.favorites).toHaveLength(5);
  });

  test("names a person who was just removed, but not after a block", async () => {
    const [viewer, person] = [await makeCreator(), await makeContributor({ name: "Remy Removed" })];
    await saveContributor(viewer, person.userId);
    await unsaveContributor(viewer, person.userId);
    expect((await findSavedOverview(viewer, person.userId)).removedName).toBe("Remy Removed");
    await blockPerson(person, viewer.userId);
    expect((await findSavedOverview(viewer, person.userId)).removedName).toBeNull();
  });

  test("starts at the beginning for a malformed cursor", async () => {
    for (const sort of ["newest", "match", "name"] as const)
      expect((await listFavorites(creator, { ...any, sort }, "x'; --")).favorites).toHaveLength(5);
  });
});
