import type { Actor } from "~/features/accounts/actor";
import { recordAdminAction } from "~/features/accounts/admins.server";
import { takeWarningBack } from "~/features/accounts/suspending.server";
import { reasonWords } from "~/features/accounts/suspension";
import { queueMail } from "~/features/notifications/mailing.server";
import { notify } from "~/features/notifications/notifying.server";
import { liftAndRelease, seeBilling } from "~/features/payments/lifting.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import type { AppealKind, AppealState } from "./appeal";
import { closeByAppeal } from "./deciding.server";
import { type ThingKind, thingWords } from "./report";

/** A decision as its subject reads it. */
export interface Appealable {
  kind: AppealKind;
  decisionId: string;
  /** What was hidden, such as 'message'. */
  thing: string | null;
  reason: string;
  words: string;
  /** ISO 8601. */
  at: string;
  /** For suspensions; null if permanent. */
  until: string | null;
  /** Never closed while the decision is in force. */
  appeal: { words: string; at: string; state: Exclude<AppealState, "closed">; answer: string } | null;
}

type DecisionRow = Pick<Appealable, "words" | "appeal"> & {
  round: number;
  caseId: string | null;
  byId: string | null;
  thing: ThingKind | null;
  reason: string | null;
  at: Date;
  until: Date | null;
};

async function findDecision(
  personId: string,
  kind: AppealKind,
  decisionId: string,
): Promise<DecisionRow | null> {
  if (!isId(personId) || !isId(decisionId)) return null;
  const [row] = await db.$queryRaw<DecisionRow[]>`
    SELECT d.round, d.case_id AS "caseId", d.by_id AS "byId", d.thing, d.reason, d.words, d.at, d.until,
           (SELECT json_build_object('words', a.words, 'at', a.created_at, 'state', a.state, 'answer', a.answer)
                   FROM appeals a WHERE a.kind = d.kind AND a.decision_id = ${decisionId}::uuid AND a.round = d.round) AS appeal
      FROM decisions_in_force(${personId}::uuid, ${decisionId}::uuid) d WHERE d.kind = ${kind}`;
  return row ?? null;
}

/** Null if there is none, it is someone else's, or it has ended. */
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

type AppealOutcome = { ok: true } | { ok: false; refused: "not-found" | "appealed" };

/**
 * Appeals against a decision, once; sending it again changes nothing.
 * @param person from a session, or from a suspended person's link
 */
export async function appeal(
  person: { userId: string },
  kind: AppealKind,
  decisionId: string,
  words: string,
): Promise<AppealOutcome> {
  const found = await findDecision(person.userId, kind, decisionId);
  if (!found) return { ok: false, refused: "not-found" };
  const { round, caseId, byId } = found;
  const { count } = await db.appeal.createMany({
    data: [{ userId: person.userId, kind, decisionId, round, caseId, againstId: byId, words }],
    skipDuplicates: true,
  });
  if (count === 1) return { ok: true };
  const first = found.appeal ?? (await findDecision(person.userId, kind, decisionId))?.appeal;
  return first?.words === words ? { ok: true } : { ok: false, refused: "appealed" };
}

type AnswerOutcome =
  | { ok: true }
  | {
      ok: false;
      /**
       * 'own': the admin's own. 'decided': another admin was first. 'another': the admin who took the decision must
       * leave it to others. 'over': the decision has ended, so the appeal can only be closed. 'in-force': it cannot be
       * closed.
       */
      refused: "not-found" | "own" | "decided" | "another" | "over" | "in-force";
    };

type Answer = "grant" | "refuse" | "close";

const states = { grant: "granted", refuse: "refused", close: "closed" } as const;

interface Appeal {
  id: string;
  userId: string;
  kind: AppealKind;
  decisionId: string;
  caseId: string | null;
  againstId: string | null;
  state: AppealState;
  decidedById: string | null;
}

/**
 * Grants an appeal, which undoes the decision, or refuses it; or closes one whose decision has ended. The person is
 * also notified by mail. Of two concurrent admins, one is refused with 'decided'. The admin who took the decision may
 * answer only if no other admin can.
 */
export async function answerAppeal(
  admin: Pick<Actor, "userId" | "address">,
  appealId: string,
  { outcome, answer }: { outcome: Answer; answer: string },
): Promise<AnswerOutcome> {
  if (!isId(appealId)) return { ok: false, refused: "not-found" };
  return transaction(async (tx): Promise<AnswerOutcome> => {
    await lockRow(tx, "appeals", appealId);
    const found = (await tx.appeal.findUnique({ where: { id: appealId } })) as Appeal | null;
    if (!found) return { ok: false, refused: "not-found" };
    if (found.userId === admin.userId) return { ok: false, refused: "own" };
    const state = states[outcome];
    // Makes a double click harmless.
    if (found.state === state && found.decidedById === admin.userId) return { ok: true };
    if (found.state !== "open") return { ok: false, refused: "decided" };
    await lockDecision(tx, found);
    const { isInForce, hasOthers } = await readStanding(tx, admin, appealId);
    if (found.againstId === admin.userId && hasOthers) return { ok: false, refused: "another" };
    if (isInForce === (outcome === "close"))
      return { ok: false, refused: outcome === "close" ? "in-force" : "over" };
    const undone = outcome === "grant" ? await undo(tx, admin, found) : null;
    const became = undone?.became ?? outcomes[found.kind][outcome];
    await tx.appeal.update({
      where: { id: found.id },
      data: { state, answer, decidedAt: new Date(), decidedById: admin.userId },
      select: { id: true },
    });
    await recordAdminAction(tx, admin, `appeal.${outcome}`, found.userId, {
      reason: answer,
      before: { appeal: "open" },
      after: { appeal: state },
      ...(found.caseId && { caseId: found.caseId }),
      thing: `${found.kind} ${found.decisionId}`,
    });
    await tell(tx, found, { outcome, became, answer, planWords: undone?.planWords ?? [] });
    return { ok: true };
  });
}

/** Keeps the decision in or out of force. Locks the case first, as elsewhere: another order could deadlock. */
async function lockDecision(tx: Transaction, { kind, decisionId, caseId, userId }: Appeal): Promise<void> {
  if (caseId) await lockRow(tx, "report_cases", caseId);
  if (kind === "warning") await lockRow(tx, "warnings", decisionId);
  if (kind === "suspension") await lockRow(tx, "users", userId, "no-key-update");
}

/** Whether the decision is in force, and whether another admin could answer. */
async function readStanding(
  tx: Transaction,
  admin: Pick<Actor, "userId">,
  appealId: string,
): Promise<{ isInForce: boolean; hasOthers: boolean }> {
  const [row] = await tx.$queryRaw<{ isInForce: boolean; hasOthers: boolean }[]>`
    SELECT EXISTS (SELECT FROM appealed_decision(a)) AS "isInForce",
           EXISTS (SELECT FROM other_admins(${admin.userId}::uuid, a.user_id)) AS "hasOthers"
      FROM appeals a WHERE a.id = ${appealId}::uuid`;
  return row ?? { isInForce: false, hasOthers: false };
}

/** Returns a sentence that says what became of the decision, and what stands of a plan. */
async function undo(
  tx: Transaction,
  admin: Pick<Actor, "userId" | "address">,
  appeal: Appeal,
): Promise<{ became: string; planWords: string[] }> {
  const { kind, decisionId, caseId, userId } = appeal;
  const isThere = caseId === null || (await closeByAppeal(tx, admin, caseId, kind));
  if (kind === "warning") await takeWarningBack(tx, decisionId, { evenRead: true });
  const lifted = kind === "suspension" ? await liftAndRelease(tx, admin, userId) : null;
  return {
    became: isThere ? outcomes[kind].grant : gone,
    planWords: lifted?.ok ? lifted.planWords : [],
  };
}

const gone =
  "We have taken the decision back. What we had hidden is no longer there, so that nobody sees it.";

const over =
  "The decision that you objected to is no longer in force, so we have closed your appeal. If we have taken another " +
  "decision since, you can appeal against that one once.";

const outcomes: Record<AppealKind, Record<Answer, string>> = {
  warning: {
    grant: "We have taken the warning back.",
    refuse: "The warning stays.",
    close: over,
  },
  hiding: {
    grant: "We show again what we had hidden.",
    refuse: "What we have hidden stays hidden.",
    close: over,
  },
  suspension: {
    grant: "We have lifted the suspension. You can sign in again, and everything of yours is back.",
    refuse: "Your account stays suspended, as we told you.",
    close: over,
  },
};

const titles: Record<Answer, string> = {
  grant: "We have granted your appeal",
  refuse: "We have not granted your appeal",
  close: "We have closed your appeal",
};

async function tell(
  tx: Transaction,
  { id, userId, kind }: Appeal,
  {
    outcome,
    became,
    answer,
    planWords,
  }: { outcome: Answer; became: string; answer: string; planWords: string[] },
): Promise<void> {
  const title = titles[outcome];
  const eventKey = `appeal:${id}`;
  const body = [became, answer].filter(Boolean).join(" ");
  await notify(tx, { userId, kind: "report", title, body, eventKey });
  await queueMail(tx, {
    userId,
    // A suspension is about what they pay for, too.
    kind: kind === "suspension" ? "suspension-appeal" : "appeal",
    subject: title,
    lines: [
      became,
      ...planWords,
      ...(answer ? [answer] : []),
      ...(outcome === "refuse" ? ["This is final: we look at a decision again once."] : []),
    ],
    ...(outcome === "grant" && {
      action: planWords.length > 0 ? seeBilling : { label: "Open Matchcut", href: paths.dashboard() },
    }),
    eventKey,
  });
}
