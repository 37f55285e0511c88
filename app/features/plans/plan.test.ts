import { describe, expect, test } from "vitest";
import { daysLeft, planBadge } from "./plan";

const now = new Date("2026-11-21T12:00:00Z");

describe("the days left of a plan", () => {
  test.each([
    ["2026-11-21T12:00:01Z", 1],
    ["2026-11-22T12:00:00Z", 1],
    ["2026-11-23T11:00:00Z", 2],
    ["2026-11-25T12:00:00Z", 4],
    ["2026-11-25T12:00:01Z", null],
    ["2026-12-21T12:00:00Z", null],
    ["2026-11-21T12:00:00Z", null],
    ["2026-11-01T12:00:00Z", null],
  ])("until %s are %s", (end, days) => {
    expect(daysLeft(end, now)).toBe(days);
  });
});

test("the badge says whether the plan is a monthly one", () => {
  expect((["free", "pay_per_post", "pro", "agency"] as const).map(planBadge)).toEqual([
    "Free Tier",
    "Free Tier",
    "Pro",
    "Pro",
  ]);
});
