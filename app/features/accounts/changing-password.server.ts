import { randomUUID } from "node:crypto";
import { queueMail } from "~/features/notifications/mailing.server";
import { paths } from "~/paths";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { logSecurity } from "~/platform/security-log.server";
import type { Actor } from "./actor";
import type { Client } from "./devices.server";
import { type ClientSession, openClientSession } from "./opening-session.server";
import { hashPassword, verifyPassword } from "./password.server";
import { findWeakness } from "./password-strength.server";
import { deleteSessions, publishEndedSessions } from "./sessions.server";

export type ChangePasswordOutcome =
  | ({ ok: true } & ClientSession)
  | { ok: false; refused: "wrong" | "same" }
  | { ok: false; refused: "weak-password"; reason: string }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Ends all the actor's sessions and starts a new one for this browser. Refused: 'wrong' if the old password does not
 * match or has changed meanwhile; 'same'. Guesses are limited per session, so that a stolen session cannot lock out
 * the owner.
 */
export async function changePassword(
  actor: Pick<Actor, "userId" | "sessionId" | "name" | "hasSecondFactor" | "confirmedAt">,
  input: { oldPassword: string; password: string },
  client: Client,
): Promise<ChangePasswordOutcome> {
  const waitSeconds = await takeFromLimit("change-password", actor.sessionId, {
    userId: actor.userId,
    address: client.address,
  });
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const { userId } = actor;
  const { email, passwordHash: old } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, passwordHash: true },
  });
  if (!(await verifyPassword(input.oldPassword, old))) return { ok: false, refused: "wrong" };
  if (input.password === input.oldPassword) return { ok: false, refused: "same" };
  const reason = await findWeakness(input.password, { name: actor.name, email });
  if (reason) return { ok: false, refused: "weak-password", reason };
  const passwordHash = await hashPassword(input.password);
  const done = await transaction(async (tx) => {
    // Of two concurrent changes, only the first still finds the old password.
    const [held] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${userId}::uuid AND password_hash = ${old} FOR UPDATE`;
    if (!held) return null;
    const ended = await setPassword(tx, { userId, email, passwordHash });
    const clientSession = await openClientSession(
      tx,
      // A factor stays as it was proved; of an account without one, the password was proved now.
      { userId, passwordHash, confirmedAt: actor.hasSecondFactor ? actor.confirmedAt : null },
      client,
    );
    if (!clientSession) throw new Error("no session for a password that was just set");
    return { ended, clientSession };
  });
  if (!done) return { ok: false, refused: "wrong" };
  logSecurity({ event: "password-changed", userId }, client.address);
  await publishEndedSessions(userId, done.ended);
  return { ok: true, ...done.clientSession };
}

/**
 * Stores a password in the caller's transaction, which must hold a lock on the account's row. Ends every session and
 * recovery link, and mails the owner, with the names of the passkeys that stay.
 * @returns the ended sessions, for `publishEndedSessions` after the commit
 */
export async function setPassword(
  tx: Transaction,
  account: { userId: string; email: string; passwordHash: string },
): Promise<string[]> {
  const { userId, email, passwordHash } = account;
  await tx.user.update({ where: { id: userId }, data: { passwordHash }, select: { id: true } });
  await tx.recoveryLink.deleteMany({ where: { userId, usedAt: null } });
  const ended = await deleteSessions(tx, userId);
  const passkeys = await tx.passkey.findMany({
    where: { userId },
    orderBy: { createdAt: "asc" },
    select: { name: true },
  });
  await queueMail(tx, {
    userId,
    to: email,
    kind: "password-changed",
    subject: "Your Matchcut password was changed",
    lines: [
      "Your password was changed, and every device except the one that changed it was signed out.",
      "If this was not you, choose a new password now: that signs out everyone else.",
      ...(passkeys.length > 0
        ? [
            `These passkeys stay, and open your account without the password: ${passkeys.map(({ name }) => name).join(", ")}. Remove those that you do not know in your settings, under Second factor.`,
          ]
        : []),
    ],
    action: { label: "Choose a new password", href: paths.recover() },
    eventKey: `password-changed:${randomUUID()}`,
  });
  return ended;
}
