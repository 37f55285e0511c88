import type { Transaction } from "~/platform/db.server";
import type { SubscriptionPayment } from "~/platform/payments/payments-side.server";
import { boughtAt } from "./prices.server";

type PaymentState = Pick<SubscriptionPayment, "amountCents" | "refundedCents" | "isDisputed">;

/** The stored status of what was paid. */
export function paidStatusOf({ amountCents, refundedCents, isDisputed }: PaymentState): string {
  if (isDisputed) return "disputed";
  return refundedCents >= amountCents ? "refunded" : "paid";
}

/** Takes over what the provider says of a person's subscriptions: of their checkouts, and of each payment since. */
export async function storeSubscriptionPayments(
  tx: Transaction,
  userId: string,
  payments: readonly SubscriptionPayment[],
): Promise<void> {
  const rows = payments.flatMap((payment) => {
    const offer = boughtAt(payment.priceId);
    return offer
      ? [{ ...payment, status: paidStatusOf(payment), plan: offer.plan, interval: offer.interval }]
      : [];
  });
  const ofCheckouts = JSON.stringify(payments.map((one) => ({ ...one, status: paidStatusOf(one) })));
  await tx.$executeRaw`
    UPDATE payments t
       SET status = p.status, amount_cents = p."amountCents", refunded_cents = p."refundedCents",
           payment_intent_id = p."intentId", updated_at = now()
      FROM jsonb_to_recordset(${ofCheckouts}::jsonb)
        AS p (reason text, "subscriptionId" text, "intentId" text, status text, "amountCents" int, "refundedCents" int)
     WHERE t.user_id = ${userId}::uuid AND t.subscription_id = p."subscriptionId" AND p.reason = 'bought'
       AND t.reason = 'bought' AND t.status IN ('paid', 'refunded', 'disputed')`;
  await tx.$executeRaw`
    INSERT INTO payments AS t (user_id, plan_type, billing_interval, price_id, status, reason, amount_cents,
                               refunded_cents, payment_intent_id, subscription_id, paid_at)
    SELECT ${userId}::uuid, p.plan, p.interval, p."priceId", p.status, p.reason, p."amountCents",
           p."refundedCents", p."intentId", p."subscriptionId", p."paidAt"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS p (plan plan_type, interval text, "priceId" text, status text, reason text, "amountCents" int,
              "refundedCents" int, "intentId" text, "subscriptionId" text, "paidAt" timestamptz)
     WHERE p.reason <> 'bought'
    ON CONFLICT (payment_intent_id) WHERE reason <> 'bought'
    DO UPDATE SET status = excluded.status, refunded_cents = excluded.refunded_cents, updated_at = now()
     WHERE t.user_id = excluded.user_id`;
}
