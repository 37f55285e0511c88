import type { Actor } from "~/features/accounts/actor";
import type { Act } from "~/features/accounts/acts";
import { recordAct } from "~/features/accounts/auditing.server";
import { alertAdmins, reopenAlert, resolveAlert } from "~/features/notifications/alerting.server";
import { queueMail, withdrawMail } from "~/features/notifications/mailing.server";
import { notify, withdrawNotifications } from "~/features/notifications/notifying.server";
import { queueHeldRelease } from "~/features/plans/releasing-held.server";
import { openAccount } from "~/features/visibility/seeing.server";
import { isApproved } from "~/features/visibility/standing";
import { paths } from "~/paths";
import { db, jobDb, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { log } from "~/platform/log.server";
import { listInDecks } from "./listing.server";
import { undoMinutes } from "./vetting.schema";

export const announceSubmissionTask = "profiles:announce-submission";

/**
 * Call it after the profile's row exists. Adds one entry to the admins' list; a job queues their mail, to fail and be
 * retried on its own.
 */
export async function submitForVetting(tx: Transaction, contributorId: string): Promise<void> {
  await tx.contributorProfile.updateMany({
    where: { id: contributorId, status: { in: ["pending", "rejected"] } },
    data: { status: "pending", rejectionReason: null, reviewedAt: null, submittedAt: new Date() },
  });
  await announce(tx, contributorId);
}

async function announce(tx: Transaction, contributorId: string): Promise<void> {
  await alertAdmins(tx, {
    type: "contributor_approval",
    userId: contributorId,
    message: "New contributor account pending approval",
  });
  await addJob(tx, announceSubmissionTask, { contributorId });
}

/** Mails each admin, once per submission. */
export async function announceSubmission(contributorId: string): Promise<void> {
  const contributor = await db.contributorProfile.findFirst({
    where: { id: contributorId, status: "pending" },
    select: { submittedAt: true, profile: { select: { fullName: true } } },
  });
  if (!contributor) return;
  const admins = await db.user.findMany({
    where: { isAdmin: true, ...openAccount() },
    select: { id: true, email: true },
  });
  await transaction(async (tx) => {
    for (const admin of admins) {
      await queueMail(tx, {
        userId: admin.id,
        to: admin.email,
        kind: "admin_notification",
        subject: "New contributor account pending approval",
        lines: [
          `${contributor.profile.fullName} has submitted a contributor profile and is waiting for review.`,
        ],
        action: { label: "Review the profile", href: paths.reviewContributor(contributorId) },
        eventKey: `vetting-asked:${contributorId}:${contributor.submittedAt.toISOString()}:${admin.id}`,
      });
    }
  });
}

/** Restores pending contributors missing from the admins' list. */
export async function announceMissed(): Promise<void> {
  const missed = await jobDb.$queryRaw<{ id: string }[]>`
    SELECT k.id FROM contributor_profiles k JOIN profiles p ON p.id = k.id
     WHERE k.status = 'pending' AND p.user_type = 'contributor'
       AND NOT EXISTS (SELECT FROM admin_notifications n
                        WHERE n.user_id = k.id AND n.type = 'contributor_approval' AND n.status = 'unread')
     LIMIT 500`;
  for (const { id } of missed) await transaction((tx) => announce(tx, id));
  if (missed.length > 0) log.warn({ count: missed.length }, "pending contributors were on no admin's list");
}

export type ReviewOutcome = { ok: true } | { ok: false; refused: "not-admin" | "already-reviewed" };

/**
 * Refused: 'not-admin', or 'already-reviewed' if the contributor is not, or no longer, pending: of concurrent
 * reviews, one counts.
 */
export async function approveContributor(admin: Actor, contributorId: string): Promise<ReviewOutcome> {
  return review(admin, contributorId, {
    status: "approved",
    act: "contributor.approve",
    reason: null,
    title: "Your profile is approved",
    body: "Creators can find you now.",
    link: { label: "Discover creators", href: paths.discover() },
    mailAfterSeconds: (undoMinutes + 1) * 60,
  });
}

/** The contributor receives the reason. Refused like approveContributor. */
export async function rejectContributor(
  admin: Actor,
  contributorId: string,
  { reason }: { reason: string },
): Promise<ReviewOutcome> {
  return review(admin, contributorId, {
    status: "rejected",
    act: "contributor.reject",
    reason,
    title: "Your profile was not approved",
    body: "Your dashboard says why. You can change your profile and submit it again.",
    link: { label: "Open your dashboard", href: paths.dashboard() },
  });
}

interface Decision {
  status: "approved" | "rejected";
  act: Act;
  reason: string | null;
  title: string;
  body: string;
  link: { label: string; href: string };
  mailAfterSeconds?: number;
}

const eventKeyOf = (contributorId: string, submittedAt: Date) =>
  `vetted:${contributorId}:${submittedAt.toISOString()}`;

async function review(admin: Actor, contributorId: string, decision: Decision): Promise<ReviewOutcome> {
  if (!admin.isAdmin) return { ok: false, refused: "not-admin" };
  return transaction(async (tx) => {
    const [reviewed] = await tx.contributorProfile.updateManyAndReturn({
      where: { id: contributorId, status: "pending" },
      data: { status: decision.status, rejectionReason: decision.reason, reviewedAt: new Date() },
      select: { submittedAt: true },
    });
    if (!reviewed) return { ok: false, refused: "already-reviewed" };
    await resolveAlert(tx, "contributor_approval", contributorId);
    await recordAct(tx, admin, decision.act, contributorId, {
      reason: decision.reason ?? undefined,
      before: { status: "pending" },
      after: { status: decision.status },
    });
    await notifyContributor(tx, contributorId, decision, eventKeyOf(contributorId, reviewed.submittedAt));
    await listInDecks(tx, contributorId);
    if (isApproved(decision.status)) await queueHeldRelease(tx, contributorId);
    return { ok: true };
  });
}

async function notifyContributor(
  tx: Transaction,
  userId: string,
  decision: Decision,
  eventKey: string,
): Promise<void> {
  const { title, body, link, reason } = decision;
  await notify(tx, { userId, kind: "vetting", title, body, href: link.href, eventKey });
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  await queueMail(tx, {
    userId,
    to: email,
    kind: "contributor_status",
    subject: title,
    lines: reason ? [`${title}. This is the reason we were given:`, reason, body] : [`${title}. ${body}`],
    action: link,
    eventKey,
    inSeconds: decision.mailAfterSeconds,
  });
}

export type UndoOutcome = { ok: true } | { ok: false; refused: "not-admin" | "too-late" };

/**
 * The contributor is pending again, at their old position, and never gets the mail. Refused: 'not-admin', or
 * 'too-late' without an approval in the last `undoMinutes`.
 */
export async function undoApproval(admin: Actor, contributorId: string): Promise<UndoOutcome> {
  if (!admin.isAdmin) return { ok: false, refused: "not-admin" };
  return transaction(async (tx) => {
    const [undone] = await tx.contributorProfile.updateManyAndReturn({
      where: {
        id: contributorId,
        status: "approved",
        reviewedAt: { gt: new Date(Date.now() - undoMinutes * 60_000) },
      },
      data: { status: "pending", reviewedAt: null },
      select: { submittedAt: true },
    });
    if (!undone) return { ok: false, refused: "too-late" };
    const eventKey = eventKeyOf(contributorId, undone.submittedAt);
    await withdrawMail(tx, eventKey);
    await withdrawNotifications(tx, [eventKey]);
    await reopenAlert(tx, "contributor_approval", contributorId);
    await recordAct(tx, admin, "contributor.approve-undo", contributorId, {
      before: { status: "approved" },
      after: { status: "pending" },
    });
    await listInDecks(tx, contributorId);
    return { ok: true };
  });
}

export type ResubmitOutcome = { ok: true } | { ok: false; refused: "not-rejected" };

/** For a rejected contributor; a double click submits once. */
export async function resubmit(actor: Actor): Promise<ResubmitOutcome> {
  return transaction(async (tx) => {
    // A second request waits here and then finds it pending.
    const rejected = await tx.$queryRaw<unknown[]>`
      SELECT FROM contributor_profiles WHERE id = ${actor.userId}::uuid AND status = 'rejected' FOR UPDATE`;
    if (rejected.length === 0) return { ok: false, refused: "not-rejected" };
    await submitForVetting(tx, actor.userId);
    return { ok: true };
  });
}
