import { expect, test } from "vitest";
import type { Tier } from "../plans/plan";
import { fallbackTiers } from "../plans/plan-in-force.server";
import { priceOf, wordsOf, yearlySaving } from "./plan-choice";

const tiers = Object.values(fallbackTiers);

test("each figure on a card is its tier's", () => {
  const odd = {
    postLimit: 71,
    matchLimit: 72,
    messageLimit: 73,
    swipesPerDay: 74,
    savedContributorsLimit: 75,
  };
  for (const { name } of tiers) {
    const { features } = wordsOf({ ...fallbackTiers[name], ...odd });
    const said = [/post/, /match/, /messag/, /swipe/, /save/].map(
      (about) => features.find((line) => about.test(line))?.match(/\d+/)?.[0],
    );
    expect([name, ...said]).toEqual([name, ...Object.values(odd).map(String)]);
  }
});

test("one is singular, and no limit is unlimited", () => {
  const one: Tier = { ...fallbackTiers.pro, postLimit: 1, savedContributorsLimit: 1 };
  expect(wordsOf(one).features).toEqual(
    expect.arrayContaining(["1 active post", "Shortlist of up to 1 saved provider"]),
  );
  expect(wordsOf(fallbackTiers.agency).features).toEqual([
    "Unlimited posts",
    "Unlimited matches",
    "Unlimited messages",
    "Unlimited swipes",
    "Unlimited saves",
    "Advanced filters, priority search, saved lists, file sharing, analytics",
  ]);
});

test("marks a feature that doesn't exist yet as coming", () => {
  for (const { name } of tiers)
    expect(wordsOf(fallbackTiers[name]).features.join()).not.toMatch(/board|seat/i);
  expect(wordsOf(fallbackTiers.agency).coming).toMatch(/5 seats, monthly reporting, team board/);
});

test("a yearly price states its real saving", () => {
  expect(tiers.map((tier) => yearlySaving(tier))).toEqual([
    null,
    null,
    { cents: 5088, percent: 17 },
    { cents: 19900, percent: 21 },
  ]);
  expect(priceOf(fallbackTiers.pro, "month")).toMatchObject({ cents: 2499, interval: "month", saving: null });
  expect(priceOf(fallbackTiers.pro, "year")).toMatchObject({ cents: 24900, saving: { percent: 17 } });
  expect(priceOf(fallbackTiers.pay_per_post, "year")).toMatchObject({ cents: 2500, interval: null });
});
