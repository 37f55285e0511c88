import type { Prisma, Transaction } from "~/platform/db.server";
import { logSecurity } from "~/platform/security-log.server";
import type { Actor } from "./actor";

/**
 * Leaves a row of what an admin did, in the transaction that does it.
 * @param subjectId the user whom it was about
 * @param details what explains the act; no passwords, no tokens
 */
export async function recordAct(
  tx: Transaction,
  admin: Pick<Actor, "userId" | "address">,
  action: string,
  subjectId: string,
  details: Prisma.InputJsonObject = {},
): Promise<void> {
  // Also of an act that fails afterwards there is a line: that it was tried matters, too.
  logSecurity({ event: "admin-act", userId: admin.userId, act: action, subjectId }, admin.address);
  await tx.auditEntry.create({
    data: { actorId: admin.userId, action, subjectId, details },
    select: { id: true },
  });
}
