import type { PlanName } from "~/features/plans/plan";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import type { Checkout, CustomerState, SubscriptionPayment } from "~/platform/payments/payments-port.server";
import { tellAdminsTask, tellOfPayment } from "./announcing.server";
import { boughtAt } from "./prices.server";
import { type PaidPost, type ProvidedSubscription, postEnd } from "./provided-plan";

type PaymentState = Pick<SubscriptionPayment, "amountCents" | "refundedCents" | "isDisputed">;

function paidStatusOf({ amountCents, refundedCents, isDisputed }: PaymentState): string {
  if (isDisputed) return "disputed";
  return refundedCents >= amountCents ? "refunded" : "paid";
}

/**
 * Stores the current state of what was paid for a person's subscriptions: each one's first payment, which has a
 * checkout, and every later one.
 */
async function storeSubscriptionPayments(
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

interface Payment {
  id: string;
  sessionId: string | null;
  plan: PlanName;
  status: string;
  /**
   * True if the payment was refunded because of a refund request. It never buys anything again, even if a bank returned
   * the refund.
   */
  wasGivenBack: boolean;
  paidAt: Date | null;
}

/** In days. Older payments aren't checked anymore. */
export const openDays = 120;

const unpaid = new Set(["pending", "expired", "failed"]);

/**
 * Whether the provider may still change a payment: a checkout may be paid, a post may be refunded or charged back, and
 * a refund may be returned.
 */
function mayChange({ plan, status, wasGivenBack, paidAt }: Payment): boolean {
  if (unpaid.has(status)) return true;
  const isOld = !paidAt || paidAt.getTime() < Date.now() - openDays * 86_400_000;
  return plan === "pay_per_post" && !isOld && (status !== "refunded" || wasGivenBack);
}

interface CheckedPayment extends Payment {
  checkout: Checkout;
  /** The single posts that were paid at the payment's checkouts and still count. */
  posts: PaidPost[];
}

/**
 * Compares a person's payments with their checkouts at the provider.
 * @returns `checked`, the payments that may change, as the checkouts show them, whatever status is stored; `stray`, the
 * open checkouts that the caller has to expire: those whose payment isn't waiting for them or, if `isClosed`, all of
 * them
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
      const checkout = decidingCheckout(payment, own);
      if (!checkout || !mayChange(payment)) return [];
      return [{ ...payment, checkout, posts: own.flatMap((one) => postOf(payment, one) ?? []) }];
    }),
    stray: ofPayment.flatMap(({ payment, own }) =>
      own.filter(({ id, status }) => status === "open" && (isClosed || !canTake(payment, id))),
    ),
  };
}

/**
 * Closes the payments that have no checkout session yet, for an account that's closed or a contributor's. If a session
 * is being created right now, it's refused and expired when it arrives.
 */
export async function closeUnopenedOf(userId: string): Promise<void> {
  await db.payment.updateMany({
    where: { userId, status: "pending", checkoutSessionId: null },
    data: { status: "expired" },
  });
}

/**
 * The checkout that decides a payment's status. If a response was lost, another attempt may have created a second
 * session. `own` lists the newest session first.
 */
const decidingCheckout = ({ sessionId }: Payment, own: readonly Checkout[]) =>
  own.find(({ isPaid }) => isPaid) ?? own.find(({ id }) => id === sessionId) ?? own[0];

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

/**
 * @param payment the checkout's only payment, or the first one of its subscription
 * @param amountCents what was charged, without the part that credit covered
 */
function statusOf({ status, isPaid }: Checkout, payment: Paid | null, amountCents: number): string {
  if (status === "expired") return "expired";
  if (status === "open" || !isPaid) return "pending";
  return payment ? paidStatusOf({ ...payment, amountCents }) : "paid";
}

/**
 * Stores the current state of checked payments.
 * @returns the IDs of payments for single posts that were just found to be paid
 */
export async function storePayments(
  tx: Transaction,
  userId: string,
  checked: CheckedPayment[],
  subscriptions: readonly ProvidedSubscription[],
  subscriptionPayments: readonly SubscriptionPayment[],
): Promise<string[]> {
  const bought: string[] = [];
  for (const { id, checkout, plan, status: stored } of checked) {
    const first = subscriptionPayments.find(
      ({ reason, subscriptionId }) => reason === "bought" && subscriptionId === checkout.subscriptionId,
    );
    const payment = checkout.payment ?? first ?? null;
    // A subscription's payments use up the customer's credit first, so less than the checkout's amount may have been
    // charged.
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

/** The status of a refund request as customers and admins see it: `shown_status` in prisma/sql/payments.sql. */
export type RequestStatus =
  | "requested"
  | "accepted"
  | "declined"
  | "refunded"
  /** 'failed': the provider refused the refund. 'returned': a bank sent it back. */
  | "failed"
  | "returned"
  | "closed";

/**
 * A bank may return a refund days later. The request then waits for an admin again, and the customer and the admins are
 * notified once. Runs in the transaction that stores the state fetched since `begun`. Ignores refunds made after
 * `begun`, which that state doesn't contain.
 */
export async function followReturned(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
  begun: Date,
): Promise<void> {
  const returned = await tx.$queryRaw<{ id: string; name: string; decidedAt: Date }[]>`
    UPDATE refund_requests r SET status = 'failed'
      FROM profiles f
     WHERE r.user_id = ${userId}::uuid AND r.status = 'refunded' AND f.id = r.user_id
       AND EXISTS (SELECT FROM refund_parts x JOIN payments c ON c.id = x.payment_id
                    WHERE x.request_id = r.id AND x.refunded_at < ${begun} AND c.status = 'paid'
                      AND c.refunded_cents < coalesce(x.total_cents, c.amount_cents))
    RETURNING r.id, f.full_name AS name, r.decided_at AS "decidedAt"`;
  for (const { id, name, decidedAt } of returned) {
    // The key contains the time of approval, because admins may retry the refund, and the bank may return it again.
    const approval = decidedAt.toISOString();
    await tellOfPayment(
      tx,
      { userId, email },
      {
        title: "Your bank returned your refund",
        body: "Your bank couldn't accept it, so the money came back to us. Within two business days, we'll try again or contact you about another way. You don't need to do anything.",
        key: `refund-returned:${id}:${approval}`,
      },
    );
    await addJob(tx, tellAdminsTask, { requestId: id, name, returned: approval });
  }
}

/**
 * Like `followReturned`, for a customer whose account doesn't exist anymore. Finds the payments by the provider's IDs,
 * and tells only admins.
 * @param read queries the provider; called only if any deleted account has been paid a refund
 */
export async function followReturnedOfGone(read: () => Promise<CustomerState>, begun: Date): Promise<void> {
  const ofGone = { status: "refunded", user: { leftAt: { not: null } } };
  if ((await db.refundRequest.count({ where: ofGone })) === 0) return;
  const { payments, checkouts } = await read();
  const single = checkouts.flatMap(({ payment, amountCents }) =>
    payment ? [{ ...payment, amountCents }] : [],
  );
  const kept = [...payments, ...single].filter(
    ({ refundedCents, amountCents }) => refundedCents < amountCents,
  );
  await transaction(async (tx) => {
    for (const { intentId, refundedCents } of kept) {
      const returned = {
        paymentIntentId: intentId,
        status: { in: ["refunded", "paid"] },
        refundParts: { some: { refundedAt: { lt: begun }, request: ofGone } },
      };
      const returnedPayment = await tx.payment.findFirst({
        where: returned,
        select: {
          id: true,
          amountCents: true,
          refundParts: {
            select: { totalCents: true, request: { select: { id: true, decidedAt: true } } },
          },
        },
      });
      const total = returnedPayment?.refundParts[0]?.totalCents ?? returnedPayment?.amountCents ?? 0;
      if (!returnedPayment || refundedCents >= total) continue;
      await tx.payment.update({ where: { id: returnedPayment.id }, data: { status: "paid", refundedCents } });
      for (const { request } of returnedPayment.refundParts) {
        await tx.refundRequest.updateMany({
          where: { id: request.id, status: "refunded" },
          data: { status: "failed" },
        });
        await addJob(tx, tellAdminsTask, {
          requestId: request.id,
          name: "A deleted user",
          returned: request.decidedAt?.toISOString(),
        });
      }
    }
  });
}
