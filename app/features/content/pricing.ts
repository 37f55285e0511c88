import { matchlessDays, moneyBackDays } from "~/features/payments/refund-window";
import { type BillingInterval, type PlanName, postDays, type Tier, unlimited } from "~/features/plans/plan";

// The words of /pricing. Their figures are a tier's, or of the place that keeps the promise.

/** What a plan offers, as lines of its card. */
export interface PlanWords {
  summary: string;
  features: string[];
  missing: string[];
  /** Does not exist yet. */
  coming: string | null;
}

const withPro = "Advanced filters, priority search, saved lists, file sharing, analytics";

const summaries: Record<PlanName, string> = {
  free: "Try Matchcut with one project.",
  pay_per_post: "One project, no subscription.",
  pro: "For creators who hire regularly.",
  agency: "For teams that hire for many channels.",
};

export function wordsOf(tier: Tier): PlanWords {
  const { name } = tier;
  const isSubscription = name === "pro" || name === "agency";
  return {
    summary: summaries[name],
    features: [...limitsOf(tier), ...(isSubscription ? [withPro] : [])],
    missing: isSubscription ? [] : ["Advanced filters", "Save lists"],
    coming: comingOf[name],
  };
}

const comingOf: Record<PlanName, string | null> = {
  free: null,
  pay_per_post: null,
  pro: "Team board",
  agency: "5 seats, monthly reporting, team board",
};

function limitsOf(tier: Tier): string[] {
  const saved = count(tier.savedContributorsLimit, "saved contributor");
  switch (tier.name) {
    case "free":
      return [
        `${count(tier.postLimit, "active post")}, expires after ${postDays.free} days`,
        count(tier.matchLimit, "contributor match", "contributor matches"),
        `${count(tier.messageLimit, "message")} in total`,
        `${count(tier.swipesPerDay, "swipe")} per day`,
        saved,
      ];
    case "pay_per_post":
      return [
        `${count(tier.postLimit, "post")}, valid ${postDays.pay_per_post} days`,
        `Up to ${count(tier.matchLimit, "match", "matches")}`,
        `${count(tier.messageLimit, "message")} in total`,
        `${count(tier.swipesPerDay, "swipe")} per day`,
        saved,
        `Refund eligible if no match within ${matchlessDays} days`,
      ];
    case "pro":
      return [
        count(tier.postLimit, "active post"),
        `Up to ${count(tier.matchLimit, "match", "matches")} per post`,
        `${count(tier.messageLimit, "message")} per month`,
        `${count(tier.swipesPerDay, "swipe")} per day`,
        `Shortlist of up to ${count(tier.savedContributorsLimit, "saved provider")}`,
      ];
    case "agency":
      return [
        count(tier.postLimit, "post"),
        count(tier.matchLimit, "match", "matches"),
        count(tier.messageLimit, "message"),
        count(tier.swipesPerDay, "swipe"),
        count(tier.savedContributorsLimit, "save"),
      ];
  }
}

/** '1 post', '5 posts', 'Unlimited posts'. */
export function count(limit: number, one: string, many = `${one}s`): string {
  if (limit >= unlimited) return `Unlimited ${many}`;
  return `${limit} ${limit === 1 ? one : many}`;
}

export const conditions: readonly string[] = [
  "0% platform fee on every plan: what you pay a contributor is theirs.",
  `${moneyBackDays}-day money-back guarantee on paid plans.`,
  "Upgrades are prorated. Downgrades apply from the next billing cycle.",
  "Cancel anytime and keep access until the billing cycle ends.",
  "Contributors use Matchcut free, without limits.",
];

/** How a plan is sold. `interval` is null for once, or for nothing. */
export interface Price {
  cents: number;
  interval: BillingInterval | null;
  per: string;
  /** Against twelve months. */
  saving: { cents: number; percent: number } | null;
}

/** A subscription's at the asked interval, if it is sold so. */
export function priceOf(tier: Tier, asked: BillingInterval): Price {
  const { monthlyCents, yearlyCents, onceCents } = tier;
  if (yearlyCents !== null && (asked === "year" || monthlyCents === null)) {
    return { cents: yearlyCents, interval: "year", per: "per year", saving: yearlySaving(tier) };
  }
  if (monthlyCents !== null)
    return { cents: monthlyCents, interval: "month", per: "per month", saving: null };
  const cents = onceCents ?? 0;
  return { cents, interval: null, per: cents === 0 ? "no card needed" : "one-time", saving: null };
}

/** In cents, and in whole percent of twelve months; null if the plan is not sold both ways. */
export function yearlySaving({
  monthlyCents,
  yearlyCents,
}: Pick<Tier, "monthlyCents" | "yearlyCents">): Price["saving"] {
  if (monthlyCents === null || yearlyCents === null) return null;
  const twelveMonths = monthlyCents * 12;
  const cents = twelveMonths - yearlyCents;
  return { cents, percent: Math.round((cents / twelveMonths) * 100) };
}
