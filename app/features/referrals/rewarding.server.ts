import type { Actor } from "~/features/accounts/actor";
import { mailboxOf } from "~/features/accounts/email-address";
import { findDevice } from "~/features/accounts/sessions.server";
import { announce } from "~/features/notifications/announcing.server";
import type { MailWords } from "~/features/notifications/mailing.server";
import { openAccount } from "~/features/visibility/seeing.server";
import { paths } from "~/paths";
import { db, jobDb, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { lockKey } from "~/platform/locks.server";
import { readInviteCode } from "./invite";
import { hashesOfMailbox, hashOfMailbox } from "./inviting.server";
import { boostDays, championAt, inviteeWords, referrerWords } from "./rewards";

/** Starts a boost, or extends the current one. Returns when it ends. */
async function addBoost(tx: Transaction, userId: string, reason: keyof typeof boostDays): Promise<Date> {
  const [row] = await tx.$queryRaw<{ ends: Date }[]>`
    INSERT INTO boosts AS b (user_id, reason, starts_at, ends_at)
    VALUES (${userId}::uuid, ${reason}, now(), now() + make_interval(days => ${boostDays[reason]}))
    ON CONFLICT (user_id, reason) DO UPDATE
       SET starts_at = CASE WHEN b.ends_at > now() THEN b.starts_at ELSE now() END,
           ends_at = greatest(b.ends_at, now()) + make_interval(days => ${boostDays[reason]})
    RETURNING ends_at AS ends`;
  if (!row) throw new Error("a boost wasn't stored");
  return row.ends;
}

/** Why a referral counts as a self-invitation. */
type OwnReferral = "same-device" | "same-address" | "same-card";

/**
 * Records who invited a new account, in the transaction that creates it. Does nothing for an unknown code. If two
 * variants of one address join, only the first counts, and a rewarded address doesn't count again.
 * @param devices the devices of the new account's browser
 */
export async function recordReferral(
  tx: Transaction,
  invitee: { userId: string; email: string },
  invite: string,
  devices: readonly string[],
): Promise<void> {
  const given = readInviteCode(invite);
  if (!given) return;
  const { code, suffix } = given;
  const referralCode = await tx.referralCode.findUnique({
    where: { code, user: openAccount() },
    select: { user: { select: { id: true, email: true } } },
  });
  if (!referralCode) return;
  const referrer = referralCode.user;
  const invitation =
    suffix === null
      ? null
      : await tx.mailedInvitation.findUnique({
          where: { code: suffix, inviterId: referrer.id },
          select: { id: true },
        });
  const isVariant = mailboxOf(referrer.email) === mailboxOf(invitee.email);
  const addressHash = hashOfMailbox(invitee.email);
  const hasCounted = (await tx.referral.count({ where: { addressHash, rewardedAt: { not: null } } })) > 0;
  const isKnown = isVariant || hasCounted;
  const refused = findDevice(devices, referrer.id) ? "same-device" : isKnown ? "same-address" : null;
  const referral = {
    referrerId: referrer.id,
    inviteeId: invitee.userId,
    invitationId: invitation?.id ?? null,
    addressHash,
  };
  const store = async (why: OwnReferral | null) =>
    (await tx.referral.createMany({ data: [{ ...referral, refused: why }], skipDuplicates: true })).count;
  if ((await store(refused)) === 0) await store("same-address");
}

/** An invitee whose browser has signed in to the inviter's account doesn't count. */
export async function checkBrowser(actor: Pick<Actor, "userId">, devices: readonly string[]): Promise<void> {
  const waiting = await db.referral.findFirst({
    where: { inviteeId: actor.userId, rewardedAt: null, refused: null },
    select: { referrerId: true },
  });
  if (waiting && findDevice(devices, waiting.referrerId))
    await refuseReferral(db, actor.userId, "same-device");
}

/** Records why a referral doesn't count. Does nothing if that has been decided or the referral was rewarded. */
async function refuseReferral(tx: Transaction, inviteeId: string, refused: OwnReferral): Promise<void> {
  await tx.referral.updateMany({ where: { inviteeId, rewardedAt: null, refused: null }, data: { refused } });
}

export const considerReferralTask = "referrals:consider";

/** Call it in the transaction that changes someone's profile, because that may complete what a reward requires. */
export async function queueReward(tx: Transaction, userId: string): Promise<void> {
  const waiting = await tx.referral.count({ where: { inviteeId: userId, rewardedAt: null, refused: null } });
  if (waiting > 0) await addJob(tx, considerReferralTask, { userId });
}

interface Due {
  referrerId: string;
  referrerEmail: string;
  referrerZone: string | null;
  inviteeEmail: string;
  inviteeZone: string | null;
  hasSameCard: boolean;
}

/**
 * The job that rewards both sides of a referral once all conditions are met. Safe to run at any time, twice and
 * concurrently. Evidence of a self-invitation is recorded permanently.
 */
export async function considerReferral(inviteeId: string): Promise<void> {
  await transaction(async (tx) => {
    const due = await lockDue(tx, inviteeId);
    if (!due) return;
    const addressHash = hashOfMailbox(due.inviteeEmail);
    // Handles referrals of one address in turn, because it may have joined through two members' links.
    const mailbox = `rewarded-mailbox:${Buffer.from(addressHash).toString("hex")}`;
    await lockKey(tx, mailbox);
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

/** A concurrent job waits here and then finds nothing due. */
async function lockDue(tx: Transaction, inviteeId: string): Promise<Due | undefined> {
  const [due] = await tx.$queryRaw<Due[]>`
    SELECT r.referrer_id AS "referrerId", o.email AS "referrerEmail", o.time_zone AS "referrerZone",
           i.email AS "inviteeEmail", i.time_zone AS "inviteeZone",
           EXISTS (SELECT FROM paid_cards one JOIN paid_cards other USING (fingerprint)
                    WHERE one.user_id = r.invitee_id AND other.user_id = r.referrer_id) AS "hasSameCard"
      FROM referrals r JOIN users o ON o.id = r.referrer_id JOIN users i ON i.id = r.invitee_id
     WHERE r.invitee_id = ${inviteeId}::uuid AND r.rewarded_at IS NULL AND r.refused IS NULL
       AND EXISTS (SELECT FROM earns_reward(r.referrer_id, r.invitee_id)) FOR UPDATE OF r`;
  return due;
}

/** Compares current addresses, which may have changed since sign-up. Rewards of people who have left count, too. */
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
    ...referrerWords(until, due.referrerZone, count === championAt),
    // Shown only while the reader may see the person.
    aboutId: inviteeId,
    eventKey: `referral:referrer:${inviteeId}`,
  });
}

async function rewardInvitee(tx: Transaction, userId: string, due: Due): Promise<void> {
  const until = await addBoost(tx, userId, "invitee");
  await tell(tx, {
    userId,
    ...inviteeWords(until, due.inviteeZone),
    eventKey: `referral:invitee:${userId}`,
  });
}

export const rewardMail = ({ title, body }: { title: string; body: string }): MailWords => ({
  kind: "referral",
  subject: title,
  lines: [body],
  action: { label: "See your invitations", href: paths.invitePeople() },
});

async function tell(
  tx: Transaction,
  news: { userId: string; title: string; body: string; aboutId?: string; eventKey: string },
): Promise<void> {
  await announce(tx, { ...news, kind: "referral", href: paths.invitePeople(), mail: rewardMail(news) });
}

const batch = 500;

/** The job for due referrals that no event has triggered, such as after an approval or a lifted suspension. */
export async function rewardMissed(): Promise<void> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const rows = await jobDb.$queryRaw<{ inviteeId: string }[]>`
      SELECT r.invitee_id AS "inviteeId" FROM referrals r
       WHERE r.invitee_id > ${after}::uuid AND r.rewarded_at IS NULL AND r.refused IS NULL
         AND EXISTS (SELECT FROM earns_reward(r.referrer_id, r.invitee_id)) ORDER BY r.invitee_id LIMIT ${batch}`;
    for (const { inviteeId } of rows) await considerReferral(inviteeId);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.inviteeId;
  }
}

/**
 * For an account that's being deleted. A referral that earned a reward stays without the person, and with the hash of
 * the address, so that joining again doesn't earn another. All other rows are deleted along with the account.
 */
export async function forgetInReferrals(tx: Transaction, userId: string): Promise<void> {
  await tx.referral.updateMany({
    where: { inviteeId: userId, rewardedAt: { not: null } },
    data: { inviteeId: null },
  });
}
