import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { mailboxOf } from "~/features/accounts/email-address";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { parseId } from "~/ids";
import type { Outcome, Throttled } from "~/outcome";
import { db, type Transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { networkOf, takeFromLimit } from "~/platform/rate-limit.server";
import { hashOfToken, newToken, signed } from "~/platform/tokens.server";
import { sitePaths } from "~/site-paths";

/** In ms: how long the emailed link works, and how long an address that isn't confirmed is kept. */
export const goodFor = 7 * 86_400_000;

/**
 * Emails a link that subscribes the address, unless it's already subscribed. Refused: 'subscribed', only for the
 * actor's own address, so that the form never reveals whether other people subscribe; 'too-many' after too many
 * requests from one network.
 * @param input `email` is canonical; `f7` is the honeypot
 */
export async function askForNewsletter(
  actor: Actor | null,
  clientAddress: string,
  input: { email: string; f7?: string },
): Promise<Outcome<"subscribed"> | Throttled> {
  const waitSeconds = await takeFromLimit("newsletter", networkOf(clientAddress), { address: clientAddress });
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  if (input.f7) return { ok: true };
  const { email } = input;
  const isLimited = (await takeFromLimit("newsletter-mail", mailboxOf(email))) > 0;
  const token = newToken();
  return transactionBy(actor, async (tx) => {
    // Once the address has used up its email limit, the row keeps its token, so the link that was emailed last still
    // works.
    const [row] = await tx.$queryRaw<{ id: string; asked: boolean }[]>`
      INSERT INTO newsletter_subscribers AS s (email, token_hash, token_expires_at)
      VALUES (${email}, ${hashOfToken(token)}, ${new Date(Date.now() + goodFor)})
      ON CONFLICT (lower(email)) DO UPDATE
         SET token_hash = excluded.token_hash, token_expires_at = excluded.token_expires_at
       WHERE s.confirmed_at IS NULL AND NOT ${isLimited}
      RETURNING id`;
    if (!row) {
      const isOwn = actor && (await tx.user.count({ where: { id: actor.userId, email } })) === 1;
      const isSubscribed = await tx.newsletterSubscriber.count({
        where: { email, confirmedAt: { not: null } },
      });
      return isOwn && isSubscribed === 1 ? { ok: false, refused: "subscribed" } : { ok: true };
    }
    if (!isLimited)
      await queueMail(tx, {
        userId: null,
        to: email,
        ...newsletterMail(token),
        eventKey: `newsletter-confirm:${row.id}:${Date.now()}`,
      });
    return { ok: true };
  });
}

export const newsletterMail = (token: string): MailWords => ({
  kind: "newsletter-confirm",
  subject: "Confirm your Matchcut newsletter",
  lines: [
    "We got a request to send the Matchcut newsletter to this address.",
    "Confirm within seven days and you're subscribed. If this wasn't you, ignore this email and we won't send it.",
  ],
  action: { label: "Confirm my subscription", href: sitePaths.confirmNewsletter(token) },
});

const ofToken = (token: string) => ({ tokenHash: hashOfToken(token) });

/** The address that an emailed link was sent to. Null if the link is unknown or has expired. */
export async function findInvitation(token: string): Promise<{ email: string; isConfirmed: boolean } | null> {
  const row = await db.newsletterSubscriber.findFirst({
    where: ofToken(token),
    select: { email: true, confirmedAt: true, tokenExpiresAt: true },
  });
  if (!row) return null;
  const isOver = row.tokenExpiresAt === null || row.tokenExpiresAt < new Date();
  return !row.confirmedAt && isOver ? null : { email: row.email, isConfirmed: row.confirmedAt !== null };
}

/**
 * Confirms the subscription. Refused: 'link-over' if the link is unknown or has expired, 'subscribed' if the address is
 * already confirmed.
 */
export async function confirmSubscription(token: string): Promise<Outcome<"link-over" | "subscribed">> {
  const { count } = await db.newsletterSubscriber.updateMany({
    where: { ...ofToken(token), confirmedAt: null, tokenExpiresAt: { gt: new Date() } },
    data: { confirmedAt: new Date() },
  });
  if (count === 1) return { ok: true };
  return { ok: false, refused: (await findInvitation(token))?.isConfirmed ? "subscribed" : "link-over" };
}

/** The job that deletes addresses that weren't confirmed in time. */
export async function sweepUnconfirmed(now = new Date()): Promise<void> {
  await db.newsletterSubscriber.deleteMany({ where: { confirmedAt: null, tokenExpiresAt: { lt: now } } });
}

const leaving = signed("newsletter");

/** The absolute URL of a subscriber's unsubscribe link, which never expires. */
export function leaveLink(subscriberId: string): string {
  return new URL(sitePaths.leaveNewsletter(leaving.tokenOf(subscriberId)), env.APP_URL).href;
}

/** The subscriber's ID in an unsubscribe link's token. Null if we didn't sign the token. */
function readToken(token: string): string | null {
  return parseId(leaving.read(token));
}

/** The subscriber whose link this is; `email` is null once they've unsubscribed. Null if we didn't sign the link. */
export async function findLeaving(token: string): Promise<{ email: string | null } | null> {
  const id = readToken(token);
  if (!id) return null;
  const row = await db.newsletterSubscriber.findUnique({ where: { id }, select: { email: true } });
  return { email: row?.email ?? null };
}

/** Deletes the address. Idempotent. Refused: 'not-found' for a link that isn't ours. */
export async function leaveNewsletter(token: string): Promise<Outcome<"not-found">> {
  const id = readToken(token);
  if (!id) return { ok: false, refused: "not-found" };
  await db.newsletterSubscriber.deleteMany({ where: { id } });
  return { ok: true };
}

/** Deletes the address of someone who's leaving. The caller has checked that it was proved to be theirs. */
export async function forgetSubscriber(tx: Transaction, email: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM newsletter_subscribers WHERE lower(email) = lower(${email})`;
}
