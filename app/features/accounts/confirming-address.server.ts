import { db, isUniqueViolation, Prisma, transaction } from "~/platform/db.server";
import { logSecurity } from "~/platform/security-log.server";
import type { Actor } from "./actor";
import { tellOfAddress, tellOfConfirmation } from "./address-told.server";
import { undoableFor } from "./changing-address.server";
import { isAddressKept } from "./finding.server";
import { deleteSessions, publishEndedSessions } from "./sessions.server";
import { hashOfToken } from "./token.server";

/** The actor's own: a link that reached a stranger by a typing mistake gives them nothing. */
const validLink = (actor: Pick<Actor, "userId">, token: string) => ({
  confirmHash: hashOfToken(token),
  userId: actor.userId,
  confirmedAt: null,
  closedAt: null,
  expiresAt: { gt: new Date() },
});

/** The address that a mailed link confirms, without using it up; null if it does not work for the actor. */
export async function findAddressToConfirm(
  actor: Pick<Actor, "userId">,
  token: string,
): Promise<string | null> {
  const change = await db.addressChange.findFirst({
    where: validLink(actor, token),
    select: { newEmail: true },
  });
  return change?.newEmail ?? null;
}

export type AddressConfirmation =
  | { ok: true; email: string }
  /** 'taken': another account got the address first, or may still get it back. */
  | { ok: false; refused: "link-over" | "taken" };

/**
 * Makes the new address the account's, ends the actor's other sessions and every recovery link mailed to the old
 * address, which can undo it from now for 72 hours.
 */
export async function confirmAddress(
  actor: Pick<Actor, "userId" | "sessionId" | "address">,
  token: string,
): Promise<AddressConfirmation> {
  const { userId } = actor;
  try {
    const done = await transaction(async (tx) => {
      // As when changing a password; another order could deadlock.
      await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
      const where = validLink(actor, token);
      const change = await tx.addressChange.findFirst({ where, select: { id: true, newEmail: true } });
      // Of two requests with one link, only the first still finds it.
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
      const ended = await deleteSessions(tx, userId, Prisma.sql`AND id <> ${actor.sessionId}::uuid`);
      return { ok: true as const, email, ended };
    });
    if (!done.ok) return done;
    logSecurity({ event: "address-changed", userId }, actor.address);
    await publishEndedSessions(userId, done.ended);
    return { ok: true, email: done.email };
  } catch (error) {
    if (isUniqueViolation(error)) return { ok: false, refused: "taken" };
    throw error;
  }
}
