import type { PlanName } from "~/features/plans/plan";
import { db, Prisma, type Transaction } from "~/platform/db.server";
import type { Checkout, PaymentsSide, SubscriptionPayment } from "~/platform/payments/payments-side.server";
import { type PaidPost, type ProvidedSubscription, postEnd } from "./provided-plan";
import { wasGivenBack } from "./returned-refunds.server";
import { paidStatusOf, storeSubscriptionPayments } from "./subscription-payments.server";

interface OpenPayment {
  id: string;
  sessionId: string;
  plan: PlanName;
  status: string;
  /** It buys nothing any more, even if the bank returned the refund. */
  wasGivenBack: boolean;
}

/** A payment that is older is not looked at again. */
export const openDays = 120;

/** What may still change: open checkouts, paid posts that may be refunded or charged back, refunds that may come back. */
export async function listOpenPayments(userId: string): Promise<OpenPayment[]> {
  return db.$queryRaw<OpenPayment[]>`
    SELECT id, "sessionId", plan, status, "wasGivenBack"
      FROM (SELECT p.id, p.checkout_session_id AS "sessionId", p.plan_type AS plan, p.status, p.paid_at, p.created_at,
                   ${Prisma.raw(wasGivenBack("p"))} AS "wasGivenBack"
              FROM payments p WHERE p.user_id = ${userId}::uuid AND p.checkout_session_id IS NOT NULL) own
     WHERE status = 'pending'
        OR plan = 'pay_per_post' AND (status IN ('paid', 'disputed') OR status = 'refunded' AND "wasGivenBack")
           AND paid_at > now() - make_interval(days => ${openDays}::int)
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

function postOf({ id, wasGivenBack }: OpenPayment, checkout: Checkout): PaidPost | null {
  const { payment } = checkout;
  if (wasGivenBack || !payment || statusOf(checkout, payment, checkout.amountCents) !== "paid") return null;
  return { paymentId: id, intentId: payment.intentId, paidAt: payment.paidAt };
}

type Paid = Pick<SubscriptionPayment, "intentId" | "paidAt" | "refundedCents" | "isDisputed">;

/** `payment` is the single one, or the first of the subscription; `amountCents` is what was paid beside credit. */
function statusOf({ status, isPaid }: Checkout, payment: Paid | null, amountCents: number): string {
  if (status === "expired") return "expired";
  if (status === "open" || !isPaid) return "pending";
  return payment ? paidStatusOf({ ...payment, amountCents }) : "paid";
}

/** What a customer's subscriptions are, and what was paid for them. */
interface Provided {
  subscriptions: readonly ProvidedSubscription[];
  subscriptionPayments: readonly SubscriptionPayment[];
}

/** Returns the payments of single posts that are new. */
export async function storePayments(
  tx: Transaction,
  userId: string,
  checked: CheckedPayment[],
  { subscriptions, subscriptionPayments }: Provided,
): Promise<string[]> {
  const bought: string[] = [];
  for (const { id, checkout, plan } of checked) {
    const first = subscriptionPayments.find(
      ({ reason, subscriptionId }) => reason === "bought" && subscriptionId === checkout.subscriptionId,
    );
    const payment = checkout.payment ?? first ?? null;
    // A subscription uses the customer's credit first.
    const amountCents = checkout.subscriptionId ? (first?.amountCents ?? 0) : checkout.amountCents;
    const status = statusOf(checkout, payment, amountCents);
    if (status === "pending") continue;
    const subscription = subscriptions.find((known) => known.id === checkout.subscriptionId);
    const paidAt = payment?.paidAt ?? subscription?.createdAt ?? null;
    const [stored] = await tx.$queryRaw<{ was: string }[]>`
      UPDATE payments p
         SET status = ${status}, amount_cents = ${amountCents},
             refunded_cents = ${payment?.refundedCents ?? 0}, payment_intent_id = ${payment?.intentId ?? null},
             subscription_id = ${checkout.subscriptionId}, paid_at = ${paidAt},
             ends_at = ${plan === "pay_per_post" && paidAt ? postEnd(paidAt) : null}, updated_at = now()
        FROM (SELECT id, status AS was FROM payments WHERE id = ${id}::uuid FOR UPDATE) before
       WHERE p.id = before.id RETURNING before.was`;
    if (stored?.was === "pending" && status === "paid" && plan === "pay_per_post") bought.push(id);
  }
  await storeSubscriptionPayments(tx, userId, subscriptionPayments);
  return bought;
}
