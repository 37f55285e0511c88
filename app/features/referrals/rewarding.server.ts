import { mailboxOf } from "~/features/accounts/email-address";
import { queueMail } from "~/features/notifications/mailing.server";
import { notify } from "~/features/notifications/notifying.server";
import { hasFinishedProfile, isActiveAccount } from "~/features/visibility/seeing.server";
import { paths } from "~/paths";
import { db, jobDb, Prisma, type Transaction, transaction } from "~/platform/db.server";
import { addedJob } from "~/platform/jobs/jobs.server";
import { hashesOfMailbox, hashOfMailbox } from "./addressing.server";
import { addBoost } from "./boosting.server";
import { type OwnReferral, refuseReferral } from "./recording.server";
import { inviteeWords, referrerWords } from "./reward-words";
import { championAt } from "./rewards";

export const considerReferralTask = "referrals:consider";

/** In the transaction that finishes somebody's profile. */
export async function queueReward(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT ${addedJob(considerReferralTask, { userId })} FROM referrals
     WHERE invitee_id = ${userId}::uuid AND rewarded_at IS NULL AND refused IS NULL`;
}

/**
 * SQL, for a row `r` of referrals: both are there, neither waits for an admin as one of many sign-ups, and the invitee has
 * done what a reward asks for.
 */
const isDue = Prisma.raw(`r.rewarded_at IS NULL AND r.refused IS NULL
  AND (SELECT u.confirmed_at IS NOT NULL AND u.held_at IS NULL FROM users u WHERE u.id = r.invitee_id)
  AND (SELECT u.held_at IS NULL FROM users u WHERE u.id = r.referrer_id)
  AND ${hasFinishedProfile("r.invitee_id")} AND ${isActiveAccount("r.invitee_id")} AND ${isActiveAccount("r.referrer_id")}`);

interface Due {
  referrerId: string;
  referrerEmail: string;
  referrerZone: string | null;
  inviteeEmail: string;
  inviteeZone: string | null;
  hasSameCard: boolean;
}

/**
 * The job: rewards both sides of a referral once, if everything is done. Safe to run at any time, twice and concurrently.
 * What shows that somebody has invited themselves is noted for good.
 */
export async function considerReferral(inviteeId: string): Promise<void> {
  const due = await findDue(inviteeId);
  if (!due) return;
  const hash = hashOfMailbox(due.inviteeEmail);
  const own = await whyOwn(inviteeId, due);
  if (own) return refuseReferral(inviteeId, own);
  await transaction(async (tx) => {
    // Of several jobs at once, one changes the row.
    const rewarded = await tx.$executeRaw`
      UPDATE referrals r SET rewarded_at = now(), address_hash = ${hash}
       WHERE r.invitee_id = ${inviteeId}::uuid AND ${isDue}`;
    if (rewarded === 0) return;
    await rewardReferrer(tx, inviteeId, due);
    await rewardInvitee(tx, inviteeId, due);
  });
}

async function findDue(inviteeId: string): Promise<Due | undefined> {
  const [due] = await db.$queryRaw<Due[]>`
    SELECT r.referrer_id AS "referrerId", o.email AS "referrerEmail", o.time_zone AS "referrerZone",
           i.email AS "inviteeEmail", i.time_zone AS "inviteeZone",
           EXISTS (SELECT FROM paid_cards one JOIN paid_cards other USING (fingerprint)
                    WHERE one.user_id = r.invitee_id AND other.user_id = r.referrer_id) AS "hasSameCard"
      FROM referrals r JOIN users o ON o.id = r.referrer_id JOIN users i ON i.id = r.invitee_id
     WHERE r.invitee_id = ${inviteeId}::uuid AND ${isDue}`;
  return due;
}

/** The address may have changed since the sign-up. */
async function whyOwn(inviteeId: string, due: Due): Promise<OwnReferral | null> {
  if (due.hasSameCard) return "same-card";
  if (mailboxOf(due.referrerEmail) === mailboxOf(due.inviteeEmail)) return "same-address";
  const addressHash = { in: hashesOfMailbox(due.inviteeEmail) };
  const others = await db.referral.count({
    where: { referrerId: due.referrerId, addressHash, refused: null, NOT: { inviteeId } },
  });
  return others > 0 ? "same-address" : null;
}

async function rewardReferrer(tx: Transaction, inviteeId: string, due: Due): Promise<void> {
  const { referrerId: userId } = due;
  const until = await addBoost(tx, userId, "referrer");
  const count = await tx.referral.count({ where: { referrerId: userId, rewardedAt: { not: null } } });
  await tell(tx, {
    userId,
    email: due.referrerEmail,
    ...referrerWords(until, due.referrerZone, count === championAt),
    // Shown only while the reader may see them.
    aboutId: inviteeId,
    eventKey: `referral:referrer:${inviteeId}`,
  });
}

async function rewardInvitee(tx: Transaction, userId: string, due: Due): Promise<void> {
  const until = await addBoost(tx, userId, "invitee");
  await tell(tx, {
    userId,
    email: due.inviteeEmail,
    ...inviteeWords(until, due.inviteeZone),
    eventKey: `referral:invitee:${userId}`,
  });
}

async function tell(
  tx: Transaction,
  news: { userId: string; email: string; title: string; body: string; aboutId?: string; eventKey: string },
): Promise<void> {
  const { userId, email, title, body, aboutId, eventKey } = news;
  const href = paths.invitePeople();
  await notify(tx, { userId, kind: "referral", title, body, href, aboutId, eventKey });
  await queueMail(tx, {
    userId,
    to: email,
    kind: "referral",
    subject: title,
    lines: [body],
    action: { label: "See your invitations", href },
    aboutId,
    eventKey,
  });
}

const batch = 500;

/** The job: referrals that are due and that nothing has led to, such as after a lifted suspension. */
export async function rewardMissed(): Promise<void> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const rows = await jobDb.$queryRaw<{ inviteeId: string }[]>`
      SELECT r.invitee_id AS "inviteeId" FROM referrals r
       WHERE r.invitee_id > ${after}::uuid AND ${isDue} ORDER BY r.invitee_id LIMIT ${batch}`;
    for (const { inviteeId } of rows) await considerReferral(inviteeId);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.inviteeId;
  }
}
