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

/** The ID of a price at the stand-in, which the test file must have started. */
export function priceOf(plan: Plan, interval: Interval): string {
  const id = priceIdOf(plan, interval);
  if (!id) throw new Error(`There's no price for ${plan}. Import tests/support/stripe first.`);
  return id;
}

/** Begins a checkout and returns the URL of its page. */
export async function begin(person: Person, priceId: string): Promise<string> {
  const begun = await startCheckout(person, priceId);
  if (!begun.ok) throw new Error(begun.refused);
  return begun.url;
}

/** Buys a plan: begins and pays a checkout, and stores what follows from it. */
export async function buy(person: Person, plan: Plan, interval: Interval, card?: string): Promise<void> {
  await payCheckout(await begin(person, priceOf(plan, interval)), card);
  await converge(person.userId);
}

/** The ID of the customer at the provider. It's empty before their first checkout. */
export async function customerOf(person: Person): Promise<string> {
  return (await findSubscription(person.userId))?.customerId ?? "";
}

/** Begins a checkout as if another one were being started concurrently, so it doesn't close the open ones. */
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
