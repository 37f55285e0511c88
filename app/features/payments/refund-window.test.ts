import { expect, test } from "vitest";
import { hasWindow, refundWindow, windowWords } from "./refunds";

const now = new Date("2026-11-22T12:00:00Z");
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);

test.each([
  ["pro", 13.9, 0, "money-back"],
  ["pro", 14, 0, null],
  ["pay_per_post", 13.9, 3, "money-back"],
  ["pay_per_post", 20, 0, null],
  ["pay_per_post", 30, 0, "no-match"],
  ["pay_per_post", 30, 1, null],
  ["pay_per_post", 43.9, 0, "no-match"],
  ["pay_per_post", 44, 0, null],
] as const)(
  "a %s payment made %d days ago, with %d matches, has this guarantee now: %s",
  (plan, days, matches, promise) => {
    const window = refundWindow({ plan, status: "paid", reason: "bought", paidAt: ago(days), matches }, now);
    expect(window?.promise ?? null).toBe(promise);
  },
);

test.each(["pending", "refunded", "disputed", "expired"])(
  "a payment that's %s has no refund window",
  (status) => {
    expect(
      refundWindow({ plan: "pro", status, reason: "bought", paidAt: ago(1), matches: 0 }, now),
    ).toBeNull();
  },
);

test.each(["changed", "renewed"] as const)(
  "the guarantee begins again with a change of plan, but not with a renewal: %s",
  (reason) => {
    const window = refundWindow({ plan: "pro", status: "paid", reason, paidAt: ago(1), matches: 0 }, now);
    expect(window?.promise ?? null).toBe(reason === "changed" ? "money-back" : null);
  },
);

test.each([
  ["pro", 13.9, 0, true],
  ["pro", 14, 0, false],
  ["pay_per_post", 20, 0, true],
  ["pay_per_post", 20, 1, false],
  ["pay_per_post", 43.9, 0, true],
  ["pay_per_post", 44, 0, false],
] as const)(
  "for %s paid %d days ago, with %d matches, a guarantee applies now or later: %s",
  (plan, days, matches, is) => {
    expect(hasWindow({ plan, status: "paid", reason: "bought", paidAt: ago(days), matches }, now)).toBe(is);
  },
);

test("the guarantee for a post says when a refund can be requested", () => {
  expect(windowWords("pay_per_post")).toBe(
    "You can ask for your money back within 14 days. If you don't get a match within 30 days, you can also ask from day 30 to day 44 after you pay.",
  );
  expect(windowWords("pro")).toBe("You can ask for your money back within 14 days.");
});
