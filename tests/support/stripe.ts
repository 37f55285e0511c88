import { afterAll } from "vitest";
import { startLocalStripe } from "../../scripts/local-stripe";

/**
 * Starts Stripe's stand-in for a test file and points the environment at it. The app's modules read the environment
 * when they load, so import this one first. It has no address for webhooks: `stripe.webhooks.take()` returns them signed.
 */
const started = await startLocalStripe({ databaseUrl: process.env.DATABASE_URL ?? "" });
Object.assign(process.env, started.environment);
afterAll(() => started.stripe.stop());

export const { stripe } = started;
export { cards, payCheckout } from "./paying";
