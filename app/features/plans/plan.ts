import type { Clock } from "~/ui/clock";
import { daysUntil, zoneWords } from "~/ui/dates";

/** From the smallest to the largest. */
export const planNames = ["free", "pay_per_post", "pro", "agency"] as const;
export type PlanName = (typeof planNames)[number];
/** The plans that renew. In SQL: `is_subscription`. */
export const subscriptionPlans = ["pro", "agency"] as const satisfies PlanName[];
export type BillingInterval = "month" | "year";
export type UsageKind = "swipe" | "message" | "post" | "save" | "match";

export const planLabels: Record<PlanName, string> = {
  free: "Free",
  pay_per_post: "Pay-Per-Post",
  pro: "Pro",
  agency: "Agency",
};

/** A limit of this value or more means unlimited. */
export const unlimited = 999_999;

/** How many days a post stays open on these plans. On Pro and Agency, it stays open until its owner closes it. */
export const postDays = { free: 14, pay_per_post: 30 } as const satisfies Partial<Record<PlanName, number>>;

/** The period that's shown for Free, in days from sign-up. Free itself never lapses; only a post expires. */
export const firstPeriodDays = 14;

/** A row of subscription_tiers. Limits of `unlimited` or more mean no limit. */
export interface Tier {
  name: PlanName;
  /** How many posts can be active. */
  postLimit: number;
  /** On Pro, this is per active post. */
  matchLimit: number;
  messageLimit: number;
  swipesPerDay: number;
  savedContributorsLimit: number;
  /** In cents. Null if the plan isn't sold that way. */
  monthlyCents: number | null;
  yearlyCents: number | null;
  onceCents: number | null;
}

export interface UsageView {
  kind: UsageKind;
  used: number;
  /** Null if it's unlimited. */
  limit: number | null;
  /** A sentence that says when the limit resets. */
  resets: string;
  /** ISO 8601. Null if the use isn't reset at a known time. */
  resetsAt: string | null;
}

export interface PlanView {
  /** The plan in force. */
  plan: PlanName;
  /** ISO 8601. When access ends, for a plan that doesn't renew; Free never ends. */
  periodEnd: string;
  /** The payment provider's status of the subscription; 'active' on Free and pay-per-post. */
  status: string;
  /** Null without a subscription. */
  billingInterval: BillingInterval | null;
  cancelAtPeriodEnd: boolean;
  /** ISO 8601. When access ends while a payment is past due. */
  graceUntil: string | null;
  /** The plan that follows at the end of the period, if the member has changed it. */
  nextPlan: PlanName | null;
  nextInterval: BillingInterval | null;
  /** Whether the payment provider has a record of the member, so that its portal is available. */
  hasCustomer: boolean;
  /** The plan that the member's subscription pays for, even if it isn't in force; null without a subscription. */
  subscribedTo: PlanName | null;
  usage: UsageView[];
}

const neverResets = `On the ${planLabels.free} plan, this limit never resets.`;

/**
 * A sentence that says when or how this use becomes possible again, and that fits any page.
 * @param timeZone the member's own
 */
export function resetWords(kind: UsageKind, plan: PlanName, timeZone: string): string {
  switch (kind) {
    case "swipe":
      return `Your swipes reset at midnight ${zoneWords(timeZone)}.`;
    case "message":
      if (plan === "pro") return "Your messages reset at the start of your next billing month.";
      return plan === "pay_per_post" ? "They reset when you buy another post." : neverResets;
    case "match":
      if (plan === "pro") return "The limit grows with your active posts.";
      return plan === "pay_per_post" ? "They reset when you buy another post." : neverResets;
    case "save":
      return "To make room, remove someone from your favorites.";
    case "post":
      return "Complete or cancel a project to make room. Expired ones don't count.";
  }
}

/** The words after "1 of 1" or "3 of 5", for one and for several. */
export const usageWords: Record<UsageKind, [one: string, many: string]> = {
  swipe: ["swipe today", "swipes today"],
  message: ["message", "messages"],
  match: ["match", "matches"],
  save: ["favorite", "favorites"],
  post: ["active post", "active posts"],
};

/**
 * For a member whose plan doesn't allow another post. After a downgrade, they may have more active posts than it
 * allows.
 */
export function fullPostsWords(used: number, limit: number | null): string {
  return used > (limit ?? used)
    ? `You have ${used} active posts, and your plan allows ${limit}.`
    : `You're using ${used} of ${limit} active posts.`;
}

/** The plans that have `hasProFeatures`, as part of a sentence. */
export const plansWithProFeatures = `${planLabels.pro} and ${planLabels.agency}`;

export function isSubscription(plan: PlanName): plan is (typeof subscriptionPlans)[number] {
  return subscriptionPlans.some((one) => one === plan);
}

/**
 * Whether the plan includes named lists, advanced filters, priority, file sharing and analytics. In SQL:
 * `pro_features`.
 */
export function hasProFeatures(plan: PlanName): boolean {
  return isSubscription(plan);
}

/** Whether the subscription's last payment failed. The plan may still be in its grace period. */
export function isPastDue({ status }: Pick<PlanView, "status">): boolean {
  return status === "past_due";
}

/** Shown next to an action's button before the last use. Small cards leave out `resets`. */
export function lastUseWords(kind: keyof typeof lastUse, resets?: string): string {
  return resets ? `${lastUse[kind]} ${resets}` : lastUse[kind];
}

// Matches have no such words, because no button uses one up: a Like may lead to a match, which is held if the plan has
// no room.
const lastUse = {
  swipe: "This is your last swipe today.",
  message: "This is the last message your plan allows.",
  save: "This is the last favorite your plan allows.",
  post: "This is the last active post your plan allows.",
} as const satisfies Partial<Record<UsageKind, string>>;

/** Null if the use is unlimited. */
export function usesLeft({ used, limit }: Pick<UsageView, "used" | "limit">): number | null {
  return limit === null ? null : Math.max(0, limit - used);
}

export function planBadge(plan: PlanName): string {
  return plan === "free" ? "Free Tier" : planLabels[plan];
}

const endsSoon = 5;

/**
 * Days from today to the end date in the reader's time zone; 0 on the day itself. Null while five or more days are
 * left, and once it has ended.
 */
export function daysLeft(periodEnd: string, clock: Clock): number | null {
  const days = daysUntil(periodEnd, clock);
  return Date.parse(periodEnd) > clock.now && days < endsSoon ? days : null;
}
