import { type MailWords, queueMail, unreachableAddress } from "~/features/notifications/mailing.server";
import { openAccount } from "~/features/visibility/seeing.server";
import type { Throttled } from "~/outcome";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { lockRow } from "~/platform/locks.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { keyedHash, logSecurity } from "~/platform/security-log.server";
import { hashOfToken, newToken } from "~/platform/tokens.server";
import { sitePaths } from "~/site-paths";
import { tellOfAddress } from "./address-told.server";
import { canonicalEmail } from "./email-address";
import { findAccount } from "./finding.server";
import { findWeakness, hashPassword, setPassword, type WeakPassword } from "./password.server";
import {
  type Client,
  type ClientSession,
  deleteSessions,
  findDevice,
  openClientSession,
} from "./sessions.server";
import { newPendingSignIn, type PendingSignIn } from "./signing-in.server";
import { throttle } from "./throttling.server";

const goodFor = 3_600_000;

export const mailRecoveryTask = "accounts:mail-recovery";

/**
 * Queues an email with a recovery link. Only the job checks whether the address has an account, so neither the reply
 * nor its timing reveals it.
 */
export async function requestRecovery(
  input: { email: string },
  client: Client,
): Promise<{ ok: true } | Throttled> {
  const email = canonicalEmail(input.email);
  if (!email) return { ok: true };
  const waitSeconds = await throttle("recover", email, client);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  logSecurity({ event: "recovery-asked", of: keyedHash(email) }, client.address);
  await addJob(db, mailRecoveryTask, { email, devices: [...client.devices] });
  return { ok: true };
}

/**
 * The job that emails a recovery link, which replaces earlier ones. Strangers can neither flood a mailbox nor lock out
 * its owner: beyond the daily limit, a link is sent only if no earlier one works, and each known device has a limit of
 * its own.
 * @param request the canonical address, and the device entries of the browser that asked
 */
export async function mailRecoveryLink(request: {
  email: string;
  devices: readonly string[];
}): Promise<void> {
  const account = await findAccount(request.email);
  if (!account?.isOpen) return;
  const device = findDevice(request.devices, account.id);
  const isLimited =
    (await takeFromLimit("recovery-mail", `${account.id} ${device?.id ?? "stranger"}`, {
      userId: account.id,
    })) > 0;
  if (isLimited && (await hasValidLink(account.id))) return;
  const isMailed = await transaction(async (tx) => {
    // A correction of the address ends the links that were emailed to it. The lock and the check keep this link from
    // being emailed after that.
    await lockRow(tx, "users", account.id, "no-key-update");
    const isTheirs = (await tx.user.count({ where: { id: account.id, email: account.email } })) === 1;
    if (isTheirs) await mailNewLink(tx, account);
    return isTheirs;
  });
  if (isMailed) logSecurity({ event: "recovery-mailed", userId: account.id, of: keyedHash(request.email) });
}

async function hasValidLink(userId: string): Promise<boolean> {
  const where = { userId, usedAt: null, expiresAt: { gt: new Date() } };
  return (await db.recoveryLink.count({ where })) > 0;
}

/**
 * Creates a link for someone who has proved that they own the account's address. It works once, within an hour, and
 * replaces the account's earlier links. The caller holds a lock on the account.
 */
export async function createRecoveryLink(
  tx: Transaction,
  userId: string,
): Promise<{ id: string; token: string }> {
  await tx.recoveryLink.deleteMany({ where: { userId, usedAt: null } });
  const token = newToken();
  const { id } = await tx.recoveryLink.create({
    data: { userId, tokenHash: hashOfToken(token), expiresAt: new Date(Date.now() + goodFor) },
    select: { id: true },
  });
  return { id, token };
}

export const recoveryMail = (token: string): MailWords => ({
  kind: "recovery",
  subject: "Reset your Matchcut password",
  lines: [
    "We got a request to reset the password for your Matchcut account.",
    "The link works once and expires in an hour. It replaces any link we sent before. If this wasn't you, ignore this email and nothing changes.",
  ],
  action: { label: "Choose a new password", href: sitePaths.recoverWith(token) },
});

async function mailNewLink(tx: Transaction, account: { id: string; email: string }): Promise<void> {
  const { id, token } = await createRecoveryLink(tx, account.id);
  await queueMail(tx, {
    userId: account.id,
    to: account.email,
    ...recoveryMail(token),
    eventKey: `recovery:${id}`,
  });
}

const validLink = (token: string) => ({
  tokenHash: hashOfToken(token),
  usedAt: null,
  expiresAt: { gt: new Date() },
  user: openAccount(),
});

export interface Recovery {
  /** Not for showing on the page. */
  userId: string;
  email: string;
  /** False if a stranger may have signed up with the address. Using the link then starts over with a new account. */
  isConfirmed: boolean;
  /** The names of the passkeys that keep working after the password is changed. */
  passkeys: string[];
}

/** What the page of an emailed link shows. Null if the link doesn't work. Doesn't use up the link. */
export async function findRecovery(token: string): Promise<Recovery | null> {
  const link = await db.recoveryLink.findFirst({
    where: validLink(token),
    select: {
      user: {
        select: {
          id: true,
          email: true,
          confirmedAt: true,
          passkeys: { orderBy: { createdAt: "asc" }, select: { name: true } },
        },
      },
    },
  });
  if (!link) return null;
  const { id: userId, email, confirmedAt, passkeys } = link.user;
  return { userId, email, isConfirmed: confirmedAt !== null, passkeys: passkeys.map(({ name }) => name) };
}

export type RecoveryOutcome =
  | { ok: true; clientSession: ClientSession }
  /** The password has been changed, but the second factor still has to be proved. */
  | { ok: true; pending: PendingSignIn }
  /** 'unconfirmed': the caller has to give the address a new account instead, with `vacateAddress`. */
  | { ok: false; refused: "link-over" | "unconfirmed" }
  | WeakPassword;

/**
 * Sets a new password with an emailed link. Ends all sessions and the account's other links. Starts a new session,
 * unless the account has a second factor; then the person is asked for it next.
 */
export async function recover(
  token: string,
  input: { password: string },
  client: Client,
): Promise<RecoveryOutcome> {
  const link = await db.recoveryLink.findFirst({
    where: validLink(token),
    select: {
      id: true,
      user: {
        select: { id: true, email: true, confirmedAt: true, profile: { select: { fullName: true } } },
      },
    },
  });
  if (!link) return { ok: false, refused: "link-over" };
  const { id: userId, email, profile } = link.user;
  // This needs no lock, because a confirmed account never becomes unconfirmed again.
  if (!link.user.confirmedAt) return { ok: false, refused: "unconfirmed" };
  const reason = await findWeakness(input.password, { name: profile?.fullName ?? "", email });
  if (reason) return { ok: false, refused: "weak-password", reason };
  const passwordHash = await hashPassword(input.password);
  const done = await transaction(async (tx) => {
    // Locks in the same order as a password change, because the two could otherwise deadlock.
    await lockRow(tx, "users", userId);
    // If two requests use the same link, only the first finds it unused.
    const { count } = await tx.recoveryLink.updateMany({
      where: { id: link.id, usedAt: null },
      data: { usedAt: new Date() },
    });
    if (count !== 1) return null;
    await setPassword(tx, { userId, email, passwordHash });
    const { secondFactor } = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { secondFactor: true },
    });
    if (secondFactor) return { clientSession: null };
    const account = { userId, passwordHash, confirmedAt: null };
    const clientSession = await openClientSession(tx, account, client);
    if (!clientSession) throw new Error("couldn't start a session after setting a password");
    return { clientSession };
  });
  if (!done) return { ok: false, refused: "link-over" };
  logSecurity({ event: "recovery-used", userId }, client.address);
  const { clientSession } = done;
  if (clientSession) return { ok: true, clientSession };
  return { ok: true, pending: newPendingSignIn({ id: userId, passwordHash }) };
}

/**
 * Closes an account whose address was never confirmed, for the first person who proves with an emailed link that the
 * address is theirs. A stranger may have made the account, with passkeys, texts and payments. Unlike an account that
 * its owner closes, it can't be kept; the job for departures removes it. The caller gives the address a new account in
 * the same transaction. Null if the link doesn't work anymore, or if the address was confirmed in the meantime.
 * @returns `isHeld` if the closed account's first messages were held for review
 */
export async function vacateAddress(
  tx: Transaction,
  token: string,
): Promise<{ email: string; isHeld: boolean; formerId: string } | null> {
  const link = await tx.recoveryLink.findFirst({
    where: validLink(token),
    select: { id: true, user: { select: { id: true, email: true, heldAt: true } } },
  });
  if (!link) return null;
  const { id: formerId, email, heldAt } = link.user;
  const now = new Date();
  // The conditions decide a race between two uses of the link, or with a confirmation or correction of the address:
  // whichever comes second doesn't match the account anymore.
  const { count } = await tx.user.updateMany({
    where: { id: formerId, email, confirmedAt: null, leavesAt: null },
    data: { email: unreachableAddress(formerId), leavesAt: now, removalBegunAt: now },
  });
  if (count !== 1) return null;
  await tellOfAddress(tx, formerId);
  await deleteSessions(tx, formerId);
  return { email, isHeld: heldAt !== null, formerId };
}
