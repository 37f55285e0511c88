import type { PlanName } from "~/features/plans/plan";

const day = 86_400_000;

/**
 * In days, as promised on the pricing page. The window begins with a purchase and with each upgrade, but not with a
 * renewal. A refund covers what was paid for the subscription from this long before the request until the decision.
 */
export const moneyBackDays = 14;
export const matchlessDays = 30;
/** In days. A post without a match can be refunded after its 30 days, for this long. */
export const matchlessAskDays = 14;

interface RefundablePayment {
  plan: PlanName;
  status: string;
  reason: "bought" | "changed" | "renewed";
  paidAt: Date | null;
  /** How many matches a post brought in its first 30 days. 0 for subscriptions. */
  matches: number;
}

/** A payment that a refund covers, and how much of it is paid back. */
export interface RefundPart {
  plan: PlanName;
  interval: "month" | "year" | null;
  /** ISO 8601. */
  paidAt: string;
  cents: number;
}

export const sumOf = (parts: readonly RefundPart[]) => parts.reduce((sum, { cents }) => sum + cents, 0);

/** The deadline for requesting a refund, and the guarantee that applies. Null if none can be requested now. */
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

/** Whether a refund can be requested now or, if no more matches come, later. */
export function hasWindow(payment: RefundablePayment, now: Date): boolean {
  const { plan, status, paidAt, matches } = payment;
  if (refundWindow(payment, now)) return true;
  if (status !== "paid" || plan !== "pay_per_post" || !paidAt || matches > 0) return false;
  return now.getTime() < paidAt.getTime() + (matchlessDays + matchlessAskDays) * day;
}

/** The guarantees, shown wherever a refund can be requested. The second one applies only to posts. */
export function windowWords(plan: PlanName): string {
  const bought = `You can ask for your money back within ${moneyBackDays} days.`;
  return plan === "pay_per_post" ? `${bought} ${matchlessWords}` : bought;
}

const matchlessWords = `If you don't get a match within ${matchlessDays} days, you can also ask from day ${matchlessDays} to day ${matchlessDays + matchlessAskDays} after you pay.`;
