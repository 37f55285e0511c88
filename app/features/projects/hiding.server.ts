import type { Transaction } from "~/platform/db.server";

/**
 * Hides a project from everyone but its owner and those who applied, or shows it again, when an admin decides so. False
 * if it already was that way, or is gone.
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
 * Hides what an application says from the project's owner, or shows it again, when an admin decides so. False if it
 * already was that way, or is gone.
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
