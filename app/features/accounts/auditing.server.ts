import type { Prisma, Transaction } from "~/platform/db.server";
import { logSecurity } from "~/platform/security-log.server";
import type { Actor } from "./actor";
import type { Act } from "./acts";

/** Must hold no passwords or tokens, and no more about the person than the act needs: it is kept for good. */
export interface ActDetails {
  /** In the admin's words. */
  reason?: string;
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
  /** Of the person, before and after: kept beside the log, and only until they leave. */
  names?: { before: string; after: string };
  requestId?: string;
  /** Of reports. */
  caseId?: string;
  /** The id of what it is about, if not a person. */
  thing?: string;
}

/**
 * Records an admin's act about a person, in the act's transaction. The database refuses to change or delete it.
 * @param admin null for the command line
 * @param personId null if it is about no one with an account
 */
export async function recordAct(
  tx: Transaction,
  admin: Pick<Actor, "userId" | "address"> | null,
  act: Act,
  personId: string | null,
  { reason, names, ...details }: ActDetails = {},
): Promise<void> {
  // The security log keeps the attempt even if the transaction fails.
  logSecurity(
    { event: "admin-act", userId: admin?.userId ?? null, act, subjectId: personId },
    admin?.address,
  );
  const { id } = await tx.auditEntry.create({
    data: {
      actorId: admin?.userId ?? null,
      action: act,
      subjectId: personId,
      details: { ...(reason && { reason }), ...details },
    },
    select: { id: true },
  });
  if (names && personId)
    await tx.actName.create({ data: { actId: id, personId, ...names }, select: { actId: true } });
}
