import { db, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { log } from "~/platform/log.server";
import { jobPayments } from "~/platform/payments/payments.server";
import { PaymentRefused, type PaymentsSide } from "~/platform/payments/payments-side.server";
import { tellAdminsTask, tellOfPayment } from "./announcing.server";
import { converge } from "./converging.server";
import { refundedWords } from "./payment-words";

export const executeRefundTask = "payments:execute-refund";

type Approved = {
  id: string;
  status: "accepted" | "refunded";
  userId: string;
  email: string;
  name: string;
  subscriptionId: string | null;
  decidedAt: Date;
  note: string;
};

/**
 * The job of an approval: the provider pays back what was approved and ends the subscription. If that is another amount
 * by now, admins decide again. May run twice, and after it was cut off anywhere.
 */
export async function executeRefund(
  requestId: string,
  side: PaymentsSide | null = jobPayments,
): Promise<void> {
  if (!side) return;
  const [request] = await db.$queryRaw<Approved[]>`
    SELECT r.id, r.status, r.user_id AS "userId", u.email, f.full_name AS name,
           p.subscription_id AS "subscriptionId", r.decided_at AS "decidedAt", r.note
      FROM refund_requests r JOIN payments p ON p.id = r.payment_id
      JOIN users u ON u.id = r.user_id JOIN profiles f ON f.id = r.user_id
     WHERE r.id = ${requestId}::uuid AND r.status IN ('accepted', 'refunded')`;
  if (!request) return;
  if (request.status === "accepted") {
    await converge(request.userId, side);
    if (await hasChanged(requestId)) return withdraw(request);
    try {
      await payBack(side, request);
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
  await converge(request.userId, side);
}

/** Something else is covered now, or a bank has taken a part of it. What was refunded meanwhile is as approved. */
async function hasChanged(requestId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM refund_requests r JOIN payments p ON p.id = r.payment_id
        CROSS JOIN LATERAL refundable_payments(p, r.created_at) c
       WHERE r.id = ${requestId}::uuid AND NOT EXISTS (
         SELECT FROM refund_parts x
          WHERE x.request_id = r.id AND x.payment_id = c.id AND x.amount_cents = c.amount_cents - c.refunded_cents)
    ) OR EXISTS (
      SELECT FROM refund_parts x JOIN payments c ON c.id = x.payment_id
       WHERE x.request_id = ${requestId}::uuid AND x.refunded_at IS NULL AND c.status = 'disputed') AS has`;
  return row?.has === true;
}

/** Back to the admins, undecided. */
async function withdraw({ id, name, decidedAt }: Approved): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.refundRequest.updateMany({
      where: { id, status: "accepted" },
      data: { status: "requested", note: "", decidedById: null, decidedAt: null },
    });
    if (count > 0)
      await addJob(tx, tellAdminsTask, { requestId: id, name, withdrawn: decidedAt.toISOString() });
  });
}

/**
 * Each part once. First the money: only then the subscription ends. What a change of it left as credit was paid with that
 * money, so it goes, too.
 */
async function payBack(side: PaymentsSide, { id, subscriptionId, decidedAt }: Approved): Promise<void> {
  const parts = await db.refundPart.findMany({
    where: { requestId: id, refundedAt: null },
    select: {
      paymentId: true,
      amountCents: true,
      payment: { select: { status: true, paymentIntentId: true } },
    },
    orderBy: { paymentId: "asc" },
  });
  for (const { paymentId, amountCents, payment } of parts) {
    // By hand; or here, and cut off before it was noted.
    const isDone = payment.status === "refunded";
    // Of another approval with the same key, the provider would repeat its refusal.
    const key = `refund:${id}:${paymentId}:${decidedAt.getTime()}`;
    const refundId = isDone ? null : await refund(side, payment.paymentIntentId, amountCents, key);
    await notePart(id, paymentId, refundId);
  }
  if (!subscriptionId) return;
  // Before it ends, lest the next purchase spends it; and after, lest a change in between has brought more.
  await side.takeCredit(subscriptionId);
  await side.cancelNow(subscriptionId, `refund:${id}`);
  await side.takeCredit(subscriptionId);
}

/** Returns the refund's id; null if it had been refunded by hand. */
async function refund(
  side: PaymentsSide,
  intentId: string | null,
  amountCents: number,
  key: string,
): Promise<string | null> {
  if (!intentId) throw new PaymentRefused("no-payment-intent", null);
  try {
    const { status, refundId } = await side.refund(
      { intentId, amountCents, reason: "requested_by_customer" },
      key,
    );
    if (status === "failed") throw new PaymentRefused("refund-failed", null);
    return refundId;
  } catch (error) {
    if (error instanceof PaymentRefused && error.code === "charge_already_refunded") return null;
    throw error;
  }
}

async function notePart(requestId: string, paymentId: string, refundId: string | null): Promise<void> {
  await transaction(async (tx) => {
    // The database's time, as of when states are fetched.
    await tx.$executeRaw`
      UPDATE refund_parts SET refund_id = ${refundId}, refunded_at = now()
       WHERE request_id = ${requestId}::uuid AND payment_id = ${paymentId}::uuid AND refunded_at IS NULL`;
    await tx.$executeRaw`
      UPDATE payments SET status = 'refunded', refunded_cents = amount_cents WHERE id = ${paymentId}::uuid`;
  });
}

async function noteRefund({ id, userId, email, decidedAt, note }: Approved): Promise<void> {
  await transaction(async (tx) => {
    await tx.$executeRaw`
      UPDATE refund_requests r
         SET status = 'refunded',
             refund_id = (SELECT min(x.refund_id) FROM refund_parts x WHERE x.request_id = r.id)
       WHERE r.id = ${id}::uuid AND r.status = 'accepted'`;
    const paidBack = await tx.refundPart.aggregate({ where: { requestId: id }, _sum: { amountCents: true } });
    await tellOfPayment(
      tx,
      { userId, email },
      {
        ...refundedWords(paidBack._sum.amountCents ?? 0, note),
        key: `refunded:${id}:${decidedAt.getTime()}`,
      },
    );
  });
}
