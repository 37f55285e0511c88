import type { Env } from "../env.server";

/** For the Content-Security-Policy: where forms that start a checkout, or open the portal, are redirected. */
export function paymentOrigins({
  STRIPE_SECRET_KEY,
  STRIPE_API_HOST,
}: Pick<Env, "STRIPE_SECRET_KEY" | "STRIPE_API_HOST">): string[] {
  if (!STRIPE_SECRET_KEY) return [];
  if (STRIPE_API_HOST) return [STRIPE_API_HOST];
  return ["https://checkout.stripe.com", "https://billing.stripe.com"];
}
