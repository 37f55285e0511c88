import type { PlanName } from "~/features/plans/plan";
import { readRows } from "~/platform/db.server";
import { hasWindow, type RefundPart, refundWindow } from "./refund-window";
import type { RequestStatus } from "./returned-refunds.server";

export interface PaymentView {
  id: string;
  plan: PlanName;
  interval: "month" | "year" | null;
  status: string;
  reason: "bought" | "changed" | "renewed";
  amountCents: number;
  /** ISO 8601. */
  paidAt: string;
  /** Until when it can be asked back; null if not, or not now. */
  refundUntil: string | null;
  /** Whether it can be asked back now or, of a post, later. */
  hasWindow: boolean;
  /** What is paid back if it is asked for now; other payments for the same subscription, too. */
  parts: RefundPart[];
  /** Whether the subscription was changed again since, which can be asked back instead. */
  isChangedSince: boolean;
  request: RequestStatus | null;
  /** The admin's, with their decision. */
  note: string;
}

type Row = {
  id: string;
  plan: PlanName;
  interval: PaymentView["interval"];
  status: string;
  reason: PaymentView["reason"];
  amount: number;
  paid_at: Date;
  matches: number;
  parts: RefundPart[] | null;
  isChangedSince: boolean;
  request: PaymentView["request"];
  note: string | null;
  is_waiting: boolean;
};

/** $1 person, $2 payment, or null for the newest twelve: renewals are among the receipts. */
const paidText = `
SELECT p.id, p.plan_type AS plan, p.billing_interval AS interval, p.status, p.reason,
       coalesce(p.amount_cents, 0) AS amount, p.paid_at,
       CASE WHEN p.plan_type = 'pay_per_post' THEN (SELECT count FROM matches_in_time(p)) END AS matches,
       (SELECT jsonb_agg(refund_part(c, c.amount_cents - c.refunded_cents) ORDER BY c.paid_at, c.id)
          FROM refundable_payments(p, now()) c) AS parts,
       EXISTS (SELECT FROM payments n WHERE n.user_id = p.user_id AND n.subscription_id = p.subscription_id
                  AND n.reason = 'changed' AND n.status = 'paid' AND n.paid_at > p.paid_at) AS "isChangedSince",
       EXISTS (SELECT FROM open_refunds(p)) AS is_waiting,
       r.request, r.note
  FROM payments p
  LEFT JOIN LATERAL (
    SELECT s.status AS request, q.note FROM refund_requests q CROSS JOIN LATERAL shown_status(q) s
     WHERE q.payment_id = p.id OR q.id IN (SELECT x.request_id FROM refund_parts x WHERE x.payment_id = p.id)
     ORDER BY q.payment_id = p.id DESC, q.created_at DESC LIMIT 1) r ON true
 WHERE p.user_id = $1 AND p.paid_at IS NOT NULL
   AND CASE WHEN $2::uuid IS NULL THEN p.reason <> 'renewed' OR p.status <> 'paid' ELSE p.id = $2::uuid END
 ORDER BY p.paid_at DESC, p.id LIMIT 12`;

/** A person's payments, newest first. */
export async function listPaid(userId: string, paymentId: string | null = null): Promise<PaymentView[]> {
  const rows = await readRows<Row>("payments-paid", paidText, [userId, paymentId]);
  return rows.map(({ amount, paid_at, matches, note, parts, is_waiting, ...row }) => {
    const payment = { ...row, paidAt: paid_at, matches: matches ?? 0 };
    const window = refundWindow(payment, new Date());
    const canAsk = !is_waiting && !row.request && parts !== null;
    return {
      ...row,
      amountCents: amount,
      paidAt: paid_at.toISOString(),
      refundUntil: canAsk ? (window?.until.toISOString() ?? null) : null,
      hasWindow: canAsk && hasWindow(payment, new Date()),
      parts: parts ?? [],
      note: note ?? "",
    };
  });
}
