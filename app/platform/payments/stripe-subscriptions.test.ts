import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { closeDispute, dispute } from "../../../sandbox/stripe/charging";
import { moveBalance } from "../../../sandbox/stripe/invoicing";
import { cards, usePortal } from "../../../tests/support/paying";
import { adapter, buy, newCustomer, start, stripe, subscriber } from "../../../tests/support/stripe-adapter";
import { PaymentRefused } from "./payments-port.server";

const day = 86_400_000;

async function only(customer: string) {
  const [subscription] = await adapter.listSubscriptions(customer);
  if (!subscription) throw new Error("No subscription");
  return subscription;
}

describe("a subscription", () => {
  test("renews, and ends at the end of the period if it's canceled", async () => {
    const { customer, id } = await subscriber();
    await adapter.setCancelAtPeriodEnd(id, true, randomUUID());
    expect(await only(customer)).toMatchObject({ status: "active", cancelsAtPeriodEnd: true });
    await adapter.setCancelAtPeriodEnd(id, false, randomUUID());
    await stripe.advance(31 * day);
    expect(await only(customer)).toMatchObject({
      status: "active",
      periodStart: new Date(Date.UTC(2027, 4, 1)),
      periodEnd: new Date(Date.UTC(2027, 5, 1)),
    });
    await adapter.setCancelAtPeriodEnd(id, true, randomUUID());
    await stripe.advance(31 * day);
    const endedAt = new Date(Date.UTC(2027, 5, 1));
    expect(await only(customer)).toMatchObject({ status: "canceled", endedAt, periodEnd: endedAt });
    await adapter.cancelNow(id, randomUUID());
    stripe.account.move(-62 * day);
  });

  test("is past due if its card fails, and is canceled after the last attempt", async () => {
    const { customer } = await subscriber("price_small", cards.failsLater);
    await stripe.advance(30 * day);
    expect(await only(customer)).toMatchObject({ status: "past_due" });
    await stripe.advance(13 * day);
    expect(await only(customer)).toMatchObject({ status: "past_due" });
    await stripe.advance(1 * day);
    expect(await only(customer)).toMatchObject({ status: "canceled", endedAt: new Date(start + 44 * day) });
    stripe.account.move(-44 * day);
  });

  test("that's past due is paid right away with a new card", async () => {
    const { customer, id } = await subscriber("price_small", cards.failsLater);
    await stripe.advance(30 * day);
    const portal = await adapter.openPortal(customer, "http://app.invalid/settings/billing");
    await usePortal(portal, "card", { number: cards.good });
    expect(await only(customer)).toMatchObject({
      id,
      status: "active",
      latestPayment: { amountCents: 1_000 },
    });
    stripe.account.move(-30 * day);
  });

  test("is prorated to the second when its price changes, and the preview is what's charged", async () => {
    const { customer, id } = await subscriber();
    const at = new Date(start + 15 * day);
    const change = { subscriptionId: id, priceId: "price_large", at };
    await stripe.advance(15 * day);
    expect(await adapter.previewChange(change)).toEqual({ dueCents: 1_000 });
    await adapter.changeNow(change, "change");
    await adapter.changeNow(change, "change");
    expect(await only(customer)).toMatchObject({
      priceId: "price_large",
      periodEnd: new Date(Date.UTC(2027, 4, 1)),
      latestPayment: { amountCents: 1_000 },
    });
    const { receipts } = await adapter.readCustomer(customer);
    expect(receipts.map(({ amountCents }) => amountCents)).toEqual([1_000, 1_000]);
    const cheaper = { subscriptionId: id, priceId: "price_small", at };
    expect(await adapter.previewChange(cheaper)).toEqual({ dueCents: -1_000 });
    const yearly = { subscriptionId: id, priceId: "price_small_year", at };
    expect(await adapter.previewChange(yearly)).toEqual({ dueCents: 8_500 });
    await adapter.changeNow(yearly, randomUUID());
    expect(await only(customer)).toMatchObject({
      periodStart: at,
      periodEnd: new Date(Date.UTC(2028, 3, 16)),
    });
    stripe.account.move(-15 * day);
  });

  test("keeps its price and its scheduled change if the card is declined", async () => {
    const { customer, id } = await subscriber("price_small", cards.failsLater);
    await adapter.changeAtPeriodEnd({ subscriptionId: id, priceId: "price_small_year" }, randomUUID());
    const change = { subscriptionId: id, priceId: "price_large", at: new Date(start) };
    const refused = await adapter.changeNow(change, randomUUID()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PaymentRefused);
    expect(refused).toMatchObject({ code: "generic_decline", reason: "Your card was declined." });
    expect(await only(customer)).toMatchObject({ priceId: "price_small", nextPriceId: "price_small_year" });
  });

  test("changes its price at the end of the period, unless the change is withdrawn", async () => {
    const { customer, id } = await subscriber("price_large");
    const change = { subscriptionId: id, priceId: "price_small" };
    await adapter.setCancelAtPeriodEnd(id, true, randomUUID());
    await adapter.changeAtPeriodEnd(change, "schedule");
    await adapter.changeAtPeriodEnd(change, "schedule");
    expect(await only(customer)).toMatchObject({
      priceId: "price_large",
      nextPriceId: "price_small",
      cancelsAtPeriodEnd: false,
    });
    await adapter.keepPrice(id, randomUUID());
    expect(await only(customer)).toMatchObject({ nextPriceId: null });
    await adapter.changeAtPeriodEnd(change, randomUUID());
    await stripe.advance(31 * day);
    expect(await only(customer)).toMatchObject({
      priceId: "price_small",
      nextPriceId: null,
      status: "active",
      latestPayment: { amountCents: 1_000 },
    });
    await adapter.setCancelAtPeriodEnd(id, true, randomUUID());
    expect(await only(customer)).toMatchObject({ cancelsAtPeriodEnd: true });
    stripe.account.move(-31 * day);
  });

  test("is disputed while any of its payments is, even from months ago or from before a change, until the dispute is won", async () => {
    const { customer, id } = await subscriber();
    const other = await subscriber();
    await stripe.advance(15 * day);
    await adapter.changeNow(
      { subscriptionId: id, priceId: "price_large", at: new Date(start + 15 * day) },
      "x",
    );
    await stripe.advance(50 * day);
    const paid = Object.values(stripe.account.tables.charges).filter((one) => one.customer === customer);
    expect(paid.map(({ amount }) => amount)).toEqual([1_000, 1_000, 3_000, 3_000]);
    expect(await only(customer)).toMatchObject({ isDisputed: false });
    for (const { id: charge } of paid) {
      dispute(stripe.account, { id: charge });
      expect(await only(customer)).toMatchObject({ isDisputed: true, latestPayment: { amountCents: 3_000 } });
      closeDispute(stripe.account, charge, "won");
      expect(await only(customer)).toMatchObject({ isDisputed: false });
    }
    expect(await only(other.customer)).toMatchObject({ isDisputed: false });
    const before = stripe.requests();
    const { subscriptions, payments, receipts } = await adapter.readCustomer(other.customer);
    expect([subscriptions.length, payments.length, receipts.length]).toEqual([1, 3, 3]);
    expect(stripe.requests() - before).toBe(4);
    stripe.account.move(-65 * day);
  });

  test("leaves credit that's taken back only once, even concurrently, and the customer's other credit remains", async () => {
    const { customer, id } = await subscriber("price_small_year");
    const balance = () => stripe.account.get("customers", customer).balance;
    const give = (cents: number) =>
      moveBalance(stripe.account, stripe.account.get("customers", customer), { amount: -cents });
    expect(await adapter.takeCredit(id)).toBe(0);
    give(500);
    await adapter.changeNow(
      { subscriptionId: id, priceId: "price_large", at: new Date(start) },
      randomUUID(),
    );
    expect(balance()).toBe(-7_500);
    expect((await adapter.readCustomer(customer)).payments).toHaveLength(1);
    stripe.faults.next(1, "lost", 6);
    await expect(Promise.all([1, 2].map(() => adapter.takeCredit(id)))).resolves.toContain(7_000);
    expect(balance()).toBe(-500);
    expect(await adapter.takeCredit(id)).toBe(0);
    give(300);
    expect(await adapter.takeCredit(id)).toBe(0);
    // Another purchase has used part of the credit, so only the rest is taken back.
    const other = await subscriber("price_small_year");
    const change = { subscriptionId: other.id, priceId: "price_large", at: new Date(start) };
    await adapter.changeNow(change, randomUUID());
    moveBalance(stripe.account, stripe.account.get("customers", other.customer), { amount: 6_900 });
    expect(await adapter.takeCredit(other.id)).toBe(100);
    expect([balance(), stripe.account.get("customers", other.customer).balance]).toEqual([-800, 0]);
    // If a purchase used credit from elsewhere, refunding the purchase doesn't return that credit.
    const used = await newCustomer();
    moveBalance(stripe.account, stripe.account.get("customers", used), { amount: -500 });
    const { subscriptionId } = await buy(used, "price_small_year");
    const toLess = { subscriptionId: subscriptionId ?? "", priceId: "price_large", at: new Date(start) };
    await adapter.changeNow(toLess, randomUUID());
    expect(await adapter.takeCredit(toLess.subscriptionId)).toBe(7_000);
    expect(stripe.account.get("customers", used).balance).toBe(0);
  });

  test("is canceled right away, and canceling it again is harmless", async () => {
    const { customer, id } = await subscriber();
    await adapter.cancelNow(id, randomUUID());
    await adapter.cancelNow(id, randomUUID());
    expect(await only(customer)).toMatchObject({ status: "canceled", endedAt: new Date(start) });
    const change = { subscriptionId: id, priceId: "price_large", at: new Date(start) };
    await expect(adapter.changeNow(change, randomUUID())).rejects.toThrow(PaymentRefused);
  });
});
