import type { Actor } from "~/features/accounts/actor";
import { recordAct } from "~/features/accounts/auditing.server";
import { liftSuspension } from "~/features/accounts/suspending.server";
import { takeWarningBack } from "~/features/accounts/warning.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { notify } from "~/features/notifications/notifying.server";
import { queueHeldRelease } from "~/features/plans/releasing-held.server";
import { isOpen } from "~/features/visibility/seeing.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { Prisma, type Transaction, transaction } from "~/platform/db.server";
import type { AppealKind, AppealState } from "./appeal";
import { closeByAppeal } from "./deciding.server";

/** SQL: whether an admin other than `admin`, and other than who appeals, could decide. Both are uuid expressions. */
export const othersWhoCould = (admin: string, person: string) =>
  `EXISTS (SELECT FROM users other WHERE other.is_admin AND ${isOpen("other")} AND other.id <> ${admin} AND other.id <> ${person})`;

export type AnswerOutcome =
  | { ok: true }
  | {
      ok: false;
      /** 'own': the admin's. 'decided': another admin was first. 'another': the admin who took the decision leaves it to others. */
      refused: "not-found" | "own" | "decided" | "another";
    };

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
 * Grants an appeal, which undoes the decision as far as it still holds, or refuses it; the person is told and mailed. Of
 * two admins at once, one is refused with 'decided'. Who took the decision may decide only if no other admin could.
 */
export async function answerAppeal(
  admin: Pick<Actor, "userId" | "address">,
  appealId: string,
  { isGranted, answer }: { isGranted: boolean; answer: string },
): Promise<AnswerOutcome> {
  if (!isId(appealId)) return { ok: false, refused: "not-found" };
  return transaction(async (tx): Promise<AnswerOutcome> => {
    const [found] = await tx.$queryRaw<Appeal[]>`
      SELECT a.id, a.user_id, a.kind, a.decision_id, a.round, a.case_id, a.against_id, a.state, a.decided_by_id,
             ${Prisma.raw(othersWhoCould("me.id", "a.user_id"))} AS others
        FROM appeals a CROSS JOIN (SELECT ${admin.userId}::uuid AS id) me WHERE a.id = ${appealId}::uuid FOR UPDATE OF a`;
    if (!found) return { ok: false, refused: "not-found" };
    if (found.user_id === admin.userId) return { ok: false, refused: "own" };
    const state = isGranted ? "granted" : "refused";
    // A double click is one decision.
    if (found.state === state && found.decided_by_id === admin.userId) return { ok: true };
    if (found.state !== "open") return { ok: false, refused: "decided" };
    if (found.against_id === admin.userId && found.others) return { ok: false, refused: "another" };
    if (isGranted) await undo(tx, admin, found);
    await tx.appeal.update({
      where: { id: found.id },
      data: { state, answer, decidedAt: new Date(), decidedById: admin.userId },
      select: { id: true },
    });
    await recordAct(tx, admin, isGranted ? "appeal.grant" : "appeal.refuse", found.user_id, {
      reason: answer,
      before: { appeal: "open" },
      after: { appeal: state },
      ...(found.case_id && { caseId: found.case_id }),
      thing: `${found.kind} ${found.decision_id}`,
    });
    await tell(tx, found, isGranted, answer);
    return { ok: true };
  });
}

/** As far as it is still in force. */
async function undo(
  tx: Transaction,
  admin: Pick<Actor, "userId" | "address">,
  appeal: Appeal,
): Promise<void> {
  const { kind, decision_id, user_id } = appeal;
  // The case first, as lifting from a case does: another order could deadlock.
  if (appeal.case_id) await closeByAppeal(tx, admin, appeal.case_id, appeal);
  if (kind === "warning") await takeWarningBack(tx, decision_id, { evenRead: true });
  if (kind === "suspension") {
    const runs = await tx.suspension.count({ where: { id: decision_id, endedAt: null } });
    if (runs === 1 && (await liftSuspension(tx, admin, user_id)).ok) await queueHeldRelease(tx, user_id);
  }
}

const outcomes: Record<AppealKind, { granted: string; refused: string }> = {
  warning: {
    granted: "We have taken the warning back.",
    refused: "The warning stays.",
  },
  hiding: {
    granted: "We show again what we had hidden.",
    refused: "What we have hidden stays hidden.",
  },
  suspension: {
    granted: "We have lifted the suspension. You can sign in again, and everything of yours is back.",
    refused: "Your account stays suspended, as we told you.",
  },
};

async function tell(
  tx: Transaction,
  { id, user_id, kind }: Appeal,
  isGranted: boolean,
  answer: string,
): Promise<void> {
  const title = isGranted ? "We have granted your appeal" : "We have not granted your appeal";
  const outcome = outcomes[kind][isGranted ? "granted" : "refused"];
  const eventKey = `appeal:${id}`;
  const body = [outcome, answer].filter(Boolean).join(" ");
  await notify(tx, { userId: user_id, kind: "report", title, body, eventKey });
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: user_id }, select: { email: true } });
  await queueMail(tx, {
    userId: user_id,
    to: email,
    kind: "appeal",
    subject: title,
    lines: [
      outcome,
      ...(answer ? [answer] : []),
      ...(isGranted ? [] : ["This is final: we look at a decision again once."]),
    ],
    ...(isGranted && { action: { label: "Open Matchcut", href: paths.dashboard() } }),
    eventKey,
  });
}
