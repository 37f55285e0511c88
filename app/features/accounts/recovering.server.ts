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
import { findWeakness, hashPassword, setPassword } from "./password.server";
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

export type RecoveryRequest = { ok: true } | Throttled;

/** Only the job checks whether the address has an account, so the reply and its timing reveal nothing. */
export async function requestRecovery(input: { email: string }, client: Client): Promise<RecoveryRequest> {
  const email = canonicalEmail(input.email);
  if (!email) return { ok: true };
  const waitSeconds = await throttle("recover", email, client);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  logSecurity({ event: "recovery-asked", of: keyedHash(email) }, client.address);
  await addJob(db, mailRecoveryTask, { email, devices: [...client.devices] });
  return { ok: true };
}

/**
 * Mails a link to an address's account. Strangers can neither flood a mailbox nor lock out the owner: beyond the daily
 * limit, a link is sent only if no earlier one works, and a known device has its own limit. A new link voids earlier ones.
 * @param request the canonical address, and the requesting browser's device entries
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
    // Correcting the address ends the links mailed before, so this one must not slip in after it.
    await lockRow(tx, "users", account.id, "no-key-update");
    const isTheirs = (await tx.user.count({ where: { id: account.id, email: account.email } })) === 1;
    if (isTheirs) await mailNewLink(tx, account);
    return isTheirs;
  });
  if (isMailed) logSecurity({ event: "recovery-mailed", userId: account.id, of: keyedHash(request.email) });
}

async function hasValidLink(userId: string): Promise<boolean> {
  const link = await db.recoveryLink.findFirst({
    where: { userId, usedAt: null, expiresAt: { gt: new Date() } },
    select: { id: true },
  });
  return link !== null;
}

/**
 * For someone who has proved that they own the account's address. `token` works once, for an hour, and voids the
 * account's earlier links. The caller locks the account.
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
  /** Not shown on the page. */
  userId: string;
  email: string;
  /** If false, a stranger may have made the account, and the link leads to a new one. */
  isConfirmed: boolean;
  /** The names of the passkeys that survive a new password. */
  passkeys: string[];
}

/** Null if the link doesn't work. Doesn't use up the link. */
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
  /** 'unconfirmed': call `vacateAddress` instead. */
  | { ok: false; refused: "link-over" | "unconfirmed" }
  | { ok: false; refused: "weak-password"; reason: string };

/**
 * Sets a new password with a mailed link and ends the account's other links and all its sessions. Starts a new session
 * unless the account has a second factor.
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
  // Safe before the lock: an account never becomes unconfirmed again.
  if (!link.user.confirmedAt) return { ok: false, refused: "unconfirmed" };
  const reason = await findWeakness(input.password, { name: profile?.fullName ?? "", email });
  if (reason) return { ok: false, refused: "weak-password", reason };
  const passwordHash = await hashPassword(input.password);
  const done = await transaction(async (tx) => {
    // The same lock order as when changing a password; another order could deadlock.
    await lockRow(tx, "users", userId);
    // If two requests carry the same link, only the first finds it unused.
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

export interface Vacated {
  email: string;
  /** The closed account's first messages were held for review. */
  isHeld: boolean;
  formerId: string;
}

/**
 * For the first person to prove, with a mailed link, that they own an address: a stranger may have made its account,
 * with passkeys, texts and payments. Closes that account for good, as if its owner had left; the job for departures
 * removes it. The caller gives the address a new account in the same transaction. Null if the link doesn't work
 * anymore, or the address was confirmed in the meantime.
 */
export async function vacateAddress(tx: Transaction, token: string): Promise<Vacated | null> {
  const link = await tx.recoveryLink.findFirst({
    where: validLink(token),
    select: { id: true, user: { select: { id: true, email: true, heldAt: true } } },
  });
  if (!link) return null;
  const { id: formerId, email, heldAt } = link.user;
  const now = new Date();
  // Decides races between two requests with one link, or with a confirmation or correction: only one of them finds the
  // account unchanged.
  const { count } = await tx.user.updateMany({
    where: { id: formerId, email, confirmedAt: null, leavesAt: null },
    data: { email: unreachableAddress(formerId), leavesAt: now, removalBegunAt: now },
  });
  if (count !== 1) return null;
  await tellOfAddress(tx, formerId);
  await deleteSessions(tx, formerId);
  return { email, isHeld: heldAt !== null, formerId };
}
