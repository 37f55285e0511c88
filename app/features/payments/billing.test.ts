import { stripe } from "../../../tests/support/stripe";

// The Stripe stand-in sets environment variables, so this import has to come first.

import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { dispute } from "../../../sandbox/stripe/charging";
import { begin, buy, customerOf, priceOf } from "../../../tests/support/checkouts";
import { makeCreator, type Person } from "../../../tests/support/people";
import { readBilling } from "./billing.server";
import { changePlan } from "./changing-plan.server";
import { converge } from "./converging.server";
import { hasPaid } from "./forgetting.server";

/** The changes on offer, such as 'agency month now'. */
async function changesOf(person: Person): Promise<string[]> {
  const { changes } = await readBilling(person);
  for (const { priceId, plan, interval } of changes)
    if (plan === "pro" || plan === "agency") expect(priceId).toBe(priceOf(plan, interval));
  return changes.map(({ plan, interval, isNow }) => `${plan} ${interval} ${isNow ? "now" : "later"}`);
}

test("more expensive plans begin right away, cheaper ones begin with the next period, and a scheduled change can be undone", async () => {
  const creator = await makeCreator();
  const stateOf = async () => {
    const { plan, changes, payments, receipts } = await readBilling(creator);
    return [plan.hasCustomer, plan.subscribedTo, changes.length, payments.length, receipts.length];
  };
  expect(await stateOf()).toEqual([false, null, 0, 0, 0]);
  // A checkout that isn't paid is no payment.
  await begin(creator, priceOf("pro", "month"));
  expect(await stateOf()).toEqual([true, null, 0, 0, 0]);
  await buy(creator, "pay_per_post", null);
  expect(await stateOf()).toEqual([true, null, 0, 1, 1]);
  await buy(creator, "pro", "year");
  expect(await stateOf()).toEqual([true, "pro", 3, 2, 2]);
  await db.receipt.updateMany({
    where: { userId: creator.userId, amountCents: 2500 },
    data: { issuedAt: new Date(0) },
  });
  const { receipts } = await readBilling(creator);
  expect(receipts.map(({ amountCents }) => amountCents)).toEqual([24_900, 2500]);
  const later = ["pro month later", "agency month now", "agency year now"];
  expect(await changesOf(creator)).toEqual(later);
  await changePlan(creator, { priceId: priceOf("pro", "month"), dueCents: null, at: null });
  expect(await changesOf(creator)).toEqual([later[0], "pro year later", ...later.slice(1)]);
  await db.userSubscription.update({ where: { userId: creator.userId }, data: { status: "past_due" } });
  expect(await changesOf(creator)).toEqual([]);
});

test("a receipt shows what became of its payment, and proves that something was paid", async () => {
  const creator = await makeCreator();
  await buy(creator, "pro", "month");
  const customer = await customerOf(creator);
  const [paid] = Object.values(stripe.account.tables.charges).filter((one) => one.customer === customer);
  if (!paid) throw new Error("nothing was paid");
  const status = async () => {
    await converge(creator.userId);
    return (await readBilling(creator)).receipts.map((receipt) => [receipt.amountCents, receipt.status]);
  };
  expect(await status()).toEqual([[2499, "paid"]]);
  paid.refunded = 1000;
  expect(await status()).toEqual([[2499, "partly-refunded"]]);
  paid.refunded = 2499;
  expect(await status()).toEqual([[2499, "refunded"]]);
  paid.refunded = 0;
  dispute(stripe.account, paid);
  expect(await status()).toEqual([[2499, "disputed"]]);
  await db.receipt.updateMany({ where: { userId: creator.userId }, data: { status: "open" } });
  expect((await readBilling(creator)).receipts).toMatchObject([{ status: "open" }]);
  const { userId } = creator;
  const isPaid = async (state: string) => {
    await db.payment.updateMany({ where: { userId }, data: { status: state } });
    return hasPaid(db, userId);
  };
  expect(await isPaid("expired")).toBe(true);
  await db.receipt.deleteMany({ where: { userId } });
  for (const state of ["pending", "expired", "failed"]) expect(await isPaid(state)).toBe(false);
  for (const state of ["paid", "refunded", "disputed"]) expect(await isPaid(state)).toBe(true);
});
