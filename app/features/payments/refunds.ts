import type { PlanName } from "~/features/plans/plan";

const day = 86_400_000;

/**
 * From the pricing page. They begin when a plan is bought and again when it is changed to more, not when it renews. What
 * was paid for the subscription in as many days before someone asks, and until it is decided, is paid back together.
 */
export const moneyBackDays = 14;
export const matchlessDays = 30;
/** After its 30 days, to ask about a post that brought no match. */
export const matchlessAskDays = 14;

interface RefundablePayment {
  plan: PlanName;
  status: string;
  reason: "bought" | "changed" | "renewed";
  paidAt: Date | null;
  /** In its first 30 days; posts only. */
  matches: number;
}

/** What a refund pays back of one payment. */
export interface RefundPart {
  plan: PlanName;
  interval: "month" | "year" | null;
  /** ISO 8601. */
  paidAt: string;
  cents: number;
}

export const sumOf = (parts: readonly RefundPart[]) => parts.reduce((sum, { cents }) => sum + cents, 0);

/** Until when a payment can be asked back, and why; null if not, or not now. */
export function refundWindow(
  { plan, status, reason, paidAt, matches }: RefundablePayment,
  now: Date,
): { until: Date; promise: "money-back" | "no-match" } | null {
  if (status !== "paid" || reason === "renewed" || !paidAt || plan === "free") return null;
  const after = (days: number) => new Date(paidAt.getTime() + days * day);
  if (now < after(moneyBackDays)) return { until: after(moneyBackDays), promise: "money-back" };
  const isMatchless = plan === "pay_per_post" && matches === 0;
  const until = after(matchlessDays + matchlessAskDays);
  return isMatchless && now >= after(matchlessDays) && now < until ? { until, promise: "no-match" } : null;
}

/** Whether a payment can be asked back now or will be, as far as its matches tell. */
export function hasWindow(payment: RefundablePayment, now: Date): boolean {
  const { plan, status, paidAt, matches } = payment;
  if (refundWindow(payment, now)) return true;
  if (status !== "paid" || plan !== "pay_per_post" || !paidAt || matches > 0) return false;
  return now.getTime() < paidAt.getTime() + (matchlessDays + matchlessAskDays) * day;
}

/** Both promises, wherever one can ask. Of a post, the second one, too. */
export function windowWords(plan: PlanName): string {
  const bought = `You can ask for your money back for ${moneyBackDays} days.`;
  return plan === "pay_per_post" ? `${bought} ${matchlessWords}` : bought;
}

const matchlessWords = `No match within ${matchlessDays} days: you can ask on days ${matchlessDays} to ${matchlessDays + matchlessAskDays} after paying.`;
