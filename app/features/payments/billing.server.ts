import type { Actor } from "~/features/accounts/actor";
import { isPastDue, type PlanName, type PlanView, subscriptionPlans } from "~/features/plans/plan";
import { planOf } from "~/features/plans/plan-in-force.server";
import { readRows } from "~/platform/db.server";
import { type Offer, offerOf, priceIdOf } from "./prices.server";
import { compareOffers } from "./provided-plan";
import { type PaidRow, type PaymentView, paymentOf } from "./refunding.server";

export interface ReceiptView {
  id: string;
  number: string;
  /** The status of the provider's invoice or, if the payment was refunded or charged back, of the payment. */
  status: string;
  amountCents: number;
  url: string | null;
  /** ISO 8601. */
  issuedAt: string;
}

export interface BillingView {
  plan: PlanView;
  /** The prices that the subscription can be changed to, and whether each change takes effect right away. */
  changes: { priceId: string; plan: PlanName; interval: Offer["interval"]; isNow: boolean }[];
  payments: PaymentView[];
  receipts: ReceiptView[];
}

type Row = {
  payments: PaidRow[];
  receipts: ReceiptView[];
};

/** The actor's plan, and their newest payments and receipts, from the database. Doesn't ask the provider. */
export async function readBilling(actor: Actor): Promise<BillingView> {
  const [plan, [row]] = await Promise.all([
    planOf(actor),
    readRows<Row>(
      "payments-billing",
      `SELECT (SELECT coalesce(json_agg(paid), '[]') FROM paid_payments($1, NULL) paid) AS payments,
              (SELECT coalesce(json_agg(receipt), '[]') FROM (
                SELECT r.id, r.number, r.amount_cents AS "amountCents", r.url, r.issued_at AS "issuedAt",
                       CASE WHEN r.status <> 'paid' OR p.status IS NULL THEN r.status
                            WHEN p.status IN ('refunded', 'disputed') THEN p.status
                            WHEN p.refunded_cents > 0 THEN 'partly-refunded' ELSE r.status END AS status
                  FROM receipts r LEFT JOIN LATERAL (
                         SELECT status, refunded_cents FROM payments
                          WHERE user_id = r.user_id AND payment_intent_id = r.payment_intent_id LIMIT 1) p ON true
                 WHERE r.user_id = $1 ORDER BY r.issued_at DESC, r.id LIMIT 24) receipt) AS receipts`,
      [actor.userId],
    ),
  ]);
  const { subscribedTo, billingInterval, nextPlan } = plan;
  const priceId = subscribedTo && priceIdOf(subscribedTo, billingInterval);
  const current = priceId ? offerOf(priceId) : null;
  return {
    plan,
    changes: current && !isPastDue(plan) ? changesOf(current, nextPlan !== null) : [],
    payments: (row?.payments ?? []).map(paymentOf),
    receipts: (row?.receipts ?? []).map((receipt) => ({
      ...receipt,
      issuedAt: new Date(receipt.issuedAt).toISOString(),
    })),
  };
}

function changesOf(current: Offer, isChangeScheduled: boolean): BillingView["changes"] {
  const offers = subscriptionPlans.flatMap((plan) =>
    (["month", "year"] as const).flatMap((interval) => {
      const priceId = priceIdOf(plan, interval);
      return priceId ? [{ priceId, plan, interval }] : [];
    }),
  );
  return offers
    .filter((offer) => isChangeScheduled || offer.priceId !== current.priceId)
    .map((offer) => ({ ...offer, isNow: compareOffers(offer, current) > 0 }));
}
