import type { Transaction } from "~/platform/db.server";

/** For an admin's decision: gone for everyone, and kept. False if it is gone, or was removed or hidden before. */
export async function hideSample(tx: Transaction, sampleId: string): Promise<boolean> {
  const now = new Date();
  const { count } = await tx.workSample.updateMany({
    where: { id: sampleId, removedAt: null },
    data: { removedAt: now, hiddenAt: now, isCover: false },
  });
  return count > 0;
}

/** In its place; it no longer is the cover. False if it is not hidden. */
export async function unhideSample(tx: Transaction, sampleId: string): Promise<boolean> {
  const { count } = await tx.workSample.updateMany({
    where: { id: sampleId, hiddenAt: { not: null } },
    data: { removedAt: null, hiddenAt: null },
  });
  return count > 0;
}
