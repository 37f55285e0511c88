import type { PlanName } from "~/features/plans/plan";
import { db, type Transaction } from "~/platform/db.server";
import type { Checkout, SubscriptionPayment } from "~/platform/payments/payments-side.server";
import { type PaidPost, type ProvidedSubscription, postEnd } from "./provided-plan";
import { paidStatusOf, storeSubscriptionPayments } from "./subscription-payments.server";

interface Payment {
  id: string;
  sessionId: string | null;
  plan: PlanName;
  status: string;
  /** It buys nothing any more, even if the bank returned the refund. */
  wasGivenBack: boolean;
  paidAt: Date | null;
}

/** A payment that is older is not looked at again. */
export const openDays = 120;

const unpaid = new Set(["pending", "expired", "failed"]);

/** Checkouts, paid posts that may be refunded or charged back, refunds that may come back. */
function mayChange({ plan, status, wasGivenBack, paidAt }: Payment): boolean {
  if (unpaid.has(status)) return true;
  const isOld = !paidAt || paidAt.getTime() < Date.now() - openDays * 86_400_000;
  return plan === "pay_per_post" && !isOld && (status !== "refunded" || wasGivenBack);
}

export interface CheckedPayment extends Payment {
  checkout: Checkout;
  /** Of single payments that count. */
  posts: PaidPost[];
}

/**
 * A person's payments by their checkouts at the provider, whatever we think of them, and the checkouts that are open
 * though no pending payment has them, or though the account is closed.
 */
export async function checkPayments(
  userId: string,
  checkouts: readonly Checkout[],
  isClosed: boolean,
): Promise<{ checked: CheckedPayment[]; stray: Checkout[] }> {
  const payments = await db.$queryRaw<Payment[]>`
    SELECT p.id, p.checkout_session_id AS "sessionId", p.plan_type AS plan, p.status, p.paid_at AS "paidAt",
           EXISTS (SELECT FROM given_back(p)) AS "wasGivenBack"
      FROM payments p
     WHERE p.user_id = ${userId}::uuid AND p.reason = 'bought'
       AND (p.checkout_session_id = ANY (${checkouts.map(({ id }) => id)})
            OR p.id::text = ANY (${checkouts.flatMap(({ reference }) => reference ?? [])}))
     ORDER BY p.created_at DESC, p.id`;
  const ofPayment = payments.map((payment) => ({
    payment,
    own: checkouts.filter(({ id, reference }) => id === payment.sessionId || reference === payment.id),
  }));
  return {
    checked: ofPayment.flatMap(({ payment, own }) => {
      const checkout = deciding(payment, own);
      if (!checkout || !mayChange(payment)) return [];
      return [{ ...payment, checkout, posts: own.flatMap((one) => postOf(payment, one) ?? []) }];
    }),
    stray: ofPayment.flatMap(({ payment, own }) =>
      own.filter(({ id, status }) => status === "open" && (isClosed || !canTake(payment, id))),
    ),
  };
}

/** Of a closed account: a session that is being created for one is not taken, and expired. */
export async function closeUnopened(userId: string): Promise<void> {
  await db.payment.updateMany({
    where: { userId, status: "pending", checkoutSessionId: null },
    data: { status: "expired" },
  });
}

/** An attempt whose answer was lost may have left more than one. */
const deciding = ({ sessionId }: Payment, own: readonly Checkout[]) =>
  own.find(({ isPaid }) => isPaid) ??
  own.find(({ id }) => id === sessionId) ??
  own.find(({ status }) => status === "open") ??
  own[0];

const canTake = ({ status, sessionId }: Payment, checkoutId: string) =>
  status === "pending" && (sessionId ?? checkoutId) === checkoutId;

function postOf({ id, plan, status, wasGivenBack }: Payment, checkout: Checkout): PaidPost | null {
  const { payment } = checkout;
  if (plan !== "pay_per_post" || wasGivenBack || !payment) return null;
  if (statusOf(checkout, payment, checkout.amountCents) !== "paid") return null;
  const { intentId, paidAt } = payment;
  return { paymentId: id, intentId, paidAt, wasGranted: !unpaid.has(status) };
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
  for (const { id, checkout, plan, status: stored } of checked) {
    const first = subscriptionPayments.find(
      ({ reason, subscriptionId }) => reason === "bought" && subscriptionId === checkout.subscriptionId,
    );
    const payment = checkout.payment ?? first ?? null;
    // A subscription uses the customer's credit first.
    const amountCents = checkout.subscriptionId ? (first?.amountCents ?? 0) : checkout.amountCents;
    const status = statusOf(checkout, payment, amountCents);
    if (status === "pending" || (status === "expired" && stored === status)) continue;
    const subscription = subscriptions.find((known) => known.id === checkout.subscriptionId);
    const paidAt = payment?.paidAt ?? subscription?.createdAt ?? null;
    const [row] = await tx.$queryRaw<{ was: string }[]>`
      UPDATE payments p
         SET status = ${status}, checkout_session_id = ${checkout.id}, amount_cents = ${amountCents},
             refunded_cents = ${payment?.refundedCents ?? 0}, payment_intent_id = ${payment?.intentId ?? null},
             subscription_id = ${checkout.subscriptionId}, paid_at = ${paidAt},
             ends_at = ${plan === "pay_per_post" && paidAt ? postEnd(paidAt) : null}, updated_at = now()
        FROM (SELECT id, status AS was FROM payments WHERE id = ${id}::uuid FOR UPDATE) before
       WHERE p.id = before.id RETURNING before.was`;
    if (row && unpaid.has(row.was) && status === "paid" && plan === "pay_per_post") bought.push(id);
  }
  await storeSubscriptionPayments(tx, userId, subscriptionPayments);
  return bought;
}
