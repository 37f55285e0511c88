import type { Actor } from "~/features/accounts/actor";
import { readRows } from "~/platform/db.server";
import { type CaseState, isReportReason, reportReasons, type ThingKind } from "./report";

/** For admins: a report of something of a person's, or one that they made. */
export interface PersonReport {
  id: string;
  caseId: string;
  isAbout: boolean;
  kind: ThingKind;
  title: string;
  reason: string;
  state: CaseState;
  /** ISO 8601. */
  at: string;
}

type Row = Omit<PersonReport, "at"> & { at: Date };

const shown = 10;

/** In either direction, the latest of a range of its index. $1 person, $2 admin. */
const side = (column: "reported_id" | "reporter_id", isAbout: boolean) => `
  (SELECT r.id, r.case_id AS "caseId", ${isAbout} AS "isAbout", c.kind, r.snapshot->>'title' AS title, r.reason, c.state,
          r.created_at AS at
     FROM reports r JOIN report_cases c ON c.id = r.case_id
    WHERE r.${column} = $1::uuid AND r.reported_id <> $2::uuid
    ORDER BY r.created_at DESC, r.id LIMIT ${shown})`;

/**
 * The last ten about a person and the last ten by them, in one statement, without those about the admin who looks, who
 * must not learn who reported them.
 */
export async function listReportsOf(admin: Pick<Actor, "userId">, personId: string): Promise<PersonReport[]> {
  const rows = await readRows<Row>(
    "moderation-person-reports",
    `${side("reported_id", true)} UNION ALL ${side("reporter_id", false)}`,
    [personId, admin.userId],
  );
  return rows.map(({ at, reason, ...row }) => ({
    ...row,
    reason: isReportReason(reason) ? reportReasons[reason].label : reason,
    at: at.toISOString(),
  }));
}
