import type { Actor } from "~/features/accounts/actor";
import { findDevice } from "~/features/accounts/devices.server";
import { mailboxOf } from "~/features/accounts/email-address";
import { db, type Transaction } from "~/platform/db.server";
import { hashOfMailbox } from "./addressing.server";
import { readInviteCode } from "./invite";

/** Why someone is their own inviter. */
export type OwnReferral = "same-device" | "same-address" | "same-card";

/**
 * Notes who has brought a new account, in the transaction that makes it. Does nothing for a code that is no one's. Of
 * two variants of one address, the first counts; one that was rewarded does not count again.
 * @param devices of the new account's browser
 */
export async function recordReferral(
  tx: Transaction,
  invitee: { userId: string; email: string },
  invite: string,
  devices: readonly string[],
): Promise<void> {
  const given = readInviteCode(invite);
  if (!given) return;
  const [referrer] = await tx.$queryRaw<{ id: string; email: string; invitationId: string | null }[]>`
    SELECT u.id, u.email, (SELECT m.id FROM mailed_invitations m
                            WHERE m.code = ${given.mail} AND m.inviter_id = u.id) AS "invitationId"
      FROM referral_codes c JOIN users u ON u.id = c.user_id
     WHERE c.code = ${given.code} AND EXISTS (SELECT FROM open_account(u.id))`;
  if (!referrer) return;
  const isVariant = mailboxOf(referrer.email) === mailboxOf(invitee.email);
  const addressHash = hashOfMailbox(invitee.email);
  const hasCounted = (await tx.referral.count({ where: { addressHash, rewardedAt: { not: null } } })) > 0;
  const isKnown = isVariant || hasCounted;
  const refused = findDevice(devices, referrer.id) ? "same-device" : isKnown ? "same-address" : null;
  const store = (why: OwnReferral | null) => tx.$executeRaw`
    INSERT INTO referrals (referrer_id, invitee_id, invitation_id, address_hash, refused)
    VALUES (${referrer.id}::uuid, ${invitee.userId}::uuid, ${referrer.invitationId}::uuid,
            ${addressHash}, ${why})
    ON CONFLICT DO NOTHING`;
  if ((await store(refused)) === 0) await store("same-address");
}

/** Someone who was invited is at a browser that has signed in to the inviter's account: it does not count. */
export async function checkBrowser(actor: Pick<Actor, "userId">, devices: readonly string[]): Promise<void> {
  const waiting = await db.referral.findFirst({
    where: { inviteeId: actor.userId, rewardedAt: null, refused: null },
    select: { referrerId: true },
  });
  if (waiting && findDevice(devices, waiting.referrerId))
    await refuseReferral(db, actor.userId, "same-device");
}

/** Unless it has been rewarded. */
export async function refuseReferral(
  tx: Transaction,
  inviteeId: string,
  refused: OwnReferral,
): Promise<void> {
  await tx.referral.updateMany({ where: { inviteeId, rewardedAt: null, refused: null }, data: { refused } });
}
