import { describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import {
  makeContributor,
  makeCreator,
  makeMember,
  offerOneMore,
  type Person,
  priceFields,
} from "../../../tests/support/people";

const listingOf = ({ userId }: Pick<Person, "userId">) =>
  db.personListing.findUnique({ where: { profileId: userId } });
const change = ({ userId }: Person, data: object) => db.profile.update({ where: { id: userId }, data });

describe("a listing", () => {
  it("exists only while a contributor is approved, or a creator's profile is complete", async () => {
    for (const person of [
      await makeContributor({ status: "pending" }),
      await makeContributor({ status: "rejected" }),
      await makeMember(),
    ])
      expect(await listingOf(person)).toBeNull();
    const contributor = await makeContributor({ status: "pending", services: ["Writer"] });
    const decide = (status: "approved" | "rejected") =>
      db.contributorProfile.update({ where: { id: contributor.userId }, data: { status } });
    await decide("approved");
    expect(await listingOf(contributor)).toMatchObject({ userType: "contributor" });
    await decide("rejected");
    expect(await listingOf(contributor)).toBeNull();
    const creator = await makeCreator({ services: ["Writer"] });
    expect(await listingOf(creator)).toMatchObject({ userType: "creator" });
    await change(creator, { completedAt: null });
    expect(await listingOf(creator)).toBeNull();
    await change(creator, { completedAt: new Date() });
    await db.user.delete({ where: { id: creator.userId } });
    expect(await listingOf(creator)).toBeNull();
  });

  it("has a term for everything that people can search for, and the time when each began to apply", async () => {
    const person = await makeContributor({ services: ["Writer"], tools: ["Figma"], location: "Austin, TX" });
    const before = await listingOf(person);
    expect(before?.terms).toEqual(expect.arrayContaining(["*", "a0", "a1", "waustin", "wtx"]));
    await change(person, { bio: "Says nothing to a search." });
    expect(await listingOf(person)).toEqual(before);
    await change(person, { location: "Dallas, TX", ...priceFields("$50/hour") });
    const after = await listingOf(person);
    expect(after?.price).toBe(100_000_050);
    expect(after?.terms).toEqual(expect.arrayContaining(["wdallas", "wtx", "p1-8"]));
    expect(after?.terms).not.toContain("waustin");
    const sinceOf = (listing: typeof after, term: string) =>
      listing?.since[listing.terms.indexOf(term)]?.getTime() ?? Number.NaN;
    for (const term of ["*", "wtx", "a0"]) expect(sinceOf(after, term)).toBe(sinceOf(before, term));
    expect(sinceOf(after, "wdallas")).toBeGreaterThan(sinceOf(after, "wtx"));
  });

  it("can contain the longest possible profile", async () => {
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
    // Twelve words of characters that take four bytes each in UTF-8.
    const word = (index: number) =>
      String.fromCodePoint(...Array.from({ length: 15 }, (_, n) => 0x20000 + 97 * index + n));
    const person = await makeContributor({
      services: names(await db.service.findMany()),
      tools: names(await db.tool.findMany()),
      styles: names(await db.visualStyle.findMany()),
      location: Array.from({ length: 12 }, (_, index) => word(index)).join(" "),
      priceRange: "$50 per hour",
      experienceLevel: "expert",
    });
    expect((await listingOf(person))?.terms.filter((term) => term.startsWith("w"))).toHaveLength(12);
  });

  it("moves to the front only if services change or the person is listed again", async () => {
    const [one, other] = [await makeContributor(), await makeContributor()];
    const numberOf = async (person: Person) => (await listingOf(person))?.number ?? 0n;
    expect(await numberOf(other)).toBeGreaterThan(await numberOf(one));
    await change(one, { location: "Dallas", availability: "limited", ...priceFields("$10/hour") });
    expect(await numberOf(other)).toBeGreaterThan(await numberOf(one));
    await offerOneMore(one);
    expect(await numberOf(one)).toBeGreaterThan(await numberOf(other));
    await change(other, { completedAt: null });
    await change(other, { completedAt: new Date() });
    expect(await numberOf(other)).toBeGreaterThan(await numberOf(one));
  });

  it("agrees with a profile that two requests change concurrently", async () => {
    const person = await makeContributor({ services: ["Writer"] });
    const own = { contributorId: person.userId };
    const tools = await db.tool.findMany({ take: 4, orderBy: { id: "asc" } });
    for (const { id: toolId } of tools) {
      const [location, status] = [`Town${toolId}`, toolId % 2 ? "approved" : "rejected"] as const;
      await Promise.all([
        change(person, { location }),
        db.$transaction([
          db.contributorTool.create({ data: { ...own, toolId } }),
          change(person, { updatedAt: new Date() }),
        ]),
        db.contributorProfile.update({ where: { id: person.userId }, data: { status } }),
      ]);
      const listing = await listingOf(person);
      if (status === "rejected") expect(listing).toBeNull();
      else expect(listing?.terms).toEqual(expect.arrayContaining([`t${toolId}`, `wtown${toolId}`]));
    }
  });
});
