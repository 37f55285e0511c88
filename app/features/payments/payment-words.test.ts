import { expect, test } from "vitest";
import { changeRefused } from "./payment-words";

test("a refused change of plan says why and what to do, or that nothing changed", () => {
  expect(changeRefused("Your card has expired.")).toBe(
    "Your card has expired. Please update your card under Manage Subscription, then try again.",
  );
  expect(changeRefused(null)).toBe("Our payment provider declined the change. Nothing changed.");
});
