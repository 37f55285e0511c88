import type { Actor } from "~/features/accounts/actor";
import { isPastDue, type PlanName } from "~/features/plans/plan";
import { findSubscription } from "~/features/plans/subscribing.server";
import { readRows } from "~/platform/db.server";
import { listPaid, type PaymentView } from "./paid.server";
import { type Offer, offerOf, priceIdOf } from "./prices.server";
import { compareOffers } from "./provided-plan";

export interface ReceiptView {
  id: string;
  number: string;
  status: string;
  amountCents: number;
  url: string | null;
  /** ISO 8601. */
  issuedAt: string;
}

export interface BillingView {
  hasCustomer: boolean;
  hasSubscription: boolean;
  /** What the subscription can be changed to, and whether it begins at once. */
  changes: { priceId: string; plan: PlanName; interval: Offer["interval"]; isNow: boolean }[];
  payments: PaymentView[];
  receipts: ReceiptView[];
}

/** The newest payments and receipts of the actor; nothing is asked of the provider. */
export async function readBilling(actor: Actor): Promise<BillingView> {
  const [stored, payments, receipts] = await Promise.all([
    findSubscription(actor.userId),
    listPaid(actor.userId),
    readRows<Omit<ReceiptView, "issuedAt"> & { issued_at: Date }>(
      "payments-receipts",
      `SELECT id, number, status, amount_cents AS "amountCents", url, issued_at
         FROM receipts WHERE user_id = $1 ORDER BY issued_at DESC, id LIMIT 24`,
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
