import { expect, it, vi } from "vitest";
import { db } from "~/platform/db.server";
import { givePlan, makeCreator, type Person } from "../../../tests/support/people";
import { type PlanName, subscriptionPlans, unlimited } from "./plan";
import { listTiers, planOf } from "./plan-in-force.server";
import { startFreePlan } from "./subscribing.server";

const day = 86_400_000;
const at = (days: number | null) => (days === null ? null : new Date(Date.now() + days * day));

/** The times are in days from now; a `grace` of null means that there's no grace period. */
const cases: [
  PlanName,
  { plan: PlanName; status?: string; ends: number; cancels?: boolean; grace?: number | null },
][] = [
  ["pay_per_post", { plan: "pay_per_post", ends: 1 }],
  ["free", { plan: "pay_per_post", ends: -1 }],
  ["pro", { plan: "pro", ends: 1 }],
  // Still in force a day after its period, because the provider may not have reported the renewal yet.
  ["pro", { plan: "pro", ends: -1 }],
  ["agency", { plan: "agency", status: "trialing", ends: -1 }],
  ["pro", { plan: "pro", ends: 1, cancels: true }],
  ["free", { plan: "pro", ends: -1, cancels: true }],
  ["agency", { plan: "agency", status: "past_due", ends: -1, grace: null }],
  ["pro", { plan: "pro", status: "past_due", ends: 20, grace: 1 }],
  ["free", { plan: "pro", status: "past_due", ends: 20, grace: -1 }],
  ["pro", { plan: "pro", status: "canceled", ends: 1 }],
  ["free", { plan: "pro", status: "canceled", ends: -1 }],
  ["free", { plan: "agency", status: "unpaid", ends: 20 }],
  ["free", { plan: "pro", status: "incomplete", ends: 20 }],
  ["free", { plan: "pro", status: "incomplete_expired", ends: 20 }],
  ["free", { plan: "agency", status: "paused", ends: 20 }],
  ["free", { plan: "free", ends: -300 }],
];

it("the plan in force is the paid plan, or Free in any other state", async () => {
  const creator = await makeCreator();
  for (const [expected, { plan, status = "active", ends, cancels = false, grace = null }] of cases) {
    await givePlan(creator, plan, { begins: (ends - 30) * day, ends: ends * day, status });
    await db.userSubscription.update({
      where: { userId: creator.userId },
      data: { cancelAtPeriodEnd: cancels, graceUntil: at(grace) },
    });
    const found = await planOf(creator);
    expect([plan, status, ends, cancels, grace, found.plan]).toEqual([
      plan,
      status,
      ends,
      cancels,
      grace,
      expected,
    ]);
  }
});

it("pages show the status, the grace period and the next plan that the provider reported", async () => {
  const creator = await makeCreator();
  await givePlan(creator, "agency", { status: "past_due" });
  const graceUntil = new Date(Date.now() + 3 * day);
  await db.userSubscription.update({
    where: { userId: creator.userId },
    data: {
      graceUntil,
      billingInterval: "year",
      nextPlan: "pro",
      nextInterval: "month",
      stripeCustomerId: `cus_${creator.userId}`,
    },
  });
  expect(await planOf(creator)).toMatchObject({
    plan: "agency",
    status: "past_due",
    graceUntil: graceUntil.toISOString(),
    billingInterval: "year",
    nextPlan: "pro",
    nextInterval: "month",
    cancelAtPeriodEnd: false,
    hasCustomer: true,
  });
});

const limitsOf = async (person: Person) =>
  Object.fromEntries((await planOf(person)).usage.map(({ kind, limit }) => [kind, limit]));

it("Pro allows ten matches for each active post", async () => {
  const [pro, other] = [await makeCreator(), await makeCreator()];
  await givePlan(pro, "pro");
  const posts = [
    { status: "open", expiresAt: null },
    { status: "in_progress", expiresAt: at(1) },
    { status: "completed", expiresAt: null },
    { status: "cancelled", expiresAt: null },
    { status: "open", expiresAt: at(-1) },
  ] as const;
  for (const { userId: creatorId } of [pro, other])
    await db.projectBrief.createMany({ data: posts.map((post) => ({ creatorId, title: "Edit", ...post })) });
  expect(await limitsOf(pro)).toMatchObject({ match: 20 });
  expect(await limitsOf(other)).toMatchObject({ match: 1 });
  expect((await planOf(pro)).usage.find(({ kind }) => kind === "post")).toMatchObject({ used: 2 });
});

it("a missing plan or subscription record is replaced by what the specification says", async () => {
  const stored = await listTiers();
  const [pro, newcomer, withoutRecord] = [await makeCreator(), await makeCreator(), await makeCreator()];
  await givePlan(pro, "pro");
  await db.userSubscription.deleteMany({
    where: { userId: { in: [newcomer.userId, withoutRecord.userId] } },
  });
  await db.subscriptionTier.deleteMany({ where: { name: { in: ["free", "pro"] } } });
  await startFreePlan(db, newcomer);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
  expect(await listTiers()).toEqual(stored);
  vi.useRealTimers();
  const free = { swipe: 10, message: 1, match: 1, save: 5, post: 1 };
  expect(await limitsOf(newcomer)).toEqual(free);
  expect(await limitsOf(withoutRecord)).toEqual(free);
  expect(await limitsOf(pro)).toEqual({ swipe: 50, message: 20, match: 10, save: 20, post: 5 });
});

it.each([
  ["ends on the anchor's day of the month", "01-15T10:00", "02-20T00:00", "02-15T10:00", "03-15T10:00"],
  ["ends early in a short month", "01-31T10:00", "02-28T09:59", "01-31T10:00", "02-28T10:00"],
  ["begins on the last day of a short month", "01-31T10:00", "02-28T10:00", "02-28T10:00", "03-31T10:00"],
  ["isn't cut short by an earlier short month", "01-31T10:00", "04-30T11:00", "04-30T10:00", "05-31T10:00"],
  ["begins at the anchor", "01-31T10:00", "01-31T10:00", "01-31T10:00", "02-28T10:00"],
  [
    "is still counted from the anchor at the end of a year, not from the previous month",
    "01-31T10:00",
    "12-31T09:59",
    "11-30T10:00",
    "12-31T10:00",
  ],
])("a billing month %s", async (_, anchor, at, begins, ends) => {
  const utc = (moment: string) => new Date(`2027-${moment}:00Z`);
  const [month] = await db.$queryRaw<{ begins: Date; ends: Date }[]>`
    SELECT billing_month_start(anchor, at) AS begins, billing_month_end(anchor, at) AS ends
      FROM (SELECT ${utc(anchor)}::timestamptz AS anchor, ${utc(at)}::timestamptz AS at) given`;
  expect(month).toEqual({ begins: utc(begins), ends: utc(ends) });
});

it.each([
  [
    "is the whole period for a member who pays monthly",
    "02-28T10:00",
    "03-31T10:00",
    "03-29T00:00",
    "02-28T10:00",
    "03-31T10:00",
  ],
  [
    "doesn't begin before a short period",
    "01-31T10:00",
    "02-28T10:00",
    "01-31T10:00",
    "01-31T10:00",
    "02-28T10:00",
  ],
  [
    "ends on the same day as a yearly period, or on a shorter month's last day",
    "01-31T10:00",
    "12-31T10:00",
    "04-15T00:00",
    "03-31T10:00",
    "04-30T10:00",
  ],
  [
    "begins at the end of a period whose renewal isn't stored yet",
    "02-28T10:00",
    "03-31T10:00",
    "04-01T00:00",
    "03-31T10:00",
    "04-30T10:00",
  ],
])("a month of a paid period %s", async (_, begins, ends, at, first, next) => {
  const utc = (moment: string) => new Date(`2027-${moment}:00Z`);
  const [month] = await db.$queryRaw<{ first: Date; next: Date }[]>`
    SELECT period_month_start(begins, ends, at) AS first, period_month_end(ends, at) AS next
      FROM (SELECT ${utc(begins)}::timestamptz AS begins, ${utc(ends)}::timestamptz AS ends, ${utc(at)}::timestamptz AS at) given`;
  expect(month).toEqual({ first: utc(first), next: utc(next) });
});

it("TypeScript and SQL have the same plans, and a post on a paid plan doesn't expire", async () => {
  const [found] = await db.$queryRaw<Record<string, unknown>[]>`
    SELECT is_unlimited(${unlimited}) AS above, is_unlimited(${unlimited - 1}) AS below, post_expiry('pro') AS pro,
           array(SELECT plan::text FROM unnest(enum_range(NULL::plan_type)) plan WHERE is_subscription(plan)) AS subscriptions`;
  expect(found).toEqual({ above: true, below: false, pro: null, subscriptions: subscriptionPlans });
});
