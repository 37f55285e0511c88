import { adminPaths } from "~/admin-paths";
import type { Actor } from "~/features/accounts/actor";
import { searchPeople } from "~/features/accounts/finding-people.server";
import { reasonWords } from "~/features/accounts/suspension";
import { unknownPerson } from "~/features/messaging/message";
import { isId } from "~/ids";
import { adminList, choice, optional } from "~/platform/admin-list.server";
import { allOf, db, Prisma, readRows } from "~/platform/db.server";
import type { WithIsoTimes } from "~/platform/iso-times";
import { byRank, byTime, countRows, pageOf, placeOf } from "~/platform/paging.server";
import {
  appealReason,
  type CaseState,
  caseStateWords,
  type DismissalReason,
  dismissalReasons,
  type ReportReason,
  reasonLabel,
  reportReasonNames,
  reportReasons,
  type Snapshot,
  systemKey,
  type ThingKind,
  thingWords,
  type Urgency,
  urgencyWords,
} from "./report";

export interface CaseView {
  id: string;
  kind: ThingKind;
  state: CaseState;
  urgency: Urgency;
  /** When the first report came in, in ISO 8601. */
  since: string;
  personId: string;
  name: string;
  isSuspended: boolean;
  isAdmin: boolean;
  decision: { reason: string; words: string; by: string; at: string } | null;
  /** The ten oldest reports. */
  reports: ReportView[];
  reportCount: number;
  /** The person's other cases, latest first. */
  others: OtherCase[];
  suspensions: SuspensionView[];
  warnings: WarningHistory[];
}

export interface ReportView {
  id: string;
  /** The system made this report, because it holds the person's message or account. */
  isBySystem: boolean;
  /** Null for a guest, and for someone whose account doesn't exist anymore. */
  reporter: {
    id: string;
    name: string;
    avatarUrl: string | null;
    made: number;
    dismissed: number;
    against: number;
  } | null;
  reason: string;
  details: string;
  at: string;
  /** Null if it's identical to the first report's. */
  snapshot: Snapshot | null;
}

interface OtherCase {
  id: string;
  kind: ThingKind;
  state: CaseState;
  reasons: string[];
  at: string;
}

export interface WarningHistory {
  reason: string;
  words: string;
  at: string;
  by: string;
  readAt: string | null;
  isTakenBack: boolean;
}

export interface SuspensionView {
  reason: string;
  words: string;
  at: string;
  until: string | null;
  by: string;
  /** Set if an admin ended the suspension early. */
  lifted: { at: string; by: string } | null;
}

/**
 * The view's type as read from the database, where these names are null for people whose accounts don't exist anymore.
 * Times in JSON columns are in PostgreSQL's format.
 */
type Named<View, Name extends keyof View = never> = Omit<View, Name> & Record<Name, string | null>;

type StoredReport = Pick<ReportView, "id" | "isBySystem" | "reason" | "details" | "at"> & {
  reporter: Named<NonNullable<ReportView["reporter"]>, "name"> | null;
  snapshot: Snapshot;
};

type StoredSuspension = Named<Omit<SuspensionView, "lifted">, "by"> & {
  endedAt: string | null;
  endedBy: string | null;
};

type Row = Omit<CaseView, "since" | "name" | "decision" | "reports" | "suspensions" | "warnings"> & {
  since: Date;
  name: string | null;
  decision: Named<NonNullable<CaseView["decision"]>, "reason" | "by"> | null;
  reports: StoredReport[];
  suspensions: StoredSuspension[];
  warnings: Named<WarningHistory, "by">[];
};

/** $1 is the case, $2 the admin, $3 the prefix of the system's report keys. Reads at most ten rows of each list. */
const text = `
SELECT c.id, c.kind, c.state, c.urgency, c.report_count AS "reportCount", c.created_at AS since,
       c.reported_id AS "personId", p.full_name AS name, is_suspended(u) AS "isSuspended", u.is_admin AS "isAdmin",
       CASE WHEN c.decided_at IS NOT NULL THEN
         json_build_object('reason', c.decision_reason, 'words', c.decision_words, 'at', c.decided_at,
                           'by', (SELECT d.full_name FROM profiles d WHERE d.id = c.decided_by_id)) END AS decision,
       (SELECT coalesce(json_agg(r ORDER BY r.at, r.id), '[]') FROM (
         SELECT r.id, coalesce(starts_with(r.guest_key, $3), false) AS "isBySystem", r.reason, r.details,
                r.created_at AS at, r.snapshot, CASE WHEN r.reporter_id IS NOT NULL THEN json_build_object(
                  'id', r.reporter_id, 'name', (SELECT w.full_name FROM profiles w WHERE w.id = r.reporter_id),
                  'avatarUrl', (SELECT w.avatar_url FROM profiles w WHERE w.id = r.reporter_id),
                  'made', (SELECT count(*) FROM reports o WHERE o.reporter_id = r.reporter_id),
                  'dismissed', (SELECT count(*) FROM reports o JOIN report_cases oc ON oc.id = o.case_id
                                 WHERE o.reporter_id = r.reporter_id AND oc.state = 'dismissed'),
                  'against', (SELECT count(*) FROM reports o WHERE o.reported_id = r.reporter_id)) END AS reporter
           FROM reports r WHERE r.case_id = c.id ORDER BY r.created_at, r.id LIMIT 10) r) AS reports,
       (SELECT coalesce(json_agg(o ORDER BY o.at DESC), '[]') FROM (
         SELECT o.id, o.kind, o.state, o.reasons, o.created_at AS at FROM report_cases o
          WHERE o.reported_id = c.reported_id AND o.id <> c.id ORDER BY o.created_at DESC LIMIT 10) o) AS others,
       (SELECT coalesce(json_agg(s ORDER BY s.at DESC), '[]') FROM (
         SELECT s.reason, s.words, s.created_at AS at, s.until, s.ended_at AS "endedAt",
                (SELECT a.full_name FROM profiles a WHERE a.id = s.by_id) AS by,
                (SELECT a.full_name FROM profiles a WHERE a.id = s.ended_by_id) AS "endedBy"
           FROM suspensions s WHERE s.user_id = c.reported_id ORDER BY s.created_at DESC LIMIT 10) s) AS suspensions,
       (SELECT coalesce(json_agg(w ORDER BY w.at DESC), '[]') FROM (
         SELECT w.reason, w.words, w.created_at AS at, w.read_at AS "readAt", w.taken_back_at IS NOT NULL AS "isTakenBack",
                (SELECT a.full_name FROM profiles a WHERE a.id = w.by_id) AS by
           FROM warnings w WHERE w.user_id = c.reported_id ORDER BY w.created_at DESC LIMIT 10) w) AS warnings
  FROM report_cases c JOIN users u ON u.id = c.reported_id LEFT JOIN profiles p ON p.id = c.reported_id
 WHERE c.id = $1 AND c.reported_id <> $2`;

/**
 * A case with what was reported and the history of both sides, in one query. Null if there is none, or if it's about
 * the admin, who must not learn who reported them.
 */
export async function findCase({ userId }: Actor, caseId: string): Promise<CaseView | null> {
  if (!isId(caseId)) return null;
  const [row] = await readRows<Row>("moderation-case", text, [caseId, userId, systemKey]);
  if (!row) return null;
  const { decision, reports, others, suspensions, warnings } = row;
  return {
    ...row,
    since: row.since.toISOString(),
    name: row.name || unknownPerson,
    decision: decision && {
      reason: decisionWordsOf(decision.reason),
      words: decision.words,
      by: decision.by || unknownPerson,
      at: iso(decision.at),
    },
    reports: reports.map((report) => reportOf(report, reports[0])),
    others: others.map((other) => ({ ...other, reasons: other.reasons.map(reasonLabel), at: iso(other.at) })),
    suspensions: suspensions.map(suspensionOf),
    warnings: warnings.map((warning) => ({
      ...warning,
      reason: reasonWords(warning.reason) || warning.reason,
      at: iso(warning.at),
      by: warning.by || unknownPerson,
      readAt: warning.readAt && iso(warning.readAt),
    })),
  };
}

const iso = (time: string) => new Date(time).toISOString();

function decisionWordsOf(reason: string | null): string {
  if (!reason) return "";
  return (
    reasonWords(reason) || ({ ...dismissalReasons, ...appealReason }[reason as DismissalReason] ?? reason)
  );
}

function reportOf(report: StoredReport, first: StoredReport | undefined): ReportView {
  const { reporter, snapshot } = report;
  const isSame = report !== first && JSON.stringify(snapshot) === JSON.stringify(first?.snapshot);
  return {
    ...report,
    reporter: reporter && { ...reporter, name: reporter.name || unknownPerson },
    reason: reasonLabel(report.reason),
    at: iso(report.at),
    snapshot: isSame ? null : snapshot,
  };
}

/** A suspension that has expired wasn't lifted, even though `endedAt` is set when a new one replaces it. */
function suspensionOf({ endedAt, endedBy, until, ...suspension }: StoredSuspension): SuspensionView {
  const wasLifted = endedAt !== null && (until === null || Date.parse(endedAt) < Date.parse(until));
  return {
    reason: reasonWords(suspension.reason) || suspension.reason,
    words: suspension.words,
    at: iso(suspension.at),
    until: until && iso(until),
    by: suspension.by || unknownPerson,
    lifted: wasLifted ? { at: iso(endedAt), by: endedBy || unknownPerson } : null,
  };
}

type ListedCase = {
  id: string;
  kind: ThingKind;
  title: string;
  /** The person responsible for the reported thing. */
  name: string;
  urgency: Urgency;
  reasons: string[];
  reports: number;
  /** When the first report came in. */
  since: Date;
  decidedAt: Date | null;
  /** How many reports there are about `name`, and how many about the people who reported them. */
  against: number;
  againstReporters: number;
};

export type QueuedCase = WithIsoTimes<ListedCase>;

interface Wanted {
  reader: Pick<Actor, "userId">;
  /** IDs of the people responsible; null for everyone. */
  people: string[] | null;
  state: CaseState;
  reason: ReportReason | "";
  sort: "oldest" | "reports" | "";
}

/** Leaves out cases about the admin, who must not learn who reported them. */
const rulesOf = ({ reader, state, reason, people }: Wanted) =>
  allOf([
    Prisma.sql`c.state = ${state} AND c.reported_id <> ${reader.userId}::uuid`,
    reason && Prisma.sql`${reason} = ANY (c.reasons)`,
    people && Prisma.sql`c.reported_id = ANY (${people}::uuid[])`,
  ]);

/** Each order matches the last columns of an index that begins with the state, so a page is read without sorting. */
function orderOf({ state, sort }: Wanted, after: string | null) {
  const first = { at: "c.created_at", id: "c.id" };
  if (sort === "oldest") {
    const order = byTime(first, "oldest", after);
    return { ...order, cursor: ({ id, since }: ListedCase) => order.cursor({ at: since, id }) };
  }
  if (sort === "" && state !== "open") {
    const order = byTime({ at: "c.decided_at", id: "c.id" }, "newest", after);
    return {
      ...order,
      cursor: ({ id, decidedAt, since }: ListedCase) => order.cursor({ at: decidedAt ?? since, id }),
    };
  }
  const [rank, direction] =
    sort === "reports" ? (["c.report_count", "newest"] as const) : (["c.urgency", "oldest"] as const);
  const order = byRank({ rank, ...first }, direction, after);
  return {
    ...order,
    cursor: ({ id, since, reports, urgency }: ListedCase) =>
      order.cursor({ rank: sort === "reports" ? reports : urgency, at: since, id }),
  };
}

const reasonLabels = Object.fromEntries(
  reportReasonNames.map((name) => [name, reportReasons[name].label]),
) as Record<ReportReason, string>;

/** Leaves out cases about the admin. */
export const caseList = adminList({
  path: adminPaths.reports(),
  labels: {
    ...{ label: "Reports", button: "Show reports", clear: "Show all waiting", pager: "More reports" },
  },
  words: ["reported item", "reported items"],
  filters: {
    q: searchPeople("Person"),
    state: choice("State", caseStateWords, "open"),
    reason: optional("Reason", reasonLabels),
    sort: optional(
      "Order",
      { oldest: "Oldest first", reports: "Most reports first" },
      { hint: "Default: most severe or most recently decided first", emptyLabel: "Default" },
    ),
  },
  empty({ q, reason, state }, isFirst) {
    if (q || reason || !isFirst) return "No matching reports";
    return state === "open" ? "No reports to review" : `No reports marked ${caseStateWords[state]}`;
  },
  pageSize: 15,
  async page(wanted, after, size) {
    const { isAfter, orderBy, cursor } = orderOf(wanted, after);
    const rows = await db.$queryRaw<ListedCase[]>`
      SELECT c.id, c.kind, c.urgency, c.reasons, c.report_count AS reports, c.created_at AS since,
             c.decided_at AS "decidedAt", coalesce(nullif(p.full_name, ''), ${unknownPerson}) AS name,
             (SELECT r.snapshot->>'title' FROM reports r WHERE r.case_id = c.id ORDER BY r.created_at LIMIT 1) AS title,
             (SELECT count(*)::int FROM reports r WHERE r.reported_id = c.reported_id) AS against,
             (SELECT count(*)::int FROM reports made JOIN reports r ON r.reported_id = made.reporter_id
               WHERE made.case_id = c.id) AS "againstReporters"
        FROM report_cases c LEFT JOIN profiles p ON p.id = c.reported_id
       WHERE ${rulesOf(wanted)} AND ${isAfter} ${orderBy} LIMIT ${size + 1}`;
    const labeled = rows.map((row) => ({ ...row, reasons: row.reasons.map(reasonLabel) }));
    return pageOf(labeled, size, cursor);
  },
  count: (wanted) =>
    countRows(
      Prisma.sql`SELECT FROM report_cases c WHERE ${rulesOf(wanted)} ${orderOf(wanted, null).orderBy}`,
    ),
  file: {
    name: "matchcut-reports",
    columns: {
      ID: ({ id }) => id,
      Type: ({ kind }) => thingWords[kind],
      Title: ({ title }) => title,
      Person: ({ name }) => name,
      Severity: ({ urgency }) => urgencyWords[urgency],
      Reasons: ({ reasons }) => reasons.join(", "),
      Reports: ({ reports }) => reports,
      "First reported (UTC)": ({ since }) => since,
      "Decided (UTC)": ({ decidedAt }) => decidedAt,
    },
  },
});

/** A case's position among the open ones of the list that the admin came from, even once it's decided. */
export const placeOfCase = (list: Wanted, caseId: string) => {
  const wanted = { ...list, state: "open" } as const;
  return placeOf(
    caseId,
    Prisma.sql`
      SELECT c.id, c.state = 'open' AS waits FROM report_cases c
       WHERE (${rulesOf(wanted)}) OR c.id = ${caseId}::uuid ${orderOf(wanted, null).orderBy}`,
  );
};

/** When the oldest open case began, in ISO 8601. Leaves out cases about the admin. */
export async function findOldestCase({ userId }: Actor): Promise<string | null> {
  const oldest = await db.reportCase.findFirst({
    where: { state: "open", reportedId: { not: userId } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { createdAt: true },
  });
  return oldest?.createdAt.toISOString() ?? null;
}
