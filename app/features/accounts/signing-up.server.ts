import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import type { Outcome, Throttled } from "~/outcome";
import { db, isUniqueViolation, type Transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import { countUse, networkOf, takeFromLimit } from "~/platform/rate-limit.server";
import { logSecurity } from "~/platform/security-log.server";
import { hashOfToken, newToken } from "~/platform/tokens.server";
import { sitePaths } from "~/site-paths";
import { transactionBy } from "./acting.server";
import type { Actor } from "./actor";
import { checkNewAddress } from "./address.server";
import { tellOfAddress, tellOfConfirmation } from "./address-told.server";
import { canonicalEmail } from "./email-address";
import { isAddressKept } from "./finding.server";
import { reportHeld } from "./holding.server";
import { findWeakness, hashPassword, type WeakPassword } from "./password.server";
import { type Client, type ClientSession, openClientSession } from "./sessions.server";
import { throttle } from "./throttling.server";
import { knownTimeZone } from "./time-zones.server";

const goodFor = 7 * 86_400_000;

export const confirmSignUpMail = (token: string): MailWords => ({
  kind: "confirm-sign-up",
  subject: "Confirm your Matchcut email address",
  lines: [
    "You signed up for Matchcut with this address. Once you've confirmed it, you can post projects, apply and message people you haven't matched with.",
    "Open the link in a browser where you're signed in. It works once and expires in seven days. If you didn't sign up, ignore this email.",
  ],
  action: { label: "Confirm this address", href: sitePaths.confirmSignUp(token) },
});

/** Emails a link that confirms a new account's address. Earlier links keep working. */
async function mailConfirmation(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const token = newToken();
  const { id } = await tx.confirmationLink.create({
    data: { userId, tokenHash: hashOfToken(token), expiresAt: new Date(Date.now() + goodFor) },
    select: { id: true },
  });
  await queueMail(tx, {
    userId,
    to: email,
    ...confirmSignUpMail(token),
    eventKey: `confirm-sign-up:${id}`,
  });
}

const findValidLink = (tx: Transaction, actor: Actor, token: string) =>
  tx.confirmationLink.findFirst({
    where: { tokenHash: hashOfToken(token), userId: actor.userId, expiresAt: { gt: new Date() } },
    select: { id: true, user: { select: { email: true } } },
  });

/** The address that an emailed link confirms; null if the link doesn't work for the actor. Doesn't use up the link. */
export async function findSignUpToConfirm(actor: Actor, token: string): Promise<string | null> {
  return (await findValidLink(db, actor, token))?.user.email ?? null;
}

/** Confirms the actor's address, and ends every link emailed to it. Idempotent. */
export async function confirmSignUp(actor: Actor, token: string): Promise<Outcome<"link-over">> {
  const { userId } = actor;
  const done = await transactionBy(actor, async (tx) => {
    // The lock makes a concurrent correction of the address, which deletes the links, come before or after this.
    await lockRow(tx, "users", userId, "no-key-update");
    if (!(await findValidLink(tx, actor, token))) return false;
    await tx.user.updateMany({ where: { id: userId, confirmedAt: null }, data: { confirmedAt: new Date() } });
    await tx.confirmationLink.deleteMany({ where: { userId } });
    await tellOfConfirmation(tx, userId);
    return true;
  });
  if (!done) return { ok: false, refused: "link-over" };
  logSecurity({ event: "address-confirmed", userId }, actor.address);
  return { ok: true };
}

/**
 * Counts a request for another link, no matter who makes it. Refused: 'confirmed' if there's nothing left to confirm,
 * which doesn't count; 'too-many' beyond five a day.
 */
export async function countConfirmation(
  userId: string,
  by: Actor,
): Promise<Outcome<"confirmed"> | Throttled> {
  if ((await db.user.count({ where: { id: userId, confirmedAt: null } })) === 0)
    return { ok: false, refused: "confirmed" };
  const waitSeconds = await takeFromLimit("confirmation-mail", userId, by);
  return waitSeconds > 0 ? { ok: false, refused: "too-many", waitSeconds } : { ok: true };
}

/** Refused: like `countConfirmation`. */
export async function resendConfirmation(
  actor: Actor,
): Promise<Outcome<"confirmed", { email: string }> | Throttled> {
  const { userId } = actor;
  const counted = await countConfirmation(userId, actor);
  if (!counted.ok) return counted;
  return transactionBy(actor, async (tx) => {
    const email = await mailConfirmationAgain(tx, userId);
    return email ? { ok: true, email } : { ok: false, refused: "confirmed" };
  });
}

/** Emails another link. Returns the account's address; null if there's nothing left to confirm. */
export async function mailConfirmationAgain(tx: Transaction, userId: string): Promise<string | null> {
  await lockRow(tx, "users", userId, "no-key-update");
  const account = await tx.user.findUnique({
    where: { id: userId, confirmedAt: null },
    select: { email: true },
  });
  if (!account) return null;
  await mailConfirmation(tx, { userId, email: account.email });
  return account.email;
}

type Correction = Outcome<"wrong" | "same" | "taken" | "confirmed"> | Throttled;

/**
 * Replaces an address that was never confirmed. Links emailed to it stop working, and the new address is emailed one.
 * Refused: 'wrong' if the password doesn't match or has changed in the meantime; 'too-many'; 'same'; 'taken' if another
 * account has the address, which sign-up reveals, too; 'confirmed' if it was confirmed in the meantime, because it then
 * has to be changed like any other. Guesses count toward the limit for changing the password.
 * @throws for an invalid address, which the form has already rejected
 */
export async function correctAddress(
  actor: Actor,
  input: { email: string; password: string },
  client: Client,
): Promise<Correction> {
  const { userId } = actor;
  const checked = await checkNewAddress(actor, input, client);
  if (!checked.ok) return checked;
  const { email, account } = checked;
  try {
    const done = await transactionBy<Correction>(actor, async (tx) => {
      await lockRow(tx, "users", userId, "no-key-update");
      const held = await tx.user.findUnique({
        where: { id: userId, passwordHash: account.passwordHash },
        select: { confirmedAt: true },
      });
      if (!held) return { ok: false, refused: "wrong" };
      if (held.confirmedAt) return { ok: false, refused: "confirmed" };
      await tx.user.update({ where: { id: userId }, data: { email }, select: { id: true } });
      if (await isAddressKept(tx, email, userId)) return { ok: false, refused: "taken" };
      await tx.confirmationLink.deleteMany({ where: { userId } });
      await tx.recoveryLink.deleteMany({ where: { userId, usedAt: null } });
      await mailConfirmation(tx, { userId, email });
      await tellOfAddress(tx, userId);
      return { ok: true };
    });
    if (done.ok) logSecurity({ event: "address-corrected", userId }, client.address);
    return done;
  } catch (error) {
    if (isUniqueViolation(error)) return { ok: false, refused: "taken" };
    throw error;
  }
}

export interface NewAccount {
  email: string;
  passwordHash: string;
  /** True for one of many sign-ups from the same network, whose first messages are held for an admin. */
  isHeld: boolean;
  /** Set if the person has already proved that the address is theirs. */
  isConfirmed?: true;
}

type SignUpCheck = ({ ok: true } & NewAccount) | WeakPassword | Throttled;

/**
 * The part of sign-up that runs before the transaction: it throttles, judges the password and hashes it.
 * @throws for an invalid address, which the form has already rejected
 */
export async function prepareAccount(
  input: { fullName: string; email: string; password: string },
  client: Client,
): Promise<SignUpCheck> {
  const email = canonicalEmail(input.email);
  if (!email) throw new Error("not an email address");
  const waitSeconds = await throttle("sign-up", email, client);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const reason = await findWeakness(input.password, { name: input.fullName, email });
  if (reason) return { ok: false, refused: "weak-password", reason };
  const burst = await countUse("sign-up-burst", networkOf(client.address), client);
  return { ok: true, email, passwordHash: await hashPassword(input.password), isHeld: burst.excess > 0 };
}

/**
 * Creates the account and its first session, and emails the link that confirms the address. Returns null if someone who
 * has just moved away from the address may still take it back; the caller then has to roll back.
 * @throws a unique violation if the address is taken, after which the transaction can't continue
 */
export async function createAccount(
  tx: Transaction,
  account: NewAccount & { timeZone?: string },
  client: Client,
): Promise<ClientSession | null> {
  const { email, passwordHash, timeZone, isHeld, isConfirmed } = account;
  const user = await tx.user.create({
    data: {
      email,
      passwordHash,
      timeZone: knownTimeZone(timeZone),
      heldAt: isHeld ? new Date() : null,
      confirmedAt: isConfirmed ? new Date() : null,
    },
    select: { id: true },
  });
  if (await isAddressKept(tx, email, user.id)) return null;
  const clientSession = await openClientSession(
    tx,
    { userId: user.id, passwordHash, confirmedAt: null },
    client,
  );
  if (!clientSession) throw new Error("couldn't start a session for a new account");
  if (!isConfirmed) await mailConfirmation(tx, { userId: user.id, email });
  if (isHeld) await reportHeld(tx, { personId: user.id, why: "sign-ups" });
  return clientSession;
}
