import { transactionBy, transactionByAdmin } from "~/features/accounts/acting.server";
import type { Admin } from "~/features/accounts/actor";
import { recordAdminAction } from "~/features/accounts/admins.server";
import { reasonWords } from "~/features/accounts/suspension";
import { takeWarningBack } from "~/features/accounts/warning.server";
import { announce } from "~/features/notifications/announcing.server";
import type { MailWords } from "~/features/notifications/mailing.server";
import { liftAndRelease, liftedWords } from "~/features/payments/lifting.server";
import { goToBilling } from "~/features/payments/payment-words";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import { db, type Prisma, type Transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import type { AppealKind, AppealState } from "./appeal";
import { closeByAppeal } from "./deciding.server";
import type { ThingKind } from "./report";

/** A decision, as shown to the person it's about. */
export interface Appealable {
  kind: AppealKind;
  decisionId: string;
  /** What was hidden; null for other decisions. */
  thing: ThingKind | null;
  reason: string;
  words: string;
  /** ISO 8601. */
  at: string;
  /** When a suspension ends; null if it's permanent, and for other decisions. */
  until: string | null;
  /** Never 'closed', because an appeal is only closed once the decision has ended. */
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

/**
 * The decision that the person may appeal. Null if there's no such decision, if it's about someone else, or if it has
 * ended.
 */
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
    thing: row.thing,
    reason: reasonWords(row.reason),
    words: row.words,
    at: row.at.toISOString(),
    until: row.until?.toISOString() ?? null,
    appeal: row.appeal && { ...row.appeal, at: new Date(row.appeal.at).toISOString() },
  };
}

/**
 * Appeals a decision, once. Sending it again changes nothing.
 * @param person identified by their session or, without one, by a suspended person's link
 */
export async function appeal(
  person: { userId: string; sessionId?: string },
  kind: AppealKind,
  decisionId: string,
  words: string,
): Promise<Outcome<"not-found" | "appealed">> {
  const decision = await findDecision(person.userId, kind, decisionId);
  if (!decision) return { ok: false, refused: "not-found" };
  const { round, caseId, byId } = decision;
  const { userId, sessionId } = person;
  const data = [{ userId, kind, decisionId, round, caseId, againstId: byId, words }];
  const { count } = await transactionBy(sessionId ? { userId, sessionId } : null, (tx) =>
    tx.appeal.createMany({ data, skipDuplicates: true }),
  );
  if (count === 1) return { ok: true };
  const first = decision.appeal ?? (await findDecision(person.userId, kind, decisionId))?.appeal;
  return first?.words === words ? { ok: true } : { ok: false, refused: "appealed" };
}

type AnswerOutcome = Outcome<"not-found" | "own" | "decided" | "another" | "over" | "in-force">;

type Answer = "grant" | "refuse" | "close";

const states = { grant: "granted", refuse: "refused", close: "closed" } as const;

type Appeal = Prisma.AppealModel & { kind: AppealKind; state: AppealState };

/**
 * Grants an appeal, which undoes the decision, or denies it, or closes one whose decision has ended. The person gets a
 * notification and an email. Refused: 'own' for the admin's own; 'decided' if another admin was first; 'another' for the
 * admin who made the decision, if any other admin can decide; 'over' if the decision has ended, so that the appeal can
 * only be closed; 'in-force' if it can't be closed.
 */
export async function answerAppeal(
  admin: Pick<Admin, "userId" | "sessionId" | "address">,
  appealId: string,
  { outcome, answer }: { outcome: Answer; answer: string },
): Promise<AnswerOutcome> {
  return transactionByAdmin(admin, async (tx): Promise<AnswerOutcome> => {
    await lockRow(tx, "appeals", appealId);
    const appealed = (await tx.appeal.findUnique({ where: { id: appealId } })) as Appeal | null;
    if (!appealed) return { ok: false, refused: "not-found" };
    if (appealed.userId === admin.userId) return { ok: false, refused: "own" };
    const state = states[outcome];
    // A double click sends the form twice. The second answer must not say that another admin was first.
    if (appealed.state === state && appealed.decidedById === admin.userId && appealed.answer === answer)
      return { ok: true };
    if (appealed.state !== "open") return { ok: false, refused: "decided" };
    await lockDecision(tx, appealed);
    const { isInForce, hasOthers } = await readStanding(tx, admin, appealId);
    if (appealed.againstId === admin.userId && hasOthers) return { ok: false, refused: "another" };
    if (isInForce === (outcome === "close"))
      return { ok: false, refused: outcome === "close" ? "in-force" : "over" };
    const undone = outcome === "grant" ? await undo(tx, admin, appealed) : null;
    const became = undone?.became ?? outcomes[appealed.kind][outcome];
    await tx.appeal.update({
      where: { id: appealed.id },
      data: { state, answer, decidedAt: new Date(), decidedById: admin.userId },
      select: { id: true },
    });
    await recordAdminAction(tx, admin, `appeal.${outcome}`, appealed.userId, {
      reason: answer,
      before: { appeal: "open" },
      after: { appeal: state },
      ...(appealed.caseId && { caseId: appealed.caseId }),
      thing: `${appealed.kind} ${appealed.decisionId}`,
    });
    await announce(tx, {
      userId: appealed.userId,
      kind: "report",
      title: titles[outcome],
      body: [became, answer].filter(Boolean).join(" "),
      eventKey: `appeal:${appealed.id}`,
      mail: appealMail(appealed.kind, outcome, became, answer, undone?.planWords ?? []),
    });
    return { ok: true };
  });
}

/**
 * Locks what the decision depends on, so that it neither ends nor begins again before the transaction ends.
 * Locks the case first, like every other transaction, because another order could deadlock.
 */
async function lockDecision(tx: Transaction, { kind, decisionId, caseId, userId }: Appeal): Promise<void> {
  if (caseId) await lockRow(tx, "report_cases", caseId);
  if (kind === "warning") await lockRow(tx, "warnings", decisionId);
  if (kind === "suspension") await lockRow(tx, "users", userId, "no-key-update");
}

/** Whether the decision is in force, and whether another admin could decide the appeal. */
async function readStanding(
  tx: Transaction,
  admin: Pick<Admin, "userId">,
  appealId: string,
): Promise<{ isInForce: boolean; hasOthers: boolean }> {
  const [row] = await tx.$queryRaw<{ isInForce: boolean; hasOthers: boolean }[]>`
    SELECT EXISTS (SELECT FROM appealed_decision(a)) AS "isInForce",
           EXISTS (SELECT FROM other_admins(${admin.userId}::uuid, a.user_id)) AS "hasOthers"
      FROM appeals a WHERE a.id = ${appealId}::uuid`;
  return row ?? { isInForce: false, hasOthers: false };
}

/**
 * Returns a sentence that tells the person what became of the decision, and sentences about what's left of their plan.
 */
async function undo(
  tx: Transaction,
  admin: Pick<Admin, "userId" | "sessionId" | "address">,
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

const gone = "We've reversed the decision. What we hid no longer exists, so there's nothing to restore.";

const over =
  "The decision you appealed is no longer in effect, so we've closed your appeal. If we've made another " +
  "decision since then, you can appeal that one once.";

const outcomes: Record<AppealKind, Record<Answer, string>> = {
  warning: { grant: "We've withdrawn the warning.", refuse: "The warning stands.", close: over },
  hiding: {
    grant: "What we hid is visible again.",
    refuse: "What we hid stays hidden.",
    close: over,
  },
  suspension: { grant: liftedWords, refuse: "Your suspension stays as it is.", close: over },
};

const titles: Record<Answer, string> = {
  grant: "We've granted your appeal",
  refuse: "We've denied your appeal",
  close: "We've closed your appeal",
};

export const appealMail = (
  kind: AppealKind,
  outcome: Answer,
  became: string,
  answer: string,
  planWords: readonly string[],
): MailWords => ({
  // A suspension also affects a paid plan, so this kind of email reaches payers whose address isn't confirmed.
  kind: kind === "suspension" ? "suspension-appeal" : "appeal",
  subject: titles[outcome],
  lines: [
    became,
    ...planWords,
    ...(answer ? [answer] : []),
    ...(outcome === "refuse" ? ["We review each decision only once, so this is final."] : []),
  ],
  action: {
    grant: planWords.length > 0 ? goToBilling : { label: "Open Matchcut", href: paths.dashboard() },
    refuse: seeGuidelines,
    close: seeGuidelines,
  }[outcome],
});

const seeGuidelines = { label: "Read our guidelines", href: paths.safetyCenter({ tab: "guidelines" }) };
