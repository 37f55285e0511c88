import type { PlanName } from "~/features/plans/plan";
import { isId } from "~/ids";
import { cursorOf, readCursor } from "~/platform/cursor";
import { db, readRows } from "~/platform/db.server";
import { refundWindow } from "./refund-window";

export interface RefundView {
  id: string;
  userId: string;
  name: string;
  email: string;
  plan: PlanName;
  amountCents: number;
  reason: string;
  status: "requested" | "accepted" | "declined" | "refunded" | "failed";
  note: string;
  /** ISO 8601, all three. */
  askedAt: string;
  paidAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
  /** Since it was paid. */
  matches: number;
  messages: number;
  /** Which promise covers it, judged when it was asked for. */
  promise: "money-back" | "no-match" | null;
}

type Row = Omit<RefundView, "askedAt" | "paidAt" | "decidedAt" | "promise"> & {
  asked_at: Date;
  paid_at: Date;
  decided_at: Date | null;
};

const columns = `
  r.id, r.user_id AS "userId", p.full_name AS name, u.email, pay.plan_type AS plan, r.amount_cents AS "amountCents",
  r.reason, r.status, r.note, r.created_at AS asked_at, pay.paid_at, r.decided_at, a.full_name AS "decidedBy",
  (SELECT count(*)::int FROM matches m
    WHERE m.creator_id = r.user_id AND NOT m.held AND m.created_at >= pay.paid_at) AS matches,
  (SELECT count(*)::int FROM messages m WHERE m.sender_id = r.user_id AND m.created_at >= pay.paid_at) AS messages`;

const tables = `
  refund_requests r
  JOIN payments pay ON pay.id = r.payment_id
  JOIN users u ON u.id = r.user_id JOIN profiles p ON p.id = r.user_id
  LEFT JOIN profiles a ON a.id = r.decided_by_id`;

const pageSize = 20;

/** SQL, for a row `r` of refund_requests, in the words of the index: undecided, or refused by the provider. */
const isWaiting = "r.status IN ('requested', 'failed')";

/** SELECT: since when (`at`) each request waits. */
export const waitingRefunds = `SELECT r.created_at AS at FROM refund_requests r WHERE ${isWaiting}`;

/** As it stands in the URL. */
export type RefundSort = "oldest" | "newest";

export const readRefundSort = (text: string | null): RefundSort => (text === "newest" ? "newest" : "oldest");

const listText = (isAfter: ">" | "<", direction: "ASC" | "DESC") => `
  SELECT ${columns} FROM ${tables}
   WHERE ${isWaiting} AND (r.created_at, r.id) ${isAfter} ($1::timestamptz, $2::uuid)
   ORDER BY r.created_at ${direction}, r.id ${direction} LIMIT ${pageSize + 1}`;

const listTexts = { oldest: listText(">", "ASC"), newest: listText("<", "DESC") };

/** Those that wait, and those the provider refused, oldest first. `after` is the previous page's `next`. */
export async function listWaitingRefunds(
  after: string | null = null,
  sort: RefundSort = "oldest",
): Promise<{ refunds: RefundView[]; next: string | null }> {
  const [askedAt, id] = readCursor(after);
  const rows = await readRows<Row>(`payments-refunds-${sort}`, listTexts[sort], [
    askedAt === "infinity" && sort === "oldest" ? "-infinity" : askedAt,
    id,
  ]);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    refunds: shown.map(viewOf),
    next: rows.length > pageSize && last ? cursorOf(last.asked_at, last.id) : null,
  };
}

export const refundColumns = [
  ...["Id", "User id", "Name", "Email", "Plan", "Cents", "Status", "Reason", "Asked (UTC)", "Paid (UTC)"],
  ...["Matches since", "Messages since"],
];

/** The rows of `refundColumns`, of all that wait, read as they are taken. */
export async function* refundRows(sort: RefundSort): AsyncGenerator<string[]> {
  for (let after: string | null = null; ; ) {
    const { refunds, next }: Awaited<ReturnType<typeof listWaitingRefunds>> = await listWaitingRefunds(
      after,
      sort,
    );
    for (const { id, userId, name, email, plan, amountCents, status, reason, ...rest } of refunds) {
      const { askedAt, paidAt, matches, messages } = rest;
      const about = [id, userId, name, email, plan, String(amountCents), status, reason];
      yield [...about, askedAt, paidAt, String(matches), String(messages)];
    }
    if (!next) return;
    after = next;
  }
}

export async function countWaitingRefunds(): Promise<number> {
  return db.refundRequest.count({ where: { status: { in: ["requested", "failed"] } } });
}

/** The last ten that were decided. */
export async function listDecidedRefunds(): Promise<RefundView[]> {
  const rows = await readRows<Row>(
    "payments-refunds-decided",
    `SELECT ${columns} FROM ${tables}
      WHERE r.status IN ('accepted', 'declined', 'refunded') ORDER BY r.decided_at DESC, r.id LIMIT 10`,
    [],
  );
  return rows.map(viewOf);
}

export async function findRefund(requestId: string): Promise<RefundView | null> {
  if (!isId(requestId)) return null;
  const [row] = await readRows<Row>(
    "payments-refund",
    `SELECT ${columns} FROM ${tables} WHERE r.id = $1::uuid`,
    [requestId],
  );
  return row ? viewOf(row) : null;
}

function viewOf({ asked_at, paid_at, decided_at, ...row }: Row): RefundView {
  const asked = { plan: row.plan, status: "paid", paidAt: paid_at, matches: row.matches };
  return {
    ...row,
    askedAt: asked_at.toISOString(),
    paidAt: paid_at.toISOString(),
    decidedAt: decided_at?.toISOString() ?? null,
    promise: refundWindow(asked, asked_at)?.promise ?? null,
  };
}
