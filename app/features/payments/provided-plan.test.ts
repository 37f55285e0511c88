import { describe, expect, test } from "vitest";
import {
  compareOffers,
  graceDays,
  type PaidPost,
  type ProvidedPlan,
  type ProvidedSubscription,
  postEnd,
  providedPlan,
  undosOf,
} from "./provided-plan";

const day = 86_400_000;
const now = new Date("2026-11-22T12:00:00Z");
const at = (days: number) => new Date(now.getTime() + days * day);
const monthly = { plan: "pro", interval: "month" } as const;
const agency = { plan: "agency", interval: "month" } as const;

let count = 0;
function subscription(change: Partial<ProvidedSubscription> = {}): ProvidedSubscription {
  count += 1;
  return {
    id: `sub_${count}`,
    status: "active",
    offer: monthly,
    createdAt: at(-3),
    periodStart: at(-3),
    periodEnd: at(27),
    endedAt: null,
    cancelsAtPeriodEnd: false,
    next: null,
    isDisputed: false,
    latestPayment: { intentId: `pi_${count}` },
    ...change,
  };
}
const post = (paidAt: Date, wasGranted = false): PaidPost => {
  count += 1;
  return { paymentId: `payment-${count}`, intentId: `pi_${count}`, paidAt, wasGranted };
};

const unsubscribed: ProvidedPlan = {
  plan: "free",
  status: "active",
  interval: null,
  periodStart: at(-40),
  periodEnd: at(-26),
  cancelsAtPeriodEnd: false,
  graceUntil: null,
  nextPlan: null,
  nextInterval: null,
  subscriptionId: null,
};
const pro: ProvidedPlan = { ...unsubscribed, plan: "pro", interval: "month", subscriptionId: "sub_before" };
const planOf = (subscriptions: ProvidedSubscription[], posts: PaidPost[] = []) =>
  providedPlan(subscriptions, posts, pro, now);

describe("a subscription payment after its account was closed", () => {
  const paid = {
    ...{ subscriptionId: "sub_old", intentId: "pi_late", paidAt: at(0), refundedCents: 0, isDisputed: false },
  };
  const undos = (change: object) =>
    undosOf([], [], at(-1), [{ ...paid, reason: "renewed" as const, ...change }]);

  test("is refunded: a late renewal ends its subscription as well, and a late change doesn't", () => {
    const refund = { act: "refund", why: "closed", intentId: "pi_late" };
    const cancel = { act: "cancel", why: "closed", subscriptionId: "sub_old", refundIntent: "pi_late" };
    expect(undos({})).toEqual([cancel]);
    expect(undos({ reason: "changed" })).toEqual([refund]);
  });

  test.each([{ paidAt: at(-2) }, { reason: "bought" }, { refundedCents: 1 }, { isDisputed: true }])(
    "isn't refunded if it was made before, is undone with its checkout, or was already refunded: %j",
    (change) => expect(undos(change)).toEqual([]),
  );

  test("isn't refunded while the account is open", () => {
    expect(undosOf([], [], null, [{ ...paid, reason: "renewed" }])).toEqual([]);
  });
});

describe("the plan that follows from a customer's state", () => {
  test.each(["active", "trialing", "past_due"])("is that of a subscription that's %s", (status) => {
    expect(planOf([subscription({ status })])).toMatchObject({ plan: "pro", status, interval: "month" });
  });

  test.each(["unpaid", "canceled", "incomplete", "incomplete_expired", "paused"])(
    "is Free if the subscription is %s",
    (status) => {
      expect(planOf([subscription({ status, endedAt: at(-1) })]).plan).toBe("free");
    },
  );

  test("is the best of several plans, in whatever order they come", () => {
    const both = [subscription(), subscription({ offer: agency })];
    expect(planOf(both).plan).toBe("agency");
    expect(planOf(both.reverse()).plan).toBe("agency");
  });

  test("a failed renewal gets a week from the start of the unpaid period", () => {
    const late = planOf([subscription({ status: "past_due", periodStart: at(-2) })]);
    expect(late.graceUntil).toEqual(at(-2 + graceDays));
  });

  test("a price that isn't ours buys nothing", () => {
    const unknown = subscription({ offer: null });
    expect(planOf([unknown])).toMatchObject({ plan: "free", subscriptionId: unknown.id });
    expect(planOf([unknown, subscription()]).plan).toBe("pro");
    expect(undosOf([unknown, subscription()], [])).toEqual([]);
    expect(planOf([{ ...unknown, status: "canceled" }]).subscriptionId).toBeNull();
  });

  test("a paid post lasts 30 days and ranks below a subscription", () => {
    expect(planOf([], [post(at(-29))])).toMatchObject({
      plan: "pay_per_post",
      periodStart: at(-29),
      periodEnd: at(1),
    });
    expect(planOf([], [post(at(-30))]).plan).toBe("free");
    expect(planOf([subscription()], [post(at(-4))]).plan).toBe("pro");
  });

  test("Free begins where the last plan ended, and keeps its period if it was Free before", () => {
    const ended = subscription({ status: "canceled", endedAt: at(-2) });
    expect(planOf([ended])).toMatchObject({ plan: "free", periodStart: at(-2), periodEnd: at(12) });
    expect(providedPlan([], [], unsubscribed, now)).toEqual(unsubscribed);
  });
});

test("a plan granted without the provider stays, unless something better is bought", () => {
  const given = { ...pro, interval: null, subscriptionId: null };
  expect(providedPlan([], [], given, now)).toEqual(given);
  expect(providedPlan([subscription({ offer: agency })], [], given, now).plan).toBe("agency");
});

describe("what's undone at the provider", () => {
  test("if two subscriptions are bought together, the second one is refunded, and the better plan stays", () => {
    const first = subscription();
    const second = subscription({ createdAt: at(-2.9) });
    expect(undosOf([second, first], [])).toEqual([
      {
        act: "cancel",
        why: "duplicate",
        subscriptionId: second.id,
        refundIntent: second.latestPayment?.intentId,
      },
    ]);
    const better = subscription({ offer: agency, createdAt: at(-2.9) });
    expect(undosOf([first, better], [])).toMatchObject([{ subscriptionId: first.id }]);
  });

  test("a subscription that was used for weeks isn't refunded", () => {
    const old = subscription({ createdAt: at(-60) });
    const better = subscription({ offer: agency });
    expect(undosOf([old, better], [])).toMatchObject([
      { why: "spare", subscriptionId: old.id, refundIntent: null },
    ]);
  });

  test("a subscription whose payment is charged back is canceled", () => {
    const disputed = subscription({ isDisputed: true });
    expect(undosOf([disputed], [])).toEqual([
      { act: "cancel", why: "disputed", subscriptionId: disputed.id, refundIntent: null },
    ]);
  });

  test("an unpaid subscription is canceled once there's a new one, and nothing else is", () => {
    const unpaid = subscription({ status: "unpaid" });
    expect(undosOf([unpaid], [])).toEqual([]);
    expect(undosOf([unpaid, subscription()], [])).toMatchObject([
      { why: "spare", subscriptionId: unpaid.id },
    ]);
  });

  test("a post that's paid while another one is in force, or alongside a subscription, is refunded; one that's bought after the other ended isn't", () => {
    const [one, two, later] = [post(at(-20)), post(at(-19)), post(postEnd(at(-20)))];
    expect(undosOf([], [two, one])).toEqual([{ act: "refund", why: "duplicate", intentId: two.intentId }]);
    expect(undosOf([], [one, later])).toEqual([]);
    const beside = post(at(-1));
    expect(undosOf([subscription()], [beside])).toMatchObject([{ intentId: beside.intentId }]);
    expect(undosOf([subscription()], [post(at(-4))])).toEqual([]);
  });

  test("a post that was granted when nothing else was in force isn't refunded", () => {
    const [one, two] = [post(at(-20), true), post(at(-14), true)];
    expect(undosOf([], [one, two])).toEqual([]);
    expect(undosOf([subscription()], [post(at(-1), true)])).toEqual([]);
    const beside = post(at(-21));
    expect(undosOf([], [beside, one])).toMatchObject([{ intentId: beside.intentId }]);
  });
});

test("offers are compared by plan, then by interval", () => {
  const yearly = { plan: "pro", interval: "year" } as const;
  expect(compareOffers(agency, yearly)).toBeGreaterThan(0);
  expect(compareOffers(yearly, monthly)).toBeGreaterThan(0);
  expect(compareOffers(monthly, monthly)).toBe(0);
});
