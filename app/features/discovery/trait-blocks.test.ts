import { describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import {
  type Asked,
  catalogIds,
  idsOf,
  listBulk,
  makePayingCreator,
  passAll,
  show,
  skipNumbers,
} from "../../../tests/support/filtered-decks";
import { makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { highestPrice } from "./deck-filter";
import type { Ask } from "./fitting.server";
import { blockTermsOf, sumUpTraits } from "./trait-blocks.server";

const numberOf = async ({ userId }: Person) =>
  Number((await db.traitListing.findUniqueOrThrow({ where: { profileId: userId } })).number);

describe("a block", () => {
  it("is made when all its numbers are taken, and again without those who left", async () => {
    const details = { tools: ["Figma"] };
    const [kept, gone] = [await makeContributor(details), await makeContributor(details)];
    const number = await numberOf(kept);
    const leave = ({ userId }: Person) => db.traitListing.delete({ where: { profileId: userId } });
    await leave(gone);
    await sumUpTraits();
    expect(await db.traitBlock.count()).toBe(0);
    await skipNumbers(8_192);
    await makeContributor(details);
    const marked = async () => db.$queryRaw`
      SELECT b.block * 8192 + 8191 - place AS number FROM trait_blocks b CROSS JOIN generate_series(0, 8191) AS place
       WHERE b.user_type = 'contributor' AND b.term = ${`t${(await catalogIds()).tools.Figma}`} AND get_bit(b.bits, place) = 1`;
    await Promise.all([sumUpTraits(), sumUpTraits()]);
    expect(await marked()).toEqual([{ number }]);
    await leave(kept);
    await Promise.all([sumUpTraits(), sumUpTraits()]);
    expect(await marked()).toEqual([]);
  });

  it("is passed over however many have nobody", async () => {
    const details = { services: ["Podcast Editor"], tools: ["Canva"] };
    const first = await makeContributor(details);
    for (const blocks of [300, 1]) {
      await skipNumbers(8_192 * blocks);
      await makeContributor();
    }
    await sumUpTraits();
    const viewer = await makePayingCreator(["Podcast Editor"]);
    expect(await passAll(viewer, { tools: ["Canva"] })).toEqual([first.userId]);
  });

  it("leads to those who fit and are still listed, also to creators", async () => {
    const services = ["Voiceover Artist"];
    const viewer = await makeContributor({ services });
    const paying = async (priceRange: string) => makeCreator({ services, priceRange });
    const fitting = [await paying("$60 per hour"), await paying("$20–$300 per hour")];
    for (const price of ["$20–$59 per hour", "$2k per project", ""]) await paying(price);
    const gone = await paying("$500 per hour");
    await skipNumbers(8_192);
    await makeCreator();
    await sumUpTraits();
    await db.traitListing.delete({ where: { profileId: gone.userId } });
    const asked = { price: 60, per: "hour" } as const;
    expect((await passAll(viewer, asked)).sort()).toEqual(idsOf(fitting));
    expect((await show(viewer, { price: 400, per: "hour" })).state).toBe("none-fit");
  });

  it("leads on where a number may fit and does not, or its person was seen", async () => {
    const details = { services: ["Photographer"], tools: ["Figma"], priceRange: "$45 per hour" };
    const [last, dear, seen] = [
      await makeContributor({ ...details, priceRange: "$41 per hour" }),
      await makeContributor(details),
      await makeContributor({ ...details, priceRange: "$42 per hour" }),
    ];
    await skipNumbers(8_192);
    await makeContributor();
    await sumUpTraits();
    const viewer = await makePayingCreator(["Photographer"]);
    await db.swipe.create({ data: { actorId: viewer.userId, targetId: seen.userId, liked: true } });
    const asked: Asked = { tools: ["Figma"], price: 43, per: "hour" };
    expect(await passAll(viewer, asked)).toEqual([last.userId]);
    expect(await passAll(viewer, { tools: ["Figma"] })).toEqual([dear.userId]);
  });

  it("leads on from where a view ended in it", async () => {
    const left = await makeContributor({ services: ["Copywriter"], experienceLevel: "advanced" });
    const service = (await catalogIds()).services.Copywriter;
    await listBulk(300, `'{*,s${service},l0,l1,l2}'`);
    await skipNumbers(8_192);
    await makeContributor();
    await sumUpTraits();
    const viewer = await makePayingCreator();
    await db.$executeRaw`
      INSERT INTO swipes (actor_id, target_id, liked)
      SELECT ${viewer.userId}::uuid, id, true FROM profiles WHERE full_name = 'Bulk'`;
    const asked = { service: "Copywriter", level: "advanced" } as const;
    const first = await show(viewer, asked);
    expect(first).toMatchObject({ state: "searching", cards: [] });
    const { state, cards } = await show(viewer, asked);
    expect([state, cards[0]?.personId]).toEqual(["showing", left.userId]);
  });
});

describe("of what is asked, a block knows", () => {
  const any: Ask = {
    wanted: "contributor",
    terms: [],
    services: [],
    price_from: 0,
    price_to: 2 ** 31 - 1,
    filter: "",
  };
  const perHour = highestPrice + 1;
  const upTo = (price: number) => ({ price_from: perHour, price_to: perHour + price });
  const atLeast = (price: number) => ({
    wanted: "creator" as const,
    price_from: perHour + price,
    price_to: perHour + highestPrice,
  });

  it.each<[Partial<Ask>, string[]]>([
    [{ terms: ["t8", "v4", "l2", "wlyon"] }, ["t8", "v4", "l2"]],
    [{ terms: ["t8"], services: [3] }, ["t8"]],
    [{ terms: ["t8"], ...upTo(39) }, ["t8", "p1-40"]],
    [{ terms: ["t8"], ...upTo(40) }, ["t8", "p1-40"]],
    [{ terms: ["t8"], ...upTo(10_001) }, []],
    [{ terms: ["t8"], ...atLeast(39) }, ["t8", "p1-30"]],
    [{ terms: ["t8", "v4"], ...atLeast(4) }, ["t8", "v4"]],
    // What is walked itself, or cannot be.
    [{ terms: ["t8"] }, []],
    [{ services: [3] }, []],
    [{ terms: ["l2"] }, ["l2"]],
    [upTo(30), ["p1-30"]],
    [{ terms: ["wlyon"] }, []],
    [{ terms: ["l2", "wlyon"] }, ["l2"]],
  ])("%j: %j", (part, terms) => {
    expect(blockTermsOf({ ...any, ...part })).toEqual(terms);
  });
});
