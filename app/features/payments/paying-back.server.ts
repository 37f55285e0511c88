import type { PlanName } from "~/features/plans/plan";
import { findSubscription } from "~/features/plans/subscribing.server";
import { db, transaction } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { jobPayments } from "~/platform/payments/payments.server";
import { PaymentRefused, type PaymentsSide } from "~/platform/payments/payments-side.server";
import { tellOfPayment } from "./announcing.server";
import { converge } from "./converging.server";

export const executeRefundTask = "payments:execute-refund";

type Approved = {
  id: string;
  userId: string;
  email: string;
  paymentId: string;
  plan: PlanName;
  intentId: string | null;
  subscriptionId: string | null;
  amountCents: number;
};

/** The job of an approval: the provider pays back and ends the subscription. May run twice. */
export async function executeRefund(requestId: string): Promise<void> {
  const side = jobPayments;
  const [request] = await db.$queryRaw<Approved[]>`
    SELECT r.id, r.user_id AS "userId", u.email, p.id AS "paymentId", p.plan_type AS plan,
           p.payment_intent_id AS "intentId", p.subscription_id AS "subscriptionId", r.amount_cents AS "amountCents"
      FROM refund_requests r JOIN payments p ON p.id = r.payment_id JOIN users u ON u.id = r.user_id
     WHERE r.id = ${requestId}::uuid AND r.status = 'accepted'`;
  if (!request || !side) return;
  let refundId: string | null;
  try {
    refundId = await payBack(side, request);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    log.error({ err: error, code: error.code }, "a refund was refused");
    await db.refundRequest.updateMany({
      where: { id: requestId, status: "accepted" },
      data: { status: "failed" },
    });
    return;
  }
  await noteRefund(request, refundId);
  await converge(request.userId, side);
}

/** Returns the refund's id; null if it had been refunded by hand. */
async function payBack(side: PaymentsSide, request: Approved): Promise<string | null> {
  const { id, intentId, subscriptionId } = request;
  if (!intentId) throw new PaymentRefused("no-payment-intent", null);
  const intents = new Set([intentId]);
  if (subscriptionId) {
    // A change of plan since was a payment of its own, which the money-back covers, too.
    const customerId = (await findSubscription(request.userId))?.customerId;
    const all = customerId ? await side.listSubscriptions(customerId) : [];
    const latest = all.find((subscription) => subscription.id === subscriptionId)?.latestPayment;
    if (latest) intents.add(latest.intentId);
  }
  let refundId: string | null = null;
  for (const intent of intents) {
    try {
      const refund = await side.refund(
        { intentId: intent, reason: "requested_by_customer" },
        `refund:${id}:${intent}`,
      );
      if (refund.status === "failed") throw new PaymentRefused("refund-failed", null);
      refundId ??= refund.refundId;
    } catch (error) {
      if (!(error instanceof PaymentRefused && error.code === "charge_already_refunded")) throw error;
    }
  }
  if (subscriptionId) await side.cancelNow(subscriptionId, `refund:${id}`);
  return refundId;
}

async function noteRefund({ id, userId, email, paymentId, amountCents }: Approved, refundId: string | null) {
  await transaction(async (tx) => {
    await tx.refundRequest.updateMany({
      where: { id, status: "accepted" },
      data: { status: "refunded", refundId },
    });
    await tx.payment.updateMany({
      where: { id: paymentId },
      data: { status: "refunded", refundedCents: amountCents },
    });
    await tellOfPayment(
      tx,
      { userId, email },
      {
        title: "Your money is on its way back",
        body: "Your bank shows it within five to ten days.",
        key: `refunded:${id}`,
      },
    );
  });
}
