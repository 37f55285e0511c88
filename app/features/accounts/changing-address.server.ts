import { queueMail } from "~/features/notifications/mailing.server";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { logSecurity } from "~/platform/security-log.server";
import { sitePaths } from "~/site-paths";
import type { Actor } from "./actor";
import { checkNewAddress } from "./asking-address.server";
import type { Client } from "./devices.server";
import { findAccount, isAddressKept } from "./finding.server";
import { hashOfToken, newToken } from "./token.server";

const hour = 3_600_000;
const confirmableFor = 24 * hour;
export const undoableFor = 72 * hour;
/** Asked again within it, the same address is a second tap. */
const secondTap = 60_000;

export const mailAddressLinkTask = "accounts:mail-address-link";

/** Neither confirmed nor canceled, replaced or undone. */
const open = { confirmedAt: null, closedAt: null } as const;

export interface AddressView {
  email: string;
  /** The one whose link is awaited. */
  pending: string | null;
}

export async function getAddress(actor: Pick<Actor, "userId">): Promise<AddressView> {
  const { email, addressChanges } = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: {
      email: true,
      addressChanges: { where: { ...open, expiresAt: { gt: new Date() } }, select: { newEmail: true } },
    },
  });
  return { email, pending: addressChanges[0]?.newEmail ?? null };
}

export type AddressRequest =
  | { ok: true }
  | { ok: false; refused: "wrong" | "same" | "unconfirmed" }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Mails the present address a link that undoes the change, and the new one a link that confirms it, which replaces an
 * earlier one. Only the job checks whether the new address has an account, so that reply and timing reveal nothing.
 * Refused: 'wrong' if the password does not match or has changed meanwhile; 'same'; 'unconfirmed' while the present
 * address is not proved: it is corrected instead, because its link to undo would give the account to its reader. Guesses
 * share the limit of a changed password.
 * @throws for an invalid address, which the form has ruled out
 */
export async function requestAddressChange(
  actor: Pick<Actor, "userId" | "sessionId" | "isConfirmed">,
  input: { email: string; password: string },
  client: Client,
): Promise<AddressRequest> {
  if (!actor.isConfirmed) return { ok: false, refused: "unconfirmed" };
  const { userId } = actor;
  const checked = await checkNewAddress(actor, input, client);
  if (!checked.ok) return checked;
  const { email, account } = checked;
  const done = await transaction(async (tx) => {
    // Of the account, so that its changes run one at a time.
    const [held] = await tx.$queryRaw<{ email: string }[]>`
      SELECT email FROM users WHERE id = ${userId}::uuid AND password_hash = ${account.passwordHash}
         FOR NO KEY UPDATE`;
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
    where: { userId, ...open, newEmail, createdAt: { gt: new Date(now - secondTap) } },
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
    kind: "address-changing",
    subject: "Your Matchcut email address is about to change",
    lines: [
      `Somebody, probably you, wants to change the email address of your Matchcut account to ${newEmail}. It changes once they open the link that we mailed there.`,
      "If this was not you, undo it. This works for 72 hours, even if the address has changed by then: your account gets this address back, everybody is signed out, and you choose a new password.",
      "Undoing it also removes passkeys and an authenticator app that were added in the 72 hours before this email, or since.",
    ],
    action: { label: "Undo the change", href: sitePaths.undoAddress(token) },
    eventKey: `address-changing:${id}`,
  });
  await addJob(tx, mailAddressLinkTask, { changeId: String(id) });
}

/** Nothing to cancel is fine. The link that undoes it stays valid. */
export async function cancelAddressChange(actor: Pick<Actor, "userId">): Promise<void> {
  await db.addressChange.updateMany({
    where: { userId: actor.userId, ...open },
    data: { closedAt: new Date() },
  });
}

/** The job: mails the new address, once. The owner of an account with it learns that someone wanted it. */
export async function mailAddressLink(changeId: string): Promise<void> {
  const token = newToken();
  await transaction(async (tx) => {
    const [change] = await tx.$queryRaw<{ user_id: string; new_email: string }[]>`
      UPDATE address_changes SET confirm_hash = ${hashOfToken(token)}
       WHERE id = ${BigInt(changeId)} AND confirm_hash IS NULL AND confirmed_at IS NULL AND closed_at IS NULL
      RETURNING user_id, new_email`;
    if (!change) return;
    const { user_id: userId, new_email: to } = change;
    const owner = await findAccount(to);
    const eventKey = `address-confirm:${changeId}`;
    if (owner || (await isAddressKept(tx, to, userId)))
      return queueMail(tx, {
        userId: owner?.id ?? null,
        to,
        kind: "address-in-use",
        subject: "This address belongs to a Matchcut account",
        lines: [
          "Somebody, probably you, wanted to use this address for another Matchcut account. It belongs to an account already, so nothing has changed.",
          "If this was not you, you need not do anything.",
        ],
        eventKey,
      });
    await queueMail(tx, {
      userId,
      to,
      kind: "address-confirm",
      subject: "Confirm your new Matchcut email address",
      lines: [
        "Somebody, probably you, wants to use this address for their Matchcut account.",
        "The link works once, within 24 hours, for somebody signed in to that account. If this was not you, ignore this email: nothing changes.",
      ],
      action: { label: "Use this address", href: sitePaths.confirmAddress(token) },
      eventKey,
    });
  });
}
