import type { Transaction } from "~/platform/db.server";
import { restoreInvitations, withdrawInvitations } from "./announcing.server";

/**
 * Carries out an admin's decision: hides a project from everyone but its owner and those who applied, or shows it
 * again. False if nothing changed, or if the project doesn't exist anymore.
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
  if (count === 1) await (isHidden ? withdrawInvitations : restoreInvitations)(tx, projectId);
  return count === 1;
}

/**
 * Carries out an admin's decision: hides what an application says from the project's owner, or shows it again. False if
 * nothing changed, or if the application doesn't exist anymore.
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
