import { adminPaths } from "~/admin-paths";
import type { Actor } from "~/features/accounts/actor";
import { recordAct } from "~/features/accounts/auditing.server";
import { notify } from "~/features/notifications/notifying.server";
import { isId } from "~/ids";
import { type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { tellOfPayment } from "./announcing.server";
import { listPaid, type PaymentView } from "./paid.server";
import { executeRefundTask } from "./paying-back.server";

export const tellAdminsTask = "payments:tell-admins";

/** Null if it is not the actor's. */
export async function findPaid(actor: Actor, paymentId: string): Promise<PaymentView | null> {
  if (!isId(paymentId)) return null;
  const [payment] = await listPaid(actor.userId, paymentId);
  return payment ?? null;
}

/**
 * Asks an admin for a payment's money back, once a payment. Asking again changes nothing. Refused: 'not-found' for
 * other people's, 'too-late' outside the promised windows.
 */
export async function requestRefund(
  actor: Actor,
  paymentId: string,
  reason: string,
): Promise<{ ok: true } | { ok: false; refused: "not-found" | "too-late" }> {
  const payment = await findPaid(actor, paymentId);
  if (!payment) return { ok: false, refused: "not-found" };
  if (payment.request) return { ok: true };
  if (!payment.refundUntil || payment.amountCents === 0) return { ok: false, refused: "too-late" };
  await transaction(async (tx) => {
    const [request] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO refund_requests (payment_id, user_id, reason, amount_cents)
      SELECT id, user_id, ${reason}, amount_cents FROM payments WHERE id = ${paymentId}::uuid AND status = 'paid'
      ON CONFLICT (payment_id) DO NOTHING RETURNING id`;
    if (request) await addJob(tx, tellAdminsTask, { requestId: request.id, name: actor.name });
  });
  return { ok: true };
}

/** The job of a request. */
export async function tellAdmins(requestId: string, name: string): Promise<void> {
  await transaction(async (tx) => {
    const asker = await tx.refundRequest.findUnique({ where: { id: requestId }, select: { userId: true } });
    if (!asker) return;
    const admins = await tx.user.findMany({ where: { isAdmin: true }, select: { id: true } });
    await notify(
      tx,
      ...admins.map(({ id }) => ({
        userId: id,
        kind: "payment" as const,
        title: `${name} asks for a refund`,
        body: "",
        href: adminPaths.decideRefund(requestId),
        aboutId: asker.userId,
        eventKey: `refund-asked:${requestId}:${id}`,
      })),
    );
  });
}

/**
 * Decides a request that waits, or tries a failed one again. Refused: 'not-found', 'decided' already, 'own': nobody
 * decides about their own money.
 */
export async function decideRefund(
  admin: Actor,
  requestId: string,
  decision: { approve: boolean; note: string },
): Promise<{ ok: true } | { ok: false; refused: "not-found" | "decided" | "own" }> {
  if (!isId(requestId)) return { ok: false, refused: "not-found" };
  return transaction(async (tx) => {
    const [request] = await tx.$queryRaw<{ user_id: string; status: string; email: string }[]>`
      SELECT r.user_id, r.status, u.email FROM refund_requests r JOIN users u ON u.id = r.user_id
       WHERE r.id = ${requestId}::uuid FOR UPDATE OF r`;
    if (!request) return { ok: false as const, refused: "not-found" as const };
    if (request.user_id === admin.userId) return { ok: false as const, refused: "own" as const };
    if (request.status !== "requested" && request.status !== "failed")
      return { ok: false as const, refused: "decided" as const };
    await storeDecision(tx, admin, requestId, decision);
    await recordAct(tx, admin, decision.approve ? "approve-refund" : "decline-refund", request.user_id, {
      reason: decision.note,
      requestId,
      before: { status: request.status },
      after: { status: decision.approve ? "accepted" : "declined" },
    });
    if (decision.approve) await addJob(tx, executeRefundTask, { requestId });
    else
      await tellOfPayment(
        tx,
        { userId: request.user_id, email: request.email },
        {
          title: "Your refund was declined",
          body: decision.note || "Please write to us if you think that is a mistake.",
          key: `refund-declined:${requestId}`,
        },
      );
    return { ok: true as const };
  });
}

async function storeDecision(
  tx: Transaction,
  admin: Actor,
  requestId: string,
  { approve, note }: { approve: boolean; note: string },
): Promise<void> {
  await tx.refundRequest.update({
    where: { id: requestId },
    data: {
      status: approve ? "accepted" : "declined",
      note,
      decidedById: admin.userId,
      decidedAt: new Date(),
    },
  });
}
