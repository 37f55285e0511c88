import { adminPaths } from "~/admin-paths";
import { searchPeople } from "~/features/accounts/finding-people.server";
import { type PlanName, planLabels } from "~/features/plans/plan";
import { isId } from "~/ids";
import { adminList, choice, optionalTimeOrder } from "~/platform/admin-list.server";
import { allOf, db, Prisma } from "~/platform/db.server";
import { withIsoTimes } from "~/platform/iso-times";
import { byTime, countRows, pageOf, placeOf } from "~/platform/paging.server";
import type { RequestStatus } from "./checked-payments.server";
import { type RefundPart, refundWindow } from "./refunds";

export interface RefundView {
  id: string;
  userId: string;
  name: string;
  email: string;
  plan: PlanName;
  /** In cents. The requested amount or, after an approval, the approved one, which may be 0. */
  amountCents: number;
  reason: string;
  status: RequestStatus;
  /** 'asked' if the customer requested it, 'started-over' if it was decided when the account started over. */
  occasion: "asked" | "started-over";
  note: string;
  /** The account is deleted or was given up to start over, so no one is notified if a bank returns the refund. */
  isGone: boolean;
  /** ISO 8601, like the times below and `joinedAt`. */
  askedAt: string;
  paidAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
  /** Whether an approval ends the plan that the person is on. A post's may be over, or replaced by a subscription. */
  endsPlan: boolean;
  /** Counted since the payment, like `messages` and `projects`. */
  matches: number;
  messages: number;
  projects: number;
  /** How many requests the same person made before this one. */
  earlier: number;
  avatarUrl: string | null;
  joinedAt: string;
  /** The guarantee that covered the payment when the refund was requested. */
  promise: "money-back" | "no-match" | null;
  /** What an approval would refund now or, after the decision, what the request covers. */
  parts: RefundPart[];
}

type Row = Omit<RefundView, "askedAt" | "paidAt" | "decidedAt" | "joinedAt" | "promise" | "parts"> & {
  joinedAt: Date;
  parts: RefundPart[] | null;
  paidFor: "bought" | "changed" | "renewed";
  matchesInTime: number;
  askedAt: Date;
  paidAt: Date;
  decidedAt: Date | null;
};

const readRequests = (which: Prisma.Sql) => db.$queryRaw<Row[]>`
  SELECT r.id, r.user_id AS "userId", p.full_name AS name, u.email, pay.plan_type AS plan, r.amount_cents AS "amountCents",
         r.reason, (SELECT s.status FROM shown_status(r) s) AS status, r.note, r.created_at AS "askedAt", pay.paid_at AS "paidAt",
         r.decided_at AS "decidedAt", a.full_name AS "decidedBy",
         (SELECT count(*)::int FROM matches m
           WHERE m.creator_id = r.user_id AND NOT m.held AND m.created_at >= pay.paid_at) AS matches,
         (SELECT count(*)::int FROM messages m WHERE m.sender_id = r.user_id AND m.created_at >= pay.paid_at) AS messages,
         (SELECT count(*)::int FROM project_briefs b WHERE b.creator_id = r.user_id AND b.created_at >= pay.paid_at) AS projects,
         (SELECT count(*)::int FROM refund_requests o WHERE o.user_id = r.user_id AND o.created_at < r.created_at) AS earlier,
         p.avatar_url AS "avatarUrl", u.created_at AS "joinedAt", pay.reason AS "paidFor", (SELECT count FROM matches_in_time(pay)) AS "matchesInTime",
         r.occasion, u.left_at IS NOT NULL OR r.occasion = 'started-over' AS "isGone",
         EXISTS (SELECT FROM plans_in_force f WHERE f.user_id = r.user_id
                    AND (f.name = pay.plan_type OR is_subscription(f.name) AND is_subscription(pay.plan_type))) AS "endsPlan",
         CASE WHEN r.occasion = 'started-over' AND r.status IN ('requested', 'failed') THEN
           (SELECT jsonb_agg(refund_part(c, x.total_cents - c.refunded_cents) ORDER BY c.paid_at, c.id)
              FROM refund_parts x JOIN payments c ON c.id = x.payment_id
             WHERE x.request_id = r.id AND c.status = 'paid' AND c.refunded_cents < x.total_cents)
         WHEN r.status IN ('requested', 'failed') THEN
           (SELECT jsonb_agg(refund_part(c, c.amount_cents - c.refunded_cents) ORDER BY c.paid_at, c.id)
              FROM refundable_payments(pay, r.created_at) c)
         ELSE
           (SELECT jsonb_agg(refund_part(c, x.amount_cents) ORDER BY c.paid_at, c.id)
              FROM refund_parts x JOIN payments c ON c.id = x.payment_id WHERE x.request_id = r.id)
         END AS parts
    FROM refund_requests r
    JOIN payments pay ON pay.id = r.payment_id
    JOIN users u ON u.id = r.user_id JOIN profiles p ON p.id = r.user_id
    LEFT JOIN profiles a ON a.id = r.decided_by_id
   WHERE ${which}`;

/**
 * These are literals because the partial indexes contain the same ones. 'failed' means that the provider refused the
 * refund or a bank returned it.
 */
const rules = {
  waiting: Prisma.sql`r.status IN ('requested', 'failed')`,
  decided: Prisma.sql`r.status IN ('accepted', 'declined', 'refunded')`,
} as const;

interface Wanted {
  /** IDs of people; null for everyone's requests. */
  people: string[] | null;
  state: keyof typeof rules;
  sort: "newest" | "oldest" | "";
}

const rulesOf = ({ state, people }: Wanted) =>
  allOf([rules[state], people && Prisma.sql`r.user_id = ANY (${people}::uuid[])`]);

const orderOf = ({ state, sort }: Wanted, after: string | null) =>
  state === "waiting"
    ? byTime({ at: "r.created_at", id: "r.id" }, sort || "oldest", after)
    : byTime({ at: "r.decided_at", id: "r.id" }, sort || "newest", after);

export const refundList = adminList({
  path: adminPaths.refunds(),
  labels: {
    ...{ label: "Refunds", button: "Show refunds", clear: "Show all waiting", pager: "More refunds" },
  },
  words: ["request", "requests"],
  filters: {
    q: searchPeople("Person"),
    state: choice("Status", { waiting: "Waiting", decided: "Decided" }, "waiting"),
    sort: optionalTimeOrder("Default: longest waiting or most recently decided first"),
  },
  clear: ({ q }) => q !== "" && {},
  empty({ q, state }, isFirst) {
    if (q || !isFirst) return "No matching refunds";
    return state === "waiting" ? "No one is waiting for a refund" : "No refunds decided yet";
  },
  pageSize: 20,
  async page(wanted, after, size) {
    const { isAfter, orderBy, cursor } = orderOf(wanted, after);
    const rows = await readRequests(
      Prisma.sql`${rulesOf(wanted)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`,
    );
    const page = pageOf(rows, size, ({ askedAt, decidedAt, id }) =>
      cursor({ at: (wanted.state === "decided" && decidedAt) || askedAt, id }),
    );
    return { ...page, rows: page.rows.map(refundView) };
  },
  count: (wanted) =>
    countRows(
      Prisma.sql`SELECT FROM refund_requests r WHERE ${rulesOf(wanted)} ${orderOf(wanted, null).orderBy}`,
    ),
  file: {
    name: "matchcut-refunds",
    columns: {
      ID: ({ id }) => id,
      "User ID": ({ userId }) => userId,
      Name: ({ name }) => name,
      Email: ({ email }) => email,
      Plan: ({ plan }) => planLabels[plan],
      Cents: ({ amountCents }) => amountCents,
      Status: ({ status }) => status,
      Reason: ({ reason }) => reason,
      "Requested (UTC)": ({ askedAt }) => askedAt,
      "Paid (UTC)": ({ paidAt }) => paidAt,
      "Matches since payment": ({ matches }) => matches,
      "Messages since payment": ({ messages }) => messages,
      "Decided (UTC)": ({ decidedAt }) => decidedAt,
      "Decided by": ({ decidedBy }) => decidedBy,
      Note: ({ note }) => note,
    },
  },
});

/** A request's position in the list that the admin came from, among those that this admin may decide. */
export const placeOfRefund = (list: Wanted & { reader: { userId: string } }, requestId: string) => {
  const wanted = { ...list, state: "waiting" } as const;
  return placeOf(
    requestId,
    Prisma.sql`
      SELECT r.id, r.status IN ('requested', 'failed') AS waits FROM refund_requests r
       WHERE (${rulesOf(wanted)} AND r.user_id <> ${list.reader.userId}::uuid) OR r.id = ${requestId}::uuid
       ${orderOf(wanted, null).orderBy}`,
  );
};

export async function countWaitingRefunds(): Promise<number> {
  return db.refundRequest.count({ where: { status: { in: ["requested", "failed"] } } });
}

export async function findRefund(requestId: string): Promise<RefundView | null> {
  if (!isId(requestId)) return null;
  const [row] = await readRequests(Prisma.sql`r.id = ${requestId}::uuid`);
  return row ? refundView(row) : null;
}

function refundView({ paidFor, matchesInTime: matches, parts, ...row }: Row): RefundView {
  const asked = { plan: row.plan, status: "paid", reason: paidFor, paidAt: row.paidAt, matches };
  const promise = refundWindow(asked, row.askedAt)?.promise ?? null;
  return { ...withIsoTimes(row), parts: parts ?? [], promise };
}
