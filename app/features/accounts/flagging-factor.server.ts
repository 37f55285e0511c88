import { Prisma, type Transaction } from "~/platform/db.server";
import type { Actor } from "./actor";
import { confirmSession, deleteSessions } from "./sessions.server";

/**
 * From now on, a sign-in needs the second factor. Ends the actor's other sessions, which were opened without it; this
 * one counts as confirmed. The caller holds a lock on the account's row.
 * @returns the ended sessions, for `publishEndedSessions` after the commit
 */
export async function requireFactor(
  tx: Transaction,
  actor: Pick<Actor, "userId" | "sessionId">,
): Promise<string[]> {
  const { userId, sessionId } = actor;
  await tx.user.update({ where: { id: userId }, data: { secondFactor: true }, select: { id: true } });
  await confirmSession(tx, sessionId);
  return deleteSessions(tx, userId, Prisma.sql`AND id <> ${sessionId}::uuid`);
}

/** The password alone opens a session again. */
export async function stopRequiringFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { secondFactor: false }, select: { id: true } });
}
