import type { PlanName } from "~/features/plans/plan";
import { env } from "~/platform/env.server";
import type { BillingInterval } from "~/platform/payments/payments-port.server";
import type { Offered } from "./provided-plan";

export type Offer = Offered & { priceId: string };

const configured = [
  { priceIds: env.STRIPE_PRICE_PAY_PER_POST, plan: "pay_per_post", interval: null },
  { priceIds: env.STRIPE_PRICE_PRO_MONTHLY, plan: "pro", interval: "month" },
  { priceIds: env.STRIPE_PRICE_PRO_YEARLY, plan: "pro", interval: "year" },
  { priceIds: env.STRIPE_PRICE_AGENCY_MONTHLY, plan: "agency", interval: "month" },
  { priceIds: env.STRIPE_PRICE_AGENCY_YEARLY, plan: "agency", interval: "year" },
] as const;

/** Every configured price, including those that aren't sold anymore. Empty if payments are off. */
const known = configured.flatMap(({ priceIds, ...rest }) =>
  (env.STRIPE_SECRET_KEY ? priceIds : []).map((priceId, index) => ({
    priceId,
    ...rest,
    isSold: index === 0,
  })),
);

/** The prices that are sold. Nothing else can be bought. */
const offers: Offer[] = known.filter(({ isSold }) => isSold).map(({ isSold: _, ...offer }) => offer);

/** Null if the price isn't sold. */
export function offerOf(priceId: string): Offer | null {
  return offers.find((offer) => offer.priceId === priceId) ?? null;
}

/** What a price buys for someone who already pays it, even if it isn't sold anymore. Null if the price isn't ours. */
export function boughtAt(priceId: string): Offered | null {
  const price = known.find((one) => one.priceId === priceId);
  return price ? { plan: price.plan, interval: price.interval } : null;
}

/** Null if the plan isn't sold at this interval, or payments are off. */
export function priceIdOf(plan: PlanName, interval: BillingInterval | null): string | null {
  return offers.find((offer) => offer.plan === plan && offer.interval === interval)?.priceId ?? null;
}
