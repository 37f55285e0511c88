import { mailboxOf } from "~/features/accounts/email-address";
import { queueMail } from "~/features/notifications/mailing.server";
import { notify } from "~/features/notifications/notifying.server";
import { paths } from "~/paths";
import { jobDb, Prisma, type Transaction, transaction } from "~/platform/db.server";
import { addedJob } from "~/platform/jobs/jobs.server";
import { hashesOfMailbox, hashOfMailbox } from "./addressing.server";
import { addBoost } from "./boosting.server";
import { type OwnReferral, refuseReferral } from "./recording.server";
import { inviteeWords, referrerWords } from "./reward-words";
import { championAt } from "./rewards";

export const considerReferralTask = "referrals:consider";

/** In the transaction that changes someone's profile. */
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
  AND EXISTS (SELECT FROM in_decks(r.invitee_id)) AND EXISTS (SELECT FROM open_account(r.invitee_id)) AND EXISTS (SELECT FROM open_account(r.referrer_id))`);

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
 * What shows that someone has invited themselves is noted for good.
 */
export async function considerReferral(inviteeId: string): Promise<void> {
  await transaction(async (tx) => {
    const due = await lockDue(tx, inviteeId);
    if (!due) return;
    const addressHash = hashOfMailbox(due.inviteeEmail);
    // One address may have joined by two members' links.
    const mailbox = `rewarded-mailbox:${Buffer.from(addressHash).toString("hex")}`;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${mailbox}, 0))`;
    const own = await whyOwn(tx, inviteeId, due);
    if (own) return refuseReferral(tx, inviteeId, own);
    await tx.referral.update({
      where: { inviteeId },
      data: { rewardedAt: new Date(), addressHash },
      select: { id: true },
    });
    await rewardReferrer(tx, inviteeId, due);
    await rewardInvitee(tx, inviteeId, due);
  });
}

/** A job that runs concurrently waits here, and then finds nothing due. */
async function lockDue(tx: Transaction, inviteeId: string): Promise<Due | undefined> {
  const [due] = await tx.$queryRaw<Due[]>`
    SELECT r.referrer_id AS "referrerId", o.email AS "referrerEmail", o.time_zone AS "referrerZone",
           i.email AS "inviteeEmail", i.time_zone AS "inviteeZone",
           EXISTS (SELECT FROM paid_cards one JOIN paid_cards other USING (fingerprint)
                    WHERE one.user_id = r.invitee_id AND other.user_id = r.referrer_id) AS "hasSameCard"
      FROM referrals r JOIN users o ON o.id = r.referrer_id JOIN users i ON i.id = r.invitee_id
     WHERE r.invitee_id = ${inviteeId}::uuid AND ${isDue} FOR UPDATE OF r`;
  return due;
}

/** The address may have changed since the sign-up; who was rewarded for it may have left. */
async function whyOwn(tx: Transaction, inviteeId: string, due: Due): Promise<OwnReferral | null> {
  if (due.hasSameCard) return "same-card";
  if (mailboxOf(due.referrerEmail) === mailboxOf(due.inviteeEmail)) return "same-address";
  const others = await tx.referral.count({
    where: {
      addressHash: { in: hashesOfMailbox(due.inviteeEmail) },
      refused: null,
      OR: [{ referrerId: due.referrerId }, { rewardedAt: { not: null } }],
      AND: { OR: [{ inviteeId: null }, { inviteeId: { not: inviteeId } }] },
    },
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

/** The job: referrals that are due and that nothing has led to, such as after an approval or a lifted suspension. */
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
