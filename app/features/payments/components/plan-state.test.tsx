import { expect, test } from "vitest";
import type { PlanView } from "~/features/plans/plan";
import { controlsOf } from "../../../../tests/support/page-controls";
import { render } from "../../../../tests/support/rendering";
import { PlanState } from "./plan-state";

const pro: PlanView = {
  ...{ plan: "pro", status: "active", billingInterval: "month", subscribedTo: "pro", hasCustomer: true },
  ...{ periodEnd: "2026-12-15T12:00:00Z", graceUntil: null, cancelAtPeriodEnd: false },
  ...{ nextPlan: null, nextInterval: null, usage: [] },
};
const bought: Partial<PlanView> = { subscribedTo: null, billingInterval: null };
const pastDue: Partial<PlanView> = { status: "past_due", graceUntil: "2026-12-05T12:00:00Z" };
const [keep, cancel, pricing] = ["Keep my plan", "Cancel my plan", "See Pricing Options"];

test.each<[string, Partial<PlanView>, string, string[]]>([
  ["renews", {}, "Renews on Dec 15, 2026. If you cancel, you have full access until then.", [cancel]],
  ["ends", { cancelAtPeriodEnd: true }, "Ends on Dec 15, 2026. You have full access until then.", [keep]],
  [
    "changes",
    { nextPlan: "agency", nextInterval: "year" },
    "Changes to Agency, yearly on Dec 15, 2026.",
    [cancel],
  ],
  [
    "isn't paid for right now",
    pastDue,
    "Update your card by Dec 5, 2026 to keep Pro. Until then, everything works as usual.",
    [cancel],
  ],
  [
    "wasn't paid for in time",
    { ...pastDue, plan: "free", graceUntil: null },
    "so you're on Free. To get your plan back, update your card under Manage Subscription.",
    [cancel],
  ],
  [
    "isn't active and is Free, but hasn't failed",
    { plan: "free", status: "paused" },
    "Free never ends, but its projects expire after 14 days.",
    [cancel],
  ],
  [
    "has a price that we don't know",
    { plan: "free", billingInterval: null, subscribedTo: "free" },
    "We don't recognize the plan on your subscription, so you're on Free for now.",
    [cancel],
  ],
  ["has no interval, but is known", { billingInterval: null }, "Renews on Dec 15, 2026.", [cancel]],
  ["was a gift", bought, "This plan is on us. You won't be charged.", [pricing]],
  [
    "is one post",
    { ...bought, plan: "pay_per_post" },
    "Your post is paid for until Dec 15, 2026. After that, you're on Free.",
    [pricing],
  ],
  [
    "is Free",
    { ...bought, plan: "free" },
    "Free never ends, but its projects expire after 14 days.",
    [pricing],
  ],
])("billing says what's next for a plan that %s, and offers only what fits", (_, change, words, buttons) => {
  const { html, text } = render(<PlanState plan={{ ...pro, ...change }} changes={[]} cents={null} />);
  expect(text).toContain(words);
  expect([keep, cancel, pricing].filter((button) => text.includes(button))).toEqual(buttons);
  expect(text).not.toContain("$");
  expect(/name="intent" value="(\w+)"/.exec(html)?.[1]).toBe(
    buttons.includes(keep) ? "renew" : buttons.includes(cancel) ? "cancel" : undefined,
  );
  // On Free, an upgrade is what the page is for.
  expect(/href="\/pricing" class="btn btn-(\w+)/.exec(html)?.[1]).toBe(
    buttons.includes(pricing) ? (change.plan === "free" ? "primary" : "secondary") : undefined,
  );
});

test("billing says what the subscription costs, and when each change of plan takes effect", () => {
  const changes = [
    { priceId: "up", plan: "agency" as const, interval: "year" as const, isNow: true },
    { priceId: "down", plan: "pro" as const, interval: "year" as const, isNow: false },
  ];
  const { html, text, links } = render(
    <PlanState plan={{ ...pro, billingInterval: "year" }} changes={changes} cents={23_990} />,
  );
  expect(links).toEqual(["up", "down"].map((id) => `Review change: /settings/billing/change?priceId=${id}`));
  expect(controlsOf(html).map(({ words, form }) => form && `${words}: ${form.action}`)).toContain(
    "Manage Subscription: /settings/billing/portal",
  );
  expect(text).toContain("Pro, yearly $239.90 a year.");
  expect(text).toContain("Agency, yearly: right away, with credit for what's left Review change");
  expect(text).toContain("Pro, yearly: from your next billing period Review change");
  const monthly = render(<PlanState plan={{ ...pro, hasCustomer: false }} changes={[]} cents={2_499} />);
  expect(monthly.text).toContain("$24.99 a month.");
  expect(monthly.text).not.toMatch(/Change your plan|Manage Subscription/);
});
