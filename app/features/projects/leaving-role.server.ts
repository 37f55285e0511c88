import type { Transaction } from "~/platform/db.server";

/** Projects of theirs that are not over; they are to be completed or canceled first. */
export function countOpenProjects(tx: Transaction, userId: string): Promise<number> {
  return tx.projectBrief.count({ where: { creatorId: userId, status: { in: ["open", "in_progress"] } } });
}

/** Applications of theirs that nobody has decided about; they are to be withdrawn first. */
export function countPendingApplications(tx: Transaction, userId: string): Promise<number> {
  return tx.projectApplication.count({ where: { contributorId: userId, status: "pending" } });
}

/** Those that they have not answered by applying. */
export async function dropInvitations(tx: Transaction, userId: string): Promise<void> {
  await tx.projectInvitation.deleteMany({ where: { contributorId: userId } });
}
