import type { Actor } from "~/features/accounts/actor";
import { reasonWords } from "~/features/accounts/suspension";
import { unknownPerson } from "~/features/messaging/message";
import { isId } from "~/ids";
import { readRows } from "~/platform/db.server";
import {
  appealReason,
  type CaseState,
  type DismissalReason,
  dismissalReasons,
  isReportReason,
  reportReasons,
  type Snapshot,
  systemKey,
  type ThingKind,
  type Urgency,
} from "./report";

export interface CaseView {
  id: string;
  kind: ThingKind;
  state: CaseState;
  urgency: Urgency;
  /** ISO 8601: the first report. */
  since: string;
  personId: string;
  name: string;
  isSuspended: boolean;
  isAdmin: boolean;
  decision: { reason: string; words: string; by: string; at: string } | null;
  /** Oldest first; the first ones of many. */
  reports: ReportView[];
  reportCount: number;
  /** Of the person: other cases, latest first, and suspensions. */
  others: OtherCase[];
  suspensions: SuspensionView[];
  warnings: WarningHistory[];
}

export interface ReportView {
  id: string;
  /** It holds what it reports. */
  isBySystem: boolean;
  /** Null for a guest, and for someone who is gone. */
  reporter: { id: string; name: string; made: number; dismissed: number; against: number } | null;
  reason: string;
  details: string;
  at: string;
  /** Null if it shows the same as the first. */
  snapshot: Snapshot | null;
}

export interface OtherCase {
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
  /** By an admin, before its time. */
  lifted: { at: string; by: string } | null;
}

const reportsShown = 10;
const historyShown = 10;

type StoredReport = {
  id: string;
  system: boolean;
  reporterId: string | null;
  name: string | null;
  reason: string;
  details: string;
  at: string;
  made: number;
  dismissed: number;
  against: number;
  snapshot: Snapshot;
};

type Row = {
  id: string;
  kind: ThingKind;
  state: CaseState;
  urgency: Urgency;
  report_count: number;
  created_at: Date;
  reported_id: string;
  name: string | null;
  is_suspended: boolean;
  is_admin: boolean;
  decision_reason: string | null;
  decision_words: string;
  decided_at: Date | null;
  decided_by: string | null;
  reports: StoredReport[];
  others: OtherCase[];
  warnings: (Omit<WarningHistory, "by"> & { by: string | null })[];
  suspensions: {
    reason: string;
    words: string;
    at: string;
    until: string | null;
    by: string | null;
    endedAt: string | null;
    endedBy: string | null;
  }[];
};

const text = `
SELECT c.id, c.kind, c.state, c.urgency, c.report_count, c.created_at, c.reported_id, p.full_name AS name,
       is_suspended(u) AS is_suspended, u.is_admin, c.decision_reason, c.decision_words, c.decided_at,
       (SELECT d.full_name FROM profiles d WHERE d.id = c.decided_by_id) AS decided_by,
       (SELECT coalesce(json_agg(told ORDER BY told.at, told.id), '[]') FROM (
         SELECT r.id, coalesce(r.guest_key LIKE '${systemKey}%', false) AS system, r.reporter_id AS "reporterId", w.full_name AS name, r.reason, r.details, r.created_at AS at, r.snapshot,
                (SELECT count(*)::int FROM reports o WHERE o.reporter_id = r.reporter_id) AS made,
                (SELECT count(*)::int FROM reports o JOIN report_cases oc ON oc.id = o.case_id
                  WHERE o.reporter_id = r.reporter_id AND oc.state = 'dismissed') AS dismissed,
                (SELECT count(*)::int FROM reports o WHERE o.reported_id = r.reporter_id) AS against
           FROM reports r LEFT JOIN profiles w ON w.id = r.reporter_id
          WHERE r.case_id = c.id ORDER BY r.created_at, r.id LIMIT ${reportsShown}) told) AS reports,
       (SELECT coalesce(json_agg(other ORDER BY other.at DESC), '[]') FROM (
         SELECT o.id, o.kind, o.state, o.reasons, o.created_at AS at FROM report_cases o
          WHERE o.reported_id = c.reported_id AND o.id <> c.id ORDER BY o.created_at DESC LIMIT ${historyShown}) other) AS others,
       (SELECT coalesce(json_agg(s ORDER BY s.at DESC), '[]') FROM (
         SELECT s.reason, s.words, s.created_at AS at, s.until, s.ended_at AS "endedAt",
                (SELECT a.full_name FROM profiles a WHERE a.id = s.by_id) AS by,
                (SELECT a.full_name FROM profiles a WHERE a.id = s.ended_by_id) AS "endedBy"
           FROM suspensions s WHERE s.user_id = c.reported_id ORDER BY s.created_at DESC LIMIT ${historyShown}) s) AS suspensions,
       (SELECT coalesce(json_agg(w ORDER BY w.at DESC), '[]') FROM (
         SELECT w.reason, w.words, w.created_at AS at, w.read_at AS "readAt", w.taken_back_at IS NOT NULL AS "isTakenBack",
                (SELECT a.full_name FROM profiles a WHERE a.id = w.by_id) AS by
           FROM warnings w WHERE w.user_id = c.reported_id ORDER BY w.created_at DESC LIMIT ${historyShown}) w) AS warnings
  FROM report_cases c JOIN users u ON u.id = c.reported_id LEFT JOIN profiles p ON p.id = c.reported_id
 WHERE c.id = $1 AND c.reported_id <> $2`;

/**
 * A case with what was reported and the history of both sides, in one query. Null if there is none, or if it is about
 * the admin, who must not learn who reported them.
 */
export async function findCase({ userId }: Pick<Actor, "userId">, caseId: string): Promise<CaseView | null> {
  if (!isId(caseId)) return null;
  const [row] = await readRows<Row>("moderation-case", text, [caseId, userId]);
  if (!row) return null;
  const [first] = row.reports;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    urgency: row.urgency,
    since: row.created_at.toISOString(),
    personId: row.reported_id,
    name: row.name || unknownPerson,
    isSuspended: row.is_suspended,
    isAdmin: row.is_admin,
    decision: row.decided_at && {
      reason: decisionWordsOf(row.decision_reason),
      words: row.decision_words,
      by: row.decided_by || unknownPerson,
      at: row.decided_at.toISOString(),
    },
    reports: row.reports.map((report) => reportOf(report, first)),
    reportCount: row.report_count,
    others: row.others.map((other) => ({ ...other, reasons: other.reasons.map(labelOf), at: iso(other.at) })),
    suspensions: row.suspensions.map(suspensionOf),
    warnings: row.warnings.map(({ reason, words, at, by, readAt, isTakenBack }) => ({
      reason: reasonWords(reason) || reason,
      words,
      at: iso(at),
      by: by || unknownPerson,
      readAt: readAt && iso(readAt),
      isTakenBack,
    })),
  };
}

const iso = (time: string) => new Date(time).toISOString();

const labelOf = (reason: string) => (isReportReason(reason) ? reportReasons[reason].label : reason);

function decisionWordsOf(reason: string | null): string {
  if (!reason) return "";
  return (
    reasonWords(reason) || ({ ...dismissalReasons, ...appealReason }[reason as DismissalReason] ?? reason)
  );
}

function reportOf(report: StoredReport, first: StoredReport | undefined): ReportView {
  const { id, system, reporterId, name, reason, details, at, made, dismissed, against, snapshot } = report;
  const isSame = report !== first && JSON.stringify(snapshot) === JSON.stringify(first?.snapshot);
  return {
    id,
    isBySystem: system,
    reporter: reporterId ? { id: reporterId, name: name || unknownPerson, made, dismissed, against } : null,
    reason: labelOf(reason),
    details,
    at: iso(at),
    snapshot: isSame ? null : snapshot,
  };
}

/** One that was over by itself was ended later only to make way for another. */
function suspensionOf({
  reason,
  words,
  at,
  until,
  by,
  endedAt,
  endedBy,
}: Row["suspensions"][number]): SuspensionView {
  const wasLifted = endedAt !== null && (until === null || Date.parse(endedAt) < Date.parse(until));
  return {
    reason: reasonWords(reason) || reason,
    words,
    at: iso(at),
    until: until && iso(until),
    by: by || unknownPerson,
    lifted: wasLifted ? { at: iso(endedAt), by: endedBy || unknownPerson } : null,
  };
}
