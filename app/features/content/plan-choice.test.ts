import { expect, test } from "vitest";
import type { PlanName, PlanView } from "../plans/plan";
import { choiceOf, type Reader } from "./plan-choice";

const names = ["free", "pay_per_post", "pro", "agency"] as const;
type Own = Pick<PlanView, "plan" | "billingInterval" | "status">;

/** What each plan's card offers this reader, as short text. */
function cards(reader: Reader, sells = true): string[] {
  return names.map((name) => {
    const interval = name === "pro" || name === "agency" ? ("month" as const) : null;
    const priceId = sells && name !== "free" ? `price_${name}` : null;
    const { note, link } = choiceOf(reader, name, { interval }, priceId, "Words");
    return [note && `(${note})`, link && `${link.label} ${link.to.split("?")[0]}`].filter(Boolean).join(" ");
  });
}
const creator = (plan: PlanName, billingInterval: Own["billingInterval"] = null, status = "active") => ({
  plan: { plan, billingInterval, status },
});

test("every card links to the page where its reader can buy the plan", () => {
  expect(cards(null)).toEqual([
    "Start for free /onboarding",
    "Buy Pay-Per-Post /login",
    "Subscribe to Pro /login",
    "Subscribe to Agency /login",
  ]);
  expect(cards(creator("free"))).toEqual([
    "(Current Plan)",
    "Buy Pay-Per-Post /payment",
    "Subscribe to Pro /payment",
    "Subscribe to Agency /payment",
  ]);
  expect(cards(creator("pay_per_post"))).toEqual([
    "(Starts when your plan ends)",
    "(Current Plan)",
    "Subscribe to Pro /payment",
    "Subscribe to Agency /payment",
  ]);
});

test("a subscriber can change the subscription, but not buy a second one", () => {
  expect(cards(creator("pro", "month"))).toEqual([
    "Go back to Free /settings/billing",
    "(Included in your plan)",
    "(Current Plan)",
    "Change to Agency /settings/billing/change",
  ]);
  expect(cards(creator("agency", "year"))).toEqual([
    "Go back to Free /settings/billing",
    "(Included in your plan)",
    "Change to Pro /settings/billing/change",
    "Switch to monthly /settings/billing/change",
  ]);
});

test("a reader whose payment failed is asked to update the card, even after the grace period", () => {
  const update = "Update your card /settings/billing";
  expect(cards(creator("free", "month", "past_due"))).toEqual(["(Current Plan)", update, update, update]);
  expect(cards(creator("pro", "month", "past_due"))).toEqual([
    "Go back to Free /settings/billing",
    "(Included in your plan)",
    "(Current Plan)",
    update,
  ]);
});

test("if payments are off, nothing is sold, and the cards say so", () => {
  const soon = "(Paid plans open soon)";
  expect(cards(null, false)).toEqual(["Start for free /onboarding", soon, soon, soon]);
  expect(cards(creator("pro", "year"), false)).toEqual([
    "Go back to Free /settings/billing",
    "(Included in your plan)",
    "(Current Plan)",
    soon,
  ]);
  expect(cards({ plan: null }, false)[0]).toBe("(Every creator starts here)");
});

test("a guest is sent to the payment after signing in", () => {
  const { link } = choiceOf(null, "pro", { interval: "month" }, "price_1", "For creators.");
  expect(new URL(link?.to ?? "", "https://example.com").searchParams.get("redirectTo")).toBe(
    "/payment?priceId=price_1&plan=Pro&description=For+creators.",
  );
});
