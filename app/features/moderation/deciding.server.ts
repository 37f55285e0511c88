import { transactionByAdmin } from "~/features/accounts/acting.server";
import type { Actor, Admin } from "~/features/accounts/actor";
import { recordAdminAction } from "~/features/accounts/admins.server";
import { releaseAccount } from "~/features/accounts/holding.server";
import { setProfileHidden, suspendPerson } from "~/features/accounts/suspending.server";
import { reasonWords, type SuspensionReason, suspensionReasons } from "~/features/accounts/suspension";
import { takeWarningBack, warnPerson } from "~/features/accounts/warning.server";
import { holdMatchesOf } from "~/features/discovery/ending.server";
import { setConversationHidden, setMessageHidden } from "~/features/messaging/hiding.server";
import { releaseHeldMessage } from "~/features/messaging/starting.server";
import { announce, type News, withdrawNotifications } from "~/features/notifications/announcing.server";
import { liftAndTell } from "~/features/payments/lifting.server";
import { setSampleHidden } from "~/features/portfolio/arranging.server";
import { setApplicationHidden, setProjectHidden } from "~/features/projects/hiding.server";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import { db, isUniqueViolation, type Prisma, type Transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import type { AppealKind } from "./appeal";
import {
  type CaseState,
  type ChosenDismissal,
  type DismissalReason,
  type Hiding,
  type SuspensionLength,
  systemKey,
  type ThingKind,
  thingWords,
} from "./report";

/**
 * Releases the messages that the system held and reported in this case. Also releases the account, even if another case
 * reported it, because nothing else would ever release it. Runs in the transaction of a dismissal or granted appeal.
 */
async function releaseHeldIn(tx: Transaction, caseId: string, personId: string): Promise<void> {
  const reports = await tx.report.findMany({
    where: { caseId, guestKey: { startsWith: systemKey } },
    orderBy: { createdAt: "asc" },
    select: { guestKey: true },
  });
  for (const { guestKey } of reports) {
    const held = guestKey?.slice(systemKey.length) ?? "";
    if (isId(held)) await releaseHeldMessage(tx, held);
  }
  await releaseAccount(tx, personId);
}

export type Decision =
  | { decision: "dismiss"; reason: ChosenDismissal; words: string }
  | { decision: "warn" | "hide"; reason: SuspensionReason; words: string }
  | { decision: "suspend"; reason: SuspensionReason; words: string; length: SuspensionLength };

export type DecideOutcome = Outcome<"not-found" | "decided" | "own" | "gone" | "admin" | "suspended">;

type Case = Prisma.ReportCaseModel & { kind: ThingKind; state: CaseState };

async function lockCase(tx: Transaction, caseId: string): Promise<Case | null> {
  if (!isId(caseId) || !(await lockRow(tx, "report_cases", caseId))) return null;
  return tx.reportCase.findUnique({ where: { id: caseId } }) as Promise<Case | null>;
}

/** A double click sends the form twice. The second answer must not say that another admin was first. */
const isRepeated = (done: Case, admin: Admin, { decision, reason, words }: Decision): boolean =>
  done.state === states[decision] &&
  done.decidedById === admin.userId &&
  done.decisionReason === reason &&
  done.decisionWords === words;

/** Hides or shows a thing of each kind. Each function returns false if there's nothing left to hide or show. */
const setHidden: Record<ThingKind, (tx: Transaction, id: string, isHidden: boolean) => Promise<boolean>> = {
  profile: setProfileHidden,
  sample: setSampleHidden,
  message: setMessageHidden,
  conversation: setConversationHidden,
  project: setProjectHidden,
  application: setApplicationHidden,
};

const hide = (tx: Transaction, { kind, subjectId }: Case) => setHidden[kind](tx, subjectId, true);
const unhide = (tx: Transaction, { kind, subjectId }: Case) => setHidden[kind](tx, subjectId, false);

const day = 86_400_000;

const states = { dismiss: "dismissed", warn: "warned", hide: "hidden", suspend: "suspended" } as const;

/**
 * Decides an open case once. The decision's effects, the audit entry and all notifications are in one transaction. A
 * dismissal releases what the system held. Refused: 'decided' if another admin was first, 'own' if it's about the
 * admin, 'gone' if there's nothing left to hide, and as in `suspendPerson`.
 */
export async function decideCase(admin: Admin, caseId: string, input: Decision): Promise<DecideOutcome> {
  let measureId: string | null = null;
  return transactionByAdmin(admin, async (tx): Promise<DecideOutcome> => {
    const reportCase = await lockCase(tx, caseId);
    if (!reportCase) return { ok: false, refused: "not-found" };
    if (reportCase.reportedId === admin.userId) return { ok: false, refused: "own" };
    if (isRepeated(reportCase, admin, input)) return { ok: true };
    if (reportCase.state !== "open") return { ok: false, refused: "decided" };
    if (input.decision === "hide" && !(await hide(tx, reportCase))) return { ok: false, refused: "gone" };
    if (input.decision === "dismiss") await releaseHeldIn(tx, reportCase.id, reportCase.reportedId);
    if (input.decision === "warn") {
      const warned = await warnPerson(tx, admin, reportCase.reportedId, input);
      if (!warned.ok) return warned;
      measureId = warned.warningId;
    }
    if (input.decision === "suspend") {
      const { reason, words, length } = input;
      const until = length === "forever" ? null : new Date(Date.now() + Number(length) * day);
      const suspended = await suspendPerson(tx, admin, reportCase.reportedId, { reason, words, until });
      if (!suspended.ok) return suspended;
      if (!until) await holdMatchesOf(tx, reportCase.reportedId);
      measureId = suspended.suspensionId;
    }
    await tx.reportCase.update({
      where: { id: reportCase.id },
      data: {
        state: states[input.decision],
        decisions: { increment: 1 },
        decidedAt: new Date(),
        decidedById: admin.userId,
        decisionReason: input.reason,
        decisionWords: input.words,
        measureId,
      },
      select: { id: true },
    });
    await recordAdminAction(tx, admin, `report.${input.decision}`, reportCase.reportedId, {
      reason: [input.reason, input.words].filter(Boolean).join(": "),
      before: { report: "open" },
      after: { report: states[input.decision] },
      caseId: reportCase.id,
      thing: `${reportCase.kind} ${reportCase.subjectId}`,
    });
    await announce(tx, ...(await notificationsOf(tx, reportCase, input, measureId)));
    return { ok: true };
  });
}

const outcomeWords = {
  warn: "It breaks our guidelines, and we've warned the person responsible.",
  dismiss: "We reviewed it and found nothing that breaks our guidelines. You can still block the person.",
  hide: "It breaks our guidelines, and we've hidden it.",
  suspend: "It breaks our guidelines, and we've suspended the account responsible.",
};

const eventKeyOf = (caseId: string, decisions: number, personId: string) =>
  `report:${caseId}:${decisions}:${personId}`;

const hiddenTitle = (kind: ThingKind) =>
  kind === "profile" || kind === "conversation" || kind === "project"
    ? `We hid your ${thingWords[kind]}`
    : `We hid one of your ${thingWords[kind]}s`;

/**
 * Notifies each reporter. Also notifies a person who was warned or whose thing was hidden, without revealing who
 * reported it.
 */
async function notificationsOf(
  tx: Transaction,
  { id, kind, reportedId, decisions }: Case,
  input: Decision,
  measureId: string | null,
): Promise<News[]> {
  const reports = await tx.report.findMany({
    where: { caseId: id, reporterId: { not: null } },
    select: { reporterId: true },
  });
  const told = reports.flatMap(({ reporterId }): News[] =>
    reporterId
      ? [
          {
            userId: reporterId,
            kind: "report",
            title: `We've reviewed the ${thingWords[kind]} you reported`,
            body: outcomeWords[input.decision],
            eventKey: eventKeyOf(id, decisions, reporterId),
          },
        ]
      : [],
  );
  if (input.decision !== "hide" && input.decision !== "warn") return told;
  const isWarning = input.decision === "warn";
  return [
    ...told,
    {
      userId: reportedId,
      kind: "report",
      title: isWarning ? "You have a warning" : hiddenTitle(kind),
      body: [`Reason: ${suspensionReasons[input.reason]}.`, input.words].filter(Boolean).join(" "),
      href: isWarning ? paths.appeal("warning", measureId ?? "") : paths.appeal("hiding", id),
      eventKey: eventKeyOf(id, decisions, reportedId),
    },
  ];
}

export type UndoOutcome = Outcome<"not-found" | "own" | "not-now" | "newer" | "gone" | "read">;

/**
 * Undoes a dismissal, a hiding or an unread warning, and opens the case again. Refused: 'not-now' for anything else,
 * 'read' for a warning that was already read, 'newer' while another case about the same thing is open, 'gone' if the
 * hidden thing doesn't exist anymore.
 */
export async function undoDecision(admin: Admin, caseId: string): Promise<UndoOutcome> {
  try {
    return await transactionByAdmin(admin, (tx) => reopen(tx, admin, caseId));
  } catch (error) {
    // A unique index allows one open case about each thing.
    if (isUniqueViolation(error)) return { ok: false, refused: "newer" };
    throw error;
  }
}

async function reopen(tx: Transaction, admin: Admin, caseId: string): Promise<UndoOutcome> {
  const reportCase = await lockCase(tx, caseId);
  if (!reportCase) return { ok: false, refused: "not-found" };
  if (reportCase.reportedId === admin.userId) return { ok: false, refused: "own" };
  if (reportCase.state === "open" || reportCase.state === "suspended")
    return { ok: false, refused: "not-now" };
  if (reportCase.state === "warned" && !(await takeWarningBack(tx, reportCase.measureId ?? "")))
    return { ok: false, refused: "read" };
  if (reportCase.state === "hidden" && !(await unhide(tx, reportCase))) return { ok: false, refused: "gone" };
  await tx.reportCase.update({
    where: { id: reportCase.id },
    data: {
      state: "open",
      decidedAt: null,
      decidedById: null,
      decisionReason: null,
      decisionWords: "",
      measureId: null,
    },
    select: { id: true },
  });
  await withdrawNotifications(tx, [
    eventKeyOf(reportCase.id, reportCase.decisions - 1, reportCase.reportedId),
  ]);
  await recordAdminAction(tx, admin, "report.undo", reportCase.reportedId, {
    before: { report: reportCase.state },
    after: { report: "open" },
    caseId: reportCase.id,
    thing: `${reportCase.kind} ${reportCase.subjectId}`,
  });
  return { ok: true };
}

/**
 * Applies a granted appeal, in its transaction: releases what the system held, unhides what the case hid, and
 * dismisses the case. A suspended case stays as it is, just as when an admin lifts its suspension. Returns
 * false if the hidden thing doesn't exist anymore.
 */
export async function closeByAppeal(
  tx: Transaction,
  admin: Pick<Admin, "userId">,
  caseId: string,
  kind: AppealKind,
): Promise<boolean> {
  const reportCase = await lockCase(tx, caseId);
  if (!reportCase) return true;
  await releaseHeldIn(tx, reportCase.id, reportCase.reportedId);
  if (kind === "suspension") return true;
  const isShown = kind === "warning" || (await unhide(tx, reportCase));
  await tx.reportCase.update({
    where: { id: reportCase.id },
    data: {
      state: "dismissed",
      decidedAt: new Date(),
      decidedById: admin.userId,
      decisionReason: "appeal" satisfies DismissalReason,
      decisionWords: "",
    },
    select: { id: true },
  });
  return isShown;
}

export type LiftOutcome = Outcome<"not-found" | "not-suspended">;

/**
 * Lifts the suspension of the person that the case is about, and emails them. The case itself doesn't change. Refused:
 * 'not-found', 'not-suspended'.
 */
export async function liftFromCase(admin: Admin, caseId: string): Promise<LiftOutcome> {
  return transactionByAdmin(admin, async (tx): Promise<LiftOutcome> => {
    const reportCase = await lockCase(tx, caseId);
    if (!reportCase) return { ok: false, refused: "not-found" };
    return liftAndTell(tx, admin, reportCase.reportedId);
  });
}

/**
 * Why something that the viewer sees is hidden from others; null if it isn't. Only the owner gets the admin's words and
 * a way to appeal.
 */
export async function findHiding(viewer: Actor, kind: ThingKind, subjectId: string): Promise<Hiding | null> {
  if (!isId(subjectId)) return null;
  const row = await db.reportCase.findFirst({
    where: { kind, subjectId, state: "hidden" },
    orderBy: { decidedAt: "desc" },
    select: { id: true, reportedId: true, decisionReason: true, decisionWords: true },
  });
  if (!row) return null;
  const isOwn = row.reportedId === viewer.userId;
  return {
    caseId: isOwn ? row.id : null,
    reason: reasonWords(row.decisionReason),
    words: isOwn ? row.decisionWords : "",
  };
}
