import type { PlanName } from "~/features/plans/plan";
import { readRows } from "~/platform/db.server";
import { refundWindow } from "./refund-window";

export interface PaymentView {
  id: string;
  plan: PlanName;
  status: string;
  amountCents: number;
  /** ISO 8601. */
  paidAt: string;
  /** Until when it can be asked back; null if not, or not now. */
  refundUntil: string | null;
  request: "requested" | "accepted" | "declined" | "refunded" | "failed" | null;
  /** The admin's, with their decision. */
  note: string;
}

type Row = {
  id: string;
  plan: PlanName;
  status: string;
  amount: number;
  paid_at: Date;
  matches: number;
  request: PaymentView["request"];
  note: string | null;
};

/** $1 person, $2 payment, or null for the newest twelve. */
const paidText = `
SELECT p.id, p.plan_type AS plan, p.status, coalesce(p.amount_cents, 0) AS amount, p.paid_at,
       CASE WHEN p.plan_type = 'pay_per_post' THEN
         (SELECT count(*)::int FROM matches m
           WHERE m.creator_id = p.user_id AND NOT m.held AND m.created_at >= p.paid_at) END AS matches,
       r.status AS request, r.note
  FROM payments p LEFT JOIN refund_requests r ON r.payment_id = p.id
 WHERE p.user_id = $1 AND p.paid_at IS NOT NULL AND ($2::uuid IS NULL OR p.id = $2::uuid)
 ORDER BY p.paid_at DESC, p.id LIMIT 12`;

/** A person's payments, newest first. */
export async function listPaid(userId: string, paymentId: string | null = null): Promise<PaymentView[]> {
  const rows = await readRows<Row>("payments-paid", paidText, [userId, paymentId]);
  return rows.map(({ amount, paid_at, matches, note, ...row }) => {
    const window = refundWindow({ ...row, paidAt: paid_at, matches: matches ?? 0 }, new Date());
    return {
      ...row,
      amountCents: amount,
      paidAt: paid_at.toISOString(),
      refundUntil: row.request ? null : (window?.until.toISOString() ?? null),
      note: note ?? "",
    };
  });
}
