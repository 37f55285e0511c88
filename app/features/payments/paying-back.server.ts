import { db, type Prisma, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { log } from "~/platform/log.server";
import { jobPayments } from "~/platform/payments/payments.server";
import { PaymentRefused, type PaymentsPort } from "~/platform/payments/payments-port.server";
import { tellAdminsTask, tellOfPayment } from "./announcing.server";
import { converge } from "./converging.server";
import { refundedWords, startedOverWords } from "./payment-words";

export const executeRefundTask = "payments:execute-refund";

const approvedFields = {
  id: true,
  status: true,
  userId: true,
  decidedAt: true,
  note: true,
  occasion: true,
  told: { select: { id: true, email: true } },
  payment: { select: { subscriptionId: true } },
  user: { select: { email: true, profile: { select: { fullName: true } } } },
} as const;

type Approved = Prisma.RefundRequestGetPayload<{ select: typeof approvedFields }>;

/** When the request was approved. It distinguishes a second approval of the same request from the first. */
const approvalOf = ({ decidedAt }: Approved) => decidedAt ?? new Date(0);

/**
 * The job that follows an approval: the provider refunds the approved amount and ends the subscription. If the amount
 * has changed since the approval, admins have to decide again. Idempotent, and can be resumed after any interruption.
 */
export async function executeRefund(
  requestId: string,
  provider: PaymentsPort | null = jobPayments,
): Promise<void> {
  if (!provider) return;
  const request = await db.refundRequest.findFirst({
    where: { id: requestId, status: { in: ["accepted", "refunded"] } },
    select: approvedFields,
  });
  if (!request) return;
  if (request.status === "accepted") {
    await converge(request.userId, provider);
    if (await hasChanged(requestId)) return withdraw(request);
    try {
      await payBack(provider, request);
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      log.error({ err: error, code: error.code }, "a refund was refused");
      await db.refundRequest.updateMany({
        where: { id: requestId, status: "accepted" },
        data: { status: "failed" },
      });
      return;
    }
    await noteRefund(request);
  }
  await converge(request.userId, provider);
}

/**
 * Whether the refund differs from what was approved, because it would cover other payments or a bank has taken back a
 * part. Parts that were refunded in the meantime don't count as a change.
 */
async function hasChanged(requestId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM refund_requests r JOIN payments p ON p.id = r.payment_id
        CROSS JOIN LATERAL refundable_payments(p, r.created_at) c
       WHERE r.id = ${requestId}::uuid AND r.occasion = 'asked' AND NOT EXISTS (
         SELECT FROM refund_parts x
          WHERE x.request_id = r.id AND x.payment_id = c.id AND x.amount_cents = c.amount_cents - c.refunded_cents)
    ) OR EXISTS (
      SELECT FROM refund_parts x JOIN payments c ON c.id = x.payment_id
       WHERE x.request_id = ${requestId}::uuid AND x.refunded_at IS NULL
         AND (c.status = 'disputed'
           OR c.refunded_cents NOT IN (x.total_cents, x.total_cents - x.amount_cents))) AS has`;
  return row?.has === true;
}

/** Makes admins decide the request again. */
async function withdraw(request: Approved): Promise<void> {
  const { id, user } = request;
  await transaction(async (tx) => {
    const { count } = await tx.refundRequest.updateMany({
      where: { id, status: "accepted" },
      data: { status: "requested", note: "", decidedById: null, decidedAt: null },
    });
    if (count > 0)
      await addJob(tx, tellAdminsTask, {
        requestId: id,
        name: user.profile?.fullName,
        withdrawn: approvalOf(request).toISOString(),
      });
  });
}

/**
 * Refunds each part once, and ends the subscription once all the money is sent. Also takes back credit from changes of
 * plan, because the refunded money had paid for it.
 */
async function payBack(provider: PaymentsPort, request: Approved): Promise<void> {
  const { id, payment: asked } = request;
  const parts = await db.refundPart.findMany({
    where: { requestId: id, refundedAt: null },
    select: {
      paymentId: true,
      amountCents: true,
      totalCents: true,
      payment: { select: { paymentIntentId: true, refundedCents: true } },
    },
    orderBy: { paymentId: "asc" },
  });
  for (const { paymentId, amountCents, totalCents, payment } of parts) {
    // An interrupted attempt, or an admin at the provider, has already refunded this part. Under another key, the
    // provider would refund it a second time.
    if (totalCents !== null && payment.refundedCents === totalCents) {
      await notePart(id, paymentId, payment.paymentIntentId ?? "");
      continue;
    }
    // The key names the approval. With the key of an interrupted attempt, the provider repeats that refund's response.
    // With the key of an earlier approval, it would repeat its refusal.
    const key = `refund:${id}:${paymentId}:${approvalOf(request).getTime()}`;
    const refundId = await refund(provider, payment.paymentIntentId, amountCents, key);
    await notePart(id, paymentId, refundId);
  }
  const { subscriptionId } = asked;
  if (!subscriptionId) return;
  // Credit is taken back before the subscription ends, so that the next purchase can't use it, and again afterward,
  // because a change in between may have added more.
  await provider.takeCredit(subscriptionId);
  await provider.cancelNow(subscriptionId, `refund:${id}`);
  await provider.takeCredit(subscriptionId);
}

/** Returns the refund's ID, or the payment's if someone has refunded it by hand at the provider. */
async function refund(
  provider: PaymentsPort,
  intentId: string | null,
  amountCents: number,
  key: string,
): Promise<string> {
  if (!intentId) throw new PaymentRefused("no-payment-intent", null);
  try {
    const { status, refundId } = await provider.refund(
      { intentId, amountCents, reason: "requested_by_customer" },
      key,
    );
    if (status === "failed") throw new PaymentRefused("refund-failed", null);
    return refundId;
  } catch (error) {
    if (error instanceof PaymentRefused && error.code === "charge_already_refunded") return intentId;
    throw error;
  }
}

async function notePart(requestId: string, paymentId: string, refundId: string): Promise<void> {
  // Uses the database's clock, because the times of fetched states (`begun`) are taken from it, too.
  await db.$executeRaw`
    WITH noted AS (
      UPDATE refund_parts SET refund_id = ${refundId}, refunded_at = now()
       WHERE request_id = ${requestId}::uuid AND payment_id = ${paymentId}::uuid AND refunded_at IS NULL
    )
    UPDATE payments p SET status = CASE WHEN x.total_cents < p.amount_cents THEN p.status ELSE 'refunded' END,
           refunded_cents = coalesce(x.total_cents, p.amount_cents)
      FROM refund_parts x
     WHERE p.id = ${paymentId}::uuid AND x.payment_id = p.id AND x.request_id = ${requestId}::uuid`;
}

async function noteRefund(request: Approved): Promise<void> {
  const { id, userId, user, note, occasion, told } = request;
  const isAsked = occasion === "asked";
  const reader = isAsked ? { userId, email: user.email } : told && { userId: told.id, email: told.email };
  await transaction(async (tx) => {
    const paidBack = await tx.refundPart.aggregate({
      where: { requestId: id },
      _sum: { amountCents: true },
      _min: { refundId: true },
    });
    await tx.refundRequest.updateMany({
      where: { id, status: "accepted" },
      data: { status: "refunded", refundId: paidBack._min.refundId },
    });
    const cents = paidBack._sum.amountCents ?? 0;
    if (reader)
      await tellOfPayment(tx, reader, {
        ...(isAsked ? refundedWords(cents, note) : startedOverWords(cents)),
        key: `refunded:${id}:${approvalOf(request).getTime()}`,
      });
  });
}
