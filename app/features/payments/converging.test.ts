import { cards, formerAgencyPrice, formerPrice, stripe } from "../../../tests/support/stripe";

// The Stripe stand-in sets environment variables, so this import has to come first.

import { describe, expect, test } from "vitest";
import { planOf } from "~/features/plans/plan-in-force.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { db } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import {
  PaymentRefused,
  type PaymentsPort,
  PaymentsUnavailable,
} from "~/platform/payments/payments-port.server";
import { formatLongDate } from "~/ui/dates";
import { closeDispute, dispute } from "../../../sandbox/stripe/charging";
import { begin, beginBeside, buy, customerOf, priceOf } from "../../../tests/support/checkouts";
import { payCheckout, usePortal } from "../../../tests/support/paying";
import { makeAdmin, makeCreator, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { changePlan, previewChange, setRenewal } from "./changing-plan.server";
import { startCheckout } from "./checking-out.server";
import { converge } from "./converging.server";
import { graceDays } from "./provided-plan";
import { followEvent, receiveEvent, reconcile } from "./reconciling.server";

const day = 86_400_000;

function realPayments(): PaymentsPort {
  if (!payments) throw new Error("Payments are off");
  return payments;
}

describe("an older state", () => {
  test("that was fetched before a newer one was stored is fetched again", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    const [slow, fetched, release] = slowAdapter();
    const late = converge(creator.userId, slow);
    await fetched;
    await setRenewal(creator, false);
    release();
    await late;
    expect(await planOf(creator)).toMatchObject({ plan: "pro", cancelAtPeriodEnd: true });
  });

  test("leaves an event that arrived after it was fetched unprocessed", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    const customerId = await customerOf(creator);
    const note = (id: string) =>
      db.$executeRaw`INSERT INTO payment_events (id, type, customer_id) VALUES (${id}, 'invoice.paid', ${customerId})`;
    await note("evt_before");
    const [slow, fetched, release] = slowAdapter();
    const late = converge(creator.userId, slow);
    await fetched;
    await note("evt_meanwhile");
    release();
    await late;
    const open = await db.paymentEvent.findMany({ where: { customerId, processedAt: null } });
    expect(open.map(({ id }) => id)).toEqual(["evt_meanwhile"]);
  });

  test("is never stored last, among many concurrent runs", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    const look = () => converge(creator.userId);
    await Promise.all([look(), setRenewal(creator, false), look(), look()]);
    expect((await planOf(creator)).cancelAtPeriodEnd).toBe(true);
  });

  test("that's replaced by another one during every fetch is left to a job after a few attempts", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    let fetches = 0;
    const restless: PaymentsPort = {
      ...realPayments(),
      readCustomer: async (customerId) => {
        const state = await realPayments().readCustomer(customerId);
        fetches += 1;
        if (fetches < 50) await converge(creator.userId);
        return state;
      },
    };
    await expect(converge(creator.userId, restless)).rejects.toThrow(PaymentsUnavailable);
    expect(fetches).toBeLessThan(10);
    expect((await planOf(creator)).plan).toBe("pro");
  });

  /** A provider that holds back its first response with subscriptions until the test releases it. */
  function slowAdapter(): [PaymentsPort, Promise<void>, () => void] {
    const adapter = realPayments();
    const gates = { fetched: () => {}, release: () => {} };
    const fetched = new Promise<void>((done) => {
      gates.fetched = done;
    });
    const waiting = new Promise<void>((done) => {
      gates.release = done;
    });
    let isFirst = true;
    const readCustomer: PaymentsPort["readCustomer"] = async (customerId) => {
      const all = await adapter.readCustomer(customerId);
      if (!isFirst) return all;
      isFirst = false;
      gates.fetched();
      await waiting;
      return all;
    };
    return [{ ...adapter, readCustomer }, fetched, gates.release];
  }
});

test("a plan counts as paid from when its first invoice was paid, even if that's days after the subscription began", async () => {
  const creator = await makeCreator();
  await payCheckout(await begin(creator, priceOf("pro", "month")));
  const paidAt = new Date(Date.now() + 2 * day);
  const adapter = realPayments();
  await converge(creator.userId, {
    ...adapter,
    readCustomer: async (customerId) => {
      const all = await adapter.readCustomer(customerId);
      return { ...all, payments: all.payments.map((payment) => ({ ...payment, paidAt })) };
    },
  });
  expect(await db.payment.findMany({ where: { userId: creator.userId } })).toMatchObject([
    { status: "paid", amountCents: 2_499, paidAt },
  ]);
});

test("reading a customer takes four requests, no matter what they bought", async () => {
  const creator = await makeCreator();
  await buy(creator, "pro", "month");
  await setRenewal(creator, false);
  const before = stripe.requests();
  await converge(creator.userId);
  expect(stripe.requests() - before).toBe(4);
});

test("a run that's interrupted between any two steps is followed by one that ends like an uninterrupted run", async () => {
  for (let calls = 0; ; calls += 1) {
    const creator = await makeCreator();
    await twoSubscriptions(creator);
    const wasCut = await converge(creator.userId, cutOff(calls)).then(
      () => false,
      (error: unknown) => error instanceof PaymentsUnavailable,
    );
    await converge(creator.userId);
    expect((await planOf(creator)).plan).toBe("agency");
    const all = await payments?.listSubscriptions(await customerOf(creator));
    expect(all?.map(({ status }) => status).sort()).toEqual(["active", "canceled"]);
    const title = "We refunded a duplicate payment";
    expect(await db.notification.count({ where: { userId: creator.userId, title } })).toBe(1);
    const ended = all?.find(({ status }) => status === "canceled");
    expect(ended?.latestPayment?.refundedCents).toBe(ended?.latestPayment?.amountCents);
    if (!wasCut) {
      expect(calls).toBeGreaterThan(3);
      return;
    }
  }
});

test.each([
  ["charge_already_refunded", true],
  ["charge_disputed", true],
  ["balance_insufficient", false],
] as const)(
  "a second subscription whose refund is refused as %s is canceled: %s",
  async (code, isCanceled) => {
    const creator = await makeCreator();
    await twoSubscriptions(creator);
    const refund = () => Promise.reject(new PaymentRefused(code, null));
    const run = converge(creator.userId, { ...realPayments(), refund });
    await (isCanceled ? run : expect(run).rejects.toThrow(code));
    const all = await realPayments().listSubscriptions(await customerOf(creator));
    expect(all.map(({ status }) => status).sort()).toEqual(["active", isCanceled ? "canceled" : "active"]);
  },
);

test("if the provider refuses to finish a change, it's skipped, and the rest is stored", async () => {
  const creator = await makeCreator();
  await payCheckout(await begin(creator, priceOf("pro", "month")));
  const refusing = (error: Error): PaymentsPort => ({
    ...realPayments(),
    readCustomer: async (customerId) => {
      const state = await realPayments().readCustomer(customerId);
      return { ...state, subscriptions: state.subscriptions.map((one) => ({ ...one, isUnfinished: true })) };
    },
    finishChange: () => Promise.reject(error),
  });
  const unavailable = new PaymentsUnavailable("cut off");
  await expect(converge(creator.userId, refusing(unavailable))).rejects.toThrow(unavailable);
  expect((await planOf(creator)).plan).toBe("free");
  await converge(creator.userId, refusing(new PaymentRefused("resource_missing", null)));
  expect((await planOf(creator)).plan).toBe("pro");
});

test("cards that paid for posts and subscriptions are stored once each", async () => {
  const [creator, other] = [await makeCreator(), await makeCreator()];
  const cardsOf = async ({ userId }: Person) =>
    (await db.paidCard.findMany({ where: { userId } })).map(({ fingerprint }) => fingerprint).sort();
  await buy(creator, "pay_per_post", null);
  const [first] = await cardsOf(creator);
  await buy(creator, "pro", "month", cards.asksOnce);
  await converge(creator.userId);
  expect(await cardsOf(creator)).toHaveLength(2);
  await buy(other, "agency", "year");
  expect(await cardsOf(other)).toEqual([first]);
});

test("a post bought after a refunded one keeps the project open for its own 30 days", async () => {
  const creator = await makeCreator();
  const post = priceOf("pay_per_post", null);
  await buy(creator, "pay_per_post", null);
  const projectId = await makeProject(creator);
  const { id, paymentIntentId } = await db.payment.findFirstOrThrow({ where: { userId: creator.userId } });
  await realPayments().refund({ intentId: paymentIntentId ?? "", reason: "duplicate" }, `by-hand:${id}`);
  const url = await beginBeside(creator, post);
  stripe.account.move(5_000);
  await payCheckout(url);
  stripe.account.move(-5_000);
  await converge(creator.userId);
  const { plan, periodEnd } = await planOf(creator);
  expect(plan).toBe("pay_per_post");
  expect(await expiryOf(projectId)).toBe(Date.parse(periodEnd));
});

/** A provider that's unavailable starting with call number `calls`. */
function cutOff(calls: number): PaymentsPort {
  let left = calls;
  return new Proxy(realPayments(), {
    get(adapter, name) {
      const call = Reflect.get(adapter, name) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        left -= 1;
        return left < 0 ? Promise.reject(new PaymentsUnavailable("cut off")) : call(...args);
      };
    },
  });
}

/** Buys two subscriptions in two tabs at the same moment. */
async function twoSubscriptions(person: Person): Promise<void> {
  const first = await begin(person, priceOf("pro", "month"));
  await db.payment.updateMany({ where: { userId: person.userId }, data: { priceId: "price_of_then" } });
  await payCheckout(await beginBeside(person, priceOf("agency", "month")));
  await payCheckout(first);
}

describe("a subscription at a price that isn't sold anymore", () => {
  const titlesOf = async ({ userId }: Person) =>
    (await db.notification.findMany({ where: { userId } })).map(({ title }) => title);

  /** Buys at the current price, then changes the subscription to the given old price. */
  async function buyAt(creator: Person, priceId: string, plan: "pro" | "agency" = "pro") {
    await buy(creator, plan, "month");
    const customer = await customerOf(creator);
    const row = Object.values(stripe.account.tables.subscriptions).find((one) => one.customer === customer);
    if (!row) throw new Error("no subscription");
    row.price = priceId;
    await converge(creator.userId);
    return row;
  }

  test("can be changed for the next period, and keeps its price if that's undone", async () => {
    const creator = await makeCreator();
    const row = await buyAt(creator, formerAgencyPrice, "agency");
    const toLess = { priceId: priceOf("pro", "month"), dueCents: null, at: null };
    expect(await changePlan(creator, toLess)).toMatchObject({ ok: true, change: { kind: "later" } });
    expect(await planOf(creator)).toMatchObject({ plan: "agency", nextPlan: "pro" });
    const keep = { ...toLess, priceId: priceOf("agency", "month") };
    expect(await changePlan(creator, keep)).toMatchObject({ ok: true });
    expect(await planOf(creator)).toMatchObject({ plan: "agency", nextPlan: null });
    await setRenewal(creator, false);
    expect(await changePlan(creator, toLess)).toMatchObject({ ok: true });
    expect(row.price).toBe(formerAgencyPrice);
    await stripe.endPeriod(await customerOf(creator));
    await converge(creator.userId);
    expect(row.price).toBe(toLess.priceId);
    expect(await planOf(creator)).toMatchObject({ plan: "pro", nextPlan: null, cancelAtPeriodEnd: false });
  });

  test("has its payments stored, both the earlier ones and the later ones", async () => {
    const creator = await makeCreator();
    await buyAt(creator, formerPrice);
    await stripe.endPeriod(await customerOf(creator));
    await converge(creator.userId);
    const renewed = { userId: creator.userId, reason: "renewed" };
    const { paymentIntentId } = await db.payment.findFirstOrThrow({ where: renewed });
    expect(await db.payment.findMany({ where: renewed })).toMatchObject([
      { planType: "pro", priceId: formerPrice, amountCents: 1_900, status: "paid" },
    ]);
    await payments?.refund(
      { intentId: paymentIntentId ?? "", reason: "duplicate" },
      `by-hand:${creator.userId}`,
    );
    await converge(creator.userId);
    expect(await db.payment.findMany({ where: renewed })).toMatchObject([{ status: "refunded" }]);
  });

  test("keeps its plan and its price", async () => {
    const creator = await makeCreator();
    const row = await buyAt(creator, formerPrice);
    expect(await planOf(creator)).toMatchObject({ plan: "pro", billingInterval: "month", status: "active" });
    const sold = priceOf("pro", "month");
    expect(await startCheckout(creator, sold)).toMatchObject({ refused: "subscribed" });
    expect(await startCheckout(creator, formerPrice)).toMatchObject({ refused: "unknown-price" });
    await db.userSubscription.update({
      where: { userId: creator.userId },
      data: { planType: "free", stripeSubscriptionId: null, billingInterval: null },
    });
    await converge(creator.userId);
    expect(await planOf(creator)).toMatchObject({ plan: "pro", billingInterval: "month" });
    expect(await changePlan(creator, { priceId: sold, dueCents: null, at: null })).toMatchObject({
      refused: "same",
    });
    const agency = await previewChange(creator, priceOf("agency", "month"));
    if (!agency.ok || agency.change.kind !== "now") throw new Error("no preview");
    // The change credits the rest of the period at the old price, which is what was paid.
    expect(agency.change.dueCents).toBe(7_900 - 1_900);
    expect(row.price).toBe(formerPrice);
  });

  test("that isn't configured, either, keeps its stored plan and stores its payments, and notifies the admins once", async () => {
    const [creator, admin] = [await makeCreator(), await makeAdmin()];
    stripe.account.add("prices", { ...stripe.account.get("prices", formerPrice), id: "price_of_nobody" });
    const row = await buyAt(creator, "price_of_nobody");
    for (let times = 0; times < 2; times += 1) await converge(creator.userId);
    expect(await planOf(creator)).toMatchObject({ plan: "pro", billingInterval: "month", status: "active" });
    expect(await titlesOf(creator)).not.toContain("Your Pro plan has ended");
    expect(await titlesOf(admin)).toEqual(["A subscription uses a price we haven't configured"]);
    await setRenewal(creator, false);
    expect(await planOf(creator)).toMatchObject({ plan: "pro", cancelAtPeriodEnd: true });
    await payments?.cancelNow(row.id, `end:${row.id}`);
    await converge(creator.userId);
    expect(await findSubscription(creator.userId)).toMatchObject({ plan: "free", subscriptionId: null });
  });

  test("bought next to another one is left alone, and gives no plan once the other one ends", async () => {
    const creator = await makeCreator();
    const row = await buyAt(creator, formerPrice);
    const other = {
      ...row,
      id: stripe.account.id("sub"),
      price: "price_of_nobody",
      created: row.created + 1,
    };
    stripe.account.add("subscriptions", other);
    await converge(creator.userId);
    expect(await findSubscription(creator.userId)).toMatchObject({ plan: "pro", subscriptionId: row.id });
    expect(stripe.account.get("subscriptions", other.id).status).toBe("active");
    await realPayments().cancelNow(row.id, `end:${row.id}`);
    await converge(creator.userId);
    expect(await findSubscription(creator.userId)).toMatchObject({ plan: "free", subscriptionId: other.id });
    expect(stripe.account.get("subscriptions", other.id).status).toBe("active");
  });

  test("that was never stored gives no plan, but prevents a second subscription", async () => {
    const creator = await makeCreator();
    const row = await buyAt(creator, formerPrice);
    row.price = "price_of_nobody";
    await db.userSubscription.update({
      where: { userId: creator.userId },
      data: { planType: "free", stripeSubscriptionId: null, billingInterval: null },
    });
    for (let times = 0; times < 2; times += 1) await converge(creator.userId);
    expect((await planOf(creator)).plan).toBe("free");
    for (const priceId of [priceOf("agency", "month"), priceOf("pay_per_post", null)])
      expect(await startCheckout(creator, priceId)).toMatchObject({ refused: "subscribed" });
    expect(row.status).toBe("active");
    row.price = formerPrice;
    await converge(creator.userId);
    expect((await planOf(creator)).plan).toBe("pro");
  });
});

describe("a card that fails in the third month", () => {
  const minutes = (count: number) => count / 1440;
  const ended = "Your Pro plan has ended";
  const timesTold = async ({ userId }: Person, title: string) => [
    await db.notification.count({ where: { userId, title } }),
    await db.outboxMail.count({ where: { userId, subject: title } }),
  ];
  const subscriptionOf = async (person: Person) => {
    const customer = await customerOf(person);
    const row = Object.values(stripe.account.tables.subscriptions).find((one) => one.customer === customer);
    if (!row) throw new Error("no subscription");
    return row;
  };

  /** Lets that many days pass, here and at the provider. */
  async function pass(person: Person, days: number): Promise<void> {
    const row = await subscriptionOf(person);
    const seconds = Math.round((days * day) / 1000);
    for (const field of ["created", "anchor", "periodStart", "periodEnd"] as const) row[field] -= seconds;
    for (const invoice of Object.values(stripe.account.tables.invoices)) {
      if (invoice.subscription !== row.id) continue;
      invoice.created -= seconds;
      if (invoice.nextAttempt !== null) invoice.nextAttempt -= seconds;
    }
    await stripe.advance(0);
    await db.$executeRaw`
      UPDATE user_subscriptions
         SET current_period_start = current_period_start - make_interval(secs => ${seconds}),
             current_period_end = current_period_end - make_interval(secs => ${seconds}),
             grace_until = grace_until - make_interval(secs => ${seconds}),
             updated_at = updated_at - make_interval(secs => ${seconds})
       WHERE user_id = ${person.userId}::uuid`;
  }

  /** Someone on Pro with an open project, ten minutes before their grace period ends. */
  async function almostLapsed(): Promise<{ creator: Person; projectId: string }> {
    const zone = "Asia/Tokyo";
    const creator = await makeCreator({ timeZone: zone });
    const projectId = await makeProject(creator);
    await buy(creator, "pro", "month");
    for (let renewals = 0; renewals < 2; renewals += 1) {
      await pass(creator, 31);
      await converge(creator.userId);
      expect(await planOf(creator)).toMatchObject({ plan: "pro", status: "active" });
    }
    const row = await subscriptionOf(creator);
    stripe.account.get("cards", row.cardId).number = cards.failsLater;
    await pass(creator, (row.periodEnd - stripe.account.now()) / 86_400 + 1);
    for (let times = 0; times < 2; times += 1) await converge(creator.userId);
    const plan = await planOf(creator);
    expect(plan).toMatchObject({ plan: "pro", status: "past_due" });
    const subject = "Your payment for Pro failed";
    expect(await timesTold(creator, subject)).toEqual([1, 1]);
    const mail = await db.outboxMail.findFirstOrThrow({ where: { userId: creator.userId, subject } });
    const until = formatLongDate(plan.graceUntil ?? "", { zone, now: Date.now() });
    expect(mail.textBody).toContain(`Update your card by ${until} to keep Pro.`);
    await pass(creator, graceDays - 1 - minutes(10));
    await converge(creator.userId);
    expect((await planOf(creator)).plan).toBe("pro");
    expect(await expiryOf(projectId)).toBeNull();
    return { creator, projectId };
  }

  test("leaves a week of grace, and then Free with everything that follows from it, once, while the provider keeps trying", async () => {
    const { creator, projectId } = await almostLapsed();
    await pass(creator, minutes(20));
    expect((await planOf(creator)).plan).toBe("free");
    // There's nothing left to tell anyone.
    await Promise.all([reconcile(), reconcile(), converge(creator.userId)]);
    await reconcile();
    expect((await subscriptionOf(creator)).status).toBe("past_due");
    expect(await timesTold(creator, ended)).toEqual([1, 1]);
    const expiry = await expiryOf(projectId);
    expect((expiry ?? 0) - Date.now()).toBeGreaterThan(13.9 * day);
    await stripe.advance(8 * day);
    await converge(creator.userId);
    stripe.account.move(-8 * day);
    expect((await subscriptionOf(creator)).status).toBe("canceled");
    expect(await findSubscription(creator.userId)).toMatchObject({ plan: "free", subscriptionId: null });
    expect(await timesTold(creator, ended)).toEqual([1, 1]);
    expect(await expiryOf(projectId)).toBe(expiry);
  });

  test("but pays after the grace period brings the plan back, like any upgrade", async () => {
    const { creator, projectId } = await almostLapsed();
    await pass(creator, minutes(20));
    await reconcile();
    expect(await expiryOf(projectId)).not.toBeNull();
    const began = "You're on Pro";
    expect(await timesTold(creator, began)).toEqual([1, 1]);
    const portal = await payments?.openPortal(await customerOf(creator), "http://app.invalid/billing");
    await usePortal(portal ?? "", "card", { number: cards.good });
    await Promise.all([1, 2, 3].map(() => converge(creator.userId)));
    expect(await planOf(creator)).toMatchObject({ plan: "pro", status: "active", graceUntil: null });
    expect(await expiryOf(projectId)).toBeNull();
    expect(await timesTold(creator, began)).toEqual([2, 2]);
  });
});

const expiryOf = async (id: string) =>
  (await db.projectBrief.findUniqueOrThrow({ where: { id } })).expiresAt?.getTime() ?? null;

// These tests move the clock, so they come last.
describe("a subscription", () => {
  test("that's canceled keeps its access until its period ends, then becomes Free, and open posts get their 14 days", async () => {
    const creator = await makeCreator();
    const projectId = await makeProject(creator);
    await buy(creator, "pro", "month");
    expect(await expiryOf(projectId)).toBeNull();
    expect(await setRenewal(creator, false)).toMatchObject({ ok: true });
    expect(await setRenewal(creator, false)).toMatchObject({ ok: true });
    expect(await planOf(creator)).toMatchObject({ plan: "pro", cancelAtPeriodEnd: true });
    await stripe.advance(32 * day);
    await converge(creator.userId);
    expect((await planOf(creator)).plan).toBe("free");
    expect(((await expiryOf(projectId)) ?? 0) - Date.now()).toBeGreaterThan(13.9 * day);
  });

  test("that was canceled can be resumed", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    await setRenewal(creator, false);
    await setRenewal(creator, true);
    await stripe.advance(32 * day);
    await converge(creator.userId);
    expect(await planOf(creator)).toMatchObject({ plan: "pro", cancelAtPeriodEnd: false });
  });

  test("whose card fails later is past due, tells its owner once, and ends", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month", cards.failsLater);
    await stripe.advance(31.5 * day);
    for (let times = 0; times < 2; times += 1) await converge(creator.userId);
    const plan = await planOf(creator);
    expect(plan).toMatchObject({ plan: "pro", status: "past_due" });
    expect(plan.graceUntil).not.toBeNull();
    const told = { userId: creator.userId, title: "Your payment for Pro failed" };
    expect(await db.notification.count({ where: told })).toBe(1);
    expect(await db.outboxMail.count({ where: { userId: creator.userId, subject: told.title } })).toBe(1);
    await db.userSubscription.update({
      where: { userId: creator.userId },
      data: { graceUntil: new Date(Date.now() - 1000) },
    });
    expect((await planOf(creator)).plan).toBe("free");
    await stripe.advance(20 * day);
    await converge(creator.userId);
    expect((await findSubscription(creator.userId))?.subscriptionId).toBeNull();
  });

  test("that's charged back ends right away", async () => {
    const creator = await makeCreator();
    await payCheckout(await begin(creator, priceOf("pro", "month")), cards.disputed);
    await followDispute("charge.dispute.created");
    expect((await planOf(creator)).plan).toBe("free");
    expect(await statusesOf(creator)).toEqual(["canceled"]);
  });

  test("that's charged back after a change of plan leaves no credit", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "year");
    const preview = await previewChange(creator, priceOf("agency", "month"));
    if (!preview.ok || preview.change.kind !== "now") throw new Error("no preview");
    await changePlan(creator, { priceId: priceOf("agency", "month"), ...preview.change });
    const customer = stripe.account.get("customers", await customerOf(creator));
    expect(customer.balance).toBeLessThan(-10_000);
    const [paid] = Object.values(stripe.account.tables.charges).filter((one) => one.customer === customer.id);
    dispute(stripe.account, paid ?? { id: "" });
    await converge(creator.userId);
    expect((await planOf(creator)).plan).toBe("free");
    expect(customer.balance).toBe(0);
  });

  test("ends if its first payment is charged back after the second one, but not after an inquiry or a dispute that we win", async () => {
    const creator = await makeCreator();
    await buy(creator, "pro", "month");
    await stripe.advance(45 * day);
    await converge(creator.userId);
    const customer = await customerOf(creator);
    const charges = Object.values(stripe.account.tables.charges).filter((one) => one.customer === customer);
    const [first] = charges;
    if (!first || charges.length !== 2) throw new Error("not renewed once");
    stripe.webhooks.take();
    dispute(stripe.account, first);
    const row = Object.values(stripe.account.tables.disputes).find(({ charge }) => charge === first.id);
    for (const status of ["warning_needs_response", "won"] as const) {
      Object.assign(row ?? {}, { status });
      await converge(creator.userId);
      expect((await planOf(creator)).plan).toBe("pro");
    }
    Object.assign(row ?? {}, { status: "needs_response" });
    await followDispute("charge.dispute.created");
    expect((await planOf(creator)).plan).toBe("free");
    expect(await statusesOf(creator)).toEqual(["canceled"]);
    const told = { userId: creator.userId, title: "Your subscription has ended" };
    expect(await db.notification.count({ where: told })).toBe(1);
  });

  const statusesOf = async (person: Person) =>
    (await payments?.listSubscriptions(await customerOf(person)))?.map(({ status }) => status);
});

test("a paid post that's charged back stops counting, loses its days, and counts again if we win the dispute", async () => {
  const creator = await makeCreator();
  await buy(creator, "pay_per_post", null);
  const projectId = await makeProject(creator);
  const daysLeft = async () => Math.round((((await expiryOf(projectId)) ?? 0) - Date.now()) / day);
  expect(await daysLeft()).toBe(30);
  expect((await planOf(creator)).plan).toBe("pay_per_post");
  const customer = await customerOf(creator);
  const paid = Object.values(stripe.account.tables.charges).find((one) => one.customer === customer);
  if (!paid) throw new Error("nothing was paid");
  stripe.webhooks.take();
  const statusOf = async () =>
    (await db.payment.findFirstOrThrow({ where: { userId: creator.userId } })).status;
  dispute(stripe.account, paid);
  await followDispute("charge.dispute.created");
  expect([(await planOf(creator)).plan, await statusOf(), await daysLeft()]).toEqual([
    "free",
    "disputed",
    14,
  ]);
  const told = { userId: creator.userId, title: "Your Pay-Per-Post plan has ended" };
  expect((await db.notification.findMany({ where: told })).map(({ body }) => body)).toEqual([
    "You're on Free now. We've kept everything you made. Your open project stays open for up to 14 more days.",
  ]);
  // Another post, which was bought in the meantime, stays.
  await buy(creator, "pay_per_post", null);
  closeDispute(stripe.account, paid.id, "won");
  await followDispute("charge.dispute.closed");
  expect((await planOf(creator)).plan).toBe("pay_per_post");
  const posts = await db.payment.findMany({ where: { userId: creator.userId } });
  expect(posts).toMatchObject([
    { status: "paid", refundedCents: 0 },
    { status: "paid", refundedCents: 0 },
  ]);
});

/** Stores a webhook that names only a charge, and runs its job. */
async function followDispute(type: string): Promise<void> {
  const event = stripe.webhooks.take().find((one) => one.type === type);
  if (!event) throw new Error("no event");
  await receiveEvent(event.body, event.signature);
  const [job] = await db.$queryRaw<{ payload: Record<string, unknown> }[]>`
    SELECT payload FROM graphile_worker._private_jobs WHERE key LIKE 'payments:converge:evt_%' ORDER BY id DESC LIMIT 1`;
  await followEvent(job?.payload ?? {});
}
