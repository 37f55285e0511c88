import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import type { PaymentView } from "../refunding.server";
import type { RefundView } from "../waiting-refunds.server";
import { CheckoutError } from "./checkout-error";
import { PaymentList } from "./payment-list";
import { RefundCase } from "./refund-case";
import { RefundRow } from "./refund-facts";

const payment: PaymentView = {
  ...{ id: "one", plan: "pro", interval: "month", status: "paid", reason: "bought", amountCents: 2_499 },
  ...{
    paidAt: "2026-11-20T12:00:00Z",
    refundUntil: null,
    hasWindow: false,
    parts: [],
    isChangedSince: false,
  },
  ...{ request: null, note: "" },
};
const listed = (change: Partial<PaymentView>) =>
  render(<PaymentList payments={[{ ...payment, ...change }]} />).text;

test("a purchase can be refunded until its deadline, unless a later payment changed the plan", () => {
  const refundUntil = "2026-12-04T12:00:00Z";
  const asking = "Ask for a refund until Dec 4, 2026";
  expect(listed({ refundUntil })).toBe(`Purchases Pro, monthly, $24.99, Nov 20, 2026 ${asking}`);
  expect(listed({ refundUntil, isChangedSince: true, reason: "changed" })).toBe(
    "Purchases Pro, monthly (change of plan), $24.99, Nov 20, 2026",
  );
  expect(listed({ reason: "renewed" })).toContain("Pro, monthly (renewal), $24.99");
  const post = { plan: "pay_per_post" as const, interval: null };
  expect(listed({ ...post, hasWindow: true })).toContain("30 days");
  expect(listed(post)).not.toContain("30 days");
  expect(listed({ hasWindow: true })).toBe("Purchases Pro, monthly, $24.99, Nov 20, 2026");
  expect(render(<PaymentList payments={[]} />).text).toBe("");
});

test.each<[Partial<PaymentView>, string]>([
  [{ request: "requested" }, "Refund requested. We'll decide within two business days."],
  [{ request: "accepted" }, "Refund approved and on its way."],
  [{ request: "declined", note: "Too late." }, "Refund declined. Our note: Too late."],
  [{ request: "failed" }, "Your refund hasn't gone through yet. We're working on it."],
  [{ request: "returned" }, "Your bank returned the refund. We'll try again"],
  [{ request: "closed" }, "Refund closed."],
  [{ request: "refunded" }, "Nov 20, 2026 Refunded."],
  [{ request: "refunded", status: "refunded" }, "Nov 20, 2026 Refunded"],
  [{ request: "declined" }, "2026 Refund declined."],
  [{ request: "accepted", status: "refunded" }, "Nov 20, 2026 Refunded Refund approved and on its way."],
  [{ request: "refunded", status: "refunded", note: "Sorry." }, "Refunded Our note: Sorry."],
  [{ status: "disputed" }, "Nov 20, 2026 Charged back"],
])("a purchase says what became of its refund: %j", (change, words) => {
  const text = listed(change);
  expect(text).toContain(words);
  expect(text.match(/Refunded/g)?.length ?? 0).toBeLessThanOrEqual(1);
});

const refund: RefundView = {
  ...{ id: "r", userId: "u", name: "Cleo", email: "cleo@example.com", plan: "pro", amountCents: 2_499 },
  ...{ reason: "", status: "requested", occasion: "asked", note: "", isGone: false, avatarUrl: null },
  ...{ paidAt: "2026-11-01T12:00:00Z", askedAt: "2026-11-03T11:59:00Z", joinedAt: "2026-01-01T12:00:00Z" },
  ...{ decidedAt: null, decidedBy: null, matches: 0, messages: 0, projects: 0, earlier: 0 },
  ...{ promise: "money-back", parts: [], endsPlan: true },
};

test("an admin sees on which day of the guarantee a refund was requested, and whether one covers it", () => {
  const shown = (change: Partial<RefundView>) =>
    render(<RefundCase refund={{ ...refund, ...change }} cents={2_499} />);
  const inTime = shown({});
  expect(inTime.text).toContain("Requested on day 2. Within the 14-day money-back guarantee.");
  expect(inTime.html.match(/<i( class="on")?>/g)?.map((day) => day.includes("on"))).toEqual([
    ...[true, true],
    ...Array.from({ length: 12 }, () => false),
  ]);
  expect(shown({ askedAt: "2026-11-03T12:00:00Z" }).text).toContain("Requested on day 3.");
  const post = shown({ promise: "no-match" });
  expect(post.text).toContain("A post without a match after 30 days.");
  const late = shown({ promise: null, earlier: 2 });
  expect(late.text).toContain("Outside both guarantee periods.");
  expect(late.text).toContain("Earlier refunds 2");
  for (const { html } of [post, late]) expect(html).not.toContain("<i");
  const given = shown({ occasion: "started-over", promise: null });
  expect(given.text).toContain("No one requested this refund.");
  expect(given.text).not.toMatch(/Requested on day|Outside both/);
});

test("the list of refunds says which guarantee covers each, and what became of those that were decided", () => {
  const row = (change: Partial<RefundView>) => render(<RefundRow refund={{ ...refund, ...change }} />).text;
  expect(row({})).toMatch(/^\$24\.99 to Cleo .* Within the 14-day money-back guarantee$/);
  expect(row({ promise: null })).toMatch(/Outside both guarantee periods$/);
  expect(row({ occasion: "started-over", promise: null })).not.toContain("guarantee");
  const states = {
    ...{ accepted: "Approved, on its way", declined: "Declined", refunded: "Refunded", closed: "Closed" },
    ...{ failed: "Declined by the payment provider", returned: "Returned by the bank" },
  };
  for (const [status, words] of Object.entries(states) as [RefundView["status"], string][])
    expect(row({ status })).toMatch(new RegExp(`guarantee ${words}$`));
  expect(row({ reason: "It broke." })).toMatch(/ guarantee “It broke\.”$/);
});

test.each<[RefundView["status"], string | undefined]>([
  ["requested", undefined],
  ["declined", "neutral"],
  ["failed", "negative"],
  ["returned", "negative"],
])("a refund that's %s is marked %s, in the list and on its page", (status, tone) => {
  const changed = { ...refund, status };
  const shown = [
    render(<RefundRow refund={changed} />),
    render(<RefundCase refund={changed} cents={2_499} />),
  ];
  for (const { html } of shown) expect(/badge tone-(\w+)/.exec(html)?.[1]).toBe(tone);
});

test("a refund's page says who asks, what for, why, and what was decided", () => {
  const shown = (change: Partial<RefundView>) =>
    render(<RefundCase refund={{ ...refund, ...change }} cents={2_499} />);
  const guarantee = "Requested on day 2. Within the 14-day money-back guarantee.";
  const since = "Since the payment Matches 0 Messages 0 Projects 0 Earlier refunds None";
  const plain = shown({});
  expect(plain.text).toBe(
    `C Cleo cleo@example.com Joined Jan 1, 2026 $24.99 Pro, paid Nov 1, 2026, 12:00 PM Requested Nov 3, 2026, 11:59 AM ${guarantee} ${since}`,
  );
  expect(plain.links).toEqual(["Cleo: /admin/people/u"]);
  const post = { plan: "pay_per_post" as const, interval: null, cents: 500, paidAt: "2026-11-01T12:00:00Z" };
  const pro = {
    plan: "pro" as const,
    interval: "month" as const,
    cents: 1_999,
    paidAt: "2026-11-02T12:00:00Z",
  };
  const several = shown({ reason: "It broke.", parts: [post, pro], matches: 1, messages: 2, projects: 3 });
  expect(several.text).toContain(
    "“It broke.” $24.99 Pay-Per-Post, paid on Nov 1, 2026 : $5 Pro, monthly, paid on Nov 2, 2026 : $19.99 Requested",
  );
  expect(several.text).toContain("Matches 1 Messages 2 Projects 3");
  const decided = { status: "declined" as const, decidedAt: "2026-11-04T12:00:00Z" };
  expect(shown({ ...decided, decidedBy: "June", note: "Too late." }).text).toMatch(
    /None Decided Nov 4, 2026, 12:00 PM by June\. Note: Too late\.$/,
  );
  expect(shown(decided).text).toMatch(/ by an admin\.$/);
});

test("an error of the checkout has a title, and is absent without words", () => {
  expect(render(<CheckoutError message={null} />).html).toBe("");
  expect(render(<CheckoutError message="" />).html).toBe("");
  const shown = render(<CheckoutError message="Please choose again." />);
  expect(shown.text).toBe("Error processing checkout Please choose again.");
  expect(shown.html).toContain('<div role="alert" tabindex="-1" autofocus=""');
  expect(render(<CheckoutError title="Not sent" message="Why." />).text).toBe("Not sent Why.");
});
