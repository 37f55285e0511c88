import type { Transaction } from "~/platform/db.server";

/**
 * Hides a project by an admin's decision from everyone but its owner and those who applied, or shows it again. False if
 * nothing changed, or if it's gone.
 */
export async function setProjectHidden(
  tx: Transaction,
  projectId: string,
  isHidden: boolean,
): Promise<boolean> {
  const { count } = await tx.projectBrief.updateMany({
    where: { id: projectId, hiddenAt: isHidden ? null : { not: null } },
    data: { hiddenAt: isHidden ? new Date() : null },
  });
  return count === 1;
}

/**
 * Hides an application's contents from the project's owner by an admin's decision, or shows them again. False if nothing
 * changed, or if it's gone.
 */
export async function setApplicationHidden(
  tx: Transaction,
  applicationId: string,
  isHidden: boolean,
): Promise<boolean> {
  const { count } = await tx.projectApplication.updateMany({
    where: { id: applicationId, hiddenAt: isHidden ? null : { not: null } },
    data: { hiddenAt: isHidden ? new Date() : null },
  });
  return count === 1;
}
