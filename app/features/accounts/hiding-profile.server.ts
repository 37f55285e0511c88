import { markReadAbout } from "~/features/notifications/marking-read.server";
import type { Transaction } from "~/platform/db.server";

/** For an admin's decision. What others were told about them counts as read. False if it is hidden already, or the account is gone. */
export async function hideProfile(tx: Transaction, personId: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: personId, profileHiddenAt: null },
    data: { profileHiddenAt: new Date() },
  });
  if (count === 1) await markReadAbout(tx, personId, true);
  return count === 1;
}

/** False if it is not hidden. */
export async function showProfile(tx: Transaction, personId: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: personId, profileHiddenAt: { not: null } },
    data: { profileHiddenAt: null },
  });
  return count === 1;
}
