import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { unlimited } from "../plans/plan";
import { dollars, shownPlans, yearlySaving } from "./pricing";

test("the cards state the enforced limits", async () => {
  const tiers = await db.subscriptionTier.findMany();
  expect(tiers).toHaveLength(shownPlans.length);
  const words = (limit: number) => (limit >= unlimited ? "Unlimited" : String(limit));
  for (const { name, features } of shownPlans) {
    const tier = tiers.find((one) => one.name === name);
    if (!tier) throw new Error(`no tier ${name}`);
    const said = (about: RegExp) =>
      features.find((feature) => about.test(feature))?.match(/\d+|Unlimited/)?.[0];
    expect([name, said(/post/), said(/match/), said(/messag/), said(/swipe/)]).toEqual([
      name,
      ...[tier.postLimit, tier.matchLimit, tier.messageLimit, tier.swipesPerDay].map(words),
    ]);
    const saves = said(/save/);
    if (saves) expect([name, saves]).toEqual([name, words(tier.savedContributorsLimit)]);
  }
});

test("a yearly price states its real savings", () => {
  const savings = shownPlans.flatMap(({ name, price }) =>
    "yearly" in price ? [[name, yearlySaving(price)]] : [],
  );
  expect(savings).toEqual([
    ["pro", { cents: 5088, percent: 17 }],
    ["agency", { cents: 19900, percent: 21 }],
  ]);
});

test("prices show cents only if not zero", () => {
  expect([0, 2500, 2499].map(dollars)).toEqual(["$0", "$25", "$24.99"]);
});
