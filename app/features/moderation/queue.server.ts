import type { Actor } from "~/features/accounts/actor";
import { unknownPerson } from "~/features/messaging/message";
import { parseId } from "~/ids";
import { cursorOf, readCursor } from "~/platform/cursor";
import { readRows } from "~/platform/db.server";
import {
  type CaseState,
  isReportReason,
  type ReportReason,
  reportReasons,
  type ThingKind,
  type Urgency,
} from "./report";

export interface QueuedCase {
  id: string;
  kind: ThingKind;
  title: string;
  /** Of whoever answers for the thing. */
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

export interface CaseFilter {
  state: CaseState;
  reason: ReportReason | "";
  after: string | null;
}

const pageSize = 15;

/** SELECT: since when (`at`) each open case waits. */
export const waitingReports = "SELECT c.created_at AS at FROM report_cases c WHERE c.state = 'open'";

const listText = (after: string, order: string) => `
SELECT c.id, c.kind, c.urgency, c.reasons, c.report_count AS reports, c.created_at, c.decided_at,
       coalesce(nullif(p.full_name, ''), '${unknownPerson}') AS name,
       (SELECT r.snapshot->>'title' FROM reports r WHERE r.case_id = c.id ORDER BY r.created_at LIMIT 1) AS title,
       (SELECT count(*)::int FROM reports r WHERE r.reported_id = c.reported_id) AS against,
       (SELECT count(*)::int FROM reports made JOIN reports r ON r.reported_id = made.reporter_id
         WHERE made.case_id = c.id) AS "againstReporters"
  FROM report_cases c LEFT JOIN profiles p ON p.id = c.reported_id
 WHERE c.state = $1 AND ($2 = '' OR $2 = ANY (c.reasons)) AND c.reported_id <> $3::uuid AND ${after}
 ORDER BY ${order} LIMIT ${pageSize + 1}`;

/** The most severe first, then the oldest. */
const openText = listText(
  "(c.urgency, c.created_at, c.id) > ($4::int, $5::timestamptz, $6::uuid)",
  "c.urgency, c.created_at, c.id",
);
const decidedText = listText(
  "(c.decided_at, c.id) < ($4::timestamptz, $5::uuid)",
  "c.decided_at DESC, c.id DESC",
);

/**
 * Cases in a state, in one query: open ones the most severe first, then the oldest; decided ones the latest first.
 * Without those about the admin, who must not learn who reported them.
 * @param filter `after`: the previous page's `next`
 */
export async function listCases(
  { userId }: Pick<Actor, "userId">,
  { state, reason, after }: CaseFilter,
): Promise<{ cases: QueuedCase[]; next: string | null }> {
  const filter = [state, reason, userId];
  const rows =
    state === "open"
      ? await readRows<Row>("moderation-open-cases", openText, [...filter, ...readUrgencyCursor(after)])
      : await readRows<Row>("moderation-decided-cases", decidedText, [...filter, ...readCursor(after)]);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    cases: shown.map(({ created_at, decided_at, ...row }) => ({
      ...row,
      reasons: row.reasons.map((one) => (isReportReason(one) ? reportReasons[one].label : one)),
      since: created_at.toISOString(),
      decidedAt: decided_at?.toISOString() ?? null,
    })),
    next: rows.length > pageSize && last ? nextAfter(last) : null,
  };
}

function nextAfter({ id, urgency, created_at, decided_at }: Row): string {
  return decided_at ? cursorOf(decided_at, id) : `${urgency}_${cursorOf(created_at, id)}`;
}

const start = [0, "-infinity", "00000000-0000-0000-0000-000000000000"] as const;

/** Malformed cursors start at the beginning. */
function readUrgencyCursor(text: string | null): readonly [urgency: number, time: string, id: string] {
  const [, urgency = "", time = "", id = ""] = /^([123])_([^_]{20,30})_(.{36})$/.exec(text ?? "") ?? [];
  const at = Date.parse(time);
  const caseId = parseId(id);
  return at > 0 && caseId ? [Number(urgency), new Date(at).toISOString(), caseId] : start;
}

/** Open cases, without those about the admin, and since when the oldest one waits. */
export async function countOpenCases({
  userId,
}: Pick<Actor, "userId">): Promise<{ count: number; oldest: string | null }> {
  const [row] = await readRows<{ count: number; oldest: Date | null }>(
    "moderation-open-count",
    "SELECT count(*)::int AS count, min(created_at) AS oldest FROM report_cases WHERE state = 'open' AND reported_id <> $1",
    [userId],
  );
  return { count: row?.count ?? 0, oldest: row?.oldest?.toISOString() ?? null };
}
