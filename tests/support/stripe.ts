import { afterAll } from "vitest";
import { startLocalStripe } from "../../scripts/local-stripe";

/**
 * Starts Stripe's stand-in for a test file, and points the environment at it. Import this before the app's modules,
 * which read the environment when they load. Webhooks aren't sent anywhere: `stripe.webhooks.take()` returns them
 * signed.
 */
const started = await startLocalStripe({ databaseUrl: process.env.DATABASE_URL ?? "" });
/** Earlier monthly prices of Pro and Agency, which aren't sold anymore. */
export const formerPrice = "price_pro_monthly_former";
export const formerAgencyPrice = "price_agency_monthly_former";
const { account } = started.stripe;
const archive = (sold: string, id: string, amount: number) =>
  account.add("prices", { ...account.get("prices", sold), id, amount, active: false });
archive("price_pro_monthly", formerPrice, 1_900);
archive("price_agency_monthly", formerAgencyPrice, 6_900);
Object.assign(process.env, started.environment, {
  STRIPE_PRICE_PRO_MONTHLY: `${started.environment.STRIPE_PRICE_PRO_MONTHLY},${formerPrice}`,
  STRIPE_PRICE_AGENCY_MONTHLY: `${started.environment.STRIPE_PRICE_AGENCY_MONTHLY},${formerAgencyPrice}`,
});
afterAll(() => started.stripe.stop());

export const { stripe } = started;
export { cards, payCheckout } from "./paying";
