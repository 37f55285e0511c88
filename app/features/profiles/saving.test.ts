import { describe, expect, it } from "vitest";
import { signOut } from "~/features/accounts/sessions.server";
import { db, SessionEnded } from "~/platform/db.server";
import type { Person } from "../../../tests/support/people";
import { makeContributor, makeCreator, makeMember } from "../../../tests/support/people";
import { noAnswers, type ProfileInput } from "./profile";
import { rename, saveProfile, versionOf } from "./saving.server";
import { type ProfileSection, profileSections, type SectionId } from "./sections";
import type { UserType } from "./user-type";
import { findOwnAnswers } from "./viewing.server";

const input: ProfileInput = { ...noAnswers, name: "Ada Cut", links: {} };
const listingOf = (profileId: string) => db.personListing.findUnique({ where: { profileId } });

describe("saving a profile", () => {
  it("replaces a contributor's answers, and the form then shows the new ones", async () => {
    const person = await makeContributor({
      services: ["Video Editor", "Writer"],
      tools: ["Figma"],
      styles: ["Cinematic"],
    });
    const changed: ProfileInput = {
      ...input,
      bio: "I cut.",
      servicesOffered: [14, 1],
      tools: [11],
      visualStyle: [5, 11],
      availability: "unavailable",
      experienceLevel: "advanced",
      portfolio: "https://cut.example.com/",
      links: { youtube: "https://youtube.com/@ada", behance: "https://behance.net/ada" },
    };
    expect(await saveProfile(person, changed)).toEqual({ ok: true });
    expect(await findOwnAnswers(person)).toEqual({ ...changed, servicesOffered: [1, 14] });
    expect(await saveProfile(person, { ...input, links: { youtube: "https://youtube.com/@new" } })).toEqual({
      ok: true,
    });
    expect(await findOwnAnswers(person)).toEqual({
      ...input,
      availability: "available",
      links: { youtube: "https://youtube.com/@new" },
    });
  });

  it("throws SessionEnded once the session has ended, rather than reporting a failure of ours", async () => {
    const person = await makeContributor();
    await signOut(person);
    await expect(saveProfile(person, { ...input, bio: "Too late" })).rejects.toThrow(SessionEnded);
  });

  it("replaces all five lists of a creator's choices", async () => {
    const person = await makeCreator({ services: ["Writer"], tools: ["Figma"], styles: ["Cinematic"] });
    const changed: ProfileInput = {
      ...input,
      contentType: [1, 6],
      brandTone: [2],
      visualStyle: [1],
      tools: [1, 2],
      creativeServices: [20],
      strategicServices: [13, 27],
      currentProject: "A series",
      availability: "limited",
      links: { website: "https://ada.example.com/" },
    };
    await saveProfile(person, changed);
    expect(await findOwnAnswers(person)).toEqual(changed);
  });

  it("moves a person in the decks only if their services change", async () => {
    const person = await makeContributor({ services: ["Video Editor"] });
    const before = await listingOf(person.userId);
    await saveProfile(person, { ...input, servicesOffered: [20], bio: "New words", tools: [3] });
    const between = await listingOf(person.userId);
    expect(between?.terms).toContain("t3");
    expect(between?.number).toBe(before?.number);
    await saveProfile(person, { ...input, servicesOffered: [20, 7] });
    const after = await listingOf(person.userId);
    expect(after?.terms).toEqual(expect.arrayContaining(["s7", "s20"]));
    expect(after?.number).toBeGreaterThan(before?.number ?? 0n);
  });

  it("doesn't list a pending contributor, and doesn't submit a rejected one again", async () => {
    const person = await makeContributor({ status: "pending" });
    await saveProfile(person, { ...input, servicesOffered: [20] });
    expect(await listingOf(person.userId)).toBeNull();
    const rejected = await makeContributor({ status: "rejected" });
    await saveProfile(rejected, { ...input, servicesOffered: [20] });
    expect(await db.contributorProfile.findUniqueOrThrow({ where: { id: rejected.userId } })).toMatchObject({
      status: "rejected",
    });
    expect(await db.adminNotification.count({ where: { userId: rejected.userId } })).toBe(0);
  });

  it("is refused before a role is chosen", async () => {
    expect(await saveProfile(await makeMember(), input)).toEqual({ ok: false, refused: "not-started" });
  });

  it("stores nothing if part of it can't be stored", async () => {
    const person = await makeContributor({ bio: "Mine", services: ["Video Editor"] });
    const unsafe: ProfileInput = {
      ...input,
      bio: "New",
      servicesOffered: [7],
      links: { youtube: "javascript:alert(1)" },
    };
    expect(await saveProfile(person, unsafe)).toEqual({ ok: false, refused: "failed" });
    expect(await findOwnAnswers(person)).toMatchObject({ bio: "Mine", servicesOffered: [20] });
  });

  it("leaves alone the fields that it wasn't given", async () => {
    const person = await makeContributor({ services: ["Video Editor"], tools: ["Figma"], bio: "Mine" });
    const links = { youtube: "https://youtube.com/@ada" };
    await saveProfile(person, { priceFrom: "$65", priceTo: "$85", priceUnit: "hour", priceNote: "" });
    await saveProfile(person, { links, portfolio: "https://ada.example.com/" });
    const before = await findOwnAnswers(person);
    expect(before).toMatchObject({
      bio: "Mine",
      priceFrom: "$65",
      portfolio: "https://ada.example.com/",
      links,
    });
    await saveProfile(person, { name: "Ada Two", bio: "" });
    expect(await findOwnAnswers(person)).toEqual({ ...before, name: "Ada Two", bio: "" });
    await saveProfile(person, { tools: [], otherTools: "Paper" });
    expect(await findOwnAnswers(person)).toEqual({
      ...before,
      ...{ name: "Ada Two", bio: "", tools: [], otherTools: "Paper" },
    });
  });

  it("stores one of two concurrent saves completely, and nothing of the other", async () => {
    const person = await makeContributor();
    const versions: ProfileInput[] = [
      {
        ...input,
        bio: "one",
        availability: "available",
        servicesOffered: [1, 2, 3],
        links: { youtube: "https://a.example.com/" },
      },
      {
        ...input,
        bio: "two",
        availability: "limited",
        servicesOffered: [3, 4],
        links: { youtube: "https://b.example.com/" },
      },
    ];
    for (let round = 0; round < 5; round += 1) {
      const done = await Promise.all(versions.map((version) => saveProfile(person, version)));
      expect(done).toEqual([{ ok: true }, { ok: true }]);
      expect(versions).toContainEqual(await findOwnAnswers(person));
    }
  });
});

describe("a section whose form was opened earlier", () => {
  const sectionOf = (userType: UserType, id: SectionId) =>
    profileSections[userType].find((section) => section.id === id) as ProfileSection;
  const about = sectionOf("contributor", "about");
  const terms = sectionOf("contributor", "terms");
  const open = async (person: Person, section: ProfileSection) => ({
    section,
    version: versionOf(section, (await findOwnAnswers(person)) as ProfileInput),
  });
  const words = (bio: string) => ({ name: "Ada Cut", location: "", bio });
  const priced = (priceFrom: string, priceUnit: "hour" | "day" = "hour") => ({
    ...{ priceFrom, priceTo: "", priceUnit, priceNote: "" },
    ...{ availability: "" as const, turnaroundTime: "", experienceLevel: "" as const },
  });

  it("isn't overwritten if it has changed since, even if the form is sent again", async () => {
    const person = await makeContributor({ name: "Ada Cut", bio: "Old" });
    const [first, second] = [await open(person, about), await open(person, about)];
    expect(await saveProfile(person, words("From the first tab"), first)).toEqual({ ok: true });
    for (let round = 0; round < 2; round += 1) {
      const done = await saveProfile(person, words("From the second tab"), second);
      expect(done).toEqual({ ok: false, refused: "changed" });
    }
    expect(await findOwnAnswers(person)).toMatchObject({ bio: "From the first tab" });
    const seen = await open(person, about);
    expect(await saveProfile(person, words("From the second tab"), seen)).toEqual({ ok: true });
    expect(await findOwnAnswers(person)).toMatchObject({ bio: "From the second tab" });
  });

  it("is saved by only one of several tabs", async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await makeContributor({ name: "Ada Cut", bio: "Old" });
      const opened = await open(person, about);
      const bios = ["one", "two", "three", "four"];
      const done = await Promise.all(bios.map((bio) => saveProfile(person, words(bio), opened)));
      const saved = bios.filter((_bio, index) => done[index]?.ok);
      expect(saved).toHaveLength(1);
      expect(done.filter(({ ok }) => !ok)).toEqual(Array(3).fill({ ok: false, refused: "changed" }));
      expect(await findOwnAnswers(person)).toMatchObject({ bio: saved[0] });
    }
  });

  it("can be saved after other sections were, and the same form can be sent twice", async () => {
    const person = await makeContributor({ name: "Ada Cut", services: ["Video Editor"] });
    const [opened, price] = [await open(person, about), await open(person, terms)];
    expect(await saveProfile(person, priced("65"), price)).toEqual({ ok: true });
    expect(await saveProfile(person, priced("65"), price)).toEqual({ ok: true });
    expect(await saveProfile(person, words("New"), opened)).toEqual({ ok: true });
    expect(await saveProfile(person, words("New"), opened)).toEqual({ ok: true });
    expect(await saveProfile(person, priced("66"), price)).toEqual({ ok: false, refused: "changed" });
    expect(await findOwnAnswers(person)).toMatchObject({
      bio: "New",
      priceFrom: "$65",
      servicesOffered: [20],
    });
  });

  it("is refused if a name, a choice or a link has changed", async () => {
    const person = await makeContributor({ name: "Ada Cut", tools: ["Figma"] });
    const opened = await open(person, about);
    await rename(person, "Ada Elsewhere");
    expect(await saveProfile(person, words("New"), opened)).toEqual({ ok: false, refused: "changed" });
    const tools = await open(person, sectionOf("contributor", "tools"));
    await saveProfile(person, { tools: [5], otherTools: "" });
    const chosen = { tools: [6], otherTools: "" };
    expect(await saveProfile(person, chosen, tools)).toEqual({ ok: false, refused: "changed" });
    const links = await open(person, sectionOf("contributor", "links"));
    await saveProfile(person, { links: { youtube: "https://youtube.com/@new" } });
    const none = { portfolio: "", links: {} };
    expect(await saveProfile(person, none, links)).toEqual({ ok: false, refused: "changed" });
  });
});
