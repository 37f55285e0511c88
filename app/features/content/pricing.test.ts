import { expect, test } from "vitest";
import type { Tier } from "../plans/plan";
import { listTiers } from "../plans/plan-in-force.server";
import { priceOf, wordsOf, yearlySaving } from "./plan-choice";

const tiers = await listTiers();
const [, payPerPost, pro, agency] = tiers as [Tier, Tier, Tier, Tier];

test("every figure on a card is the one that its tier enforces", () => {
  const odd = {
    postLimit: 71,
    matchLimit: 72,
    messageLimit: 73,
    swipesPerDay: 74,
    savedContributorsLimit: 75,
  };
  for (const tier of tiers) {
    const { features } = wordsOf({ ...tier, ...odd });
    const said = [/post/, /match/, /messag/, /swipe/, /save/].map(
      (about) => features.find((line) => about.test(line))?.match(/\d+/)?.[0],
    );
    expect([tier.name, ...said]).toEqual([tier.name, ...Object.values(odd).map(String)]);
  }
});

test("uses the singular for one, and says 'unlimited' if there's no limit", () => {
  const one: Tier = { ...pro, postLimit: 1, savedContributorsLimit: 1 };
  expect(wordsOf(one).features).toEqual(
    expect.arrayContaining(["1 active post", "Shortlist of up to 1 saved provider"]),
  );
  expect(wordsOf(agency).features).toEqual([
    "Unlimited posts",
    "Unlimited matches",
    "Unlimited messages",
    "Unlimited swipes",
    "Unlimited saves",
    "Everything in Pro",
  ]);
  expect(wordsOf(pro).features).toEqual(expect.arrayContaining(["Priority search", "File sharing"]));
});

test("marks features that don't exist yet", () => {
  for (const tier of tiers) expect(wordsOf(tier).features.join()).not.toMatch(/board|seat/i);
  expect(wordsOf(agency).coming).toEqual(["5 seats", "Monthly reporting", "Team board"]);
});

test("a yearly price says how much it really saves", () => {
  expect(tiers.map((tier) => yearlySaving(tier))).toEqual([
    null,
    null,
    { cents: 5088, percent: 17 },
    { cents: 19900, percent: 21 },
  ]);
  expect(priceOf(pro, "month")).toEqual({
    ...{ cents: 2499, interval: "month", per: "per month" },
    note: "or $249 per year, saves 17%",
  });
  expect(priceOf(pro, "year")).toMatchObject({ cents: 24900, note: "Saves $50.88 a year (17%)" });
  expect(priceOf(agency, "year")).toMatchObject({ per: "per year", note: "Saves $199 a year (21%)" });
  expect(priceOf(payPerPost, "year")).toMatchObject({ cents: 2500, interval: null, per: "one time" });
});
