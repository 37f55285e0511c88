import type { PlanName } from "~/features/plans/plan";
import { matchlessDays, moneyBackDays } from "./refund-window";

/** What a refund pays back of one payment. */
export interface RefundPart {
  plan: PlanName;
  interval: "month" | "year" | null;
  /** ISO 8601. */
  paidAt: string;
  cents: number;
}

/**
 * SQL: whether the payment `c` is paid back with the payment `payment` if that is asked for at `at`; what was refunded
 * or charged back already is not.
 */
export const isCovered = (payment: string, at: string) => `
  c.status = 'paid' AND c.amount_cents > c.refunded_cents
  AND (c.id = ${payment}.id OR c.subscription_id = ${payment}.subscription_id AND c.user_id = ${payment}.user_id
       AND c.paid_at > ${at} - interval '${moneyBackDays} days')`;

/** SQL: whether a refund request `o` waits for the purchase that `payment` belongs to, or is on its way. */
export const isOpenFor = (payment: string) => `
  o.status IN ('requested', 'accepted', 'failed') AND o.user_id = ${payment}.user_id
  AND EXISTS (SELECT FROM payments f WHERE f.id = o.payment_id
                 AND (f.id = ${payment}.id OR f.subscription_id = ${payment}.subscription_id))`;

/** SQL: how many matches came in the days that the promise for the payment `payment` is about. */
export const matchesInTime = (payment: string) => `
  (SELECT count(*)::int FROM matches m
    WHERE m.creator_id = ${payment}.user_id AND NOT m.held AND m.created_at >= ${payment}.paid_at
      AND m.created_at < ${payment}.paid_at + interval '${matchlessDays} days')`;

/** SQL: a JSON object of type RefundPart, of the payment `payment`. */
export const partOf = (payment: string, cents: string) => `
  jsonb_build_object('plan', ${payment}.plan_type, 'interval', ${payment}.billing_interval,
                     'paidAt', to_char(${payment}.paid_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                     'cents', ${cents})`;

export const sumOf = (parts: readonly RefundPart[]) => parts.reduce((sum, { cents }) => sum + cents, 0);
