import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { stripePayments } from "~/platform/payments/stripe-payments.server";
import { startStripe } from "../../sandbox/stripe";
import { cards, payCheckout } from "./paying";

/**
 * The adapter to Stripe with a stand-in for this test file, whose prices are easy to add up. Nothing is imported from
 * the app; `tests/support/stripe` has the app's prices.
 */

const key = "sk_test_adapter";
export const secret = "whsec_adapter";
const prices = [
  { id: "price_once", name: "One post", amount: 2_500, interval: null },
  { id: "price_small", name: "Small", amount: 1_000, interval: "month" },
  { id: "price_large", name: "Large", amount: 3_000, interval: "month" },
  { id: "price_small_year", name: "Small", amount: 10_000, interval: "year" },
] as const;

/** When the stand-in's clock starts: the first day of a month of 30 days. */
export const start = Date.UTC(2027, 3, 1);

export const stripe = await startStripe({ key, prices, webhook: { secret }, now: () => start });
afterAll(() => stripe.stop());

const options = { secretKey: key, webhookSecret: secret, apiHost: stripe.url, timeout: 500 };
export const adapter = stripePayments(options);
/** Calls that are expected to fail shouldn't be retried. */
export const sideWithoutRetries = stripePayments({ ...options, retries: 0 });

export const newCustomer = () =>
  adapter.createCustomer({ userId: randomUUID(), email: "noor@example.com" }, randomUUID());

export function order(customerId: string, priceId: string) {
  const price = prices.find(({ id }) => id === priceId) ?? prices[0];
  return {
    customerId,
    price,
    reference: randomUUID(),
    successUrl: "http://app.invalid/payment-success?mode=x",
    cancelUrl: "http://app.invalid/pricing",
  };
}

/** Begins and pays a checkout. The card is charged unless the bank refuses it. */
export async function buy(customerId: string, priceId: string, card: string = cards.good) {
  const checkout = await adapter.startCheckout(order(customerId, priceId), randomUUID());
  await payCheckout(checkout.url ?? "", card);
  return (await adapter.findCheckout(checkout.id)) ?? checkout;
}

export async function subscriber(priceId = "price_small", card: string = cards.good) {
  const customer = await newCustomer();
  const { subscriptionId } = await buy(customer, priceId, card);
  return { customer, id: subscriptionId ?? "" };
}
