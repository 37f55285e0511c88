import { type Env, env } from "../env.server";
import { noted } from "../service-health.server";
import { PaymentRefused, type PaymentsPort } from "./payments-port.server";
import { stripePayments } from "./stripe-payments.server";

const adapterWith = (patience: { timeout: number; retries: number }): PaymentsPort | null =>
  env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
    ? noted(
        "payments",
        stripePayments({
          secretKey: env.STRIPE_SECRET_KEY,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET,
          apiHost: env.STRIPE_API_HOST,
          ...patience,
        }),
        (error) => error instanceof PaymentRefused,
      )
    : null;

/**
 * For pages, which respond within nine seconds. Null if there's no key: then nothing can be bought, and pages say so.
 */
export const payments = adapterWith({ timeout: 3_000, retries: 1 });

/** For jobs, which no one waits for. */
export const jobPayments = adapterWith({ timeout: 8_000, retries: 2 });

/**
 * For the Content-Security-Policy: the origins of the provider's pages, where forms that start a checkout or open the
 * portal redirect.
 */
export function paymentOrigins({
  STRIPE_SECRET_KEY,
  STRIPE_API_HOST,
}: Pick<Env, "STRIPE_SECRET_KEY" | "STRIPE_API_HOST">): string[] {
  if (!STRIPE_SECRET_KEY) return [];
  if (STRIPE_API_HOST) return [STRIPE_API_HOST];
  return ["https://checkout.stripe.com", "https://billing.stripe.com"];
}
