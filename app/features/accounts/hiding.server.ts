import { markReadAbout } from "~/features/notifications/listing.server";
import type { Transaction } from "~/platform/db.server";

/**
 * Hides a profile after an admin's decision, and marks other people's notifications about it as read, or makes it
 * visible again. Returns false if nothing changed, or if the account doesn't exist anymore.
 */
export async function setProfileHidden(
  tx: Transaction,
  personId: string,
  isHidden: boolean,
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: personId, profileHiddenAt: isHidden ? null : { not: null } },
    data: { profileHiddenAt: isHidden ? new Date() : null },
  });
  if (isHidden && count === 1) await markReadAbout(tx, personId, true);
  return count === 1;
}
