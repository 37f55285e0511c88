import type { Prisma, Transaction } from "~/platform/db.server";
import { logSecurity } from "~/platform/security-log.server";
import type { Actor } from "./actor";

/** Records an admin act, in its transaction. `details` must hold no passwords or tokens. */
export async function recordAct(
  tx: Transaction,
  admin: Pick<Actor, "userId" | "address">,
  action: string,
  subjectId: string,
  details: Prisma.InputJsonObject = {},
): Promise<void> {
  // The security log keeps the attempt even if the transaction fails.
  logSecurity({ event: "admin-act", userId: admin.userId, act: action, subjectId }, admin.address);
  await tx.auditEntry.create({
    data: { actorId: admin.userId, action, subjectId, details },
    select: { id: true },
  });
}
