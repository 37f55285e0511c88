import { describe, expect, test } from "vitest";
import { daysLeft, planBadge, resetWords } from "./plan";

const now = new Date("2026-11-21T12:00:00Z");

describe("daysLeft", () => {
  test.each([
    ["2026-11-21T12:00:01Z", 0],
    ["2026-11-22T00:00:00Z", 1],
    ["2026-11-22T12:00:00Z", 1],
    ["2026-11-24T11:00:00Z", 3],
    ["2026-11-24T23:59:59Z", 3],
    ["2026-11-25T23:59:59Z", 4],
    ["2026-11-26T00:00:00Z", null],
    ["2026-12-21T12:00:00Z", null],
    ["2026-11-21T12:00:00Z", null],
    ["2026-11-01T12:00:00Z", null],
  ])("until %s is %s", (end, days) => {
    expect(daysLeft(end, now)).toBe(days);
  });
});

test("midnight names its time zone", () => {
  expect(resetWords("swipe", "free", "UTC")).toBe("Your swipes reset at midnight UTC.");
  expect(resetWords("swipe", "free", "America/New_York")).toBe(
    "Your swipes reset at midnight New York time.",
  );
});

test("the badge tells monthly plans from the others", () => {
  expect((["free", "pay_per_post", "pro", "agency"] as const).map(planBadge)).toEqual([
    "Free Tier",
    "Free Tier",
    "Pro",
    "Pro",
  ]);
});
