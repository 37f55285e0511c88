import { markReadAbout } from "~/features/notifications/listing.server";
import type { Transaction } from "~/platform/db.server";

/**
 * Hides a profile by an admin's decision and marks others' notifications about it as read, or makes the
 * profile visible again. False if nothing changed, or if the account doesn't exist anymore.
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
