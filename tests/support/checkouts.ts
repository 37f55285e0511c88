import { startCheckout } from "~/features/payments/checking-out.server";
import { converge } from "~/features/payments/converging.server";
import { offerOf, priceIdOf } from "~/features/payments/prices.server";
import { findSubscription } from "~/features/plans/subscribing.server";
import { db } from "~/platform/db.server";
import { payments } from "~/platform/payments/payments.server";
import { payCheckout } from "./paying";
import type { Person } from "./people";

type Plan = "pay_per_post" | "pro" | "agency";
type Interval = "month" | "year" | null;

/** A price of the stand-in, which the test file must have started. */
export function priceOf(plan: Plan, interval: Interval): string {
  const id = priceIdOf(plan, interval);
  if (!id) throw new Error(`There's no price for ${plan}. Import tests/support/stripe first.`);
  return id;
}

/** Begins a checkout. Returns the address where it can be paid. */
export async function begin(person: Person, priceId: string): Promise<string> {
  const begun = await startCheckout(person, priceId);
  if (!begun.ok) throw new Error(begun.refused);
  return begun.url;
}

/** Buys a plan: the checkout, the payment and everything that follows. */
export async function buy(person: Person, plan: Plan, interval: Interval, card?: string): Promise<void> {
  await payCheckout(await begin(person, priceOf(plan, interval)), card);
  await converge(person.userId);
}

/** The customer's ID at the provider; empty before their first checkout. */
export async function customerOf(person: Person): Promise<string> {
  return (await findSubscription(person.userId))?.customerId ?? "";
}

/** Begins a checkout without closing the open ones, as if two had been started concurrently. */
export async function beginBeside(person: Person, priceId: string): Promise<string> {
  const customerId = (await db.userSubscription.findUniqueOrThrow({ where: { userId: person.userId } }))
    .stripeCustomerId;
  const offer = offerOf(priceId);
  if (!customerId || !offer || !payments) throw new Error("no customer");
  const row = await db.payment.create({
    data: { userId: person.userId, planType: offer.plan, billingInterval: offer.interval, priceId },
  });
  const checkout = await payments.startCheckout(
    {
      customerId,
      price: { id: priceId, interval: offer.interval },
      reference: row.id,
      successUrl: "http://localhost/payment-success",
      cancelUrl: "http://localhost/payment",
    },
    `checkout:${row.id}`,
  );
  await db.payment.update({ where: { id: row.id }, data: { checkoutSessionId: checkout.id } });
  return checkout.url ?? "";
}
