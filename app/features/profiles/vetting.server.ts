import { adminPaths } from "~/admin-paths";
import { transactionBy, transactionByAdmin } from "~/features/accounts/acting.server";
import type { Actor, Admin } from "~/features/accounts/actor";
import type { AdminAction } from "~/features/accounts/admin-actions";
import { recordAdminAction } from "~/features/accounts/admins.server";
import {
  alertAdmins,
  announce,
  reopenAlert,
  resolveAlert,
  withdrawNotifications,
} from "~/features/notifications/announcing.server";
import { type MailWords, queueMail, withdrawMail } from "~/features/notifications/mailing.server";
import { queueHeldRelease } from "~/features/plans/counting.server";
import { openAccount } from "~/features/visibility/seeing.server";
import { isApproved } from "~/features/visibility/standing";
import { unlinked } from "~/lines";
import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import { db, jobDb, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { lockRow } from "~/platform/locks.server";
import { log } from "~/platform/log.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { idFrom } from "~/platform/tokens.server";
import { undoMinutes } from "./review-reasons";

export const announceSubmissionTask = "profiles:announce-submission";

/**
 * Makes the contributor pending, unless they're approved, and adds an entry to the admins' list. Their profile's row
 * must already exist. A job queues the emails, so that a failure there doesn't undo the submission.
 */
export async function submitForVetting(tx: Transaction, contributorId: string): Promise<void> {
  await tx.contributorProfile.updateMany({
    where: { id: contributorId, status: { in: ["pending", "rejected"] } },
    data: {
      status: "pending",
      rejectionReason: null,
      changesAsked: false,
      reviewedAt: null,
      submittedAt: new Date(),
    },
  });
  await announcePending(tx, contributorId);
}

async function announcePending(tx: Transaction, contributorId: string): Promise<void> {
  await alertAdmins(tx, contributorId, "New contributor account pending approval");
  await addJob(tx, announceSubmissionTask, { contributorId });
}

export const submissionMail = (contributorId: string, name: string): MailWords => ({
  kind: "admin_notification",
  subject: "New contributor account pending approval",
  lines: [`${unlinked(name)} submitted a contributor profile and is waiting for review.`],
  action: { label: "Review the profile", href: adminPaths.reviewContributor(contributorId) },
});

/**
 * The job that emails every admin about a submission, once each. There are daily limits on these emails; the admins'
 * list shows every submission.
 */
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
      const eventKey = `vetting-asked:${contributorId}:${contributor.submittedAt.toISOString()}:${admin.id}`;
      if ((await tx.outboxMail.count({ where: { eventKey } })) > 0) continue;
      if ((await takeFromLimit("vetting-mail-about", `${admin.id} ${contributorId}`)) > 0) continue;
      if ((await takeFromLimit("vetting-mail", admin.id)) > 0) continue;
      await queueMail(tx, {
        userId: admin.id,
        to: admin.email,
        ...submissionMail(contributorId, contributor.profile.fullName),
        eventKey,
      });
    }
  });
}

/** The job that adds pending contributors to the admins' list if they're missing there. */
export async function announceMissed(): Promise<void> {
  const missed = await jobDb.$queryRaw<{ id: string }[]>`
    SELECT k.id FROM contributor_profiles k JOIN profiles p ON p.id = k.id
     WHERE k.status = 'pending' AND p.user_type = 'contributor'
       AND NOT EXISTS (SELECT FROM admin_notifications n
                        WHERE n.user_id = k.id AND n.type = 'contributor_approval' AND n.status = 'unread')
     LIMIT 500`;
  for (const { id } of missed) await transaction((tx) => announcePending(tx, id));
  if (missed.length > 0)
    log.warn({ count: missed.length }, "pending contributors were missing from the admins' list");
}

/** Lines of the email: `intro` comes before the reason, `next` after it. */
export const decisions = {
  approved: {
    status: "approved",
    act: "contributor.approve",
    title: "Your profile is approved",
    body: "Creators can find you now. See who's looking for what you do.",
    link: { label: "Discover creators", href: paths.discover() },
  },
  rejected: {
    status: "rejected",
    act: "contributor.reject",
    title: "Your profile wasn't approved",
    body: "Check your dashboard to see why. You can update your profile and submit it again.",
    intro: "We reviewed your profile and didn't approve it. Here's why:",
    next: "You can update your profile and submit it again from your dashboard.",
    link: { label: "Open your dashboard", href: paths.dashboard() },
  },
  changes: {
    status: "rejected",
    asksChanges: true,
    act: "contributor.ask-changes",
    title: "Your profile needs a few changes",
    body: "Check your dashboard for what to change. When you're done, submit it again and we'll take another look.",
    intro: "We reviewed your profile. Before we can approve it, please make these changes:",
    next: "When you're done, submit it again from your dashboard and we'll take another look.",
    link: { label: "Open your dashboard", href: paths.dashboard() },
  },
} satisfies Record<string, Decision>;

interface Decision {
  status: "approved" | "rejected";
  asksChanges?: true;
  act: AdminAction;
  title: string;
  body: string;
  intro?: string;
  next?: string;
  link: { label: string; href: string };
}

/**
 * Approves a pending contributor. Refused: 'already-reviewed' for anyone else, and for all but one of several
 * concurrent reviews.
 */
export const approveContributor = (admin: Admin, contributorId: string) =>
  review(admin, contributorId, decisions.approved);

/**
 * Approves each of these people. If someone was already reviewed, the others are still approved. Returns how
 * many were `approved`, and how many had been `reviewed` already.
 */
export async function approveContributors(
  admin: Admin,
  contributorIds: readonly string[],
): Promise<{ approved: number; reviewed: number }> {
  let approved = 0;
  for (const id of new Set(contributorIds)) if ((await approveContributor(admin, id)).ok) approved += 1;
  return { approved, reviewed: new Set(contributorIds).size - approved };
}

/** Rejects a pending contributor and sends them the reason. Refused like `approveContributor`. */
export const rejectContributor = (admin: Admin, contributorId: string, { reason }: { reason: string }) =>
  review(admin, contributorId, decisions.rejected, reason);

/** Rejects a pending contributor, with a message that asks for changes. Refused like `approveContributor`. */
export const askForChanges = (admin: Admin, contributorId: string, { reason }: { reason: string }) =>
  review(admin, contributorId, decisions.changes, reason);

const eventKeyOf = (contributorId: string, submittedAt: Date) =>
  `vetted:${contributorId}:${submittedAt.toISOString()}`;

/**
 * Locks the person's profile, as every change of their status or role does. False if they aren't a contributor
 * (anymore).
 */
async function lockContributor(tx: Transaction, personId: string): Promise<boolean> {
  await lockRow(tx, "profiles", personId);
  return (await tx.profile.count({ where: { id: personId, userType: "contributor" } })) > 0;
}

async function review(
  admin: Admin,
  contributorId: string,
  decision: Decision,
  reason?: string,
): Promise<Outcome<"already-reviewed">> {
  const { status, asksChanges = false, title, body, link } = decision;
  return transactionByAdmin(admin, async (tx) => {
    if (!(await lockContributor(tx, contributorId))) return { ok: false, refused: "already-reviewed" };
    const [reviewed] = await tx.contributorProfile.updateManyAndReturn({
      where: { id: contributorId, status: "pending" },
      data: { status, rejectionReason: reason, changesAsked: asksChanges, reviewedAt: new Date() },
      select: { submittedAt: true },
    });
    if (!reviewed) return { ok: false, refused: "already-reviewed" };
    await resolveAlert(tx, contributorId);
    await recordAdminAction(tx, admin, decision.act, contributorId, {
      reason,
      before: { status: "pending" },
      after: { status },
    });
    const eventKey = eventKeyOf(contributorId, reviewed.submittedAt);
    // The email waits until the decision can't be undone anymore.
    const mail = { ...decisionMail(decision, reason), inSeconds: (undoMinutes + 1) * 60 };
    const news = { userId: contributorId, kind: "vetting" as const, title, body, href: link.href };
    await announce(tx, { ...news, eventKey, mail });
    if (isApproved(status)) await queueHeldRelease(tx, contributorId);
    return { ok: true };
  });
}

export const decisionMail = (
  { title, body, intro = title, next = body, link }: Decision,
  reason?: string,
): MailWords => ({
  kind: "contributor_status",
  subject: title,
  lines: reason ? [intro, reason, next] : [body],
  action: link,
});

/**
 * Undoes a decision: the contributor is pending again, in their old position, and never gets the email. Refused:
 * 'too-late' if there's no decision from the last `undoMinutes`, or if they aren't a contributor anymore.
 */
export async function undoReview(admin: Admin, contributorId: string): Promise<Outcome<"too-late">> {
  return transactionByAdmin(admin, async (tx) => {
    // A second request waits for the first here, and then finds them pending.
    if (!(await lockContributor(tx, contributorId))) return { ok: false, refused: "too-late" };
    const decided = await tx.contributorProfile.findUnique({
      where: {
        id: contributorId,
        status: { not: "pending" },
        reviewedAt: { gt: new Date(Date.now() - undoMinutes * 60_000) },
      },
      select: { status: true, submittedAt: true },
    });
    if (!decided) return { ok: false, refused: "too-late" };
    await tx.contributorProfile.update({
      where: { id: contributorId },
      data: { status: "pending", rejectionReason: null, changesAsked: false, reviewedAt: null },
      select: { id: true },
    });
    const eventKey = eventKeyOf(contributorId, decided.submittedAt);
    await withdrawMail(tx, eventKey);
    await withdrawNotifications(tx, [eventKey]);
    await reopenAlert(tx, contributorId);
    const act = isApproved(decided.status) ? "contributor.approve-undo" : "contributor.reject-undo";
    await recordAdminAction(tx, admin, act, contributorId, {
      before: { status: decided.status },
      after: { status: "pending" },
    });
    return { ok: true };
  });
}

/**
 * Submits a rejected contributor again. Refused: 'not-rejected' for anyone else, and for the second request of a double
 * click.
 */
export async function resubmit(actor: Actor): Promise<Outcome<"not-rejected">> {
  return transactionBy(actor, async (tx) => {
    if (!(await lockContributor(tx, actor.userId))) return { ok: false, refused: "not-rejected" };
    const rejected = await tx.contributorProfile.findUnique({
      where: { id: actor.userId, status: "rejected" },
      select: { submittedAt: true },
    });
    if (!rejected) return { ok: false, refused: "not-rejected" };
    // They've read about the rejection on their dashboard. Its email could arrive after the new submission and confuse
    // them.
    await withdrawMail(tx, eventKeyOf(actor.userId, rejected.submittedAt));
    await submitForVetting(tx, actor.userId);
    return { ok: true };
  });
}

/**
 * Stores a note for other admins, once per `noteId` and text. The contributor never sees it. Refused: 'not-found' unless
 * it's about a contributor.
 */
export async function writeReviewNote(
  admin: Admin,
  contributorId: string,
  { noteId: formId, note }: { noteId: string; note: string },
): Promise<Outcome<"not-found">> {
  const noteId = idFrom(formId, note);
  return transactionByAdmin(admin, async (tx) => {
    if ((await tx.contributorProfile.count({ where: { id: contributorId } })) === 0)
      return { ok: false, refused: "not-found" };
    const { count } = await tx.reviewNote.createMany({
      data: [{ id: noteId, contributorId, authorId: admin.userId, text: note }],
      skipDuplicates: true,
    });
    if (count === 1)
      await recordAdminAction(tx, admin, "contributor.note", contributorId, { thing: `note ${noteId}` });
    return { ok: true };
  });
}
