import type { Transaction } from "~/platform/db.server";

/** For an admin's decision: only its owner and those who applied see it. False if it is hidden already, or gone. */
export async function hideProject(tx: Transaction, projectId: string): Promise<boolean> {
  const { count } = await tx.projectBrief.updateMany({
    where: { id: projectId, hiddenAt: null },
    data: { hiddenAt: new Date() },
  });
  return count === 1;
}

/** False if it is not hidden. */
export async function unhideProject(tx: Transaction, projectId: string): Promise<boolean> {
  const { count } = await tx.projectBrief.updateMany({
    where: { id: projectId, hiddenAt: { not: null } },
    data: { hiddenAt: null },
  });
  return count === 1;
}

/** For an admin's decision: the project's owner no longer sees what is in it. False if it is hidden already, or gone. */
export async function hideApplication(tx: Transaction, applicationId: string): Promise<boolean> {
  const { count } = await tx.projectApplication.updateMany({
    where: { id: applicationId, hiddenAt: null },
    data: { hiddenAt: new Date() },
  });
  return count === 1;
}

/** False if it is not hidden. */
export async function unhideApplication(tx: Transaction, applicationId: string): Promise<boolean> {
  const { count } = await tx.projectApplication.updateMany({
    where: { id: applicationId, hiddenAt: { not: null } },
    data: { hiddenAt: null },
  });
  return count === 1;
}
