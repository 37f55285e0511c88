import type { PlanName } from "~/features/plans/plan";
import { db, type Transaction } from "~/platform/db.server";
import type { Checkout, PaymentsSide } from "~/platform/payments/payments-side.server";
import { type PaidPost, type ProvidedSubscription, postEnd } from "./provided-plan";

interface OpenPayment {
  id: string;
  sessionId: string;
  plan: PlanName;
  status: string;
}

/** What may still change: open checkouts, and paid posts that may be refunded or charged back. */
export async function listOpenPayments(userId: string): Promise<OpenPayment[]> {
  return db.$queryRaw<OpenPayment[]>`
    SELECT id, checkout_session_id AS "sessionId", plan_type AS plan, status FROM payments
     WHERE user_id = ${userId}::uuid AND checkout_session_id IS NOT NULL
       AND (status = 'pending'
            OR plan_type = 'pay_per_post' AND status IN ('paid', 'disputed') AND paid_at > now() - interval '120 days')
     ORDER BY created_at DESC, id LIMIT 20`;
}

export interface CheckedPayment extends OpenPayment {
  checkout: Checkout;
  /** Of a single payment that counts. */
  post: PaidPost | null;
}

export async function checkPayments(side: PaymentsSide, open: OpenPayment[]): Promise<CheckedPayment[]> {
  const checked = await Promise.all(
    open.map(async (payment) => {
      const checkout = await side.findCheckout(payment.sessionId);
      return checkout ? { ...payment, checkout, post: postOf(payment, checkout) } : null;
    }),
  );
  return checked.filter((payment) => payment !== null);
}

function postOf({ id }: OpenPayment, checkout: Checkout): PaidPost | null {
  const { payment } = checkout;
  if (!payment || statusOf(checkout) !== "paid") return null;
  return { paymentId: id, intentId: payment.intentId, paidAt: payment.paidAt };
}

function statusOf({ status, isPaid, payment, amountCents }: Checkout): string {
  if (status === "expired") return "expired";
  if (status === "open" || !isPaid) return "pending";
  if (payment?.isDisputed) return "disputed";
  return payment && payment.refundedCents >= amountCents ? "refunded" : "paid";
}

/** Returns the payments of single posts that are new. */
export async function storePayments(
  tx: Transaction,
  checked: CheckedPayment[],
  subscriptions: readonly ProvidedSubscription[],
): Promise<string[]> {
  const bought: string[] = [];
  for (const { id, checkout, plan } of checked) {
    const status = statusOf(checkout);
    if (status === "pending") continue;
    const subscription = subscriptions.find((known) => known.id === checkout.subscriptionId);
    const paidAt = checkout.payment?.paidAt ?? subscription?.createdAt ?? null;
    const [stored] = await tx.$queryRaw<{ was: string }[]>`
      UPDATE payments p
         SET status = ${status}, amount_cents = ${checkout.amountCents},
             refunded_cents = ${checkout.payment?.refundedCents ?? 0},
             payment_intent_id = ${checkout.payment?.intentId ?? subscription?.latestPayment?.intentId ?? null},
             subscription_id = ${checkout.subscriptionId}, paid_at = ${paidAt},
             ends_at = ${plan === "pay_per_post" && paidAt ? postEnd(paidAt) : null}, updated_at = now()
        FROM (SELECT id, status AS was FROM payments WHERE id = ${id}::uuid FOR UPDATE) before
       WHERE p.id = before.id RETURNING before.was`;
    if (stored?.was === "pending" && status === "paid" && plan === "pay_per_post") bought.push(id);
  }
  return bought;
}
