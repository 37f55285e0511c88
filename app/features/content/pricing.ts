import type { PlanName } from "~/features/plans/plan";

/** Prices are in cents, so that savings are exact. */

export type ShownPlan = {
  name: PlanName;
  summary: string;
  price: { once: number } | { monthly: number; yearly: number };
  features: readonly string[];
  missing?: readonly string[];
  /** Has no screen yet. */
  planned?: string;
};

export const shownPlans: readonly ShownPlan[] = [
  {
    name: "free",
    summary: "Try Matchcut with one project.",
    price: { once: 0 },
    features: [
      "1 active post, expires after 14 days",
      "1 contributor match",
      "1 message in total",
      "10 swipes per day",
      "5 saved contributors",
    ],
    missing: ["Advanced filters", "Save lists"],
  },
  {
    name: "pay_per_post",
    summary: "One project, no subscription.",
    price: { once: 2500 },
    features: [
      "1 post, valid 30 days",
      "Up to 3 matches",
      "3 messages in total",
      "10 swipes per day",
      "Refund eligible if no match within 30 days",
    ],
  },
  {
    name: "pro",
    summary: "For creators who hire regularly.",
    price: { monthly: 2499, yearly: 24900 },
    features: [
      "5 active posts",
      "Up to 10 matches per post",
      "20 messages per month",
      "50 swipes per day",
      "Shortlist of up to 20 saved providers",
    ],
    planned: "Advanced filters, priority search, file sharing, team board, analytics",
  },
  {
    name: "agency",
    summary: "For teams that hire for many channels.",
    price: { monthly: 7900, yearly: 74900 },
    features: [
      "Unlimited posts",
      "Unlimited matches",
      "Unlimited messaging",
      "Unlimited swipes",
      "Unlimited saves",
    ],
    planned: "5 seats, monthly reporting",
  },
];

export const conditions: readonly string[] = [
  "0% platform fee on every plan: what you pay a contributor is theirs.",
  "14-day money-back guarantee on paid plans.",
  "Upgrades are prorated. Downgrades apply from the next billing cycle.",
  "Cancel anytime and keep access until the billing cycle ends.",
  "Contributors use Matchcut free, without limits.",
];

/** Without cents if they are zero. */
export function dollars(cents: number): string {
  return `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
}

/** In cents, and in whole percent of twelve months. */
export function yearlySaving(price: { monthly: number; yearly: number }): { cents: number; percent: number } {
  const twelveMonths = price.monthly * 12;
  const cents = twelveMonths - price.yearly;
  return { cents, percent: Math.round((cents / twelveMonths) * 100) };
}
