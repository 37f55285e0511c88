import type { Actor } from "~/features/accounts/actor";
import { isPastDue, type PlanName } from "~/features/plans/plan";
import { findSubscription } from "~/features/plans/subscribing.server";
import { readRows } from "~/platform/db.server";
import { type Offer, offerOf, priceIdOf } from "./prices.server";
import { compareOffers } from "./provided-plan";
import { listPaid, type PaymentView } from "./refunding.server";

export interface ReceiptView {
  id: string;
  number: string;
  /** The provider's invoice status, or what became of the payment. */
  status: string;
  amountCents: number;
  url: string | null;
  /** ISO 8601. */
  issuedAt: string;
}

export interface BillingView {
  hasCustomer: boolean;
  hasSubscription: boolean;
  /** What the subscription can be changed to, and whether at once. */
  changes: { priceId: string; plan: PlanName; interval: Offer["interval"]; isNow: boolean }[];
  payments: PaymentView[];
  receipts: ReceiptView[];
}

/** The actor's newest payments and receipts, without asking the provider. */
export async function readBilling(actor: Actor): Promise<BillingView> {
  const [stored, payments, receipts] = await Promise.all([
    findSubscription(actor.userId),
    listPaid(actor.userId),
    readRows<Omit<ReceiptView, "issuedAt"> & { issued_at: Date }>(
      "payments-receipts",
      `SELECT r.id, r.number, r.amount_cents AS "amountCents", r.url, r.issued_at,
              CASE WHEN r.status <> 'paid' OR p.status IS NULL THEN r.status
                   WHEN p.status IN ('refunded', 'disputed') THEN p.status
                   WHEN p.refunded_cents > 0 THEN 'partly-refunded' ELSE r.status END AS status
         FROM receipts r LEFT JOIN LATERAL (
                SELECT status, refunded_cents FROM payments
                 WHERE user_id = r.user_id AND payment_intent_id = r.payment_intent_id LIMIT 1) p ON true
        WHERE r.user_id = $1 ORDER BY r.issued_at DESC, r.id LIMIT 24`,
      [actor.userId],
    ),
  ]);
  const priceId = stored?.subscriptionId ? priceIdOf(stored.plan, stored.interval) : null;
  const current = priceId ? offerOf(priceId) : null;
  return {
    hasCustomer: Boolean(stored?.customerId),
    hasSubscription: Boolean(stored?.subscriptionId),
    changes: current && stored && !isPastDue(stored) ? changesOf(current, Boolean(stored?.nextPlan)) : [],
    payments,
    receipts: receipts.map(({ issued_at, ...receipt }) => ({
      ...receipt,
      issuedAt: issued_at.toISOString(),
    })),
  };
}

function changesOf(current: Offer, isChangeScheduled: boolean): BillingView["changes"] {
  const offers = (["pro", "agency"] as const).flatMap((plan) =>
    (["month", "year"] as const).flatMap((interval) => {
      const priceId = priceIdOf(plan, interval);
      return priceId ? [{ priceId, plan, interval }] : [];
    }),
  );
  return offers
    .filter((offer) => isChangeScheduled || offer.priceId !== current.priceId)
    .map((offer) => ({ ...offer, isNow: compareOffers(offer, current) > 0 }));
}
