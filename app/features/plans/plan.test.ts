import { describe, expect, test } from "vitest";
import { daysLeft, planBadge, resetWords } from "./plan";

const now = Date.parse("2026-11-21T12:00:00Z");

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
    expect(daysLeft(end, { zone: "UTC", now })).toBe(days);
  });

  // In New York, where the page shows November 26 as the end date.
  test.each([
    ["2026-11-26T15:00:00Z", 0],
    ["2026-11-22T23:30:00Z", 4],
    ["2026-11-22T03:00:00Z", null],
  ])("counts days in the reader's time zone, like the date on the page: at %s %s", (at, days) => {
    const clock = { zone: "America/New_York", now: Date.parse(at) };
    expect(daysLeft("2026-11-27T02:00:00Z", clock)).toBe(days);
  });
});

test("names the time zone whose midnight resets the swipes", () => {
  expect(resetWords("swipe", "free", "UTC")).toBe("Your swipes reset at midnight UTC.");
  expect(resetWords("swipe", "free", "America/New_York")).toBe(
    "Your swipes reset at midnight New York time.",
  );
});

const neverResets = "On the Free plan, this limit never resets.";
const nextPost = "They reset when you buy another post.";
test.each([
  ["message", [neverResets, nextPost, "Your messages reset at the start of your next billing month."]],
  ["match", [neverResets, nextPost, "The limit grows with your active posts."]],
] as const)("the words for when a %s becomes possible again depend on the plan", (kind, words) => {
  expect((["free", "pay_per_post", "pro"] as const).map((plan) => resetWords(kind, plan, "UTC"))).toEqual(
    words,
  );
});

test("the badge names each paid plan", () => {
  expect((["free", "pay_per_post", "pro", "agency"] as const).map(planBadge)).toEqual([
    "Free Tier",
    "Pay-Per-Post",
    "Pro",
    "Agency",
  ]);
});
