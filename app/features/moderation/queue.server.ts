import type { Actor } from "~/features/accounts/actor";
import { unknownPerson } from "~/features/messaging/message";
import { db, Prisma, readRows } from "~/platform/db.server";
import { byRank, byTime, type Count, countRows, everyRow, type Page, pageOf } from "~/platform/paging.server";
import type { CaseFilter } from "./case-filter";
import {
  isReportReason,
  reportReasons,
  type ThingKind,
  thingWords,
  type Urgency,
  urgencyWords,
} from "./report";

export interface QueuedCase {
  id: string;
  kind: ThingKind;
  title: string;
  /** Of the person who answers for the thing. */
  name: string;
  urgency: Urgency;
  reasons: string[];
  reports: number;
  /** ISO 8601: the first report. */
  since: string;
  decidedAt: string | null;
  /** All reports so far: of that person, and of those who reported this. */
  against: number;
  againstReporters: number;
}

type Row = Omit<QueuedCase, "since" | "decidedAt"> & { created_at: Date; decided_at: Date | null };

const pageSize = 15;

interface Wanted extends Omit<CaseFilter, "q"> {
  /** Who answers for the things; null for everyone. */
  people: readonly string[] | null;
}

/** About the admin is nothing: they must not learn who reported them. */
const rulesOf = (admin: Pick<Actor, "userId">, { state, reason, people }: Wanted) =>
  Prisma.join(
    [
      Prisma.sql`c.state = ${state} AND c.reported_id <> ${admin.userId}::uuid`,
      ...(reason ? [Prisma.sql`${reason} = ANY (c.reasons)`] : []),
      ...(people ? [Prisma.sql`c.reported_id = ANY (${people}::uuid[])`] : []),
    ],
    " AND ",
  );

/** Each order is the end of an index that begins with the state. */
function orderOf({ state, sort }: Wanted, after: string | null) {
  const first = { at: "c.created_at", id: "c.id" };
  if (sort === "oldest") {
    const order = byTime(first, "oldest", after);
    return { ...order, cursor: ({ id, created_at }: Row) => order.cursor({ at: created_at, id }) };
  }
  if (sort === "" && state !== "open") {
    const order = byTime({ at: "c.decided_at", id: "c.id" }, "newest", after);
    return {
      ...order,
      cursor: ({ id, decided_at, created_at }: Row) => order.cursor({ at: decided_at ?? created_at, id }),
    };
  }
  const [rank, direction] =
    sort === "reports" ? (["report_count", "newest"] as const) : (["urgency", "oldest"] as const);
  const order = byRank({ rank: `c.${rank}`, ...first }, direction, after);
  return {
    ...order,
    cursor: ({ id, created_at, reports, urgency }: Row) =>
      order.cursor({ rank: sort === "reports" ? reports : urgency, at: created_at, id }),
  };
}

async function readCases(
  admin: Pick<Actor, "userId">,
  wanted: Wanted,
  after: string | null,
  size: number,
): Promise<Page<Row>> {
  const { isAfter, orderBy, cursor } = orderOf(wanted, after);
  const rows = await db.$queryRaw<Row[]>`
    SELECT c.id, c.kind, c.urgency, c.reasons, c.report_count AS reports, c.created_at, c.decided_at,
           coalesce(nullif(p.full_name, ''), ${unknownPerson}) AS name,
           (SELECT r.snapshot->>'title' FROM reports r WHERE r.case_id = c.id ORDER BY r.created_at LIMIT 1) AS title,
           (SELECT count(*)::int FROM reports r WHERE r.reported_id = c.reported_id) AS against,
           (SELECT count(*)::int FROM reports made JOIN reports r ON r.reported_id = made.reporter_id
             WHERE made.case_id = c.id) AS "againstReporters"
      FROM report_cases c LEFT JOIN profiles p ON p.id = c.reported_id
     WHERE ${rulesOf(admin, wanted)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`;
  return pageOf(rows, size, cursor);
}

/**
 * Cases in a state with their number, in two queries. Without those about the admin, who must not learn who reported
 * them.
 * @param after the previous page's `next`
 */
export async function listCases(
  admin: Pick<Actor, "userId">,
  wanted: Wanted,
  after: string | null,
): Promise<{ cases: QueuedCase[]; next: string | null } & Count> {
  const [{ rows, next }, count] = await Promise.all([
    readCases(admin, wanted, after, pageSize),
    countRows(
      Prisma.sql`SELECT FROM report_cases c WHERE ${rulesOf(admin, wanted)} ${orderOf(wanted, null).orderBy}`,
    ),
  ]);
  return { cases: rows.map(viewOf), next, ...count };
}

const viewOf = ({ created_at, decided_at, ...row }: Row): QueuedCase => ({
  ...row,
  reasons: row.reasons.map((one) => (isReportReason(one) ? reportReasons[one].label : one)),
  since: created_at.toISOString(),
  decidedAt: decided_at?.toISOString() ?? null,
});

export const caseColumns = [
  ...["Id", "What", "Title", "Whose", "Severity", "Reasons", "Reports", "Since (UTC)", "Decided (UTC)"],
];

/** The rows of `caseColumns`, of all pages of a filter, read as they are taken. */
export async function* caseRows(admin: Pick<Actor, "userId">, wanted: Wanted): AsyncGenerator<string[]> {
  for await (const row of everyRow((after, size) => readCases(admin, wanted, after, size))) {
    const { id, kind, title, name, urgency, reasons, reports, since, decidedAt } = viewOf(row);
    const about = [id, thingWords[kind], title, name, urgencyWords[urgency], reasons.join(", ")];
    yield [...about, String(reports), since, decidedAt ?? ""];
  }
}

/** Since when the oldest open case waits, without those about the admin. */
export async function findOldestCase({ userId }: Pick<Actor, "userId">): Promise<string | null> {
  const [row] = await readRows<{ oldest: Date }>(
    "moderation-oldest-case",
    `SELECT c.created_at AS oldest FROM report_cases c WHERE c.state = 'open' AND c.reported_id <> $1
      ORDER BY c.created_at, c.id LIMIT 1`,
    [userId],
  );
  return row?.oldest.toISOString() ?? null;
}
