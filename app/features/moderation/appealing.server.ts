import { reasonWords } from "~/features/accounts/suspension";
import { isId } from "~/ids";
import { db } from "~/platform/db.server";
import type { AppealKind, AppealState } from "./appeal";
import { type ThingKind, thingWords } from "./report";

/** A decision about someone, as they read it. */
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
  /** Closed is none whose decision is in force. */
  appeal: { words: string; at: string; state: Exclude<AppealState, "closed">; answer: string } | null;
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
  appeal: Appealable["appeal"];
};

async function findDecision(personId: string, kind: AppealKind, decisionId: string): Promise<Row | null> {
  if (!isId(personId) || !isId(decisionId)) return null;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT d.*, (SELECT json_build_object('words', a.words, 'at', a.created_at, 'state', a.state, 'answer', a.answer)
                   FROM appeals a WHERE a.kind = d.kind AND a.decision_id = ${decisionId}::uuid AND a.round = d.round) AS appeal
      FROM decisions_in_force(${personId}::uuid, ${decisionId}::uuid) d WHERE d.kind = ${kind}`;
  return row ?? null;
}

/** Null if there is none, it is someone else's, or it is over. */
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
