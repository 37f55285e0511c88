import { randomInt } from "node:crypto";
import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { mailboxOf } from "~/features/accounts/email-address";
import { inviteMail, type MailWords, queueMail } from "~/features/notifications/mailing.server";
import type { Outcome } from "~/outcome";
import { cursorOf, readCursor } from "~/platform/cursor";
import { db, Prisma, readRows, type Transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { lockKey, lockRow } from "~/platform/locks.server";
import { pageOf } from "~/platform/paging.server";
import { networkOf, takeFromLimit } from "~/platform/rate-limit.server";
import { hmac, keysFor } from "~/platform/secrets.server";
import { signed } from "~/platform/tokens.server";
import { sitePaths } from "~/site-paths";
import { type InviteState, invitationLimits, plainName, readInviteCode } from "./invite";
import { boostDays, championAt } from "./rewards";

const keys = keysFor("matchcut invited addresses");

/**
 * A hash of the mailbox behind a canonical address, stored instead of the address. Keyed, because someone with the
 * hashes could otherwise guess the addresses.
 */
export function hashOfMailbox(email: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hmac(mailboxOf(email), keys[0]));
}

/** The hashes to look an address up by, including those under former secrets. */
export function hashesOfMailbox(email: string): Uint8Array<ArrayBuffer>[] {
  return keys.map((key) => new Uint8Array(hmac(mailboxOf(email), key)));
}

/** "j•••@example.com". */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${at > 1 ? email[0] : ""}•••${email.slice(at)}`;
}

const shortest = 8;
const longest = 32;

/** A member's code; created on first use. */
export async function codeOf({ userId }: Actor): Promise<string> {
  const id = userId.replaceAll("-", "");
  for (let length = shortest; length <= longest; length += 1) {
    const known = await db.referralCode.findUnique({ where: { userId }, select: { code: true } });
    if (known) return known.code;
    // Does nothing if the code is taken, or if this member already has one.
    await db.referralCode.createMany({ data: [{ userId, code: id.slice(0, length) }], skipDuplicates: true });
  }
  throw new Error("someone else's code equals this whole ID");
}

/** An absolute URL. */
export function inviteLink(code: string): string {
  return new URL(sitePaths.join(code), env.APP_URL).href;
}

export interface Inviter {
  userId: string;
  /** For emails and pages that strangers read. Null if the viewer may not see them. */
  name: string | null;
}

type Viewer = Pick<Actor, "userId"> | null;

/** Null for a link that isn't ours, and for someone unavailable. */
export async function findInviter(text: string, viewer: Viewer = null): Promise<Inviter | null> {
  const invite = readInviteCode(text);
  if (!invite) return null;
  const [row] = await readRows<Inviter>(
    "referrals-inviter-named",
    `SELECT c.user_id AS "userId", CASE WHEN EXISTS (SELECT FROM reachable($2::uuid, c.user_id)) THEN p.full_name END AS name
       FROM referral_codes c JOIN profiles p ON p.id = c.user_id
      WHERE c.code = $1 AND EXISTS (SELECT FROM open_account(c.user_id))`,
    [invite.code, viewer?.userId ?? null],
  );
  return row ? { ...row, name: row.name === null ? null : plainName(row.name) } : null;
}

/**
 * The person whose link it is, for its landing page. `name` is a first name. It's null if the viewer may not see the
 * person, or if the network has opened too many links, so that no one can collect names.
 */
export async function openInvite(
  text: string,
  clientAddress: string,
  viewer: Viewer,
): Promise<Inviter | null> {
  const isLimited = (await takeFromLimit("invite-link", networkOf(clientAddress))) > 0;
  const inviter = await findInviter(text, viewer);
  return inviter && { ...inviter, name: isLimited ? null : (inviter.name?.split(" ")[0] ?? null) };
}

const stops = signed("invitation-stop");

/** Absolute URL; never expires. Contains only a hash of the address. */
export function stopLink(email: string): string {
  const hash = Buffer.from(hashOfMailbox(email)).toString("base64url");
  return new URL(sitePaths.stopInvitations(stops.tokenOf(hash)), env.APP_URL).href;
}

/** Null unless we signed it. */
function readToken(token: string): Uint8Array<ArrayBuffer> | null {
  const hash = stops.read(token);
  return hash === null ? null : new Uint8Array(Buffer.from(hash, "base64url"));
}

/** Null for a link that isn't ours. */
export async function findStop(token: string): Promise<{ isStopped: boolean } | null> {
  const addressHash = readToken(token);
  if (!addressHash) return null;
  return { isStopped: (await db.invitationStop.count({ where: { addressHash } })) > 0 };
}

/** Blocks all future invitations to the address. Idempotent. Refused: 'not-found' if the link isn't ours. */
export async function stopInvitations(token: string): Promise<Outcome<"not-found">> {
  const addressHash = readToken(token);
  if (!addressHash) return { ok: false, refused: "not-found" };
  await db.invitationStop.createMany({ data: [{ addressHash }], skipDuplicates: true });
  return { ok: true };
}

/** Invitations to one mailbox in 30 days, from all members. */
const mostPerMailbox = 3;

/**
 * Emails an invitation, once per address. The result is the same whether or not it's sent: people who have an account,
 * opted out, or have often been invited by others get none. Refused: 'not-confirmed' until the actor's own address is
 * confirmed; 'own-address'; 'day-limit' and 'limit' beyond `invitationLimits`.
 * @param email canonical
 * @returns `isNew` if this member hadn't invited the address before
 */
export async function inviteByMail(
  actor: Actor,
  email: string,
): Promise<Outcome<"not-confirmed" | "own-address" | "day-limit" | "limit", { isNew: boolean }>> {
  if (!actor.isConfirmed) return { ok: false, refused: "not-confirmed" };
  const { userId } = actor;
  const code = await codeOf(actor);
  const hash = hashOfMailbox(email);
  const hashes = Prisma.join(hashesOfMailbox(email));
  return transactionBy(actor, async (tx) => {
    // Locks the sender, so that concurrent invitations can't exceed the limits.
    await lockRow(tx, "referral_codes", userId);
    const [known] = await tx.$queryRaw<Known[]>`
      SELECT (SELECT email FROM users WHERE id = ${userId}::uuid) AS own,
             count(*) FILTER (WHERE address_hash IN (${hashes}))::int AS before,
             count(*) FILTER (WHERE created_at > now() - interval '1 day')::int AS today, count(*)::int AS "inAll"
        FROM mailed_invitations WHERE inviter_id = ${userId}::uuid`;
    if (!known || mailboxOf(known.own) === mailboxOf(email)) return { ok: false, refused: "own-address" };
    if (known.before > 0) return { ok: true, isNew: false };
    if (known.today >= invitationLimits.aDay) return { ok: false, refused: "day-limit" };
    if (known.inAll >= invitationLimits.inAll) return { ok: false, refused: "limit" };
    // Also serializes invitations by several members to one mailbox.
    const mailbox = `invited-mailbox:${Buffer.from(hash).toString("hex")}`;
    await lockKey(tx, mailbox);
    const mayMail = await canBeInvited(tx, userId, email, hashes);
    const { id, code: suffix } = await tx.mailedInvitation.create({
      data: { inviterId: userId, addressHash: hash, masked: maskedAddress(email), code: newSuffix() },
      select: { id: true, code: true },
    });
    if (mayMail)
      await queueMail(tx, {
        userId: null,
        to: email,
        ...invitationMail(actor.name, `${code}-${suffix}`),
        aboutId: userId,
        eventKey: `invite:${id}`,
        unsubscribeHref: stopLink(email),
      });
    return { ok: true, isNew: true };
  });
}

type Known = { own: string; before: number; today: number; inAll: number };

/**
 * False for people who have an account or opted out, and beyond the limit per mailbox. Also false if the inviter's
 * first messages are held for an admin, or if an admin has hidden their name.
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
             WHERE address_hash IN (${hashes}) AND created_at > now() - interval '30 days') < ${mostPerMailbox} AS can`;
  return row?.can === true;
}

/** @param inviter the name as the member typed it, which isn't safe to show to strangers yet */
export function invitationMail(inviter: string, link: string): MailWords {
  const from = plainName(inviter);
  return {
    kind: inviteMail,
    subject: `${from} invited you to Matchcut`,
    lines: [
      `${from} asked us to invite you to Matchcut, where creators find the editors, designers and writers they need.`,
      `Join with this link, confirm your email address and finish your profile with at least one service, and your profile shows up earlier for ${boostDays.invitee} days. ${from} gets a boost too, and sees your name once you join.`,
      "We delete your address within eight days. We keep only its first letter, its domain and a scrambled form that stops us from inviting you too often. Don't want invitations? Use the link at the bottom of this email to stop them permanently.",
    ],
    action: { label: "Take a look", href: sitePaths.join(link) },
  };
}

const suffixCharacters = "abcdefghijklmnopqrstuvwxyz0123456789";

function newSuffix(): string {
  return Array.from({ length: 12 }, () => suffixCharacters[randomInt(suffixCharacters.length)]).join("");
}

export interface InviteView {
  id: string;
  /** ISO 8601. */
  at: string;
  state: InviteState;
  /** The masked address of an invitation by email; null for a link that was shared. */
  masked: string | null;
  /** Who joined through the link. Null if no one did, or if the actor can't see them. */
  name: string | null;
  /** Set if the actor may open the profile. */
  profileId: string | null;
}

const pageSize = 20;

type Row = {
  code: string | null;
  priority: Date | null;
  boost: Date | null;
  rewarded: number;
  invites: InviteView[];
};

/**
 * A member's invitations, newest first, their rewards and their own code, which is null before it's first used. Names
 * only people who have used the link.
 */
export async function listInvites(actor: Pick<Actor, "userId">, after: string | null) {
  const [row] = await readRows<Row>("referrals-invites", invitesText, [actor.userId, ...readCursor(after)]);
  if (!row) throw new Error("a count returned no row");
  const { code, priority, boost, rewarded, invites } = row;
  const page = pageOf(invites, pageSize, ({ at, id }) => cursorOf(new Date(at), id));
  return {
    code,
    rewards: {
      priorityUntil: priority?.toISOString() ?? null,
      boostUntil: boost?.toISOString() ?? null,
      rewarded,
      isChampion: rewarded >= championAt,
    },
    invites: page.rows.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    next: page.next,
  };
}

/**
 * $1 is the member, $2 and $3 the last row of the previous page. Reads one row more than a page holds. An invitation
 * that has led to a referral is shown as that referral.
 */
const invitesText = `
SELECT (SELECT code FROM referral_codes WHERE user_id = $1) AS code,
       (SELECT ends_at FROM boosts WHERE user_id = $1 AND reason = 'referrer' AND ends_at > now()) AS priority,
       (SELECT ends_at FROM boosts WHERE user_id = $1 AND reason = 'invitee' AND ends_at > now()) AS boost,
       (SELECT count(*)::int FROM referrals WHERE referrer_id = $1 AND rewarded_at IS NOT NULL) AS rewarded,
       (SELECT coalesce(json_agg(line ORDER BY line.at DESC, line.id DESC), '[]') FROM (
         SELECT * FROM (
           (SELECT r.id, r.created_at AS at, m.masked, nullif(p.full_name, '') AS name,
                   CASE WHEN r.refused IS NOT NULL THEN 'not-counted' WHEN r.rewarded_at IS NOT NULL THEN 'rewarded'
                        WHEN u.confirmed_at IS NOT NULL THEN 'confirmed' ELSE 'joined' END AS state,
                   CASE WHEN EXISTS (SELECT FROM open_profile(p.id)) THEN p.id END AS "profileId"
              FROM (SELECT * FROM referrals WHERE referrer_id = $1 AND (created_at, id) < ($2::timestamptz, $3::uuid)
                     ORDER BY created_at DESC, id DESC LIMIT 21) r
              LEFT JOIN mailed_invitations m ON m.id = r.invitation_id
              LEFT JOIN users u ON u.id = r.invitee_id
              LEFT JOIN profiles p ON p.id = r.invitee_id AND EXISTS (SELECT FROM reachable($1, r.invitee_id)))
           UNION ALL
           (SELECT m.id, m.created_at, m.masked, NULL, 'sent', NULL
              FROM mailed_invitations m
             WHERE m.inviter_id = $1 AND (m.created_at, m.id) < ($2::timestamptz, $3::uuid)
               AND (SELECT true FROM referrals r WHERE r.invitation_id = m.id LIMIT 1) IS NULL
             ORDER BY m.created_at DESC, m.id DESC LIMIT 21)) both_kinds
          ORDER BY at DESC, id DESC LIMIT 21) line) AS invites`;
