import { afterAll } from "vitest";
import { startLocalStripe } from "../../scripts/local-stripe";

/**
 * Starts Stripe's stand-in for a test file and points the environment at it. The app's modules read the environment
 * when they load, so import this one first. It has no address for webhooks: `stripe.webhooks.take()` returns them signed.
 */
const started = await startLocalStripe({ databaseUrl: process.env.DATABASE_URL ?? "" });
/** Of Pro, monthly: sold no more. */
export const formerPrice = "price_pro_monthly_former";
const { account } = started.stripe;
account.add("prices", {
  ...account.get("prices", "price_pro_monthly"),
  id: formerPrice,
  amount: 1_900,
  active: false,
});
Object.assign(process.env, started.environment, {
  STRIPE_PRICE_PRO_MONTHLY: `${started.environment.STRIPE_PRICE_PRO_MONTHLY},${formerPrice}`,
});
afterAll(() => started.stripe.stop());

export const { stripe } = started;
export { cards, payCheckout } from "./paying";
