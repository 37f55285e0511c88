import type { Transaction } from "~/platform/db.server";

/**
 * Carries out an admin's decision: hides a sample from everyone, or shows it again in its old position, though not as
 * the cover. False if nothing changed, or if its owner has removed or deleted it.
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
