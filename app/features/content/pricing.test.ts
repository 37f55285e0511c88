import { expect, test } from "vitest";
import { dollars, shownPlans, yearlySaving } from "./pricing";

test("a yearly price says what it really saves", () => {
  const savings = shownPlans.flatMap(({ name, price }) =>
    "yearly" in price ? [[name, yearlySaving(price)]] : [],
  );
  expect(savings).toEqual([
    ["Pro", { cents: 5088, percent: 17 }],
    ["Agency", { cents: 19900, percent: 21 }],
  ]);
});

test("prices show cents only where there are some", () => {
  expect([0, 2500, 2499].map(dollars)).toEqual(["$0", "$25", "$24.99"]);
});
