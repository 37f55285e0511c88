import { matchlessDays, moneyBackDays } from "~/features/payments/refunds";
import {
  type BillingInterval,
  hasProFeatures,
  isPastDue,
  isSubscription,
  type PlanName,
  type PlanView,
  planLabels,
  postDays,
  type Tier,
  unlimited,
} from "~/features/plans/plan";
import { paths } from "~/paths";
import { dollars } from "~/ui/money";

/**
 * Who is looking at the plans. Null for a guest; `plan` is null if a creator's plan couldn't be read. Contributors
 * don't see choices.
 */
export type Reader = { plan: Pick<PlanView, "plan" | "billingInterval" | "status"> | null } | null;

/** What a plan's card offers its reader: a link, or a disabled button with a note. */
export interface PlanChoice {
  note?: string;
  link?: { to: string; label: string };
}

const intervalAdverbs: Record<BillingInterval, string> = { month: "monthly", year: "yearly" };

/**
 * What this reader can do about this plan.
 * @param priceId null if the plan can't be bought at this price
 * @param from the path to return to after the payment
 */
export function choiceOf(
  reader: Reader,
  name: PlanName,
  { interval }: Pick<Price, "interval">,
  priceId: string | null,
  summary: string,
  from?: string,
): PlanChoice {
  const own = reader?.plan;
  const isCurrent = own?.plan === name;
  if (name === "free") return isCurrent ? current : freeChoice(reader);
  const soon = { note: "Paid plans open soon" };
  const payment = priceId && paths.payment({ priceId, plan: planLabels[name], description: summary, from });
  if (name === "pay_per_post") {
    if (own && hasProFeatures(own.plan)) return { note: "Included in your plan" };
    if (isCurrent) return current;
    if (own && isPastDue(own)) return updateCard;
    if (!payment) return soon;
    return { link: { to: linkFor(reader, payment), label: `Buy ${planLabels[name]}` } };
  }
  const isSameInterval = !own?.billingInterval || own.billingInterval === interval;
  if (isCurrent && (isSameInterval || !priceId)) return current;
  // Subscriptions can't change while a payment is past due.
  if (own && isPastDue(own)) return updateCard;
  if (!priceId || !payment) return soon;
  if (own?.billingInterval) {
    const label = isCurrent
      ? `Switch to ${intervalAdverbs[interval ?? "month"]}`
      : `Change to ${planLabels[name]}`;
    return { link: { to: paths.changePlan({ priceId }), label } };
  }
  return { link: { to: linkFor(reader, payment), label: `Subscribe to ${planLabels[name]}` } };
}

const current: PlanChoice = { note: "Current Plan" };
const updateCard: PlanChoice = { link: { to: paths.billing(), label: "Update your card" } };

function freeChoice(reader: Reader): PlanChoice {
  if (!reader) return { link: { to: paths.onboarding(), label: "Start for free" } };
  if (reader.plan?.billingInterval) return { link: { to: paths.billing(), label: "Go back to Free" } };
  return { note: reader.plan ? "Starts when your plan ends" : "Every creator starts here" };
}

/** A guest signs in first. */
function linkFor(reader: Reader, to: string): string {
  return reader ? to : paths.login({ redirectTo: to });
}

// Everything below is the text of /pricing. Its figures come from the plans' tiers, or from the code that enforces
// them.

/** The texts of a plan's card. */
export interface PlanWords {
  summary: string;
  features: string[];
  missing: string[];
  /** Features that don't exist yet. */
  coming: string[];
}

/** What a plan's card says besides its limits. */
const texts: Record<PlanName, Omit<PlanWords, "missing">> = {
  free: { summary: "Try Matchcut with one project.", features: [], coming: [] },
  pay_per_post: { summary: "One project, no subscription.", features: [], coming: [] },
  pro: {
    summary: "For creators who hire regularly.",
    features: ["Advanced filters", "Priority search", "Save lists", "File sharing", "Analytics"],
    coming: ["Team board"],
  },
  agency: {
    summary: "For teams that hire for many channels.",
    features: ["Everything in Pro"],
    coming: ["5 seats", "Monthly reporting", "Team board"],
  },
};

export function wordsOf(tier: Tier): PlanWords {
  const { features, ...words } = texts[tier.name];
  const missing = isSubscription(tier.name) ? [] : ["Advanced filters", "Save lists"];
  return { ...words, features: [...limitsOf(tier), ...features], missing };
}

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
        `${count(tier.postLimit, "post")}, open for ${postDays.pay_per_post} days`,
        `Up to ${count(tier.matchLimit, "match", "matches")}`,
        `${count(tier.messageLimit, "message")} in total`,
        `${count(tier.swipesPerDay, "swipe")} per day`,
        saved,
        `Refundable if you don't get a match within ${matchlessDays} days`,
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

/** "1 post", "5 posts" or "Unlimited posts". */
export function count(limit: number, one: string, many = `${one}s`): string {
  if (limit >= unlimited) return `Unlimited ${many}`;
  return `${limit} ${limit === 1 ? one : many}`;
}

export const conditions: readonly string[] = [
  "0% platform fee on every plan. Contributors keep everything you pay them.",
  `${moneyBackDays}-day money-back guarantee on paid plans.`,
  "Upgrades are prorated. Downgrades take effect at the next billing cycle.",
  "Cancel anytime and keep access until the billing cycle ends.",
  "Matchcut is free for contributors, with no limits.",
];

/** What a plan costs. `interval` is null for Free and for a single payment. */
export interface Price {
  cents: number;
  interval: BillingInterval | null;
  per: string;
  /**
   * For a monthly price, the yearly one; for a yearly price, what it saves; otherwise a few words about paying. Empty
   * for a subscription that's sold at only one interval.
   */
  note: string;
}

/** A plan's price. If it's sold at both intervals, the requested one. */
export function priceOf(tier: Tier, asked: BillingInterval): Price {
  const { monthlyCents, yearlyCents, onceCents } = tier;
  const saving = yearlySaving(tier);
  if (yearlyCents !== null && (asked === "year" || monthlyCents === null)) {
    const note = saving ? `Saves ${dollars(saving.cents)} a year (${saving.percent}%)` : "";
    return { cents: yearlyCents, interval: "year", per: "per year", note };
  }
  if (monthlyCents !== null) {
    const note = saving ? `or ${dollars(yearlyCents ?? 0)} per year, saves ${saving.percent}%` : "";
    return { cents: monthlyCents, interval: "month", per: "per month", note };
  }
  const cents = onceCents ?? 0;
  return cents === 0
    ? { cents, interval: null, per: "forever", note: "No card needed" }
    : { cents, interval: null, per: "one time", note: "It doesn't renew" };
}

/** How much less a year costs than twelve months, in cents and whole percent. Null if the plan isn't sold both ways. */
export function yearlySaving({
  monthlyCents,
  yearlyCents,
}: Pick<Tier, "monthlyCents" | "yearlyCents">): { cents: number; percent: number } | null {
  if (monthlyCents === null || yearlyCents === null) return null;
  const twelveMonths = monthlyCents * 12;
  const cents = twelveMonths - yearlyCents;
  return { cents, percent: Math.round((cents / twelveMonths) * 100) };
}
