import type { PlanName } from "~/features/plans/plan";
import { env } from "~/platform/env.server";
import type { BillingInterval } from "~/platform/payments/payments-side.server";

/** What a price buys. `interval` is null for pay-per-post. */
export interface Offer {
  priceId: string;
  plan: Exclude<PlanName, "free">;
  interval: BillingInterval | null;
}

const configured = [
  { priceId: env.STRIPE_PRICE_PAY_PER_POST, plan: "pay_per_post", interval: null },
  { priceId: env.STRIPE_PRICE_PRO_MONTHLY, plan: "pro", interval: "month" },
  { priceId: env.STRIPE_PRICE_PRO_YEARLY, plan: "pro", interval: "year" },
  { priceId: env.STRIPE_PRICE_AGENCY_MONTHLY, plan: "agency", interval: "month" },
  { priceId: env.STRIPE_PRICE_AGENCY_YEARLY, plan: "agency", interval: "year" },
] as const;

/** The allow-list: nothing else can be bought. Empty while payments are off. */
const offers: Offer[] = configured.flatMap(({ priceId, ...rest }) =>
  priceId && env.STRIPE_SECRET_KEY ? [{ priceId, ...rest }] : [],
);

/** Null for a price that is not ours. */
export function offerOf(priceId: string): Offer | null {
  return offers.find((offer) => offer.priceId === priceId) ?? null;
}

/** Null if the plan is not sold so, or payments are off. */
export function priceIdOf(plan: PlanName, interval: BillingInterval | null): string | null {
  return offers.find((offer) => offer.plan === plan && offer.interval === interval)?.priceId ?? null;
}
