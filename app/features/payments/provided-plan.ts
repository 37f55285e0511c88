import { firstPeriodDays, isSubscription, type PlanName, planNames, postDays } from "~/features/plans/plan";
import type { SubscriptionState } from "~/features/plans/subscribing.server";

const day = 86_400_000;

/** Days of access after a failed renewal. */
export const graceDays = 7;
/**
 * Two subscriptions bought within this time are an accident, and the second is refunded. Two days are enough, because a
 * checkout stays open for a day.
 */
const accidentDays = 2;

type Interval = "month" | "year";

export interface Offered {
  plan: Exclude<PlanName, "free">;
  interval: Interval | null;
}

/** The provider's subscription, with the plan that its price buys. */
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
  /** A chargeback of one of its payments is open or was lost. */
  isDisputed: boolean;
  latestPayment: { intentId: string; card?: string | null } | null;
}

/** A paid post that was neither refunded nor charged back. */
export interface PaidPost {
  paymentId: string;
  intentId: string;
  paidAt: Date;
  /** Once granted, it's never a duplicate, no matter what a bank or the provider decides later. */
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

/** Positive if `one` is worth more than `other`: first by plan, then by interval. */
export function compareOffers(one: Offered, other: Offered): number {
  return (
    planNames.indexOf(one.plan) - planNames.indexOf(other.plan) ||
    Number(one.interval === "year") - Number(other.interval === "year")
  );
}

/** Best first. If two are equal, the earlier one comes first. */
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
 * What must be undone at the provider before its state is stored. Refunds payments made after the account was closed:
 * through a checkout that was open then, by a change that was in progress, or for a renewal that had failed before.
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
    // The bank has already taken the money back, so the provider would refuse a refund.
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
 * For a creator who has become a contributor. A plan in force would have prevented the switch, so anything in force was
 * paid for during the switch.
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

/** Posts that were paid while another paid post or a subscription was already in force. */
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

/** A plan in the form in which it's stored. */
export type ProvidedPlan = SubscriptionState;

/** Whether the grace period is over at `now`, so that Free is in force. Matches `plan_name` (prisma/sql). */
export const hasLapsed = ({ graceUntil }: Pick<ProvidedPlan, "graceUntil">, now: Date) =>
  graceUntil !== null && graceUntil <= now;

/** Whether a paid post ends before its days are over, because it was refunded or charged back. */
export const endsEarly = (
  before: Pick<ProvidedPlan, "plan" | "periodEnd">,
  after: Pick<ProvidedPlan, "plan">,
  now: Date,
) => before.plan === "pay_per_post" && after.plan === "free" && before.periodEnd > now;

/**
 * The plan that a customer's subscriptions and paid posts give at `now`: the best live subscription, otherwise a paid
 * post in force, otherwise Free. A subscription at an unknown price buys nothing but is still charged. In the last two
 * cases, the result names it, so that no second one is offered. Doesn't depend on anything stored, except that `before`
 * stays if it's a subscription granted without the provider, and keeps its period if it's Free.
 */
export function providedPlan(
  subscriptions: readonly ProvidedSubscription[],
  posts: readonly PaidPost[],
  before: ProvidedPlan,
  now: Date,
): ProvidedPlan {
  const [live] = liveOnes(subscriptions);
  if (live?.offer) return planOfSubscription(live, live.offer);
  if (isGiven(before)) return planOnly(before);
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
    // The same period as at sign-up. Free never lapses.
    periodEnd: new Date(ended + firstPeriodDays * day),
  };
}

const isGiven = ({ plan, subscriptionId }: ProvidedPlan) => subscriptionId === null && isSubscription(plan);

/** Drops a stored row's other columns. */
const planOnly = ({ plan, status, interval, periodStart, periodEnd }: ProvidedPlan): ProvidedPlan => ({
  ...unsubscribed,
  plan,
  status,
  interval,
  periodStart,
  periodEnd,
});

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
    // At the provider, the unpaid period has already begun.
    graceUntil: live.status === "past_due" ? new Date(live.periodStart.getTime() + graceDays * day) : null,
    nextPlan: live.next?.plan ?? null,
    nextInterval: live.next?.interval ?? null,
    subscriptionId: live.id,
  };
}
