import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import type { Outcome, Throttled } from "~/outcome";
import { paths } from "~/paths";
import { db, isUniqueViolation, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { lockRow } from "~/platform/locks.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { logSecurity } from "~/platform/security-log.server";
import { hashOfToken, newToken } from "~/platform/tokens.server";
import { sitePaths } from "~/site-paths";
import { transactionBy } from "./acting.server";
import type { Actor } from "./actor";
import { tellOfAddress, tellOfConfirmation } from "./address-told.server";
import { stayAgain } from "./departing.server";
import { canonicalEmail } from "./email-address";
import { findAccount, isAddressKept } from "./finding.server";
import { checkOwnPassword, hashPassword } from "./password.server";
import { createRecoveryLink } from "./recovering.server";
import { allBut, type Client, deleteSessions } from "./sessions.server";
import { throttle } from "./throttling.server";

/**
 * Checks a new address before anything is written: the password, that the address differs from the current one, and the
 * limits for the account, the address and the network. Guesses count toward the limit for changing the password.
 * @returns the new address in its canonical form, and the account as it was when the password was checked
 * @throws for an invalid address, which the form has already rejected
 */
export async function checkNewAddress(
  actor: Actor,
  input: { email: string; password: string },
  client: Client,
): Promise<
  Outcome<"wrong" | "same", { email: string; account: { email: string; passwordHash: string } }> | Throttled
> {
  const email = canonicalEmail(input.email);
  if (!email) throw new Error("not an email address");
  const { userId } = actor;
  const by = { userId, address: client.address };
  const account = await checkOwnPassword({ ...actor, address: client.address }, input.password);
  if (!account.ok) return account;
  if (email === canonicalEmail(account.email)) return { ok: false, refused: "same" };
  const waitSeconds =
    (await takeFromLimit("change-address", userId, by)) || (await throttle("change-address", email, by));
  return waitSeconds > 0 ? { ok: false, refused: "too-many", waitSeconds } : { ok: true, email, account };
}

const hour = 3_600_000;
const confirmableFor = 24 * hour;
export const undoableFor = 72 * hour;
/** In ms: a second request for the same address within this time counts as a double click. */
const doubleClickFor = 60_000;

export const mailAddressLinkTask = "accounts:mail-address-link";

const open = { confirmedAt: null, closedAt: null } as const;

/** The address, and the new one until it's confirmed; null if there's none. */
export async function getAddress(actor: Actor): Promise<{ email: string; pending: string | null }> {
  const { email, addressChanges } = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: {
      email: true,
      addressChanges: { where: { ...open, expiresAt: { gt: new Date() } }, select: { newEmail: true } },
    },
  });
  return { email, pending: addressChanges[0]?.newEmail ?? null };
}

export async function getEmail(actor: Actor): Promise<string> {
  return (await db.user.findUniqueOrThrow({ where: { id: actor.userId }, select: { email: true } })).email;
}

/**
 * Emails the current address a link that undoes the change, and the new address a link that confirms the change and
 * replaces any earlier one. Only the job checks whether the new address has an account, so neither the reply nor its
 * timing reveals it. Refused: 'wrong' if the password doesn't match or has changed in the meantime; 'too-many'; 'same';
 * 'unconfirmed' if the current address isn't confirmed, because it may belong to someone else, who could take over the
 * account with the undo link. Such an address is corrected instead (`correctAddress`).
 * @throws for an invalid address, which the form has already rejected
 */
export async function requestAddressChange(
  actor: Actor,
  input: { email: string; password: string },
  client: Client,
): Promise<Outcome<"wrong" | "same" | "unconfirmed"> | Throttled> {
  if (!actor.isConfirmed) return { ok: false, refused: "unconfirmed" };
  const { userId } = actor;
  const checked = await checkNewAddress(actor, input, client);
  if (!checked.ok) return checked;
  const { email, account } = checked;
  const done = await transactionBy(actor, async (tx) => {
    // Makes concurrent changes of one account's address wait for each other.
    await lockRow(tx, "users", userId, "no-key-update");
    const held = await tx.user.findUnique({
      where: { id: userId, passwordHash: account.passwordHash },
      select: { email: true },
    });
    if (!held) return { ok: false as const, refused: "wrong" as const };
    await openChange(tx, { userId, oldEmail: held.email, newEmail: email });
    return { ok: true as const };
  });
  if (done.ok) logSecurity({ event: "address-change-asked", userId }, client.address);
  return done;
}

async function openChange(
  tx: Transaction,
  change: { userId: string; oldEmail: string; newEmail: string },
): Promise<void> {
  const { userId, oldEmail, newEmail } = change;
  const now = Date.now();
  const asked = await tx.addressChange.findFirst({
    where: { userId, ...open, newEmail, createdAt: { gt: new Date(now - doubleClickFor) } },
    select: { id: true },
  });
  if (asked) return;
  await tx.addressChange.updateMany({ where: { userId, ...open }, data: { closedAt: new Date(now) } });
  const token = newToken();
  const { id } = await tx.addressChange.create({
    data: {
      ...change,
      undoHash: hashOfToken(token),
      expiresAt: new Date(now + confirmableFor),
      undoUntil: new Date(now + undoableFor),
    },
    select: { id: true },
  });
  await queueMail(tx, {
    userId,
    to: oldEmail,
    ...addressChangingMail(newEmail, token),
    eventKey: `address-changing:${id}`,
  });
  await addJob(tx, mailAddressLinkTask, { changeId: String(id) });
}

export const addressChangingMail = (newEmail: string, token: string): MailWords => ({
  kind: "address-changing",
  subject: "Your Matchcut email address is about to change",
  lines: [
    `We got a request to change the email address on your Matchcut account to ${newEmail}. Nothing changes until someone opens the link we sent there.`,
    "If this was you, you don't need to do anything here. If it wasn't, undo the change within 72 hours. That works even if the address has already changed: your account gets this address back, everyone is signed out, and you choose a new password.",
    "Undoing it also removes any passkey or authenticator app added after this email, or in the 72 hours before.",
  ],
  action: { label: "Undo the change", href: sitePaths.undoAddress(token) },
});

/** Cancels a pending change. Idempotent. The undo link keeps working. */
export async function cancelAddressChange(actor: Actor): Promise<void> {
  const where = { userId: actor.userId, ...open };
  await transactionBy(actor, (tx) => tx.addressChange.updateMany({ where, data: { closedAt: new Date() } }));
}

export const addressInUseMail = (): MailWords => ({
  kind: "address-in-use",
  subject: "This email address already has a Matchcut account",
  lines: [
    "We got a request to use this address for another Matchcut account. It already belongs to an account, so nothing changed.",
    "If this wasn't you, you don't need to do anything.",
  ],
  action: { label: "Sign in", href: paths.login() },
});

export const addressKeptMail = (): MailWords => ({
  kind: "address-in-use",
  subject: "This email address can't be used right now",
  lines: [
    "We got a request to use this address for a Matchcut account. Another account used it until recently and may still take it back, so nothing changed. Try again in 72 hours.",
    "If this wasn't you, you don't need to do anything.",
  ],
  action: { label: "Contact us", href: paths.contact() },
});

export const addressConfirmMail = (token: string): MailWords => ({
  kind: "address-confirm",
  subject: "Confirm your new Matchcut email address",
  lines: [
    "We got a request to use this address for a Matchcut account.",
    "To confirm it, open the link in a browser where you're signed in to that account. It works once and expires in 24 hours. If this wasn't you, ignore this email and nothing changes.",
  ],
  action: { label: "Use this address", href: sitePaths.confirmAddress(token) },
});

/**
 * The job that emails the new address, once. If the address has an account, its owner gets an email about the request
 * instead of the link.
 */
export async function mailAddressLink(changeId: string): Promise<void> {
  const token = newToken();
  await transaction(async (tx) => {
    const [change] = await tx.addressChange.updateManyAndReturn({
      where: { id: BigInt(changeId), confirmHash: null, ...open },
      data: { confirmHash: hashOfToken(token) },
      select: { userId: true, newEmail: true },
    });
    if (!change) return;
    const { userId, newEmail: to } = change;
    const owner = await findAccount(to);
    const eventKey = `address-confirm:${changeId}`;
    if (owner || (await isAddressKept(tx, to, userId)))
      return queueMail(tx, {
        userId: owner?.id ?? null,
        to,
        ...(owner ? addressInUseMail() : addressKeptMail()),
        eventKey,
      });
    await queueMail(tx, { userId, to, ...addressConfirmMail(token), eventKey });
  });
}

/**
 * A link works only for the member who requested it. If it went to a stranger's address by mistake, the stranger can't
 * do anything with it.
 */
const validLink = (actor: Actor, token: string) => ({
  confirmHash: hashOfToken(token),
  userId: actor.userId,
  ...open,
  expiresAt: { gt: new Date() },
});

/** The address that an emailed link confirms; null if the link doesn't work for the actor. Doesn't use up the link. */
export async function findAddressToConfirm(actor: Actor, token: string): Promise<string | null> {
  const change = await db.addressChange.findFirst({
    where: validLink(actor, token),
    select: { newEmail: true },
  });
  return change?.newEmail ?? null;
}

/**
 * Gives the account its new address, and ends the actor's other sessions and every recovery link that was emailed to
 * the old one. An emailed link can undo the change for the next 72 hours. Refused: 'link-over'; 'taken' if another
 * account has the address now, or may still take it back.
 */
export async function confirmAddress(
  actor: Actor,
  token: string,
): Promise<Outcome<"link-over" | "taken", { email: string }>> {
  const { userId } = actor;
  try {
    const done = await transactionBy(actor, async (tx) => {
      // Locks in the same order as a password change, because the two could otherwise deadlock.
      await lockRow(tx, "users", userId, "no-key-update");
      const where = validLink(actor, token);
      const change = await tx.addressChange.findFirst({ where, select: { id: true, newEmail: true } });
      // If two requests use the same link, only the first one still finds it.
      const { count } = await tx.addressChange.updateMany({
        where,
        data: { confirmedAt: new Date(), undoUntil: new Date(Date.now() + undoableFor) },
      });
      if (!change || count !== 1) return { ok: false as const, refused: "link-over" as const };
      const email = change.newEmail;
      await tx.user.update({
        where: { id: userId },
        data: { email, confirmedAt: new Date() },
        select: { id: true },
      });
      if (await isAddressKept(tx, email, userId)) return { ok: false as const, refused: "taken" as const };
      await tx.recoveryLink.deleteMany({ where: { userId, usedAt: null } });
      await tellOfAddress(tx, userId);
      await tellOfConfirmation(tx, userId);
      await deleteSessions(tx, userId, allBut(actor.sessionId));
      return { ok: true as const, email };
    });
    if (done.ok) logSecurity({ event: "address-changed", userId }, actor.address);
    return done;
  } catch (error) {
    if (isUniqueViolation(error)) return { ok: false, refused: "taken" };
    throw error;
  }
}

const validUndoLink = (token: string) => ({
  undoHash: hashOfToken(token),
  undoneAt: null,
  undoUntil: { gt: new Date() },
});

/** The address that an emailed link restores; null if the link doesn't work. Doesn't use up the link. */
export async function findAddressToRestore(token: string): Promise<string | null> {
  const change = await db.addressChange.findFirst({
    where: validUndoLink(token),
    select: { oldEmail: true },
  });
  return change?.oldEmail ?? null;
}

/**
 * Restores the old address, whether or not the change was confirmed, and undoes every later change. Because someone
 * else may have made the change, this also ends all sessions and recovery links, stops a deletion of the account, makes
 * the password useless and removes the ways to sign in that were added since 72 hours before the change. The owner of
 * the old address then chooses a new password with `recoveryToken`.
 * @param address the client's network address, for the security log
 * @param removeAdded from the feature second-factor, which depends on this one: removes the ways to sign in that were
 * added since a given time, other than the password
 */
export async function undoAddressChange<Removed>(
  token: string,
  address: string,
  removeAdded: (tx: Transaction, userId: string, since: Date) => Promise<Removed>,
): Promise<Outcome<"link-over", { recoveryToken: string; removed: Removed }>> {
  const change = await db.addressChange.findFirst({
    where: validUndoLink(token),
    select: { id: true, userId: true, oldEmail: true, createdAt: true },
  });
  if (!change) return { ok: false, refused: "link-over" };
  const { id, userId, oldEmail: email } = change;
  // No password matches the hash of a random token. A concurrent sign-in that has checked the old password notices the
  // new hash and fails.
  const passwordHash = await hashPassword(newToken());
  const done = await transaction(async (tx) => {
    await lockRow(tx, "users", userId);
    const now = new Date();
    const { count } = await tx.addressChange.updateMany({
      where: validUndoLink(token),
      data: { undoneAt: now, closedAt: now },
    });
    if (count !== 1) return { ok: false as const, refused: "link-over" as const };
    await tx.addressChange.updateMany({
      where: { userId, id: { gt: id }, undoneAt: null },
      data: { undoneAt: now, closedAt: now },
    });
    await tx.user.update({ where: { id: userId }, data: { email, passwordHash }, select: { id: true } });
    // The person who changed the address may also have asked to delete the account.
    await stayAgain(tx, userId);
    await tellOfAddress(tx, userId);
    const removed = await removeAdded(tx, userId, new Date(change.createdAt.getTime() - undoableFor));
    const link = await createRecoveryLink(tx, userId);
    await deleteSessions(tx, userId);
    return { ok: true as const, recoveryToken: link.token, removed };
  });
  if (done.ok) logSecurity({ event: "address-undone", userId }, address);
  return done;
}
