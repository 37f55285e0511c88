import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountUnits, highestAmount } from "~/features/catalog/amount";
import { bandOf, reasonsOf, scoreOf, type Traits } from "./score";

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 8 });
const traits = (userType: Traits["userType"]): fc.Arbitrary<Traits> =>
  fc.record({
    userType: fc.constant(userType),
    serviceIds: ids,
    styleIds: ids,
    toolIds: ids,
    experience: fc.constantFrom(null, "beginner", "intermediate", "advanced", "expert", "wizard"),
    availability: fc.constantFrom("available", "limited", "unavailable", "?"),
    amount: fc.option(
      fc
        .tuple(fc.constantFrom(...amountUnits), fc.integer({ min: 1, max: highestAmount }), fc.nat(50_000))
        .map(([unit, low, more]) => ({ unit, low, high: Math.min(highestAmount, low + more) })),
    ),
    priceRange: fc.string(),
  });

const creator: Traits = {
  userType: "creator",
  serviceIds: [1, 2, 3],
  styleIds: [1],
  toolIds: [5, 6],
  experience: "intermediate",
  availability: "available",
  amount: { unit: "hour", low: 50_00, high: 50_00 },
  priceRange: "",
};
const contributor: Traits = {
  ...creator,
  userType: "contributor",
  serviceIds: [2, 3, 9],
  experience: "expert",
  amount: { unit: "hour", low: 40_00, high: 60_00 },
};

describe("the score", () => {
  it("is symmetric and always between 60 and 99", () => {
    fc.assert(
      fc.property(traits("creator"), traits("contributor"), (one, other) => {
        const score = scoreOf(one, other);
        expect(scoreOf(other, one)).toEqual(score);
        if (!score) return;
        expect(Number.isInteger(score.percent)).toBe(true);
        expect(score.percent).toBeGreaterThanOrEqual(60);
        expect(score.percent).toBeLessThanOrEqual(99);
      }),
    );
  });

  it("is null if no services, styles or tools can be compared, and for two people of the same type", () => {
    const bare = { serviceIds: [], styleIds: [], toolIds: [] };
    expect(scoreOf({ ...creator, ...bare }, contributor)).toBeNull();
    expect(scoreOf(creator, { ...creator })).toBeNull();
  });

  it("ignores dimensions that one side hasn't filled in", () => {
    const full = scoreOf(creator, { ...contributor, serviceIds: [1, 2, 3] });
    const without = scoreOf(
      { ...creator, styleIds: [], amount: null },
      { ...contributor, serviceIds: [1, 2, 3] },
    );
    expect(full?.percent).toBe(99);
    expect(without?.percent).toBe(99);
  });

  it("grows with each service that meets a need", () => {
    const percents = [[9], [1, 9], [1, 2, 9], [1, 2, 3]].map(
      (serviceIds) => scoreOf(creator, { ...contributor, serviceIds })?.percent ?? 0,
    );
    expect([...percents].sort((a, b) => a - b)).toEqual(percents);
    expect(new Set(percents).size).toBe(4);
  });

  it("matches a hand calculation for two of three services", () => {
    // (40 * 2/3 + 20 + 15 + 10 + 10 + 5) of 100 points are worth 35 of 40 percent, on top of 60.
    expect(scoreOf(creator, contributor)?.percent).toBe(95);
  });

  it("gives no points for someone who's unavailable, and half for limited time, on either side", () => {
    const percentOf = (one: string, other: string) =>
      scoreOf({ ...creator, availability: one }, { ...contributor, availability: other })?.percent;
    // Availability is 10 of 100 points; 100 points are worth 40 percent.
    for (const [one, other, percent] of [
      ["available", "unavailable", 91],
      ["unavailable", "available", 91],
      ["limited", "unavailable", 91],
      ["available", "limited", 93],
      ["limited", "available", 93],
      ["limited", "limited", 93],
    ] as const)
      expect(percentOf(one, other), `${one}, ${other}`).toBe(percent);
    const busy = scoreOf(creator, { ...contributor, availability: "unavailable" });
    expect(busy && reasonsOf(busy, { styles: {}, tools: {} })).not.toContain("Available now");
  });

  it("gives its reasons in plain words", () => {
    const score = scoreOf(creator, contributor);
    const names = { styles: { 1: "Cinematic" }, tools: { 5: "Figma", 6: "Canva" } };
    expect(score && reasonsOf(score, names)).toEqual([
      "2 of 3 services",
      "Cinematic",
      "Figma, Canva",
      "Experience fits",
      "Available now",
    ]);
  });

  it("doesn't compare prices in different units", () => {
    const without = scoreOf(creator, { ...contributor, amount: null })?.percent;
    for (const unit of ["day", "month", "project", "video"] as const) {
      const other = scoreOf(creator, { ...contributor, amount: { unit, low: 50_00, high: 50_00 } });
      expect([unit, other?.budgetFits, other?.percent]).toEqual([unit, false, without]);
    }
  });

  it("compares pieces, videos, episodes and scripts with each other", () => {
    const units = ["piece", "video", "episode", "script"] as const;
    for (const one of units)
      for (const other of units) {
        const asks = { ...creator, amount: { unit: one, low: 300_00, high: 450_00 } };
        const offers = { ...contributor, amount: { unit: other, low: 450_00, high: 500_00 } };
        expect(scoreOf(asks, offers)?.budgetFits).toBe(true);
        const dearer = { ...offers, amount: { unit: other, low: 450_01, high: 500_00 } };
        expect(scoreOf(asks, dearer)?.budgetFits).toBe(false);
      }
  });
});

it("the score's color changes at 90, 80, 70 and 60", () => {
  expect([99, 90, 89, 80, 79, 70, 69, 60].map(bandOf)).toEqual([90, 90, 80, 80, 70, 70, 60, 60]);
});
