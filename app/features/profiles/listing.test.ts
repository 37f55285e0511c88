import { describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { makeContributor, makeCreator, makeMember } from "../../../tests/support/people";
import { listInDecks, refreshListing, unlist } from "./listing.server";

const list = (id: string) => db.$transaction((tx) => listInDecks(tx, id));
const keep = (id: string) => db.$transaction((tx) => refreshListing(tx, id));
const listingsOf = (profileId: string) =>
  db.profileListing.findMany({ where: { profileId }, orderBy: { serviceId: "asc" } });

describe("a listing", () => {
  it("has one row per service and one for any, all with the same number", async () => {
    const person = await makeContributor({ services: ["Video Editor", "Writer"] });
    const ids = (await db.contributorService.findMany({ where: { contributorId: person.userId } })).map(
      (row) => row.serviceId,
    );
    const listings = await listingsOf(person.userId);
    expect(listings.map(({ serviceId }) => serviceId)).toEqual([0, ...ids].sort((a, b) => a - b));
    expect(new Set(listings.map(({ seq }) => seq)).size).toBe(1);
    expect(listings.every(({ userType }) => userType === "contributor")).toBe(true);
  });

  it("is only for approved contributors and complete creators", async () => {
    const pending = await makeContributor({ status: "pending" });
    const rejected = await makeContributor({ status: "rejected" });
    const nobody = await makeMember();
    const creator = await makeCreator({ services: ["Writer"] });
    for (const { userId } of [pending, rejected, nobody]) {
      await list(userId);
      expect(await listingsOf(userId)).toEqual([]);
    }
    expect(await listingsOf(creator.userId)).toHaveLength(2);
    await db.profile.update({ where: { id: creator.userId }, data: { completedAt: null } });
    await list(creator.userId);
    expect(await listingsOf(creator.userId)).toEqual([]);
  });

  it("becomes the latest each time it is renewed, and is removed by unlist", async () => {
    const [one, other] = [await makeContributor(), await makeContributor()];
    const seqOf = async (id: string) => (await listingsOf(id))[0]?.seq ?? 0n;
    expect(await seqOf(other.userId)).toBeGreaterThan(await seqOf(one.userId));
    const first = await seqOf(one.userId);
    for (let times = 0; times < 2; times += 1) {
      await list(one.userId);
      expect(await seqOf(one.userId)).toBeGreaterThan(await seqOf(other.userId));
      expect(new Set((await listingsOf(one.userId)).map(({ firstSeq }) => firstSeq))).toEqual(
        new Set([first]),
      );
    }
    await db.$transaction((tx) => unlist(tx, one.userId));
    expect(await listingsOf(one.userId)).toEqual([]);
  });

  it("stays unchanged unless something that decks depend on changes", async () => {
    const person = await makeContributor({ services: ["Video Editor"] });
    const before = await listingsOf(person.userId);
    await keep(person.userId);
    expect(await listingsOf(person.userId)).toEqual(before);
    const writer = await db.service.findUniqueOrThrow({ where: { name: "Writer" } });
    await db.contributorService.create({ data: { contributorId: person.userId, serviceId: writer.id } });
    await keep(person.userId);
    const after = await listingsOf(person.userId);
    expect(after).toHaveLength(3);
    expect(after[0]?.seq).toBeGreaterThan(before[0]?.seq ?? 0n);
    await db.contributorProfile.update({ where: { id: person.userId }, data: { status: "rejected" } });
    await keep(person.userId);
    expect(await listingsOf(person.userId)).toEqual([]);
  });

  it("becomes visible in order of its number, so that readers miss nobody", async () => {
    const people = [];
    for (let count = 0; count < 8; count += 1) people.push(await makeContributor());
    await db.profileListing.deleteMany();
    let isOver = false;
    const missed: bigint[] = [];
    const reader = (async () => {
      const seen = new Set<bigint>();
      let high = 0n;
      while (!isOver) {
        const rows = await db.profileListing.findMany({ where: { serviceId: 0 }, select: { seq: true } });
        for (const { seq } of rows) if (seq < high && !seen.has(seq)) missed.push(seq);
        for (const { seq } of rows) {
          seen.add(seq);
          if (seq > high) high = seq;
        }
      }
    })();
    await Promise.all(
      people.map(({ userId }, index) =>
        db.$transaction(
          async (tx) => {
            await listInDecks(tx, userId);
            // Without the lock some transactions would overtake others.
            await tx.$executeRaw`SELECT count(*) FROM generate_series(1, ${(index % 4) * 50_000}::int)`;
          },
          { maxWait: 10_000 },
        ),
      ),
    );
    isOver = true;
    await reader;
    expect(missed).toEqual([]);
    expect(await db.profileListing.count({ where: { serviceId: 0 } })).toBe(8);
  });
});

describe("a listing of traits", () => {
  const traitsOf = (profileId: string) => db.traitListing.findUnique({ where: { profileId } });
  const termsOf = async (number: bigint | undefined) =>
    (await db.traitTerm.findMany({ where: { number: number ?? -1n } })).map(({ term }) => term);

  it("follows the profile: a new number when a filter could tell, none when not, and nothing once unlisted", async () => {
    const person = await makeContributor({ services: ["Writer"], tools: ["Figma"], location: "Austin, TX" });
    const before = await traitsOf(person.userId);
    expect(before?.terms).toEqual(expect.arrayContaining(["*", "a0", "a1", "waustin", "wtx"]));
    expect(await termsOf(before?.number)).toHaveLength((before?.terms ?? []).length - 2);
    await db.profile.update({ where: { id: person.userId }, data: { bio: "Says nothing to a filter." } });
    expect(await traitsOf(person.userId)).toEqual(before);
    await db.profile.update({
      where: { id: person.userId },
      data: { location: "Dallas", priceRange: "$50/hour" },
    });
    const after = await traitsOf(person.userId);
    expect(after?.number).toBeGreaterThan(before?.number ?? 0n);
    expect(after?.terms).toContain("wdallas");
    expect(after?.price).toBe(100_000_050);
    expect(await termsOf(before?.number)).toEqual([]);
    await db.$transaction((tx) => unlist(tx, person.userId));
    expect(await traitsOf(person.userId)).toBeNull();
    expect(await termsOf(after?.number)).toEqual([]);
  });

  it("is deleted with the account", async () => {
    const person = await makeContributor({ services: ["Writer"] });
    const { number } = (await traitsOf(person.userId)) ?? {};
    await db.user.delete({ where: { id: person.userId } });
    expect(await termsOf(number)).toEqual([]);
  });

  it("becomes visible in order of its number, when people change theirs at the same moment", async () => {
    const people = [];
    for (let count = 0; count < 6; count += 1) people.push(await makeContributor());
    let isOver = false;
    const missed: bigint[] = [];
    const reader = (async () => {
      const seen = new Set<bigint>();
      let high = 0n;
      while (!isOver) {
        const rows = await db.traitTerm.findMany({ where: { term: "*" }, select: { number: true } });
        for (const { number } of rows) if (number < high && !seen.has(number)) missed.push(number);
        for (const { number } of rows) {
          seen.add(number);
          if (number > high) high = number;
        }
      }
    })();
    const places = ["Austin", "Dallas", "Houston"];
    for (const location of places)
      await Promise.all(
        people.map(({ userId }) =>
          db.profile.update({ where: { id: userId }, data: { location: `${location} ${userId}` } }),
        ),
      );
    isOver = true;
    await reader;
    expect(missed).toEqual([]);
  });
});
