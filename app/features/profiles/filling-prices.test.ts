import { beforeAll, describe, expect, it } from "vitest";
import type { Amount } from "~/features/catalog/amount";
import { db } from "~/platform/db.server";
import { makeContributor, makeCreator, makeCrowd, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { fillBudgets } from "../projects/filling-budgets.server";
import { fillPrices } from "./filling-prices.server";
import { saveProfile } from "./saving.server";
import { findOwnAnswers, findProfile } from "./viewing.server";

/** What people typed, the amount that it says, and whether the words say more. */
const prices: [words: string, amount: [Amount["unit"], number, number] | null, saysMore?: "more"][] = [
  ["$40–$60 per hour", ["hour", 40_00, 60_00]],
  ["$65-85/hr", ["hour", 65_00, 85_00]],
  ["65 to 85 an hour", ["hour", 65_00, 85_00]],
  ["$50/hr to $60/hr", ["hour", 50_00, 60_00]],
  ["$50 - $60 / hour", ["hour", 50_00, 60_00]],
  ["50/hour", ["hour", 50_00, 50_00]],
  ["US$ 45 / h", ["hour", 45_00, 45_00]],
  ["45 usd hourly", ["hour", 45_00, 45_00]],
  ["45,50 per hour", ["hour", 45_50, 45_50]],
  ["45.5/hr", ["hour", 45_50, 45_50]],
  ["６５ per hour", ["hour", 65_00, 65_00]],
  ["85-65 per hour", ["hour", 65_00, 85_00]],
  ["$50/hr (30 min minimum)", ["hour", 50_00, 50_00], "more"],
  ["2 hour minimum, $60/hr", ["hour", 60_00, 60_00], "more"],
  ["$50/hr, 2 rounds included", ["hour", 50_00, 50_00], "more"],
  ["from $50/hr", ["hour", 50_00, 50_00], "more"],
  ["$50+/hr", ["hour", 50_00, 50_00], "more"],
  ["$50/hr or $400/day", ["hour", 50_00, 50_00], "more"],
  ["4k video editing, 60/hr", ["hour", 60_00, 60_00], "more"],
  ["$650 per day", ["day", 650_00, 650_00]],
  ["420 daily", ["day", 420_00, 420_00]],
  ["$1,500 fixed", ["project", 1_500_00, 1_500_00]],
  ["1.500 per project", ["project", 1_500_00, 1_500_00]],
  ["1.500,50 per project", ["project", 1_500_50, 1_500_50]],
  ["$1,500.50 per project", ["project", 1_500_50, 1_500_50]],
  ["2k fixed", ["project", 2_000_00, 2_000_00]],
  ["$2-3k per project", ["project", 2_000_00, 3_000_00]],
  ["$1.5k–2k per project", ["project", 1_500_00, 2_000_00]],
  ["$900 in all", ["project", 900_00, 900_00]],
  ["Around $500-$1,000 per project", ["project", 500_00, 1_000_00], "more"],
  ["1 500 a month", ["month", 1_500_00, 1_500_00]],
  ["1\u202f500 a month", ["month", 1_500_00, 1_500_00]],
  ["retainer $2,000", ["month", 2_000_00, 2_000_00]],
  ["5k/month", ["month", 5_000_00, 5_000_00]],
  ["$300 a video", ["video", 300_00, 300_00]],
  ["$100 - 200 per video", ["video", 100_00, 200_00]],
  ["$600 an episode", ["episode", 600_00, 600_00]],
  ["300 per script", ["script", 300_00, 300_00]],
  ["$45 each", ["piece", 45_00, 45_00]],
  ["$10 per thumbnail", ["piece", 10_00, 10_00]],
  // Without a unit, in another currency, per something else, or not an amount at all.
  ["$500", null],
  ["€40 per hour", null],
  ["£500 fixed", null],
  ["C$50 per hour", null],
  ["$0.10 per word", null],
  ["$500 per week", null],
  ["$240 per half day", null],
  ["10% of revenue per project", null],
  ["-50 per hour", null],
  ["$0 per hour", null],
  ["1.2345 per hour", null],
  ["1½ per hour", null],
  ["40441090434278764790K per hour", null],
  ["3 videos for 300", null],
  ["(30 min minimum)", null],
  ["ask me", null],
];

const columns = { amountUnit: true, amountLow: true, amountHigh: true, amountNote: true } as const;
const columnsFor = ([words, amount, saysMore]: (typeof prices)[number]) => ({
  amountUnit: amount?.[0] ?? null,
  amountLow: amount?.[1] ?? null,
  amountHigh: amount?.[2] ?? null,
  amountNote: amount && !saysMore ? "" : words,
});

const profileOf = (id: string) => db.profile.findUniqueOrThrow({ where: { id }, select: columns });
/** The way it was stored before there were columns, without triggers. */
const storeBefore = (table: "profiles" | "project_briefs", words: string, id: string, value: string) =>
  db.$transaction([
    db.$executeRaw`SET LOCAL session_replication_role = replica`,
    db.$executeRawUnsafe(
      `UPDATE ${table} SET amount_unit = NULL, amount_low = NULL, amount_high = NULL, amount_note = NULL, ${words} = $2
        WHERE id = $1::uuid`,
      id,
      value,
    ),
  ]);

describe("prices from before there were columns", () => {
  let ids: string[];

  beforeAll(async () => {
    ids = await makeCrowd(prices.length, { user_type: "contributor", services: ["Video Editor"] });
    for (const [index, [words]] of prices.entries())
      await storeBefore("profiles", "price_range", ids[index] ?? "", words);
  });

  it("are shown in words, then read once, with the words as the note where they say more", async () => {
    expect((await findProfile(null, ids[0] ?? ""))?.price).toEqual({ amount: null, note: prices[0]?.[0] });
    await fillPrices();
    for (const [index, price] of prices.entries())
      expect([price[0], await profileOf(ids[index] ?? "")]).toEqual([price[0], columnsFor(price)]);
    const listed = await db.personListing.findUniqueOrThrow({ where: { profileId: ids[0] ?? "" } });
    expect([listed.price, JSON.parse(listed.traits)[6]]).toEqual([
      1_0000_0040,
      { unit: "hour", low: 40_00, high: 60_00 },
    ]);
    // Again, there's nothing to do.
    const [id = ""] = ids;
    await db.profile.update({ where: { id }, data: { amountLow: 39_00 } });
    await fillPrices();
    expect((await profileOf(id)).amountLow).toBe(39_00);
  });

  it("are read where an older process writes words only, which it may do at any time", async () => {
    const [, id = ""] = ids;
    for (const price of prices) {
      await db.profile.update({ where: { id }, data: { priceRange: price[0] } });
      expect([price[0], await profileOf(id)]).toEqual([price[0], columnsFor(price)]);
    }
    await db.profile.update({ where: { id }, data: { priceRange: "" } });
    expect(await profileOf(id)).toEqual(columnsFor(["", null]));
    const [newcomer = ""] = await makeCrowd(1, { user_type: "contributor", price_range: "$70 per hour" });
    expect((await profileOf(newcomer)).amountLow).toBe(70_00);
  });
});

describe("budgets from before there were columns", () => {
  let creator: Person;
  const project = (id: string) => db.projectBrief.findUniqueOrThrow({ where: { id }, select: columns });

  beforeAll(async () => {
    creator = await makeCreator();
  });

  it("take their unit from the words, or otherwise from the type of budget", async () => {
    const types = { "Hourly Rate": "hour", "Per Deliverable": "piece", "Revenue Share": null } as const;
    for (const [name, unit] of Object.entries(types)) {
      const { id: budgetTypeId } = await db.budgetType.findUniqueOrThrow({ where: { name } });
      const id = await makeProject(creator, { title: name, budgetTypeId });
      await storeBefore("project_briefs", "budget_details", id, "$60-80");
      await fillBudgets();
      expect(await project(id)).toEqual(columnsFor(["$60-80", unit && [unit, 60_00, 80_00]]));
      await db.projectBrief.update({ where: { id }, data: { budgetDetails: "$900 a month" } });
      expect(await project(id)).toMatchObject({ amountUnit: "month", amountLow: 900_00 });
      await db.projectBrief.deleteMany({ where: { id } });
    }
  });
});

it("what a person saves isn't read again from its words", async () => {
  const person = await makeContributor({ services: ["Video Editor"] });
  await db.profile.update({
    where: { id: person.userId },
    data: { priceRange: "$65-85/hr, half days are $240" },
  });
  const own = await findOwnAnswers(person);
  if (!own) throw new Error("no answers");
  expect(own).toMatchObject({ priceFrom: "$65", priceTo: "$85", priceUnit: "hour" });
  expect((await saveProfile(person, own)).ok).toBe(true);
  const note = "A day costs $500, half a day $240";
  expect((await saveProfile(person, { ...own, priceFrom: "70", priceTo: "", priceNote: note })).ok).toBe(
    true,
  );
  const stored = await db.profile.findUniqueOrThrow({ where: { id: person.userId } });
  expect(stored).toMatchObject({
    ...{ amountUnit: "hour", amountLow: 70_00, amountHigh: 70_00, amountNote: note },
    priceRange: `$70 per hour. ${note}`,
  });
  expect((await saveProfile(person, { ...own, priceFrom: "", priceTo: "", priceNote: "" })).ok).toBe(true);
  expect(await profileOf(person.userId)).toEqual(columnsFor(["", null]));
});
