import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { listCatalog } from "~/features/catalog/reading.server";
import { db, pool } from "~/platform/db.server";
import { storePeople } from "../../../prisma/people";
import { addCover } from "../../../tests/support/covers";
import { untilLockWait } from "../../../tests/support/locks";
import { makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { type DirectorySort, peopleOf, peopleWithin, serviceOfSlug, slugOf } from "./directory";
import { countListed, listContributors, listIndexed, listParts, listWork } from "./listing.server";

const store = (people: Parameters<typeof storePeople>[1]) =>
  storePeople((text, values) => pool.query(text, values), people);

const serviceId = async (name: string) =>
  (await listCatalog()).services.find((service) => service.name === name)?.id ?? -1;

/** Reads every page of the directory. Returns the IDs of the people on each page. */
async function walk(viewer: Person | null, service: string | null, sort: DirectorySort): Promise<string[][]> {
  const pages: string[][] = [];
  let after: string | null = null;
  do {
    const offered = service === null ? null : await serviceId(service);
    const page = await listContributors(viewer, offered, sort, after);
    pages.push(page.people.map(({ personId }) => personId));
    after = page.next;
  } while (after);
  return pages;
}
const everyone = async (viewer: Person | null, service: string | null = null) =>
  (await walk(viewer, service, "new")).flat();

describe("who is listed", () => {
  test("lists approved contributors only, unless something hides them", async () => {
    const [shown, creator] = [await makeContributor(), await makeCreator()];
    const others = [
      await makeContributor({ status: "pending" }),
      await makeContributor({ status: "rejected" }),
      creator,
    ];
    expect(await everyone(null)).toContain(shown.userId);
    for (const { userId } of others) expect(await everyone(null)).not.toContain(userId);

    const where = { id: shown.userId };
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
    const hidden = [
      { suspendedAt: new Date(), suspendedUntil: null },
      { suspendedAt: new Date(), suspendedUntil: hours(1) },
      { leavesAt: hours(1) },
      { profileHiddenAt: new Date() },
      { appearsInSearch: false },
    ];
    const again = {
      suspendedAt: null,
      suspendedUntil: null,
      leavesAt: null,
      profileHiddenAt: null,
      appearsInSearch: true,
    };
    for (const data of hidden) {
      await db.user.update({ where, data });
      for (const viewer of [null, creator]) expect(await everyone(viewer)).not.toContain(shown.userId);
      expect(await indexed()).not.toContain(shown.userId);
      await db.user.update({ where, data: again });
    }
    await db.user.update({ where, data: { suspendedAt: hours(-2), suspendedUntil: hours(-1) } });
    expect(await everyone(null)).toContain(shown.userId);
    expect(await indexed()).toContain(shown.userId);
  });

  test("a block hides two people from each other only", async () => {
    const [one, other, third] = [await makeContributor(), await makeContributor(), await makeCreator()];
    await db.block.create({ data: { blockerId: one.userId, blockedId: other.userId } });
    expect(await everyone(one)).not.toContain(other.userId);
    expect(await everyone(other)).not.toContain(one.userId);
    for (const viewer of [null, third])
      expect(await everyone(viewer)).toEqual(expect.arrayContaining([one.userId, other.userId]));
  });
});

describe("pages", () => {
  /** Newest last. */
  let people: string[];
  const withCover = new Set<string>();
  beforeAll(async () => {
    people = await store(
      Array.from({ length: 30 }, (_, index) => ({
        user_type: "contributor",
        email: `walk-${index}@example.com`,
        services: ["Music Producer", ...(index % 3 === 0 ? ["Writer"] : [])],
        completed_at: new Date(Date.now() - 10_000_000 + index * 1_000).toISOString(),
      })),
    );
    for (const id of people.filter((_, index) => index % 5 < 3)) {
      await addCover(id);
      withCover.add(id);
    }
  });

  test("in either order contain everyone once", async () => {
    const newest = [...people].reverse();
    expect(await walk(null, "Music Producer", "new")).toEqual([
      newest.slice(0, 9),
      newest.slice(9, 18),
      newest.slice(18, 27),
      newest.slice(27),
    ]);
    const first = await walk(null, "Music Producer", "work");
    expect(first.flat()).toEqual([
      ...newest.filter((id) => withCover.has(id)),
      ...newest.filter((id) => !withCover.has(id)),
    ]);
    // The people with a picture fill whole pages, and the others start on a page of their own.
    expect(withCover.size).toBe(18);
    expect(first.map((page) => page.length)).toEqual([9, 9, 9, 3]);
  });

  test("of a service contain those who offer it, and their cards show it first", async () => {
    const writers = await listContributors(null, await serviceId("Writer"), "work", null);
    const own = writers.people.filter(({ personId }) => people.includes(personId));
    expect(own).toHaveLength(9);
    expect(new Set(own.map(({ services }) => services[0]))).toEqual(new Set(["Writer"]));
  });

  test("start at the beginning for a malformed cursor", async () => {
    const [first] = await walk(null, "Music Producer", "work");
    for (const after of ["", "w", "x12", "w-1", "w1e3", `w${"9".repeat(19)}`, "n1 OR 1=1"]) {
      const page = await listContributors(null, await serviceId("Music Producer"), "work", after);
      expect(page.people.map(({ personId }) => personId)).toEqual(first);
    }
  });

  test("continue past any number of people who aren't shown", async () => {
    const [last = ""] = await store([
      { user_type: "contributor", email: "deep@example.com", services: ["Podcast Producer"] },
    ]);
    const hidden = await store(
      Array.from({ length: 520 }, (_, index) => ({
        user_type: "contributor",
        email: `hidden-${index}@example.com`,
        services: ["Podcast Producer"],
      })),
    );
    await db.user.updateMany({ where: { id: { in: hidden } }, data: { appearsInSearch: false } });
    const pages = await walk(null, "Podcast Producer", "work");
    expect(pages.flat()).toEqual([last]);
    expect(pages.length).toBeLessThanOrEqual(3);
  });
});

test("people with a picture of their work move up as soon as they add it, no matter how often they're listed in the meantime", async () => {
  const { userId } = await makeContributor({ services: ["Photographer"] });
  const isFirst = async () =>
    (await db.personListing.findUniqueOrThrow({ where: { profileId: userId } })).terms.includes("c");
  const move = (location: string) => db.profile.update({ where: { id: userId }, data: { location } });
  expect(await isFirst()).toBe(false);
  const sample = await addCover(userId);
  expect(await isFirst()).toBe(true);
  // The person's first sample has no picture.
  await db.workSample.create({
    data: { profileId: userId, position: 0, kind: "link", url: "https://example.com/", title: "A show" },
  });
  const { people } = await listContributors(null, await serviceId("Photographer"), "work", null);
  expect(people.find(({ personId }) => personId === userId)?.work[0]?.picture).toMatchObject({
    widths: [360],
  });
  const remove = (removedAt: Date | null) =>
    db.workSample.update({ where: { id: sample.id }, data: { removedAt } });
  for (const isRemoved of [true, false, true, false]) {
    await Promise.all([move("Austin"), remove(isRemoved ? new Date() : null), move("Dallas")]);
    expect(await isFirst()).toBe(!isRemoved);
  }
  // This transaction lists the person before it can see that the picture is removed.
  let removing: Promise<unknown> | undefined;
  await db.$transaction(async (tx) => {
    await tx.profile.update({ where: { id: userId }, data: { location: "Houston" } });
    removing = remove(new Date());
    await Promise.race([removing, untilLockWait()]);
  });
  await removing;
  expect(await isFirst()).toBe(false);
  await remove(null);
  expect(await isFirst()).toBe(true);
  await db.workSample.delete({ where: { id: sample.id } });
  expect(await isFirst()).toBe(false);
  // A sound's waveform and a link's still count as pictures, too.
  const media = (kind: string, ending: string) =>
    db.media.create({
      data: {
        ownerId: userId,
        kind,
        ending,
        fileKey: `media/${randomUUID()}`,
        bytes: 8,
        widths: kind === "image" ? [10] : [],
      },
    });
  const sound = await db.workSample.create({
    data: {
      profileId: userId,
      position: 1,
      kind: "audio",
      mediaId: (await media("audio", "mp3")).id,
      title: "A song",
    },
  });
  expect(await isFirst()).toBe(true);
  await db.workSample.delete({ where: { id: sound.id } });
  expect(await isFirst()).toBe(false);
  const stillId = (await media("image", "")).id;
  await db.workSample.updateMany({ where: { profileId: userId }, data: { stillId } });
  expect(await isFirst()).toBe(true);
});

test("lists people with a picture of their work, newest first, until something hides them", async () => {
  const offering = (...services: string[]) => makeContributor({ services });
  const [older, newer, without] = [
    await offering("Scriptwriter", "Writer"),
    await offering("Video Editor"),
    await offering("Video Editor"),
  ];
  const creator = await makeCreator();
  const pending = await makeContributor({ status: "pending" });
  const { mediaId } = await addCover(older.userId);
  for (const { userId } of [newer, creator, pending]) await addCover(userId);
  const shown = async (viewer: Person | null = null) =>
    (await listWork(viewer, 20)).map(({ personId }) => personId);
  expect((await shown()).slice(0, 2)).toEqual([newer.userId, older.userId]);
  for (const { userId } of [without, creator, pending]) expect(await shown()).not.toContain(userId);
  expect((await listWork(null, 1)).map(({ personId }) => personId)).toEqual([newer.userId]);
  expect((await listWork(null, 2))[1]).toMatchObject({ craft: "Writer", pictures: [{ mediaId }] });
  const writers = await listWork(null, 20, await serviceId("Scriptwriter"));
  expect(writers.map(({ personId, craft }) => [personId, craft])).toEqual([[older.userId, "Scriptwriter"]]);
  await db.workSample.updateMany({
    where: { profileId: older.userId },
    data: { serviceId: await serviceId("Scriptwriter") },
  });
  expect((await listWork(null, 2))[1]?.craft, "the service that the cover shows").toBe("Scriptwriter");
  const listed = await listContributors(null, null, "work", null);
  const { services } = listed.people.find(({ personId }) => personId === older.userId) ?? {};
  expect(services).toEqual(["Scriptwriter", "Writer"]);

  await db.block.create({ data: { blockerId: newer.userId, blockedId: creator.userId } });
  expect(await shown(creator)).not.toContain(newer.userId);
  const where = { id: newer.userId };
  const hiding = [
    { data: { suspendedAt: new Date() }, again: { suspendedAt: null } },
    { data: { profileHiddenAt: new Date() }, again: { profileHiddenAt: null } },
    { data: { leavesAt: new Date() }, again: { leavesAt: null } },
    { data: { appearsInSearch: false }, again: { appearsInSearch: true } },
  ];
  for (const { data, again } of hiding) {
    const before = await countListed();
    await db.user.update({ where, data });
    expect(await shown()).not.toContain(newer.userId);
    const after = await countListed();
    // People who opted out of search still count as members.
    expect(before.members - after.members).toBe("appearsInSearch" in data ? 0 : 1);
    expect(before.contributors - after.contributors).toBe(1);
    await db.user.update({ where, data: again });
  }
  expect(await shown()).toContain(newer.userId);
  await db.workSample.updateMany({ where: { profileId: newer.userId }, data: { removedAt: new Date() } });
  expect(await shown()).not.toContain(newer.userId);
});

test("counts the contributors guests can find for each service, the most frequent service first", async () => {
  const offered = async () => {
    const { services } = await countListed();
    return Object.fromEntries(services.map(({ name, people }) => [name, people]));
  };
  const before = await offered();
  await makeContributor({ services: ["Community Manager", "Writer"] });
  await makeContributor({ services: ["Community Manager"], status: "rejected" });
  const after = await offered();
  expect(after["Community Manager"]).toBe((before["Community Manager"] ?? 0) + 1);
  expect(after.Writer).toBe((before.Writer ?? 0) + 1);
  const counts = (await countListed()).services.map(({ people }) => people);
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
});

async function indexed(): Promise<string[]> {
  const ids: string[] = [];
  for (const part of await listParts()) for await (const { id } of listIndexed(part)) ids.push(id);
  return ids;
}

test("gives search engines everyone guests can see exactly once, in numbered parts", async () => {
  const [far] = await store([{ user_type: "contributor", email: "far@example.com" }]);
  await db.$executeRaw`UPDATE person_listings SET number = 1234567 WHERE profile_id = ${far}::uuid`;
  expect(await listParts()).toContain(Math.floor(1_234_567 / 50_000));
  const ids = await indexed();
  expect(ids).toEqual([...new Set(ids)]);
  expect([...ids].sort()).toEqual([...(await everyone(null))].sort());
});

test("each service has its own URL", async () => {
  const { services } = await listCatalog();
  const slugs = services.map(({ name }) => slugOf(name));
  expect(new Set(slugs).size).toBe(services.length);
  for (const service of services) {
    expect(slugOf(service.name)).toMatch(/^[a-z]+(-[a-z]+)*s$/);
    expect(serviceOfSlug(services, slugOf(service.name))).toBe(service);
  }
  expect(serviceOfSlug(services, "video-editor")).toBeNull();
  const words = ["Video Editor", "UI/UX Designer", "No-Code Builder", "SEO Specialist"];
  expect(words.map(peopleOf)).toEqual([
    "Video editors",
    "UI/UX designers",
    "No-code builders",
    "SEO specialists",
  ]);
  expect(words.map(peopleWithin)).toEqual([
    "video editors",
    "UI/UX designers",
    "no-code builders",
    "SEO specialists",
  ]);
});
