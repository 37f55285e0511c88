import { markReadAbout } from "~/features/notifications/listing.server";
import type { Transaction } from "~/platform/db.server";

/**
 * Hides a profile by an admin's decision, and marks others' notifications about them as read. False if it's already
 * hidden, or the account doesn't exist anymore.
 */
export async function hideProfile(tx: Transaction, personId: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: personId, profileHiddenAt: null },
    data: { profileHiddenAt: new Date() },
  });
  if (count === 1) await markReadAbout(tx, personId, true);
  return count === 1;
}

/** False if it isn't hidden. */
export async function showProfile(tx: Transaction, personId: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: personId, profileHiddenAt: { not: null } },
    data: { profileHiddenAt: null },
  });
  return count === 1;
}
