import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import type { PlanView } from "../plan";
import { PlanLine } from "./plan-line";
import { SubscriptionCard } from "./subscription-card";

const clock = { zone: "America/New_York", now: Date.parse("2026-12-01T04:00:00Z") };
const pro: PlanView = {
  ...{ plan: "pro", status: "active", billingInterval: "month", subscribedTo: "pro", hasCustomer: true },
  ...{ periodEnd: "2026-12-01T17:00:00Z", graceUntil: null, cancelAtPeriodEnd: false },
  ...{ nextPlan: null, nextInterval: null, usage: [] },
};
const cardOf = (change: Partial<PlanView>) =>
  render(<SubscriptionCard plan={{ ...pro, ...change }} here="/dashboard" />, clock).text;

test.each<[Partial<PlanView>, string]>([
  [{}, "Renews on Dec 1, 2026 (1 day left)"],
  [{ periodEnd: "2026-12-01T04:30:00Z" }, "Renews on Nov 30, 2026 (ends today)"],
  [{ periodEnd: "2026-12-04T17:00:00Z" }, "Renews on Dec 4, 2026 (4 days left)"],
  [{ periodEnd: "2026-12-05T17:00:00Z" }, "Renews on Dec 5, 2026 Usage history"],
  [{ billingInterval: null, plan: "pay_per_post" }, "Until Dec 1, 2026 (1 day left)"],
  [{ cancelAtPeriodEnd: true }, "Ends on Dec 1, 2026 (1 day left). You have full access until then."],
  [{ status: "canceled" }, "Ends on Dec 1, 2026 (1 day left). You have full access until then."],
  [{ nextPlan: "free" }, "Until Dec 1, 2026 (1 day left), then Free"],
  [{ nextPlan: "pro", nextInterval: "year" }, "Renews on Dec 1, 2026 (1 day left)"],
  [
    { status: "past_due", graceUntil: "2026-12-05T17:00:00Z" },
    "Your last payment failed. Update your card by Dec 5, 2026 to keep Pro. Go to billing",
  ],
  [{ status: "unpaid" }, "Your last payment failed. Update your card to keep Pro. Go to billing"],
  [
    { status: "past_due", plan: "free" },
    "Your last payment failed, so you're on Free for now. Update your card to get your plan back.",
  ],
])("the dashboard's card says what happens to the plan next, in the viewer's days: %j", (change, words) => {
  expect(cardOf(change)).toContain(words);
});

test("Free has no date, and a plan that couldn't be read can be tried again", () => {
  expect(cardOf({ plan: "free" })).not.toContain("2026");
  const [own, other] = [cardOf({}), cardOf({ hasCustomer: false })];
  expect([own, other].map((text) => text.includes("Manage Subscription"))).toEqual([true, false]);
  const none = render(<SubscriptionCard plan={null} here="/here" />);
  expect(none.text).toContain("We're having trouble loading your subscription information");
  expect(none.html).toContain('href="/here"');
});

test("the card names the plan, has a meter for each use, and makes an upgrade from Free its main button", () => {
  const usage = [
    { kind: "swipe", used: 4, limit: 10, resets: "Resets at midnight.", resetsAt: null },
    { kind: "message", used: 1, limit: null, resets: "", resetsAt: null },
  ] satisfies PlanView["usage"];
  const shown = (change: Partial<PlanView>) =>
    render(<SubscriptionCard plan={{ ...pro, usage, ...change }} here="/dashboard" />, clock);
  const card = shown({ plan: "free" });
  expect(card.text).toBe(
    "Your plan: Free 4 of 10 swipes today Resets at midnight. 1 message, unlimited Usage history Manage Subscription View Pricing Options",
  );
  expect(card.links).toEqual(["Usage history: /settings/usage", "View Pricing Options: /pricing"]);
  expect(
    [card, shown({})].map(({ html }) => /href="\/pricing" class="btn btn-(\w+)/.exec(html)?.[1]),
  ).toEqual(["primary", "soft"]);
});

test("the plan's line counts the swipes that are left and the messages that were used", () => {
  const use = (kind: "swipe" | "message", used: number, limit: number | null) => ({
    ...{ kind, used, limit, resets: `${kind}s reset.` },
  });
  const line = (usage: PlanView["usage"], change: Partial<PlanView> = {}) =>
    render(<PlanLine plan={{ ...pro, ...change, usage }} here="/here" />).text;
  const few = [use("swipe", 4, 10), use("message", 1, 3)] as PlanView["usage"];
  expect(line(few)).toBe(
    "Pro · 6 of 10 swipes left today. swipes reset. 1 of 3 messages used. messages reset.",
  );
  // After a downgrade, more may have been used than the plan allows.
  expect(line([use("swipe", 12, 10)] as PlanView["usage"])).toContain("0 of 10 swipes left today.");
  expect(line([use("message", 1, 1)] as PlanView["usage"])).toContain("1 of 1 message used.");
  const all = [use("swipe", 9, null), use("message", 9, null)] as PlanView["usage"];
  expect(line(all)).toBe("Pro · Unlimited swipes. Unlimited messages.");
  expect(line(all, { status: "past_due" })).toContain("Your last payment failed. Go to billing");
  expect(render(<PlanLine plan={null} here="/here" />).html).toContain('href="/here">Try Again');
});
