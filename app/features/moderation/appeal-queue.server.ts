import type { Actor } from "~/features/accounts/actor";
import { reasonWords } from "~/features/accounts/suspension";
import { unknownPerson } from "~/features/messaging/message";
import { isId } from "~/ids";
import { cursorOf, readCursor } from "~/platform/cursor";
import { readRows } from "~/platform/db.server";
import { othersWhoCould } from "./answering-appeals.server";
import type { AppealKind, AppealState } from "./appeal";

export interface QueuedAppeal {
  id: string;
  kind: AppealKind;
  state: AppealState;
  personId: string;
  name: string;
  words: string;
  /** ISO 8601. */
  at: string;
  caseId: string | null;
  /** Who took the decision; null if they are gone. */
  against: { name: string; isYou: boolean } | null;
  /** Of the decision, as far as it is still there. */
  reason: string;
  reasonDetails: string;
  answer: string;
  decided: { at: string; by: string } | null;
  /** Another admin has to decide, because this one took the decision. */
  needsAnother: boolean;
}

type Row = {
  id: string;
  kind: AppealKind;
  state: AppealState;
  user_id: string;
  name: string | null;
  words: string;
  created_at: Date;
  case_id: string | null;
  against_id: string | null;
  against: string | null;
  reason: string | null;
  reason_words: string | null;
  answer: string;
  decided_at: Date | null;
  decided_by: string | null;
  others: boolean;
};

/** SELECT: since when (`at`) each open appeal waits. */
export const waitingAppeals = "SELECT a.created_at AS at FROM appeals a WHERE a.state = 'open'";

/** $1 the admin, about whom nothing is shown. */
const columns = `
  a.id, a.kind, a.state, a.user_id, p.full_name AS name, a.words, a.created_at, a.case_id, a.against_id, a.answer,
  a.decided_at, (SELECT d.full_name FROM profiles d WHERE d.id = a.against_id) AS against,
  (SELECT d.full_name FROM profiles d WHERE d.id = a.decided_by_id) AS decided_by,
  coalesce(w.reason, s.reason, c.decision_reason) AS reason, coalesce(w.words, s.words, c.decision_words) AS reason_words,
  ${othersWhoCould("$1::uuid", "a.user_id")} AS others
  FROM appeals a
  LEFT JOIN profiles p ON p.id = a.user_id
  LEFT JOIN warnings w ON a.kind = 'warning' AND w.id = a.decision_id
  LEFT JOIN suspensions s ON a.kind = 'suspension' AND s.id = a.decision_id
  LEFT JOIN report_cases c ON a.kind = 'hiding' AND c.id = a.decision_id AND c.decisions = a.round
 WHERE a.user_id <> $1::uuid`;

const pageSize = 15;

/** In a state, the oldest first. `after` is the previous page's `next`. */
export async function listAppeals(
  admin: Pick<Actor, "userId">,
  state: AppealState,
  after: string | null,
): Promise<{ appeals: QueuedAppeal[]; next: string | null }> {
  const [time, id] = readCursor(after);
  // Malformed cursors start at the beginning, which is the oldest here.
  const from = [time === "infinity" ? "-infinity" : time, id];
  const rows = await readRows<Row>(
    "moderation-appeals",
    `SELECT ${columns} AND a.state = $2 AND (a.created_at, a.id) > ($3::timestamptz, $4::uuid)
      ORDER BY a.created_at, a.id LIMIT ${pageSize + 1}`,
    [admin.userId, state, ...from],
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    appeals: shown.map((row) => viewOf(row, admin.userId)),
    next: rows.length > pageSize && last ? cursorOf(last.created_at, last.id) : null,
  };
}

/** Null if there is none, or if it is the admin's own. */
export async function findAppeal(
  admin: Pick<Actor, "userId">,
  appealId: string,
): Promise<QueuedAppeal | null> {
  if (!isId(appealId)) return null;
  const [row] = await readRows<Row>("moderation-appeal", `SELECT ${columns} AND a.id = $2::uuid`, [
    admin.userId,
    appealId,
  ]);
  return row ? viewOf(row, admin.userId) : null;
}

function viewOf(row: Row, adminId: string): QueuedAppeal {
  const isYou = row.against_id === adminId;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    personId: row.user_id,
    name: row.name || unknownPerson,
    words: row.words,
    at: row.created_at.toISOString(),
    caseId: row.case_id,
    against: row.against_id ? { name: row.against || unknownPerson, isYou } : null,
    reason: reasonWords(row.reason),
    reasonDetails: row.reason_words ?? "",
    answer: row.answer,
    decided: row.decided_at && { at: row.decided_at.toISOString(), by: row.decided_by || unknownPerson },
    needsAnother: isYou && row.others,
  };
}
