import type { Transaction } from "~/platform/db.server";

/**
 * Hides a sample from everyone by an admin's decision, or returns it to its position, but not as the cover. False if
 * nothing changed, if it had already been removed, or if it doesn't exist anymore.
 */
export async function setSampleHidden(
  tx: Transaction,
  sampleId: string,
  isHidden: boolean,
): Promise<boolean> {
  const now = new Date();
  const { count } = isHidden
    ? await tx.workSample.updateMany({
        where: { id: sampleId, removedAt: null },
        data: { removedAt: now, hiddenAt: now, isCover: false },
      })
    : await tx.workSample.updateMany({
        where: { id: sampleId, hiddenAt: { not: null } },
        data: { removedAt: null, hiddenAt: null },
      });
  return count > 0;
}
