import type { Prisma, Transaction } from "~/platform/db.server";
import type { Actor } from "./actor";

/**
 * Leaves a row of what an admin did, in the transaction that does it.
 * @param subjectId the user whom it was about
 * @param details what explains the act; no passwords, no tokens
 */
export async function recordAct(
  tx: Transaction,
  admin: Pick<Actor, "userId">,
  action: string,
  subjectId: string,
  details: Prisma.InputJsonObject = {},
): Promise<void> {
  await tx.auditEntry.create({
    data: { actorId: admin.userId, action, subjectId, details },
    select: { id: true },
  });
}
