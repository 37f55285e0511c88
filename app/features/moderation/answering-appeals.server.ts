import type { Actor } from "~/features/accounts/actor";
import { recordAct } from "~/features/accounts/auditing.server";
import { liftSuspension } from "~/features/accounts/suspending.server";
import { takeWarningBack } from "~/features/accounts/warning.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { notify } from "~/features/notifications/notifying.server";
import { queueHeldRelease } from "~/features/plans/releasing-held.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { type Transaction, transaction } from "~/platform/db.server";
import type { AppealKind, AppealState } from "./appeal";
import { closeByAppeal } from "./deciding.server";

export type AnswerOutcome =
  | { ok: true }
  | {
      ok: false;
      /**
       * 'own': the admin's. 'decided': another admin was first. 'another': the admin who took the decision leaves it to
       * others. 'over': the decision is no longer in force, so the appeal can only be closed. 'in-force': it cannot.
       */
      refused: "not-found" | "own" | "decided" | "another" | "over" | "in-force";
    };

export type Answer = "grant" | "refuse" | "close";

const states = { grant: "granted", refuse: "refused", close: "closed" } as const;

interface Appeal {
  id: string;
  user_id: string;
  kind: AppealKind;
  decision_id: string;
  round: number;
  case_id: string | null;
  against_id: string | null;
  state: AppealState;
  decided_by_id: string | null;
  others: boolean;
}

/**
 * Grants an appeal, which undoes the decision, or refuses it; or closes one whose decision is over. The person is told and
 * mailed. Of two admins at once, one is refused with 'decided'. Who took the decision may decide only if no other admin
 * could.
 */
export async function answerAppeal(
  admin: Pick<Actor, "userId" | "address">,
  appealId: string,
  { outcome, answer }: { outcome: Answer; answer: string },
): Promise<AnswerOutcome> {
  if (!isId(appealId)) return { ok: false, refused: "not-found" };
  return transaction(async (tx): Promise<AnswerOutcome> => {
    const [found] = await tx.$queryRaw<Appeal[]>`
      SELECT a.id, a.user_id, a.kind, a.decision_id, a.round, a.case_id, a.against_id, a.state, a.decided_by_id,
             EXISTS (SELECT FROM other_admins(${admin.userId}::uuid, a.user_id)) AS others
        FROM appeals a WHERE a.id = ${appealId}::uuid FOR UPDATE OF a`;
    if (!found) return { ok: false, refused: "not-found" };
    if (found.user_id === admin.userId) return { ok: false, refused: "own" };
    const state = states[outcome];
    // A double click is one decision.
    if (found.state === state && found.decided_by_id === admin.userId) return { ok: true };
    if (found.state !== "open") return { ok: false, refused: "decided" };
    if (found.against_id === admin.userId && found.others) return { ok: false, refused: "another" };
    if ((await lockDecision(tx, found)) === (outcome === "close"))
      return { ok: false, refused: outcome === "close" ? "in-force" : "over" };
    const became = outcome === "grant" ? await undo(tx, admin, found) : outcomes[found.kind][outcome];
    await tx.appeal.update({
      where: { id: found.id },
      data: { state, answer, decidedAt: new Date(), decidedById: admin.userId },
      select: { id: true },
    });
    await recordAct(tx, admin, `appeal.${outcome}`, found.user_id, {
      reason: answer,
      before: { appeal: "open" },
      after: { appeal: state },
      ...(found.case_id && { caseId: found.case_id }),
      thing: `${found.kind} ${found.decision_id}`,
    });
    await tell(tx, found, { outcome, became, answer });
    return { ok: true };
  });
}

/** Returns whether it is in force, and keeps that so. The case first, as elsewhere: another order could deadlock. */
async function lockDecision(tx: Transaction, appeal: Appeal): Promise<boolean> {
  const { id, kind, decision_id, case_id, user_id } = appeal;
  if (case_id) await tx.$executeRaw`SELECT 1 FROM report_cases WHERE id = ${case_id}::uuid FOR UPDATE`;
  if (kind === "warning")
    await tx.$executeRaw`SELECT 1 FROM warnings WHERE id = ${decision_id}::uuid FOR UPDATE`;
  if (kind === "suspension")
    await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${user_id}::uuid FOR NO KEY UPDATE`;
  const [row] = await tx.$queryRaw<{ in_force: boolean }[]>`
    SELECT EXISTS (SELECT FROM appealed_decision(a)) AS in_force FROM appeals a WHERE a.id = ${id}::uuid`;
  return row?.in_force ?? false;
}

/** Of a decision in force. Returns what became of it, in words. */
async function undo(
  tx: Transaction,
  admin: Pick<Actor, "userId" | "address">,
  appeal: Appeal,
): Promise<string> {
  const { kind, decision_id, case_id, user_id } = appeal;
  const isThere = case_id === null || (await closeByAppeal(tx, admin, case_id, appeal));
  if (kind === "warning") await takeWarningBack(tx, decision_id, { evenRead: true });
  if (kind === "suspension" && (await liftSuspension(tx, admin, user_id)).ok)
    await queueHeldRelease(tx, user_id);
  return isThere ? outcomes[kind].grant : gone;
}

const gone =
  "We have taken the decision back. What we had hidden is no longer there, so that nobody sees it.";

/** Whatever has ended the decision. */
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
  { id, user_id }: Appeal,
  { outcome, became, answer }: { outcome: Answer; became: string; answer: string },
): Promise<void> {
  const title = titles[outcome];
  const eventKey = `appeal:${id}`;
  const body = [became, answer].filter(Boolean).join(" ");
  await notify(tx, { userId: user_id, kind: "report", title, body, eventKey });
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: user_id }, select: { email: true } });
  await queueMail(tx, {
    userId: user_id,
    to: email,
    kind: "appeal",
    subject: title,
    lines: [
      became,
      ...(answer ? [answer] : []),
      ...(outcome === "refuse" ? ["This is final: we look at a decision again once."] : []),
    ],
    ...(outcome === "grant" && { action: { label: "Open Matchcut", href: paths.dashboard() } }),
    eventKey,
  });
}
