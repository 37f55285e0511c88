import {
  type BillingInterval,
  firstPeriodDays,
  isSubscription,
  type PlanName,
  planNames,
  postDays,
} from "~/features/plans/plan";
import type { SubscriptionState } from "~/features/plans/subscribing.server";

const day = 86_400_000;

/** How many days access continues after a failed renewal. */
export const graceDays = 7;
/**
 * In days. If two subscriptions are bought within this time, the second was an accident and is refunded. A checkout
 * stays open for one day, so two are enough.
 */
const accidentDays = 2;

/** What a price buys. `interval` is null for pay-per-post. */
export interface Offered {
  plan: Exclude<PlanName, "free">;
  interval: BillingInterval | null;
}

/** A subscription at the provider, with what its price buys. */
export interface ProvidedSubscription {
  id: string;
  status: string;
  /** Null if the price isn't ours. */
  offer: Offered | null;
  createdAt: Date;
  periodStart: Date;
  periodEnd: Date;
  endedAt: Date | null;
  cancelsAtPeriodEnd: boolean;
  next: Offered | null;
  /** One of its payments was charged back, and we haven't won the dispute. */
  isDisputed: boolean;
  latestPayment: { intentId: string; card?: string | null } | null;
}

/** A single post that's paid for and was neither refunded nor charged back. */
export interface PaidPost {
  paymentId: string;
  intentId: string;
  paidAt: Date;
  /**
   * True if the post was already stored as paid. In that case, it's never refunded as a duplicate, whatever banks and
   * the provider do later.
   */
  wasGranted: boolean;
}

export const postEnd = (paidAt: Date) => new Date(paidAt.getTime() + postDays.pay_per_post * day);

export type Undo =
  | {
      act: "cancel";
      why: "duplicate" | "disputed" | "spare" | "closed" | "switched";
      subscriptionId: string;
      refundIntent: string | null;
    }
  | { act: "refund"; why: "duplicate" | "closed" | "switched"; intentId: string };

const liveStatuses = new Set(["active", "trialing", "past_due"]);
export const isCharged = ({ status }: Pick<ProvidedSubscription, "status">) => liveStatuses.has(status);
export const isLive = (subscription: Pick<ProvidedSubscription, "status" | "offer">) =>
  isCharged(subscription) && subscription.offer !== null;

/** Positive if `one` is worth more than `other`. Compares plans first, then intervals. */
export function compareOffers(one: Offered, other: Offered): number {
  return (
    planNames.indexOf(one.plan) - planNames.indexOf(other.plan) ||
    Number(one.interval === "year") - Number(other.interval === "year")
  );
}

/** The subscriptions that give a plan, best one first. Of two equal ones, the earlier one comes first. */
function liveOnes(subscriptions: readonly ProvidedSubscription[]): ProvidedSubscription[] {
  return subscriptions
    .filter(isLive)
    .sort(
      (a, b) =>
        (a.offer && b.offer ? compareOffers(b.offer, a.offer) : 0) ||
        a.createdAt.getTime() - b.createdAt.getTime() ||
        (a.id < b.id ? -1 : 1),
    );
}

interface Paid {
  subscriptionId: string;
  intentId: string;
  reason: "bought" | "changed" | "renewed";
  paidAt: Date;
  refundedCents: number;
  isDisputed: boolean;
}

/**
 * What has to be canceled or refunded at the provider before its state is stored: duplicates, what was charged back,
 * and payments made after the account was closed, which can come from a checkout that was open then, a change of plan
 * in progress, or a renewal that had failed before.
 */
export function undosOf(
  subscriptions: readonly ProvidedSubscription[],
  paidPosts: readonly PaidPost[],
  closedAt: Date | null = null,
  payments: readonly Paid[] = [],
): Undo[] {
  const undos: Undo[] = [];
  const isLate = (at: Date) => closedAt !== null && at > closedAt;
  for (const { subscriptionId, intentId, reason, paidAt, refundedCents, isDisputed } of payments) {
    if (reason === "bought" || !isLate(paidAt) || refundedCents > 0 || isDisputed) continue;
    if (reason === "changed") undos.push({ act: "refund", why: "closed", intentId });
    else undos.push({ act: "cancel", why: "closed", subscriptionId, refundIntent: intentId });
  }
  const posts = paidPosts.filter(({ paidAt, intentId }) => {
    if (isLate(paidAt)) undos.push({ act: "refund", why: "closed", intentId });
    return !isLate(paidAt);
  });
  const sound = subscriptions.filter((subscription) => {
    const { id: subscriptionId, isDisputed, latestPayment } = subscription;
    const isTooLate = isCharged(subscription) && isLate(subscription.createdAt);
    // The bank has already taken the money back, so the provider would refuse to refund it.
    if (isDisputed && (isTooLate || isLive(subscription))) {
      undos.push({ act: "cancel", why: "disputed", subscriptionId, refundIntent: null });
      return false;
    }
    if (!isTooLate) return true;
    undos.push({
      act: "cancel",
      why: "closed",
      subscriptionId,
      refundIntent: latestPayment?.intentId ?? null,
    });
    return false;
  });
  const [kept, ...spare] = liveOnes(sound);
  for (const { id, createdAt, latestPayment } of spare) {
    const isAccident = kept && Math.abs(kept.createdAt.getTime() - createdAt.getTime()) < accidentDays * day;
    const refundIntent = isAccident ? (latestPayment?.intentId ?? null) : null;
    const why = refundIntent ? "duplicate" : "spare";
    undos.push({ act: "cancel", why, subscriptionId: id, refundIntent });
  }
  for (const { id, status } of subscriptions) {
    if (kept && status === "unpaid")
      undos.push({ act: "cancel", why: "spare", subscriptionId: id, refundIntent: null });
  }
  return [...undos, ...sparePosts(posts, kept)];
}

/**
 * What has to be undone for a creator who has become a contributor. They couldn't switch while a plan was in force, so
 * whatever is in force now was paid for during the switch.
 */
export function undosOfSwitched(
  subscriptions: readonly ProvidedSubscription[],
  paidPosts: readonly PaidPost[],
  now: Date,
): Undo[] {
  const ending = subscriptions.filter(isCharged).map(({ id, isDisputed, latestPayment }) => ({
    act: "cancel" as const,
    why: isDisputed ? ("disputed" as const) : ("switched" as const),
    subscriptionId: id,
    refundIntent: isDisputed ? null : (latestPayment?.intentId ?? null),
  }));
  const posts = paidPosts.filter(({ paidAt }) => postEnd(paidAt) > now);
  return [
    ...ending,
    ...posts.map(({ intentId }) => ({ act: "refund" as const, why: "switched" as const, intentId })),
  ];
}

/** Posts that were paid for while another paid post or a subscription was in force. */
function sparePosts(posts: readonly PaidPost[], kept: ProvidedSubscription | undefined): Undo[] {
  const counted = posts.filter(({ wasGranted }) => wasGranted);
  const lasts = postDays.pay_per_post * day;
  return byTime(posts.filter(({ wasGranted }) => !wasGranted)).flatMap((post) => {
    const at = post.paidAt.getTime();
    const overlaps = counted.some(({ paidAt }) => Math.abs(paidAt.getTime() - at) < lasts);
    if (overlaps || (kept && at > kept.createdAt.getTime()))
      return [{ act: "refund" as const, why: "duplicate" as const, intentId: post.intentId }];
    counted.push(post);
    return [];
  });
}

const byTime = (posts: readonly PaidPost[]) =>
  [...posts].sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime() || (a.intentId < b.intentId ? -1 : 1));

/** A plan as `storeSubscription` stores it. */
export type ProvidedPlan = SubscriptionState;

/** Whether the grace period is over at `now`, so that Free is in force. The same rule as `plan_name` in prisma/sql. */
export const hasLapsed = ({ graceUntil }: Pick<ProvidedPlan, "graceUntil">, now: Date) =>
  graceUntil !== null && graceUntil <= now;

/** Whether a paid post ends before its 30 days are over, because it was refunded or charged back. */
export const endsEarly = (
  before: Pick<ProvidedPlan, "plan" | "periodEnd">,
  after: Pick<ProvidedPlan, "plan">,
  now: Date,
) => before.plan === "pay_per_post" && after.plan === "free" && before.periodEnd > now;

/**
 * The plan that a customer's subscriptions and paid posts give at `now`: that of the best subscription, or else of a
 * paid post, or else Free. A subscription whose price isn't ours gives no plan, but is still charged; the result then
 * names it, so that the customer can't buy a second one. It doesn't depend on what's stored, with two exceptions: a
 * subscription that was granted without the provider stays, and Free keeps its period.
 */
export function providedPlan(
  subscriptions: readonly ProvidedSubscription[],
  posts: readonly PaidPost[],
  before: ProvidedPlan,
  now: Date,
): ProvidedPlan {
  const [live] = liveOnes(subscriptions);
  if (live?.offer) return planOfSubscription(live, live.offer);
  if (before.subscriptionId === null && isSubscription(before.plan)) {
    // Only the columns of the plan, because `before` may be a whole row.
    const { plan, status, interval, periodStart, periodEnd } = before;
    return { ...unsubscribed, plan, status, interval, periodStart, periodEnd };
  }
  const post = byTime(posts)
    .filter(({ paidAt }) => postEnd(paidAt) > now)
    .at(-1);
  const unknown = subscriptions.find((one) => isCharged(one) && !one.offer);
  const none = { ...unsubscribed, status: "active", subscriptionId: unknown?.id ?? null };
  if (post)
    return { ...none, plan: "pay_per_post", periodStart: post.paidAt, periodEnd: postEnd(post.paidAt) };
  if (before.plan === "free")
    return { ...none, plan: "free", periodStart: before.periodStart, periodEnd: before.periodEnd };
  const ended = Math.min(now.getTime(), Math.max(0, ...endsOf(subscriptions, posts)) || now.getTime());
  return {
    ...none,
    plan: "free",
    periodStart: new Date(ended),
    // The period is as long as the first one after sign-up. Free itself never lapses.
    periodEnd: new Date(ended + firstPeriodDays * day),
  };
}

const unsubscribed = {
  interval: null,
  cancelsAtPeriodEnd: false,
  graceUntil: null,
  nextPlan: null,
  nextInterval: null,
  subscriptionId: null,
};

const endsOf = (subscriptions: readonly ProvidedSubscription[], posts: readonly PaidPost[]) => [
  ...subscriptions.flatMap(({ endedAt }) => (endedAt ? [endedAt.getTime()] : [])),
  ...posts.map(({ paidAt }) => postEnd(paidAt).getTime()),
];

function planOfSubscription(live: ProvidedSubscription, offer: Offered): ProvidedPlan {
  return {
    plan: offer.plan,
    status: live.status,
    interval: offer.interval,
    periodStart: live.periodStart,
    periodEnd: live.periodEnd,
    cancelsAtPeriodEnd: live.cancelsAtPeriodEnd,
    // The provider has already begun the period that isn't paid for, so the grace period counts from its start.
    graceUntil: live.status === "past_due" ? new Date(live.periodStart.getTime() + graceDays * day) : null,
    nextPlan: live.next?.plan ?? null,
    nextInterval: live.next?.interval ?? null,
    subscriptionId: live.id,
  };
}
