import { transactionBy, transactionByAdmin } from "~/features/accounts/acting.server";
import type { Actor, Admin } from "~/features/accounts/actor";
import { recordAdminAction } from "~/features/accounts/admins.server";
import type { PlanName } from "~/features/plans/plan";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { db, readRows, type Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { tellAdminsTask, tellOfPayment } from "./announcing.server";
import type { RequestStatus } from "./checked-payments.server";
import { executeRefundTask } from "./paying-back.server";
import { declinedWords } from "./payment-words";
import { hasWindow, type RefundPart, refundWindow, sumOf } from "./refunds";

export interface PaymentView {
  id: string;
  plan: PlanName;
  interval: "month" | "year" | null;
  status: string;
  reason: "bought" | "changed" | "renewed";
  amountCents: number;
  /** ISO 8601. */
  paidAt: string;
  /** The deadline for requesting a refund; null if none can be requested now. */
  refundUntil: string | null;
  /** Whether a refund can be requested now or, for a post, later. */
  hasWindow: boolean;
  /** What a request made now would refund. It includes other payments for the same subscription. */
  parts: RefundPart[];
  /** A later payment has changed the subscription. That payment can be refunded instead of this one. */
  isChangedSince: boolean;
  request: RequestStatus | null;
  /** What the admin who decided wrote to the customer. */
  note: string;
}

/** A row of `paid_payments`. The billing page reads it as JSON, so its times are strings. */
export type PaidRow = {
  id: string;
  plan: PlanName;
  interval: PaymentView["interval"];
  status: string;
  reason: PaymentView["reason"];
  amount: number;
  paid_at: Date | string;
  matches: number;
  parts: RefundPart[] | null;
  isChangedSince: boolean;
  request: PaymentView["request"];
  note: string | null;
  is_waiting: boolean;
};

/**
 * A person's payments, newest first.
 * @param paymentId only this one
 */
export async function listPaid(userId: string, paymentId: string | null = null): Promise<PaymentView[]> {
  const rows = await readRows<PaidRow>("payments-paid", "SELECT * FROM paid_payments($1, $2)", [
    userId,
    paymentId,
  ]);
  return rows.map(paymentOf);
}

/** A payment, from a row of `paid_payments`. */
export function paymentOf({
  amount,
  paid_at,
  matches,
  note,
  parts,
  is_waiting,
  ...row
}: PaidRow): PaymentView {
  const paidAt = new Date(paid_at);
  const payment = { ...row, paidAt, matches: matches ?? 0 };
  const window = refundWindow(payment, new Date());
  const canAsk = !is_waiting && !row.request && parts !== null;
  return {
    ...row,
    amountCents: amount,
    paidAt: paidAt.toISOString(),
    refundUntil: canAsk ? (window?.until.toISOString() ?? null) : null,
    hasWindow: canAsk && hasWindow(payment, new Date()),
    parts: parts ?? [],
    note: note ?? "",
  };
}

/** Null if the payment isn't the actor's. */
export async function findPaid(actor: Actor, paymentId: string): Promise<PaymentView | null> {
  if (!isId(paymentId)) return null;
  const [payment] = await listPaid(actor.userId, paymentId);
  return payment ?? null;
}

/**
 * Requests a refund. There's one request per payment, and one waiting request per subscription, which covers the
 * subscription's recent payments. Idempotent. Refused: 'not-found' for other people's payments; 'asked' if there's a
 * request with another reason; 'too-late' outside the promised windows and for payments that were refunded or charged
 * back; 'outdated' if the refund isn't `agreed.cents` anymore.
 */
export async function requestRefund(
  actor: Actor,
  paymentId: string,
  { cents, reason }: { cents: number; reason: string },
): Promise<Outcome<"not-found" | "asked" | "too-late" | "outdated">> {
  const payment = await findPaid(actor, paymentId);
  if (!payment) return { ok: false, refused: "not-found" };
  if (payment.request) return askedBefore(paymentId, reason);
  if (!payment.refundUntil) return { ok: false, refused: "too-late" };
  if (sumOf(payment.parts) !== cents) return { ok: false, refused: "outdated" };
  const isStored = await transactionBy(actor, async (tx) => {
    await lockPurchase(tx, paymentId);
    const [request] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO refund_requests (payment_id, user_id, reason, amount_cents)
      SELECT p.id, p.user_id, ${reason}, ${cents} FROM payments p
       WHERE p.id = ${paymentId}::uuid AND p.user_id = ${actor.userId}::uuid AND p.status = 'paid'
         AND NOT EXISTS (SELECT FROM open_refunds(p))
         AND ${cents} = (SELECT sum(c.amount_cents - c.refunded_cents) FROM refundable_payments(p, now()) c)
      ON CONFLICT (payment_id) DO NOTHING RETURNING id`;
    if (!request) return false;
    await storeParts(tx, { id: request.id, occasion: "asked" });
    await addJob(tx, tellAdminsTask, { requestId: request.id, name: actor.name });
    return true;
  });
  if (isStored) return { ok: true };
  // Something else came first: the same request, another request for the same subscription, or a new state from the
  // provider.
  const now = await findPaid(actor, paymentId);
  if (now?.request) return askedBefore(paymentId, reason);
  return { ok: false, refused: now?.refundUntil ? "outdated" : "too-late" };
}

/** Another reason than the stored one would be lost. */
async function askedBefore(paymentId: string, reason: string): Promise<Outcome<"asked">> {
  const stored = await db.refundRequest.findUnique({ where: { paymentId }, select: { reason: true } });
  return reason === "" || reason === stored?.reason ? { ok: true } : { ok: false, refused: "asked" };
}

/** Makes concurrent requests for payments of the same subscription wait for each other. */
async function lockPurchase(tx: Transaction, paymentId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT p.id FROM payments p JOIN payments asked ON asked.id = ${paymentId}::uuid AND asked.user_id = p.user_id
     WHERE p.id = asked.id OR p.subscription_id = asked.subscription_id ORDER BY p.id FOR UPDATE OF p`;
}

/**
 * Stores what the request would refund now. Parts that were already refunded stay. Returns the sum that's still to be
 * refunded, in cents, including refunds that a bank has returned.
 */
async function storeParts(
  tx: Transaction,
  { id: requestId, occasion }: Pick<Asked, "id" | "occasion">,
): Promise<number> {
  if (occasion === "started-over") return renewParts(tx, requestId);
  await tx.refundPart.deleteMany({ where: { requestId, refundedAt: null } });
  const parts = await tx.$queryRaw<{ cents: number }[]>`
    INSERT INTO refund_parts (request_id, payment_id, amount_cents)
    SELECT r.id, c.id, c.amount_cents - c.refunded_cents
      FROM refund_requests r JOIN payments p ON p.id = r.payment_id
      CROSS JOIN LATERAL refundable_payments(p, r.created_at) c
     WHERE r.id = ${requestId}::uuid
    ON CONFLICT (request_id, payment_id)
    DO UPDATE SET amount_cents = excluded.amount_cents, refund_id = NULL, refunded_at = NULL
    RETURNING amount_cents AS cents`;
  return parts.reduce((sum, { cents }) => sum + cents, 0);
}

/**
 * Once an account has started over, what's owed never changes, except that what has been refunded since is left out.
 */
async function renewParts(tx: Transaction, requestId: string): Promise<number> {
  const parts = await tx.$queryRaw<{ cents: number }[]>`
    UPDATE refund_parts x SET amount_cents = x.total_cents - c.refunded_cents, refund_id = NULL, refunded_at = NULL
      FROM payments c
     WHERE x.request_id = ${requestId}::uuid AND c.id = x.payment_id AND c.status = 'paid'
       AND c.refunded_cents < x.total_cents
    RETURNING x.amount_cents AS cents`;
  return parts.reduce((sum, { cents }) => sum + cents, 0);
}

/**
 * Decides a waiting request, or retries one whose refund failed. An approval is for `cents`. Refused: 'not-found';
 * 'decided' if it's already decided; 'own', because admins can't decide their own requests; 'outdated' if the amount
 * isn't `cents` anymore. A decline is refused with 'no-reason' without a note, and with 'promised' unless the customer
 * abused the guarantee, because a request is only stored within a promised window.
 */
export async function decideRefund(
  admin: Admin,
  requestId: string,
  decision: RefundDecision,
): Promise<Outcome<"not-found" | "decided" | "own" | "outdated" | "no-reason" | "promised">> {
  return transactionByAdmin(admin, async (tx) => {
    const [request] = await tx.$queryRaw<Asked[]>`
      SELECT r.id, r.user_id AS "userId", r.status, EXISTS (SELECT FROM has_paid_back(r)) AS "wasExecuted",
             r.amount_cents AS cents, u.email, r.occasion, t.id AS "toldId", t.email AS "toldEmail"
        FROM refund_requests r JOIN users u ON u.id = r.user_id LEFT JOIN users t ON t.id = r.told_id
       WHERE r.id = ${requestId}::uuid FOR UPDATE OF r`;
    if (!request) return { ok: false, refused: "not-found" };
    if (request.userId === admin.userId) return { ok: false, refused: "own" };
    if (request.status !== "requested" && request.status !== "failed")
      return { ok: false, refused: "decided" };
    if (decision.approve && (await storeParts(tx, request)) !== decision.cents)
      return { ok: false, refused: "outdated" };
    if (!decision.approve && decision.note === "") return { ok: false, refused: "no-reason" };
    // A failed refund may be declined, because the admin may have paid the money another way.
    if (!decision.approve && !decision.isAbuse && request.status === "requested")
      return { ok: false, refused: "promised" };
    await storeDecision(tx, admin, request, decision);
    await follow(tx, request, decision);
    return { ok: true };
  });
}

interface RefundDecision {
  approve: boolean;
  cents: number;
  /** The customer reads this. */
  note: string;
  /** The customer has abused the guarantee. That's the only reason to decline a new request. */
  isAbuse?: boolean;
}

interface Asked {
  id: string;
  userId: string;
  status: string;
  /** True if at least a part was sent, even if a bank then returned it or the provider refused the rest. */
  wasExecuted: boolean;
  cents: number;
  email: string;
  occasion: string;
  /** The new account of someone who started over. Null if they didn't, or if it doesn't exist anymore. */
  toldId: string | null;
  toldEmail: string | null;
}

async function follow(
  tx: Transaction,
  { id, userId, wasExecuted, cents, email, occasion, toldId, toldEmail }: Asked,
  { approve, note }: RefundDecision,
): Promise<void> {
  if (approve) {
    await addJob(tx, executeRefundTask, { requestId: id });
    return;
  }
  const isAsked = occasion === "asked";
  const reader = isAsked ? { userId, email } : toldId && toldEmail && { userId: toldId, email: toldEmail };
  if (!reader) return;
  await tellOfPayment(tx, reader, {
    ...declinedWords(cents, note, wasExecuted || !isAsked),
    key: `refund-declined:${id}`,
  });
}

async function storeDecision(
  tx: Transaction,
  admin: Admin,
  { id, userId, status: before }: Asked,
  { approve, note, isAbuse = false }: RefundDecision,
): Promise<void> {
  const status = approve ? "accepted" : "declined";
  const parts = await tx.refundPart.aggregate({ where: { requestId: id }, _sum: { amountCents: true } });
  await tx.refundRequest.update({
    where: { id },
    data: {
      status,
      note,
      decidedById: admin.userId,
      decidedAt: new Date(),
      ...(approve && { amountCents: parts._sum.amountCents ?? 0 }),
    },
    select: { id: true },
  });
  await recordAdminAction(tx, admin, approve ? "approve-refund" : "decline-refund", userId, {
    reason: isAbuse && !approve ? `Abuse of the guarantee: ${note}` : note,
    requestId: id,
    before: { status: before },
    after: { status },
  });
}
