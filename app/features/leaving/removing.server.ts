import { requireSession } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { isLastAdmin } from "~/features/accounts/admins.server";
import {
  beginRemoval,
  daysToReturn,
  deleteAccount,
  type Leaver,
  listLeavers,
  mailedReturn,
  makeDeletedUser,
  startLeaving,
} from "~/features/accounts/departing.server";
import { checkOwnPassword, hashPassword } from "~/features/accounts/password.server";
import { type Client, deleteSessions } from "~/features/accounts/sessions.server";
import { forgetInContact } from "~/features/contact/inbox.server";
import { endMatchesOf, holdMatchesOf } from "~/features/discovery/ending.server";
import { unsaveEverywhere } from "~/features/favorites/saving.server";
import { forgetMedia, listMediaOf, sweepMediaTask } from "~/features/media/removing.server";
import { forgetInConversations } from "~/features/messaging/grouping.server";
import { forgetSubscriber } from "~/features/newsletter/newsletter.server";
import { forgetInMails, lastMail, type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { setRenewal } from "~/features/payments/changing-plan.server";
import { awaitsRefund, forgetInPayments, hasPaid } from "~/features/payments/forgetting.server";
import { startOver } from "~/features/payments/starting-over.server";
import { forgetInLedgers } from "~/features/plans/counting.server";
import { queueConverging } from "~/features/plans/subscribing.server";
import { forgetAvatar } from "~/features/profiles/avatars.server";
import { makeDeletedProfile } from "~/features/profiles/saving.server";
import { areProjectsKept, forgetInProjects, lockCountsOf } from "~/features/projects/closing.server";
import { forgetInReferrals } from "~/features/referrals/rewarding.server";
import { forgetInSearches } from "~/features/searches/saving.server";
import type { Outcome, Throttled } from "~/outcome";
import { paths } from "~/paths";
import { db, jobDb, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { lockRow } from "~/platform/locks.server";
import { log } from "~/platform/log.server";
import { logSecurity } from "~/platform/security-log.server";
import { newToken } from "~/platform/tokens.server";
import { forgetExports } from "./exporting.server";

/**
 * Closes the actor's account right away and has it removed in 14 days: sessions stop working, no one can see the
 * person, their plan isn't renewed, and an email says how to come back. Refused: 'wrong' if the password doesn't match
 * or has changed in the meantime; 'last-admin'; 'still-renewing' if the payment provider couldn't be told, because it
 * would charge for the next period. Guesses count toward the limit for changing the password.
 */
export async function requestDeletion(
  actor: Actor,
  { password }: { password: string },
  client: Client,
): Promise<Outcome<"wrong" | "last-admin" | "still-renewing", { leavesAt: Date }> | Throttled> {
  const { userId } = actor;
  const known = await checkOwnPassword({ ...actor, address: client.address }, password);
  if (!known.ok) return known;
  const { email, passwordHash } = known;
  if (await isLastAdmin(db, userId)) return { ok: false, refused: "last-admin" };
  // This comes first because a closed account must not keep paying.
  const ended = await setRenewal(actor, false);
  if (!ended.ok && (ended.refused === "unavailable" || ended.refused === "refused"))
    return { ok: false, refused: "still-renewing" };
  const done = await transaction(async (tx) => {
    if (await isLastAdmin(tx, userId)) return { ok: false as const, refused: "last-admin" as const };
    await requireSession(tx, actor);
    const leavesAt = await startLeaving(tx, { userId, passwordHash });
    if (!leavesAt) return { ok: false as const, refused: "wrong" as const };
    await deleteSessions(tx, userId);
    await holdMatchesOf(tx, userId);
    // The job also expires open checkouts.
    await queueConverging(tx, userId);
    const leaver = { userId, email, leavesAt, isConfirmed: actor.isConfirmed };
    await mailLeaver(tx, leaver, "leaving", leavingMail(leaver));
    return { ok: true as const, leavesAt };
  });
  if (done.ok) logSecurity({ event: "deletion-asked", userId }, client.address);
  return done;
}

/**
 * An unconfirmed address may belong to someone else, who must not decide whether the account stays. Their email has no
 * link for coming back.
 */
const wayBack = ({ userId, leavesAt, isConfirmed }: Leaver) => ({
  words: isConfirmed ? "open the link, or sign in" : "sign in with your password",
  action: isConfirmed
    ? { label: "Keep my account", href: paths.comeBack(mailedReturn(userId, leavesAt)) }
    : { label: "Sign in", href: paths.login() },
});

export const leavingMail = (departure: Leaver): MailWords => ({
  kind: "leaving",
  subject: `Your Matchcut account will be deleted in ${daysToReturn} days`,
  lines: [
    `You asked to delete your account. It's closed and hidden now, and in ${daysToReturn} days we'll delete it for good.`,
    `Until then you can keep it: ${wayBack(departure).words}.`,
  ],
  action: wayBack(departure).action,
});

export const leavingSoonMail = (departure: Leaver): MailWords => ({
  kind: "leaving",
  subject: "Your Matchcut account will be deleted in three days",
  lines: [
    "As you asked, we'll delete your account and everything in it in three days.",
    `If you've changed your mind, ${wayBack(departure).words}.`,
  ],
  action: wayBack(departure).action,
});

/** Sends one email per event and departure: the key contains the departure's date. */
const mailLeaver = (
  tx: Parameters<typeof queueMail>[0],
  { userId, email, leavesAt }: Leaver,
  event: "leaving" | "leaving-soon",
  words: MailWords,
) => queueMail(tx, { userId, to: email, ...words, eventKey: `${event}:${userId}:${leavesAt.getTime()}` });

const day = 86_400_000;
const remindedBefore = 3 * day;
const batch = 100;

/**
 * The job that reminds people who leave in three days, and removes those whose 14 days are over. It can be repeated,
 * run concurrently or interrupted; the next run picks up where it stopped.
 */
export async function removeLeavers(now = new Date()): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const leavers = await listLeavers(new Date(now.getTime() + remindedBefore), after, batch);
    for (const leaver of leavers) await remindOrRemove(leaver, now);
    const last = leavers.at(-1);
    if (!last || leavers.length < batch) return;
    after = last.userId;
  }
}

/** Catches failures, so one person's failure doesn't hold up the others. */
async function remindOrRemove(leaver: Leaver, now: Date): Promise<void> {
  try {
    if (leaver.leavesAt > now) await mailLeaver(db, leaver, "leaving-soon", leavingSoonMail(leaver));
    else await remove(leaver, now);
  } catch (error) {
    log.error({ err: error, userId: leaver.userId }, "couldn't remove or remind someone who is leaving");
  }
}

/**
 * The files and everything that can be repeated come first, because only the rows say where the files are. The rows are
 * then deleted in one transaction, so an interrupted removal starts over.
 */
async function remove({ userId, email }: Leaver, now: Date): Promise<void> {
  if (await awaitsRefund(userId)) return log.info({ userId }, "a removal is waiting for a refund");
  // `vacateAddress` also closes accounts, but doesn't stop renewals.
  const ended = await setRenewal({ userId }, false);
  if (!ended.ok && ended.refused === "unavailable") throw new Error("the payment provider is unavailable");
  await startOver(userId, null);
  if (!(await beginRemoval(userId, now))) return;
  await forgetAvatar(userId);
  await forgetExports(userId);
  // To give creators their uses back, these steps need the contributor's ID, which `forgetInLedgers` then deletes from
  // the ledgers.
  await transaction((tx) => unsaveEverywhere(tx, userId), jobDb);
  await transaction((tx) => endMatchesOf(tx, userId, null), jobDb);
  await forgetInLedgers(userId);
  await forgetInMails({ userId, email });
  const passwordHash = await hashPassword(newToken());
  await transaction((tx) => removeRows(tx, { userId, email }, passwordHash), jobDb);
  logSecurity({ event: "account-removed", userId });
}

export const accountDeletedMail = (): MailWords => ({
  kind: lastMail,
  subject: "Your Matchcut account has been deleted",
  lines: [
    "As you asked, we deleted your account and everything in it.",
    "Anything that other people keep, like messages you sent them, is now under the name “Deleted user.” This is our last email to you.",
    "If you didn't ask for this, contact us.",
  ],
  action: { label: "Contact us", href: paths.contact() },
});

async function removeRows(
  tx: Transaction,
  { userId, email }: Pick<Leaver, "userId" | "email">,
  passwordHash: string,
): Promise<void> {
  // A concurrent run of the job waits here and then finds nothing left to do.
  if (!(await lockRow(tx, "users", userId))) return;
  const { confirmedAt } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { confirmedAt: true },
  });
  const isPayer = await hasPaid(tx, userId);
  if (isPayer || (await areProjectsKept(tx, userId))) {
    const deletedUserId = await makeDeletedUser(tx, passwordHash);
    await makeDeletedProfile(tx, deletedUserId);
    await forgetInProjects(tx, userId, deletedUserId);
    await forgetInPayments(tx, userId, deletedUserId);
  }
  await forgetInConversations(tx, userId);
  await forgetInReferrals(tx, userId);
  await forgetInSearches(tx, userId);
  // An address that was never confirmed may belong to someone else.
  await forgetInContact(tx, { userId, email: confirmedAt ? email : null });
  if (confirmedAt) await forgetSubscriber(tx, email);
  await lockCountsOf(tx, userId);
  const mediaIds = await listMediaOf(tx, userId);
  await deleteAccount(tx, userId);
  await forgetMedia(tx, mediaIds);
  await addJob(tx, sweepMediaTask, {});
  if (confirmedAt || isPayer)
    await queueMail(tx, {
      userId: null,
      to: email,
      ...accountDeletedMail(),
      eventKey: `${lastMail}:${newToken()}`,
    });
}
