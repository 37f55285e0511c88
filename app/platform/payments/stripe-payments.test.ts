import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { closeDispute, failRefund } from "../../../sandbox/stripe/charging";
import { cards, payCheckout } from "../../../tests/support/paying";
import {
  adapter,
  buy,
  newCustomer,
  order,
  secret,
  sideWithoutRetries,
  start,
  stripe,
  subscriber,
} from "../../../tests/support/stripe-adapter";
import { PaymentRefused, PaymentsUnavailable } from "./payments-port.server";
import { stripePayments } from "./stripe-payments.server";

describe("prices and customers", () => {
  test("a price is for sale while it's active, and is null if Stripe doesn't have it", async () => {
    expect(await adapter.findPrice("price_small")).toEqual({
      id: "price_small",
      amountCents: 1_000,
      interval: "month",
      isSold: true,
    });
    const row = stripe.account.get("prices", "price_small");
    row.active = false;
    expect(await adapter.findPrice("price_small")).toMatchObject({ isSold: false });
    row.active = true;
    expect(await adapter.findPrice("price_none")).toBeNull();
  });

  test("the same key creates only one customer, even after a lost response", async () => {
    const before = Object.keys(stripe.account.tables.customers).length;
    const person = { userId: randomUUID(), email: "ada@example.com" };
    stripe.faults.next(1, "lost");
    const id = await adapter.createCustomer(person, "one key");
    expect(await adapter.createCustomer(person, "one key")).toBe(id);
    expect(Object.keys(stripe.account.tables.customers)).toHaveLength(before + 1);
    expect(stripe.account.get("customers", id).metadata).toEqual({ user_id: person.userId });
    await expect(adapter.createCustomer({ ...person, email: "x@example.com" }, "one key")).rejects.toThrow(
      PaymentRefused,
    );
  });
});

test("changes the address for a customer's receipts", async () => {
  const id = await newCustomer();
  await adapter.setCustomerEmail(id, "nora@example.com");
  expect(stripe.account.get("customers", id).email).toBe("nora@example.com");
});

describe("a checkout", () => {
  test("for a subscription is paid once, no matter how often the form is sent", async () => {
    const customer = await newCustomer();
    const given = order(customer, "price_small");
    const open = await adapter.startCheckout(given, "twice");
    expect(open).toMatchObject({ status: "open", isPaid: false, amountCents: 1_000, subscriptionId: null });
    expect((await adapter.startCheckout(given, "twice")).id).toBe(open.id);
    const [first, second] = await Promise.all([payCheckout(open.url ?? ""), payCheckout(open.url ?? "")]);
    expect(first.location).toBe(`http://app.invalid/payment-success?mode=x&session_id=${open.id}`);
    expect(second.location).toBe(first.location);
    const paid = await adapter.findCheckout(open.id);
    expect(paid).toMatchObject({ status: "complete", isPaid: true, customerId: customer, payment: null });
    const [subscription, ...others] = await adapter.listSubscriptions(customer);
    expect(others).toEqual([]);
    expect(subscription).toMatchObject({
      id: paid?.subscriptionId,
      priceId: "price_small",
      status: "active",
      periodStart: new Date(start),
      periodEnd: new Date(Date.UTC(2027, 4, 1)),
      endedAt: null,
      cancelsAtPeriodEnd: false,
      nextPriceId: null,
      isDisputed: false,
      latestPayment: { amountCents: 1_000, refundedCents: 0 },
    });
    const row = stripe.account.get("subscriptions", subscription?.id ?? "");
    expect(row.metadata).toEqual({ reference: given.reference });
  });

  test("for a single payment has an invoice and says when it was paid", async () => {
    const customer = await newCustomer();
    const paid = await buy(customer, "price_once");
    expect(paid).toMatchObject({
      isPaid: true,
      subscriptionId: null,
      payment: { paidAt: new Date(start), refundedCents: 0, isDisputed: false },
    });
    const [receipt] = (await adapter.readCustomer(customer)).receipts;
    expect(receipt).toMatchObject({ status: "paid", amountCents: 2_500, issuedAt: new Date(start) });
    expect(await (await fetch(receipt?.url ?? "")).text()).toContain("$25.00");
  });

  test.each([
    [cards.declined, "Your card was declined."],
    [cards.insufficient, "Your card has insufficient funds."],
    ["4242424242424241", "Your card number is invalid."],
  ])("stays open when the card %s is refused", async (card, words) => {
    const customer = await newCustomer();
    const open = await adapter.startCheckout(order(customer, "price_small"), randomUUID());
    const refused = await payCheckout(open.url ?? "", card);
    expect([refused.status, refused.location]).toEqual([402, null]);
    expect(refused.text).toContain(words);
    expect(await adapter.findCheckout(open.id)).toMatchObject({ status: "open", isPaid: false });
    expect(await adapter.listSubscriptions(customer)).toEqual([]);
    expect((await payCheckout(open.url ?? "")).location).toContain(open.id);
  });

  test("asks for a second step, which may fail", async () => {
    const customer = await newCustomer();
    const open = await adapter.startCheckout(order(customer, "price_once"), randomUUID());
    const failed = await payCheckout(open.url ?? "", cards.asksOnce, "fail");
    expect(failed.text).toContain("unable to authenticate");
    expect(await adapter.findCheckout(open.id)).toMatchObject({ status: "open", isPaid: false });
    await payCheckout(open.url ?? "", cards.asksOnce, "complete");
    expect(await adapter.findCheckout(open.id)).toMatchObject({ isPaid: true });
  });

  test("can't be paid once it has expired, and doesn't expire once it's paid", async () => {
    const customer = await newCustomer();
    const open = await adapter.startCheckout(order(customer, "price_small"), randomUUID());
    expect(await adapter.expireCheckout(open.id)).toMatchObject({ status: "expired", url: null });
    expect((await payCheckout(open.url ?? "")).status).toBe(410);
    const paid = await buy(customer, "price_small");
    expect(await adapter.expireCheckout(paid.id)).toMatchObject({ status: "complete", isPaid: true });
    expect(await adapter.expireCheckout("cs_test_none")).toBeNull();
  });
});

describe("a refund", () => {
  test("is paid once per key, in parts, and never exceeds what was paid", async () => {
    const { payment, id } = await buy(await newCustomer(), "price_once");
    const part = {
      intentId: payment?.intentId ?? "",
      amountCents: 1_000,
      reason: "requested_by_customer",
    } as const;
    const done = await adapter.refund(part, "refund");
    expect(done.status).toBe("succeeded");
    expect(await adapter.refund(part, "refund")).toEqual(done);
    expect(await adapter.findCheckout(id)).toMatchObject({ payment: { refundedCents: 1_000 } });
    const { intentId, reason } = part;
    await adapter.refund({ intentId, reason }, randomUUID());
    expect(await adapter.findCheckout(id)).toMatchObject({ payment: { refundedCents: 2_500 } });
    await expect(adapter.refund({ intentId, reason }, randomUUID())).rejects.toMatchObject({
      code: "charge_already_refunded",
      reason: null,
    });
    failRefund(stripe.account, done.refundId);
    expect(await adapter.findCheckout(id)).toMatchObject({ payment: { refundedCents: 1_500 } });
  });

  test("counts as disputed until the dispute is won, but not while a bank is only inquiring", async () => {
    const customer = await newCustomer();
    const { id, payment } = await buy(customer, "price_once", cards.disputed);
    expect(payment?.isDisputed).toBe(true);
    const { charge } = stripe.account.get("intents", payment?.intentId ?? "");
    expect(await adapter.findChargeCustomer(charge ?? "")).toBe(customer);
    expect(await adapter.findChargeCustomer("ch_none")).toBeNull();
    const [dispute] = Object.values(stripe.account.tables.disputes).filter((one) => one.charge === charge);
    Object.assign(dispute ?? {}, { status: "warning_needs_response" });
    expect(await adapter.findCheckout(id)).toMatchObject({ payment: { isDisputed: false } });
    Object.assign(dispute ?? {}, { status: "needs_response" });
    expect(await adapter.findCheckout(id)).toMatchObject({ payment: { isDisputed: true } });
    stripe.webhooks.take();
    closeDispute(stripe.account, charge ?? "", "won");
    expect(await adapter.findCheckout(id)).toMatchObject({ payment: { isDisputed: false } });
    const [closed] = stripe.webhooks.take();
    expect(adapter.readEvent(closed?.body ?? "", closed?.signature ?? "")).toMatchObject({
      type: "charge.dispute.closed",
      customerId: null,
      chargeId: charge,
    });
  });
});

describe("a Stripe outage", () => {
  test.each([
    ["error", "It responded with 500."],
    ["busy", "It responded with 429."],
    ["disconnect", "It didn't respond."],
    ["silent", "It didn't respond."],
  ] as const)("(%s) throws PaymentsUnavailable, which says what happened", async (kind, words) => {
    stripe.faults.next(Number.POSITIVE_INFINITY, kind);
    const failure = await adapter.findPrice("price_small").catch((error: unknown) => error);
    stripe.faults.next(0, kind);
    expect(failure).toBeInstanceOf(PaymentsUnavailable);
    expect(String(failure)).toContain(words);
  });

  test("that ends by the third attempt goes unnoticed", async () => {
    stripe.faults.next(2, "error");
    expect(await adapter.findPrice("price_small")).not.toBeNull();
  });

  test("that interrupts a keyed request leads to a single new attempt, no matter how often the call is repeated", async () => {
    const customer = await newCustomer();
    const given = order(customer, "price_once");
    stripe.faults.next(2, "error");
    for (let times = 0; times < 2; times += 1)
      await expect(sideWithoutRetries.startCheckout(given, customer)).rejects.toThrow(PaymentsUnavailable);
    const [one, ...others] = await Promise.all(
      [1, 2, 3].map(() => sideWithoutRetries.startCheckout(given, customer)),
    );
    expect(others).toEqual([one, one]);
    stripe.faults.next(1, "error");
    expect(await adapter.startCheckout({ ...given, reference: randomUUID() }, randomUUID())).not.toEqual(one);
  });

  test("is also reported for a wrong key", async () => {
    const wrong = stripePayments({ secretKey: "sk_test_wrong", webhookSecret: secret, apiHost: stripe.url });
    await expect(wrong.findPrice("price_small")).rejects.toThrow(PaymentsUnavailable);
  });
});

describe("an event", () => {
  const body = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "invoice.paid",
    data: { object: { id: "in_1", object: "invoice", customer: "cus_1" } },
  });
  const now = Math.floor(Date.now() / 1000);

  test("names its customer, or the charge that identifies one", async () => {
    stripe.webhooks.take();
    const { customer } = await subscriber();
    const taken = stripe.webhooks.take();
    const events = taken.map(({ body, signature }) => adapter.readEvent(body, signature));
    expect(events.map((event) => event?.customerId)).toEqual(taken.map(() => customer));
    expect(events.map((event) => event?.type)).toContain("checkout.session.completed");
  });

  test("is signed by the stand-in exactly as the SDK signs it", () => {
    const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: now });
    expect(stripe.webhooks.sign(body, now)).toBe(header);
  });

  test.each([
    ["no signature", ""],
    ["an empty signature", `t=${now},v1=`],
    ["another secret", Stripe.webhooks.generateTestHeaderString({ payload: body, secret: "whsec_x" })],
    [
      "a signature from more than five minutes ago",
      Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: now - 330 }),
    ],
    [
      "a signature for another body",
      Stripe.webhooks.generateTestHeaderString({ payload: `${body} `, secret }),
    ],
  ])("with %s is null", (_, signature) => {
    expect(adapter.readEvent(body, signature)).toBeNull();
  });

  test.each(["", "not JSON", "null", "1", '"text"', "[]", "{}"])(
    "is null if its body is %j, even if it's signed",
    (text) => {
      expect(adapter.readEvent(text, stripe.webhooks.sign(text))).toBeNull();
    },
  );
});
