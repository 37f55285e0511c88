import { db, type Transaction, transaction } from "~/platform/db.server";
import { logSecurity } from "~/platform/security-log.server";
import { tellOfAddress } from "./address-told.server";
import { undoableFor } from "./changing-address.server";
import { stayAgain } from "./departing.server";
import { hashPassword } from "./password.server";
import { createRecoveryLink } from "./recovering.server";
import { deleteSessions, publishEndedSessions } from "./sessions.server";
import { hashOfToken, newToken } from "./token.server";

const validLink = (token: string) => ({
  undoHash: hashOfToken(token),
  undoneAt: null,
  undoUntil: { gt: new Date() },
});

/** The address that a mailed link gives back, without using it up; null if it does not work. */
export async function findAddressToRestore(token: string): Promise<string | null> {
  const change = await db.addressChange.findFirst({
    where: validLink(token),
    select: { oldEmail: true },
  });
  return change?.oldEmail ?? null;
}

export type AddressUndoing<Removed> =
  | { ok: true; recoveryToken: string; removed: Removed }
  | { ok: false; refused: "link-over" };

/** Removes in the caller's transaction what opens the account beside the password, and was added since then. */
type RemoveAdded<Removed> = (tx: Transaction, userId: string, since: Date) => Promise<Removed>;

/**
 * Gives the account its old address back, whether or not the change was confirmed, and undoes every later change. Ends
 * all sessions, recovery links, a departure and the password, which the person who asked for the change knew, and
 * removes what they may have added in the 72 hours before it, or since; `recoveryToken` lets the owner of the old
 * address choose a new password.
 * @param address the client's network address, for the security log
 * @param removeAdded of the feature second-factor
 */
export async function undoAddressChange<Removed>(
  token: string,
  address: string,
  removeAdded: RemoveAdded<Removed>,
): Promise<AddressUndoing<Removed>> {
  const change = await db.addressChange.findFirst({
    where: validLink(token),
    select: { id: true, userId: true, oldEmail: true, createdAt: true },
  });
  if (!change) return { ok: false, refused: "link-over" };
  const { id, userId, oldEmail: email } = change;
  // No one knows it. A sign-in that has just checked the old one finds it changed.
  const passwordHash = await hashPassword(newToken());
  const done = await transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
    const now = new Date();
    const { count } = await tx.addressChange.updateMany({
      where: validLink(token),
      data: { undoneAt: now, closedAt: now },
    });
    if (count !== 1) return { ok: false as const, refused: "link-over" as const };
    await tx.addressChange.updateMany({
      where: { userId, id: { gt: id }, undoneAt: null },
      data: { undoneAt: now, closedAt: now },
    });
    await tx.user.update({ where: { id: userId }, data: { email, passwordHash }, select: { id: true } });
    // The person who changed the address may have asked to delete the account, too.
    await stayAgain(tx, userId);
    await tx.recoveryLink.deleteMany({ where: { userId, usedAt: null } });
    await tellOfAddress(tx, userId);
    const removed = await removeAdded(tx, userId, new Date(change.createdAt.getTime() - undoableFor));
    const link = await createRecoveryLink(tx, userId);
    const ended = await deleteSessions(tx, userId);
    return { ok: true as const, recoveryToken: link.token, removed, ended };
  });
  if (!done.ok) return done;
  logSecurity({ event: "address-undone", userId }, address);
  await publishEndedSessions(userId, done.ended);
  return { ok: true, recoveryToken: done.recoveryToken, removed: done.removed };
}
