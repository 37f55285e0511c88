import { describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import {
  type Asked,
  catalogIds,
  choose,
  idsOf,
  listBulk,
  makePayingCreator,
  passAll,
  show,
} from "../../../tests/support/filtered-decks";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import type { Amount } from "../catalog/amount";
import { listCatalog } from "../catalog/reading.server";
import { planOf } from "../plans/plan-in-force.server";
import { choicesFor } from "../profiles/builder";
import { sectionSchema } from "../profiles/builder.schema";
import { noAnswers, type ProfileAnswers } from "../profiles/profile";
import { saveProfile } from "../profiles/saving.server";
import { type ProfileSection, profileSections } from "../profiles/sections";
import { mostCounted, readTraits } from "./finding.server";
import { scoreOf, type Traits } from "./score";
import { showDeck } from "./showing.server";
import { undoSwipe } from "./swiping.server";

describe("a filtered deck", () => {
  it("shows only people who fit every part, and says how many are left", async () => {
    const details = {
      services: ["Copywriter"],
      tools: ["Figma", "Notion"],
      styles: ["Cinematic"],
      experienceLevel: "advanced",
      availability: "limited",
      priceRange: "$40–$60 per hour",
      location: "São Paulo, SP (Brazil)",
    } as const;
    const given = {
      ...details,
      services: [...details.services],
      tools: [...details.tools],
      styles: [...details.styles],
    };
    const person = await makeContributor(given);
    await makeContributor({ services: ["Copywriter"] });
    const viewer = await makePayingCreator(["Copywriter"]);
    const fitting: Asked[] = [
      { tools: ["Figma"] },
      { tools: ["Notion", "Figma"] },
      { styles: ["Cinematic"] },
      { level: "advanced" },
      { level: "beginner" },
      { availability: "limited", place: "brazil" },
      { price: 40_00, per: "hour" },
      { place: "sao paulo" },
      { place: "SP, BRAZIL" },
      {
        service: "Copywriter",
        tools: ["Figma"],
        styles: ["Cinematic"],
        level: "intermediate",
        price: 100_00,
        place: "são",
      },
    ];
    for (const asked of fitting) {
      const view = await show(viewer, asked);
      expect([asked, view.cards.map(({ personId }) => personId)]).toEqual([asked, [person.userId]]);
      expect(view.left).toMatchObject({ people: 1, isMore: false, further: null });
    }
    const others: Asked[] = [
      { tools: ["Figma", "Framer"] },
      { styles: ["Minimalist"] },
      { level: "expert" },
      { availability: "available", tools: ["Figma"] },
      { price: 39_99, per: "hour" },
      { price: 100_00, per: "project" },
      { place: "paul" },
      { place: "sao jose" },
      // Someone who fits a filter must also fit the unfiltered deck.
      { service: "Writer" },
      { service: "Writer", tools: ["Figma"] },
    ];
    for (const asked of others)
      expect([asked, (await show(viewer, asked)).state]).toEqual([asked, "none-fit"]);
  });

  it("filters creators by level and budget, for a contributor", async () => {
    const creator = await makeCreator({
      services: ["Brand Designer"],
      experienceLevel: "intermediate",
      priceRange: "$1.5k–2k per project",
    });
    const viewer = await makeContributor({ services: ["Brand Designer"] });
    const fits = async (asked: Asked) =>
      (await show(viewer, asked)).cards.map(({ personId }) => personId).includes(creator.userId);
    expect(await fits({ level: "intermediate" })).toBe(true);
    expect(await fits({ level: "expert" })).toBe(true);
    expect(await fits({ level: "beginner" })).toBe(false);
    expect(await fits({ price: 2_000_00, per: "project" })).toBe(true);
    expect(await fits({ price: 2_000_01, per: "project" })).toBe(false);
  });

  it("filters only by service if the creator's plan has no advanced filters, and once a plan that has them lapses", async () => {
    const person = await makeContributor({ services: ["Thumbnail Designer", "Writer"], tools: ["Figma"] });
    const other = await makeContributor({ services: ["Thumbnail Designer"] });
    const viewer = await makeCreator({ services: ["Thumbnail Designer"] });
    const shown = async (asked: Asked) =>
      (await show(viewer, asked)).cards.map(({ personId }) => personId).sort();
    expect(await shown({ tools: ["Figma"] })).toEqual(idsOf([person, other]));
    expect(await shown({ tools: ["Figma"], service: "Writer", place: "Nowhere" })).toEqual([person.userId]);
    await givePlan(viewer, "pay_per_post");
    expect(await shown({ tools: ["Figma"] })).toEqual(idsOf([person, other]));
    await givePlan(viewer, "pro");
    expect(await shown({ tools: ["Figma"] })).toEqual([person.userId]);
    await givePlan(viewer, "pro", { ends: -1, status: "canceled" });
    expect(await shown({ tools: ["Figma"] })).toEqual(idsOf([person, other]));
  });

  it("doesn't use up swipes, and leaves the unfiltered deck unchanged", async () => {
    const viewer = await makePayingCreator(["Web Designer"]);
    for (const tools of [["Figma"], ["Figma"], []])
      await makeContributor({ services: ["Web Designer"], tools });
    const before = await showDeck(viewer);
    const stored = async () => [
      await db.deck.findMany({ where: { viewerId: viewer.userId } }),
      await db.deckCard.findMany({ where: { viewerId: viewer.userId }, orderBy: { position: "asc" } }),
      (await planOf(viewer)).usage,
    ];
    const unfiltered = await stored();
    expect((await show(viewer, { tools: ["Figma"] })).left?.people).toBe(2);
    expect((await show(viewer, { place: "Nowhere" })).left?.people).toBe(0);
    expect(await stored()).toEqual(unfiltered);
    expect((await showDeck(viewer)).cards).toEqual(before.cards);
  });

  it("puts an undone card first, then people who like the viewer, if they fit", async () => {
    const viewer = await makePayingCreator(["Photo Editor"]);
    const details = { services: ["Photo Editor"], tools: ["Figma"] };
    const [first, second] = [await makeContributor(details), await makeContributor(details)];
    const outside = await makeContributor({ services: ["Photo Editor"] });
    const shown = async () =>
      (await show(viewer, { tools: ["Figma"] })).cards.map(({ personId, likesYou }) => [personId, likesYou]);
    const [top] = (await shown())[0] ?? [];
    const liker = top === first.userId ? second : first;
    const other = liker === first ? second : first;
    await choose(liker, viewer.userId, true);
    await choose(outside, viewer.userId, true);
    // The top of another creator's deck doesn't matter.
    await choose(other, (await makePayingCreator(["Photo Editor"])).userId, true);
    expect(await shown()).toEqual([
      [liker.userId, true],
      [other.userId, false],
    ]);
    await choose(viewer, other.userId);
    expect(await shown()).toEqual([[liker.userId, true]]);
    expect((await undoSwipe(viewer, other.userId)).ok).toBe(true);
    expect(await shown()).toEqual([
      [other.userId, false],
      [liker.userId, true],
    ]);
    await choose(viewer, outside.userId);
    expect((await undoSwipe(viewer, outside.userId)).ok).toBe(true);
    expect((await shown()).map(([personId]) => personId)).toEqual([other.userId, liker.userId]);
    // Two of them are on top of the stored deck, and one was just found.
    const wider = await show(viewer, { service: "Photo Editor" });
    expect(wider.cards.map(({ personId }) => personId)).toEqual([outside.userId, other.userId, liker.userId]);
    expect(wider.left).toMatchObject({ people: 3, isMore: false });
    expect(await show(viewer, { service: "Photo Editor" })).toEqual(wider);
    await db.user.update({ where: { id: outside.userId }, data: { suspendedAt: new Date() } });
    expect((await show(viewer, { service: "Photo Editor" })).left?.people).toBe(2);
  });
});

it("understands ten ways of typing a price, on the card, in the filter and in the score", async () => {
  const typed: [Partial<ProfileAnswers>, words: string, Amount][] = [
    [{ priceFrom: "45,50", priceUnit: "hour" }, "$45.50 per hour", { unit: "hour", low: 45_50, high: 45_50 }],
    [
      { priceFrom: "1.500", priceUnit: "project" },
      "$1,500 per project",
      { unit: "project", low: 1_500_00, high: 1_500_00 },
    ],
    [
      { priceFrom: "$1,500", priceTo: "$2,000", priceUnit: "month" },
      "$1,500–$2,000 per month",
      { unit: "month", low: 1_500_00, high: 2_000_00 },
    ],
    [
      { priceFrom: "1\u202f500", priceUnit: "day" },
      "$1,500 per day",
      { unit: "day", low: 1_500_00, high: 1_500_00 },
    ],
    [
      { priceFrom: "６５", priceTo: "８５", priceUnit: "hour" },
      "$65–$85 per hour",
      { unit: "hour", low: 65_00, high: 85_00 },
    ],
    [
      { priceFrom: "65-85", priceUnit: "video" },
      "$65–$85 per video",
      { unit: "video", low: 65_00, high: 85_00 },
    ],
    [
      { priceFrom: "65 to 85", priceUnit: "piece" },
      "$65–$85 per piece",
      { unit: "piece", low: 65_00, high: 85_00 },
    ],
    [
      { priceFrom: "1.5k", priceUnit: "episode" },
      "$1,500 per episode",
      { unit: "episode", low: 1_500_00, high: 1_500_00 },
    ],
    [{ priceFrom: "$50/hr (30 min minimum)" }, "$50 per hour", { unit: "hour", low: 50_00, high: 50_00 }],
    [{ priceFrom: "300 per script" }, "$300 per script", { unit: "script", low: 300_00, high: 300_00 }],
  ];
  const services = (await catalogIds()).services;
  const choices = choicesFor("contributor", await listCatalog());
  const terms = profileSections.contributor.find(({ id }) => id === "terms") as ProfileSection;
  const people: Person[] = [];
  for (const [answers] of typed) {
    const person = await makeContributor({ services: ["Audio Engineer"] });
    const input = sectionSchema(terms, choices).parse(answers);
    expect((await saveProfile(person, input)).ok).toBe(true);
    people.push(person);
  }
  const viewer = await makePayingCreator(["Audio Engineer"]);
  // The filter treats videos, pieces, episodes and scripts as one unit.
  const delivered = await show(viewer, { price: 85_00, per: "script" });
  expect(delivered.cards.map(({ personId }) => personId).sort()).toEqual(idsOf(people.slice(5, 7)));
  for (const [index, [, words, amount]] of typed.entries()) {
    const { userId } = people[index] as Person;
    const { unit: per, low } = amount;
    const shown = async (price: number) =>
      (await show(viewer, { price, per })).cards.find(({ personId }) => personId === userId);
    expect([words, (await shown(low))?.priceRange]).toEqual([words, words]);
    expect([words, await shown(low - 1)]).toEqual([words, undefined]);
    const [traits] = await readTraits(db, [userId]);
    const asks = { ...noTraits, serviceIds: [services["Audio Engineer"] ?? 0] };
    const fits = (one: Amount) => traits && scoreOf({ ...asks, amount: one }, traits.traits)?.budgetFits;
    expect([words, fits(amount), fits({ ...amount, low: 1, high: low - 1 })]).toEqual([words, true, false]);
    // A view shows only three cards, so swipe this one to see the next person.
    await db.swipe.create({ data: { actorId: viewer.userId, targetId: userId, liked: false } });
  }
});

const noTraits: Traits = {
  userType: "creator",
  ...{ serviceIds: [], styleIds: [], toolIds: [], experience: null, availability: "available" },
  ...{ amount: null, priceRange: "" },
};

/** Lets the viewer's passes expire. */
const expire = (viewerId: string) =>
  db.swipe.updateMany({
    where: { actorId: viewerId, liked: false },
    data: { createdAt: new Date(Date.now() - 31 * 86_400_000) },
  });

const swipeAll = (viewerId: string, name: string, liked: boolean) => db.$executeRaw`
  INSERT INTO swipes (actor_id, target_id, liked)
  SELECT ${viewerId}::uuid, id, ${liked} FROM profiles WHERE full_name = ${name}`;

describe("each view of a filtered deck", () => {
  it("includes new people, changed profiles and expired passes, and leaves out people who no longer fit", async () => {
    const viewer = await makePayingCreator(["Videographer"]);
    const asked = { tools: ["Figma"] };
    const details = { services: ["Videographer"], tools: ["Figma"] };
    const ids = await catalogIds();
    const passed = await makeContributor(details);
    expect(await passAll(viewer, asked)).toEqual([passed.userId]);
    const newcomer = await makeContributor(details);
    expect((await show(viewer, asked)).left).toMatchObject({ people: 1, further: null });
    const learner = await makeContributor({ services: ["Videographer"] });
    const save = (tools: string[]) =>
      saveProfile(learner, {
        ...noAnswers,
        name: "Learner",
        servicesOffered: [ids.services.Videographer ?? 0],
        tools: tools.map((name) => ids.tools[name] ?? 0),
        links: {},
      });
    expect((await save(["Figma"])).ok).toBe(true);
    expect((await show(viewer, asked)).left?.people).toBe(2);
    expect((await save(["Framer"])).ok).toBe(true);
    expect((await show(viewer, asked)).cards.map(({ personId }) => personId)).toEqual([newcomer.userId]);
    await expire(viewer.userId);
    expect((await passAll(viewer, asked)).sort()).toEqual(idsOf([newcomer, passed]));
  });

  it("leaves out suspended people and doesn't count them", async () => {
    const viewer = await makePayingCreator(["Graphic Designer"]);
    const details = { services: ["Graphic Designer"], tools: ["Figma"] };
    const [left, suspended] = [await makeContributor(details), await makeContributor(details)];
    await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
    const { cards, left: counted } = await show(viewer, { tools: ["Figma"] });
    expect([cards.map(({ personId }) => personId), counted?.people]).toEqual([[left.userId], 1]);
  });
});

describe("a filtered deck of many people", () => {
  it("deals everyone exactly once, even if there are more people than it counts", async () => {
    const viewer = await makePayingCreator();
    await listBulk(130, "'{*,wfaraway}'");
    const asked = { place: "faraway" };
    expect((await show(viewer, asked)).left).toMatchObject({ people: mostCounted, isMore: true });
    const shown: string[] = [];
    for (;;) {
      const { cards, state } = await show(viewer, asked);
      if (!cards[0]) {
        expect(state).toBe("none-fit");
        break;
      }
      shown.push(cards[0].personId);
      await choose(viewer, cards[0].personId);
    }
    expect([shown.length, new Set(shown).size]).toEqual([130, 130]);
  });

  it("finds a rare match in the first view, and continues a common search where it stopped", async () => {
    const viewer = await makePayingCreator();
    const [first, second] = ["One", "Two"];
    await listBulk(1, "'{*,wnear,l0,l1,l2,l3}'", first);
    await listBulk(1, "'{*,wnear,l0}'", second);
    // More people than one view scans.
    await listBulk(6_500, "'{*,wnear,l0}'", "Many");
    const rare = { level: "expert", place: "near" } as const;
    const view = await show(viewer, rare);
    expect(view).toMatchObject({ state: "showing", left: { people: 1, further: null } });
    expect(view.cards.map(({ name }) => name)).toEqual([first]);
    expect(await show(viewer, { tools: ["Figma"], place: "near" })).toMatchObject({
      state: "none-fit",
      left: { people: 0, further: null },
    });
    const near = { place: "near" };
    expect((await show(viewer, near)).left).toMatchObject({ people: mostCounted, isMore: true });
    await swipeAll(viewer.userId, "Many", true);
    const { state, cards, left } = await show(viewer, near);
    expect([state, cards, left?.people, left?.looked]).toEqual(["searching", [], 0, 6_000]);
    const further = await show(viewer, { ...near, from: left?.further ?? null });
    expect(further.cards.map(({ name }) => name).sort()).toEqual([first, second]);
    expect(further.left).toMatchObject({ people: 2, further: null });
  });
});
