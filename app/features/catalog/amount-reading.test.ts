import { describe, expect, it } from "vitest";
import { amountUnits, amountWords, noPrice, type TypedPrice, typedPrice, wholePrice } from "./amount";
import { readPrice } from "./amount-reading";

const read = (typed: Partial<TypedPrice>, suggested: TypedPrice["unit"] = "") =>
  readPrice({ ...noPrice, unit: "hour", ...typed }, { suggested: suggested || null, noteLimit: 200 });

/** The text that the form shows for an amount it understood. */
function shown(from: string, to = "") {
  const { price, errors } = read({ from, to });
  return price?.amount ? amountWords(price.amount) : errors;
}

describe("an amount", () => {
  it.each([
    ["45", "$45 per hour"],
    ["$45", "$45 per hour"],
    ["$ 45", "$45 per hour"],
    ["45 $", "$45 per hour"],
    ["US$45", "$45 per hour"],
    ["45 dollars", "$45 per hour"],
    ["45,50", "$45.50 per hour"],
    ["45.5", "$45.50 per hour"],
    ["0.05", "$0.05 per hour"],
    ["1.500", "$1,500 per hour"],
    ["1,500", "$1,500 per hour"],
    ["$1,500", "$1,500 per hour"],
    ["$1,500.50", "$1,500.50 per hour"],
    ["1.500,50", "$1,500.50 per hour"],
    ["12.500.00", "$12,500 per hour"],
    ["1 500", "$1,500 per hour"],
    ["1\u00a0500", "$1,500 per hour"],
    ["1\u202f500,50", "$1,500.50 per hour"],
    ["1’500", "$1,500 per hour"],
    ["６５", "$65 per hour"],
    ["＄１，５００", "$1,500 per hour"],
    ["١٬٥٠٠٫٥٠", "$1,500.50 per hour"],
    ["१५०", "$150 per hour"],
    ["65〜85", "$65–$85 per hour"],
    ["65\u201185", "$65–$85 per hour"],
    ["1.5k", "$1,500 per hour"],
    ["2K", "$2,000 per hour"],
    ["65-85", "$65–$85 per hour"],
    ["$65 – $85", "$65–$85 per hour"],
    ["65 to 85", "$65–$85 per hour"],
    ["65—85", "$65–$85 per hour"],
    ["65 or 85", "$65–$85 per hour"],
    ["65..85", "$65–$85 per hour"],
    ["$65…$85", "$65–$85 per hour"],
    ["150/200", "$150–$200 per hour"],
    ["$150 / $200/hr", "$150–$200 per hour"],
    ["$500/30 videos", "$500 per hour"],
    ["$50/60 sec", "$50 per hour"],
    ["$50/hr, 24/7", "$50 per hour"],
    ["between 65 and 85", "$65–$85 per hour"],
    ["Between $1 500 and 2k", "$1,500–$2,000 per hour"],
    ["from 65 to 85", "$65–$85 per hour"],
    ["from $65/hr to USD 85/hr", "$65–$85 per hour"],
    ["45, 500 words", "$45 per hour"],
    ["between 2 and 3 revisions for 45", "$45 per hour"],
    ["65 and 85", "$65 per hour"],
    ["６５～", "$65 per hour"],
    ["$2-3k", "$2,000–$3,000 per hour"],
    ["500-1k", "$500–$1,000 per hour"],
    ["999,999.99", "$999,999.99 per hour"],
    ["USD45", "$45 per hour"],
    ["USD 1.5k", "$1,500 per hour"],
    ["45usd", "$45 per hour"],
  ])("is read the way people type it: %s", (typed, words) => {
    expect(shown(typed)).toEqual(words);
  });

  it.each([
    ["-50", "negative"],
    ["$-50", "negative"],
    ["−50", "negative"],
    ["0", "above $0"],
    ["0.00", "above $0"],
    ["1,000,000", "below $1,000,000"],
    ["9".repeat(60), "below $1,000,000"],
    ["85-65", "lower than the first"],
    ["(30 min minimum)", "enter an amount"],
    ["30 min minimum", "enter an amount"],
    ["10%", "enter an amount"],
    ["two hundred", "enter an amount"],
    ["1, 500", "enter an amount"],
    ["$ 1 , 500", "enter an amount"],
    ["1´500", "enter an amount"],
    ["1·500", "enter an amount"],
    ["1_500", "enter an amount"],
    ["1.2345", "enter an amount"],
    ["1,50,000", "enter an amount"],
    ["12.34.56", "enter an amount"],
    ["0.500", "enter an amount"],
    ["1½", "enter an amount"],
    ["65 85", "enter an amount"],
    ["€40", "US dollars"],
    ["40 EUR", "US dollars"],
    ["C$40", "US dollars"],
    ["100 Kč", "US dollars"],
    ["45eur", "US dollars"],
    ["CHF 100", "US dollars"],
    ["₺100", "US dollars"],
    ["100 ₦", "US dollars"],
    ["R$ 100", "US dollars"],
    ["HK$100", "US dollars"],
    ["500 kr", "US dollars"],
    ["Rs. 500", "US dollars"],
    ["50¢", "enter an amount"],
    ["50 cents", "enter an amount"],
    ["$1.5m", "enter an amount"],
    ["2 million", "enter an amount"],
    ["$500 per week", "per week"],
    ["$500 a week", "per week"],
    ["$500 weekly", "per week"],
    ["$70k yearly", "per year"],
    ["$250 per 1,000 words", "per words"],
    ["$240 per half day", "per half"],
  ])("is refused with an explanation: %s", (typed, words) => {
    expect(shown(typed)).toEqual({ from: expect.stringContaining(words) });
  });

  it.each([
    ...["10%", "2x", "30 min", "30 mins", "2 minutes", "90 sec", "90 seconds", "1 week", "2 weeks"],
    ...["3 hours", "2 days", "6 months", "2 videos", "4 episodes", "2 scripts", "5 pieces", "3 projects"],
    ...["2 hour minimum", "2-hour minimum", "2hr min", "4h minimum", "3 day minimum"],
    ...["2 edits", "1 round", "2 rounds", "1 revision", "2 revisions", "500 words", "3 people"],
  ])("isn't confused with %s next to it", (counted) => {
    expect([shown(`45 for ${counted}`), shown(`${counted} for 45`)]).toEqual(Array(2).fill("$45 per hour"));
  });

  it("may have its upper end in a separate field", () => {
    expect(shown("65", "85")).toBe("$65–$85 per hour");
    expect(shown("65", "65")).toBe("$65 per hour");
    expect(shown("", "85")).toBe("$85 per hour");
    expect(shown("65-70", "85")).toBe("$65–$85 per hour");
    for (const [from, to] of [
      ["85", "65"],
      ["65-90", "85"],
      ["65", "0"],
      ["65", "-85"],
      ["65", "lots"],
    ] as const)
      expect(shown(from, to)).toEqual({ to: expect.any(String) });
  });

  it("may be typed into the second field alone, which then shows what's wrong with it", () => {
    expect(shown("", "45")).toBe("$45 per hour");
    for (const [typed, words] of [
      ["soon", "enter an amount"],
      ["0", "above $0"],
    ] as const) {
      expect(shown("", typed)).toEqual({ to: expect.stringContaining(words) });
      expect(shown(typed)).toEqual({ from: expect.stringContaining(words) });
    }
  });

  it("takes its unit from what's typed, chosen or suggested, in that order", () => {
    const unitOf = (...given: Parameters<typeof read>) => read(...given).price?.amount?.unit;
    expect(unitOf({ from: "50/day", unit: "hour" }, "month")).toBe("day");
    expect(unitOf({ from: "50", to: "60 per video", unit: "hour" })).toBe("video");
    expect(unitOf({ from: "50", unit: "hour" }, "month")).toBe("hour");
    expect(unitOf({ from: "50", unit: "" }, "month")).toBe("month");
    expect(read({ from: "50", unit: "" }).errors).toEqual({
      unit: expect.stringContaining("per hour or per project"),
    });
    for (const unit of amountUnits) expect(unitOf({ from: `50 per ${unit}` })).toBe(unit);
    expect(
      ["50/h", "50 an hour", "50 hourly", "$50/hr to $60/hr"].map((from) => unitOf({ from, unit: "day" })),
    ).toEqual(Array(4).fill("hour"));
    expect(unitOf({ from: "$300 for a 10 hour day", unit: "month" })).toBe("day");
    expect(unitOf({ from: "$300 for 1 hour", unit: "month" })).toBe("hour");
  });

  it("moves any other words into the note", () => {
    const noteOf = (from: string, note = "") => read({ from, note }).price?.note;
    expect(noteOf("$50/hr")).toBe("");
    expect([noteOf("between 50 and 60"), noteOf("from $50 to $60")]).toEqual(["", ""]);
    expect(noteOf("between 50 and 60, on Fridays")).toBe("between 50 and 60, on Fridays");
    expect(noteOf("$50 (30 min minimum)")).toBe("$50 (30 min minimum)");
    expect(noteOf("from $50/hr", "Two rounds")).toBe("from $50/hr. Two rounds");
    expect([noteOf(">50"), noteOf("≤ $50"), noteOf("50 zooms")]).toEqual([">50", "≤ $50", "50 zooms"]);
    expect(noteOf("$50+", "$50+. Two rounds")).toBe("$50+. Two rounds");
    expect(read({ from: "from $50", note: "a".repeat(195) }).errors).toEqual({
      note: expect.stringContaining("200"),
    });
    expect(read({ note: "Ask me" }).price).toEqual({ amount: null, note: "Ask me" });
  });

  it("survives a round trip through its form, and through its own words", () => {
    for (const unit of amountUnits)
      for (const [low, high] of [
        [1, 1],
        [45_50, 60_00],
        [1_500_00, 99_999_999],
      ] as const) {
        const price = { amount: { unit, low, high }, note: "" };
        expect(readPrice(typedPrice(price), { noteLimit: 0 }).price).toEqual(price);
        expect(read({ from: wholePrice(price) }).price).toEqual(price);
      }
  });
});
