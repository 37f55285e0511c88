import { expect, test } from "vitest";
import { amountIn, amountWords, columnsOf, typedPrice, wholePrice, withBudgetLine } from "./amount";

const hourly = { unit: "hour", low: 6_500, high: 8_500 } as const;
const fixed = { unit: "project", low: 0, high: 0 } as const;

test("an amount or a range in words, in a form and in a list", () => {
  expect([hourly, fixed].map(amountWords)).toEqual(["$65–$85 per hour", "$0 per project"]);
  expect(typedPrice({ amount: hourly, note: "N" })).toEqual({
    from: "$65",
    to: "$85",
    unit: "hour",
    note: "N",
  });
  expect(typedPrice({ amount: fixed, note: "" })).toEqual({ from: "$0", to: "", unit: "project", note: "" });
  expect(typedPrice({ amount: null, note: "N" })).toEqual({ from: "", to: "", unit: "", note: "N" });
  expect(withBudgetLine({ id: 1, amount: fixed, budget: "Ask" })).toEqual({
    id: 1,
    budget: "$0 per project",
  });
  expect(withBudgetLine({ id: 1, amount: null, budget: "Ask" })).toEqual({ id: 1, budget: "Ask" });
});

test("an amount survives the database, even if it's zero", () => {
  for (const amount of [hourly, fixed, null])
    expect(amountIn(columnsOf({ amount, note: "" }))).toEqual(amount);
  const row = { amountUnit: "hour" as const, amountLow: 1, amountHigh: 2 };
  expect(amountIn({ ...row, amountUnit: null })).toBeNull();
  expect(amountIn({ ...row, amountLow: null })).toBeNull();
  expect(amountIn({ ...row, amountHigh: null })).toBeNull();
});

test("an amount and its note are one text, cut between characters", () => {
  expect(wholePrice({ amount: fixed, note: "Plus tax" })).toBe("$0 per project. Plus tax");
  expect([wholePrice({ amount: fixed, note: "" }), wholePrice({ amount: null, note: "" })]).toEqual([
    ...["$0 per project", ""],
  ]);
  expect(wholePrice({ amount: null, note: "a😀b" }, 2)).toBe("a😀");
});
