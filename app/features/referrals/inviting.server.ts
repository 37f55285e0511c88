import { randomInt } from "node:crypto";
import type { Actor } from "~/features/accounts/actor";
import { mailboxOf } from "~/features/accounts/email-address";
import { inviteMail, queueMail } from "~/features/notifications/mailing.server";
import { Prisma, type Transaction, transaction } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { hashesOfMailbox, hashOfMailbox, maskedAddress } from "./addressing.server";
import { invitationLimits, plainName } from "./invite";
import { codeOf } from "./linking.server";
import { boostDays } from "./rewards";
import { stopLink } from "./stopping.server";

/** Invitations to one mailbox in 30 days, whoever asks for them. */
const mostToOne = 3;

export type InviteOutcome =
  /** `isNew`: not asked for before by this member. */
  | { ok: true; isNew: boolean }
  | { ok: false; refused: "not-confirmed" | "own-address" | "day-limit" | "limit" };

/**
 * Mails an invitation, once an address. Answers the same whether or not one is mailed: none goes to who has an account,
 * wants none, or was invited often by others. Refused: 'not-confirmed' until the actor's own address is; 'own-address';
 * 'day-limit' and 'limit', beyond `invitationLimits`.
 * @param email canonical
 */
export async function inviteByMail(
  actor: Pick<Actor, "userId" | "name" | "isConfirmed">,
  email: string,
): Promise<InviteOutcome> {
  if (!actor.isConfirmed) return { ok: false, refused: "not-confirmed" };
  const { userId } = actor;
  const code = await codeOf(actor);
  const hash = hashOfMailbox(email);
  const hashes = Prisma.join(hashesOfMailbox(email));
  return transaction<InviteOutcome>(async (tx) => {
    // One at a time, so that each is counted.
    await tx.$executeRaw`SELECT 1 FROM referral_codes WHERE user_id = ${userId}::uuid FOR UPDATE`;
    const [known] = await tx.$queryRaw<Known[]>`
      SELECT (SELECT email FROM users WHERE id = ${userId}::uuid) AS own,
             count(*) FILTER (WHERE address_hash IN (${hashes}))::int AS before,
             count(*) FILTER (WHERE created_at > now() - interval '1 day')::int AS today, count(*)::int AS "inAll"
        FROM mailed_invitations WHERE inviter_id = ${userId}::uuid`;
    if (!known || mailboxOf(known.own) === mailboxOf(email)) return { ok: false, refused: "own-address" };
    if (known.before > 0) return { ok: true, isNew: false };
    if (known.today >= invitationLimits.aDay) return { ok: false, refused: "day-limit" };
    if (known.inAll >= invitationLimits.inAll) return { ok: false, refused: "limit" };
    // So are those of several members to one mailbox.
    const mailbox = `invited-mailbox:${Buffer.from(hash).toString("hex")}`;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${mailbox}, 0))`;
    const mayMail = await canBeInvited(tx, userId, email, hashes);
    const { id, code: ending } = await tx.mailedInvitation.create({
      data: { inviterId: userId, addressHash: hash, masked: maskedAddress(email), code: newEnding() },
      select: { id: true, code: true },
    });
    if (mayMail)
      await mailInvitation(tx, {
        ...{ id, email, link: `${code}-${ending}` },
        ...{ inviterId: actor.userId, from: plainName(actor.name) },
      });
    return { ok: true, isNew: true };
  });
}

type Known = { own: string; before: number; today: number; inAll: number };

/**
 * Not who has an account or wants none; not often; not from an account whose first messages wait for an admin, nor in a
 * name that an admin has hidden.
 */
async function canBeInvited(
  tx: Transaction,
  inviterId: string,
  email: string,
  hashes: Prisma.Sql,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ can: boolean }[]>`
    SELECT NOT EXISTS (SELECT FROM users WHERE lower(email) = ${email})
       AND NOT EXISTS (SELECT FROM invitation_stops WHERE address_hash IN (${hashes}))
       AND (SELECT own.held_at IS NULL AND shows_profile(own) FROM users own WHERE own.id = ${inviterId}::uuid)
       AND (SELECT count(*) FROM mailed_invitations
             WHERE address_hash IN (${hashes}) AND created_at > now() - interval '30 days') < ${mostToOne} AS can`;
  return row?.can === true;
}

async function mailInvitation(
  tx: Transaction,
  { id, inviterId, email, link, from }: Record<"id" | "inviterId" | "email" | "link" | "from", string>,
): Promise<void> {
  await queueMail(tx, {
    userId: null,
    to: email,
    kind: inviteMail,
    subject: `${from} invites you to Matchcut`,
    lines: [
      `${from} has asked us to invite you to Matchcut, where creators find the editors, designers and writers they need.`,
      `Join by this link and finish your profile, with at least one service, and it is shown earlier for ${boostDays.invitee} days. ${from} then gets an earlier place, too, and sees your name.`,
      "Within eight days we forget your address, but for its first letter and its domain. If you want no invitations, the link at the end stops them for good.",
    ],
    action: { label: "See what Matchcut is", href: sitePaths.join(link) },
    aboutId: inviterId,
    eventKey: `invite:${id}`,
    unsubscribeHref: stopLink(email),
  });
}

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

function newEnding(): string {
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join("");
}
