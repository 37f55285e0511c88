import { reasonWords } from "~/features/accounts/suspension";
import { isId } from "~/ids";
import { db } from "~/platform/db.server";
import type { AppealKind, AppealState } from "./appeal";
import { type ThingKind, thingWords } from "./report";

/** A decision about somebody, as they read it. */
export interface Appealable {
  kind: AppealKind;
  decisionId: string;
  /** Of something hidden: 'message'. */
  thing: string | null;
  reason: string;
  words: string;
  /** ISO 8601. */
  at: string;
  /** Of a suspension; null for good. */
  until: string | null;
  appeal: { words: string; at: string; state: AppealState; answer: string } | null;
}

type Row = {
  round: number;
  case_id: string | null;
  by_id: string | null;
  thing: ThingKind | null;
  reason: string | null;
  words: string;
  at: Date;
  until: Date | null;
  appeal: { words: string; at: string; state: AppealState; answer: string } | null;
};

/** $1 person, $2 decision. Each in force; one whose appeal was granted is not. */
const decisions: Record<AppealKind, string> = {
  warning: `
    SELECT 0 AS round, c.id AS case_id, d.by_id, NULL AS thing, d.reason, d.words, d.created_at AS at, NULL::timestamptz AS until
      FROM warnings d LEFT JOIN report_cases c ON c.measure_id = d.id
     WHERE d.id = $2::uuid AND d.user_id = $1::uuid AND d.taken_back_at IS NULL`,
  suspension: `
    SELECT 0 AS round, c.id AS case_id, d.by_id, NULL AS thing, d.reason, d.words, d.created_at AS at, d.until
      FROM suspensions d LEFT JOIN report_cases c ON c.measure_id = d.id
     WHERE d.id = $2::uuid AND d.user_id = $1::uuid AND d.ended_at IS NULL AND (d.until IS NULL OR d.until > now())`,
  hiding: `
    SELECT c.decisions AS round, c.id AS case_id, c.decided_by_id AS by_id, c.kind AS thing, c.decision_reason AS reason,
           c.decision_words AS words, c.decided_at AS at, NULL::timestamptz AS until
      FROM report_cases c WHERE c.id = $2::uuid AND c.reported_id = $1::uuid AND c.state = 'hidden'`,
};

async function findDecision(personId: string, kind: AppealKind, decisionId: string): Promise<Row | null> {
  if (!isId(personId) || !isId(decisionId)) return null;
  const [row] = await db.$queryRawUnsafe<Row[]>(
    `SELECT d.*, (SELECT json_build_object('words', a.words, 'at', a.created_at, 'state', a.state, 'answer', a.answer)
                    FROM appeals a WHERE a.kind = $3 AND a.decision_id = $2::uuid AND a.round = d.round) AS appeal
       FROM (${decisions[kind]}) d`,
    personId,
    decisionId,
    kind,
  );
  return row ?? null;
}

/** Null if there is none, it is somebody else's, or it is over. */
export async function findAppealable(
  { userId }: { userId: string },
  kind: AppealKind,
  decisionId: string,
): Promise<Appealable | null> {
  const row = await findDecision(userId, kind, decisionId);
  if (!row) return null;
  return {
    kind,
    decisionId,
    thing: row.thing && thingWords[row.thing],
    reason: reasonWords(row.reason),
    words: row.words,
    at: row.at.toISOString(),
    until: row.until?.toISOString() ?? null,
    appeal: row.appeal && { ...row.appeal, at: new Date(row.appeal.at).toISOString() },
  };
}

export type AppealOutcome = { ok: true } | { ok: false; refused: "not-found" | "appealed" };

/**
 * Appeals against a decision about oneself, once; the same again changes nothing. It then waits for an admin.
 * @param person a session's, or whom a suspended person's link names
 */
export async function appeal(
  person: { userId: string },
  kind: AppealKind,
  decisionId: string,
  words: string,
): Promise<AppealOutcome> {
  const found = await findDecision(person.userId, kind, decisionId);
  if (!found) return { ok: false, refused: "not-found" };
  const stored = await db.$executeRaw`
    INSERT INTO appeals (user_id, kind, decision_id, round, case_id, against_id, words)
    VALUES (${person.userId}::uuid, ${kind}, ${decisionId}::uuid, ${found.round}, ${found.case_id}::uuid,
            ${found.by_id}::uuid, ${words})
    ON CONFLICT (kind, decision_id, round) DO NOTHING`;
  if (stored === 1) return { ok: true };
  const first = found.appeal ?? (await findDecision(person.userId, kind, decisionId))?.appeal;
  return first?.words === words ? { ok: true } : { ok: false, refused: "appealed" };
}
