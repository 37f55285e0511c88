import type { PlanName } from "~/features/plans/plan";

const day = 86_400_000;

/** From the pricing page. */
export const moneyBackDays = 14;
export const matchlessDays = 30;
/** After its 30 days, to ask about a post that brought no match. */
export const matchlessAskDays = 14;

export interface RefundablePayment {
  plan: PlanName;
  status: string;
  paidAt: Date | null;
  /** Since it was paid; posts only. */
  matches: number;
}

/** Until when a payment can be asked back, and why; null if not, or not now. */
export function refundWindow(
  { plan, status, paidAt, matches }: RefundablePayment,
  now: Date,
): { until: Date; promise: "money-back" | "no-match" } | null {
  if (status !== "paid" || !paidAt || plan === "free") return null;
  const after = (days: number) => new Date(paidAt.getTime() + days * day);
  if (now < after(moneyBackDays)) return { until: after(moneyBackDays), promise: "money-back" };
  const isMatchless = plan === "pay_per_post" && matches === 0;
  const until = after(matchlessDays + matchlessAskDays);
  return isMatchless && now >= after(matchlessDays) && now < until ? { until, promise: "no-match" } : null;
}
