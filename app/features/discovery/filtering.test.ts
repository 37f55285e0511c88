import { describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import {
  catalogIds,
  choose,
  idsOf,
  listBulk,
  makePayingCreator,
  passAll,
  show,
  skipNumbers,
} from "../../../tests/support/filtered-decks";
import { makeContributor } from "../../../tests/support/people";
import { noAnswers } from "../profiles/profile";
import { saveProfile } from "../profiles/saving.server";
import { mostCounted } from "./filtered-cards.server";
import { sumUpTraits } from "./trait-blocks.server";

/** Their passes, since their decks were filled. */
async function expire(viewerId: string): Promise<void> {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000);
  await db.filteredDeck.updateMany({ where: { viewerId }, data: { passedUntil: before(40) } });
  await db.swipe.updateMany({
    where: { actorId: viewerId, liked: false },
    data: { createdAt: before(31) },
  });
}

describe("filling a filtered deck", () => {
  it("picks up newcomers, changed profiles and expired passes, and drops those who no longer fit", async () => {
    const viewer = await makePayingCreator(["Videographer"]);
    const asked = { tools: ["Figma"] };
    const details = { services: ["Videographer"], tools: ["Figma"] };
    const ids = await catalogIds();
    const passed = await makeContributor(details);
    expect(await passAll(viewer, asked)).toEqual([passed.userId]);
    const newcomer = await makeContributor(details);
    expect((await show(viewer, asked)).left).toMatchObject({ people: 1, isAll: true });
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
    await db.swipe.updateMany({
      where: { actorId: viewer.userId },
      data: { createdAt: new Date(Date.now() - 31 * 86_400_000) },
    });
    // The unfiltered deck deals people again when it is next filled; a filter's looks for expired passes from its start.
    await db.filteredDeck.deleteMany({ where: { viewerId: viewer.userId } });
    expect((await passAll(viewer, asked)).sort()).toEqual(idsOf([newcomer, passed]));
  });

  it("brings back a pass that expires after the filter has been looked through", async () => {
    const viewer = await makePayingCreator(["Voiceover Artist"]);
    const passed = await makeContributor({ services: ["Voiceover Artist"], tools: ["Figma"] });
    const asked = { tools: ["Figma"] };
    expect(await passAll(viewer, asked)).toEqual([passed.userId]);
    await expire(viewer.userId);
    // As a filling leaves it: without those who were swiped.
    await db.filteredDeck.updateMany({
      where: { viewerId: viewer.userId },
      data: { people: [], positions: [], numbers: [] },
    });
    expect(await passAll(viewer, asked)).toEqual([passed.userId]);
    expect((await show(viewer, asked)).state).toBe("none-fit");
  });

  it("shows a pass that has expired in the same place when it is read again", async () => {
    const viewer = await makePayingCreator(["Scriptwriter"]);
    for (let count = 0; count < 3; count += 1) await makeContributor({ services: ["Scriptwriter"] });
    const asked = { service: "Scriptwriter" };
    const [top] = (await show(viewer, asked)).cards;
    await choose(viewer, top?.personId ?? "");
    await expire(viewer.userId);
    const view = await show(viewer, asked);
    expect(view.left?.people).toBe(3);
    expect(await show(viewer, asked)).toEqual(view);
  });

  it("leaves nobody out between where a view ended and a pass that has expired far below", async () => {
    const viewer = await makePayingCreator();
    const swipeAll = (name: string, liked: boolean) => db.$executeRaw`
      INSERT INTO swipes (actor_id, target_id, liked)
      SELECT ${viewer.userId}::uuid, id, ${liked} FROM profiles WHERE full_name = ${name}`;
    await listBulk(60, "'{*,wbelow}'", "Passed");
    await listBulk(1, "'{*,wbelow}'", "Between");
    await listBulk(400, "'{*,wbelow}'", "Liked");
    await swipeAll("Liked", true);
    await swipeAll("Passed", false);
    const asked = { place: "below" };
    expect((await show(viewer, asked)).state).toBe("searching");
    await expire(viewer.userId);
    const dealt: string[] = [];
    for (;;) {
      const { cards, state } = await show(viewer, asked);
      if (state === "searching") continue;
      if (!cards[0]) {
        expect(state).toBe("none-fit");
        break;
      }
      dealt.push(cards[0].personId);
      await choose(viewer, cards[0].personId, true);
    }
    expect([dealt.length, new Set(dealt).size]).toEqual([61, 61]);
  });

  it("is kept for the eight latest filters of a viewer", async () => {
    const viewer = await makePayingCreator(["Photographer"]);
    for (let price = 1; price <= 12; price += 1) await show(viewer, { price });
    const decks = await db.filteredDeck.findMany({ where: { viewerId: viewer.userId } });
    expect(decks).toHaveLength(8);
  });

  it("leaves out and does not count suspended people, also in the first view", async () => {
    const viewer = await makePayingCreator(["Graphic Designer"]);
    const details = { services: ["Graphic Designer"], tools: ["Figma"] };
    const [left, suspended] = [await makeContributor(details), await makeContributor(details)];
    await db.user.update({ where: { id: suspended.userId }, data: { suspendedAt: new Date() } });
    const { cards, left: counted } = await show(viewer, { tools: ["Figma"] });
    expect([cards.map(({ personId }) => personId), counted?.people]).toEqual([[left.userId], 1]);
  });

  it("looks further in the same view until there are enough to show", async () => {
    const viewer = await makePayingCreator(["Music Producer"]);
    const older = [];
    for (let count = 0; count < 3; count += 1)
      older.push(await makeContributor({ services: ["Music Producer"] }));
    const [swiped] = older;
    // More newer people than the first scan of a view checks, all swiped.
    await listBulk(150, `'{*,s' || ${(await catalogIds()).services["Music Producer"]} || '}'`);
    await db.$executeRaw`
      INSERT INTO swipes (actor_id, target_id, liked)
      SELECT ${viewer.userId}::uuid, id, false FROM profiles WHERE full_name = 'Bulk' OR id = ${swiped?.userId}::uuid`;
    const view = await show(viewer, { service: "Music Producer" });
    expect(view).toMatchObject({ state: "showing", left: { people: 2, isMore: false, isAll: true } });
  });

  it("adds the newest of many who fit, and shows the others later", async () => {
    const viewer = await makePayingCreator();
    // After so many swipes, a scan finds more than are added at once.
    await listBulk(52, "'{*}'", "Swiped");
    await db.$executeRaw`
      INSERT INTO swipes (actor_id, target_id, liked)
      SELECT ${viewer.userId}::uuid, id, true FROM profiles WHERE full_name = 'Swiped'`;
    await listBulk(130, "'{*,wfaraway}'");
    const shown: string[] = [];
    for (;;) {
      const { cards, state } = await show(viewer, { place: "faraway" });
      if (!cards[0]) {
        expect(state).toBe("none-fit");
        break;
      }
      if (shown.length === 0) {
        const { people } = await db.filteredDeck.findFirstOrThrow({ where: { viewerId: viewer.userId } });
        expect(people).toHaveLength(52);
      }
      shown.push(cards[0].personId);
      await choose(viewer, cards[0].personId);
    }
    expect([shown.length, new Set(shown).size]).toEqual([130, 130]);
  });

  it("looks at a bounded number of people a view, says so, and finds the last of them in the end", async () => {
    const viewer = await makePayingCreator();
    // The scan of a view looks at 4,000 people. Only the very first has the level.
    const count = 6_500;
    await listBulk(
      count,
      "CASE row_number() OVER () WHEN 1 THEN '{*,wnear,l0,l1,l2,l3}' ELSE '{*,wnear,l0}' END",
    );
    const asked = { level: "expert", place: "near" } as const;
    const views = [await show(viewer, asked)];
    expect(views[0]).toMatchObject({ state: "searching", cards: [], left: { people: 0, isAll: false } });
    expect(views[0]?.left?.looked).toBe(4_000);
    for (let view = 1; view < 5 && views.at(-1)?.state === "searching"; view += 1)
      views.push(await show(viewer, asked));
    expect(views.at(-1)).toMatchObject({ state: "showing", left: { people: 1, isAll: true } });
    expect(views).toHaveLength(2);
    expect((await show(viewer, { place: "near" })).left).toMatchObject({ people: mostCounted, isMore: true });
    // From a block it is known at once who fits, and that no one does.
    await skipNumbers(8_192);
    await makeContributor();
    await sumUpTraits();
    const later = await makePayingCreator();
    expect(await show(later, asked)).toMatchObject({ state: "showing", left: { people: 1, isAll: true } });
    expect((await show(later, { tools: ["Figma"], place: "near" })).state).toBe("none-fit");
  }, 60_000);
});
