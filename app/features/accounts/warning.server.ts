import type { Outcome } from "~/outcome";
import { db, type Transaction } from "~/platform/db.server";
import { transactionBy } from "./acting.server";
import type { Actor } from "./actor";
import { reasonWords, type SuspensionReason } from "./suspension";

/**
 * Warns someone, who has to acknowledge the warning before they can do anything else. The caller records the act.
 * Refused: 'admin' for anyone with admin rights.
 */
export async function warnPerson(
  tx: Transaction,
  admin: Pick<Actor, "userId">,
  personId: string,
  { reason, words }: { reason: SuspensionReason; words: string },
): Promise<Outcome<"admin", { warningId: string }>> {
  const person = await tx.user.findUniqueOrThrow({ where: { id: personId }, select: { isAdmin: true } });
  if (person.isAdmin) return { ok: false, refused: "admin" };
  const { id } = await tx.warning.create({
    data: { userId: personId, reason, words, byId: admin.userId },
    select: { id: true },
  });
  return { ok: true, warningId: id };
}

/**
 * Retracts a warning. Returns false if it was already retracted or, unless `evenRead`, acknowledged. If both happen at
 * the same moment, this single conditional statement decides which comes first.
 */
export async function takeWarningBack(
  tx: Transaction,
  warningId: string,
  { evenRead = false } = {},
): Promise<boolean> {
  const { count } = await tx.warning.updateMany({
    where: { id: warningId, takenBackAt: null, ...(evenRead ? {} : { readAt: null }) },
    data: { takenBackAt: new Date() },
  });
  return count === 1;
}

/** The oldest warning that the actor hasn't acknowledged. `words` are the admin's own and may be empty. */
export async function findUnreadWarning(actor: Actor) {
  const row = await db.warning.findFirst({
    where: { userId: actor.userId, readAt: null, takenBackAt: null },
    orderBy: { createdAt: "asc" },
    select: { id: true, reason: true, words: true, createdAt: true },
  });
  return (
    row && { id: row.id, reason: reasonWords(row.reason), words: row.words, at: row.createdAt.toISOString() }
  );
}

/** Acknowledges a warning. Does nothing if it's someone else's, already acknowledged or retracted. */
export async function markWarningRead(actor: Actor, warningId: string): Promise<void> {
  const where = { id: warningId, userId: actor.userId, readAt: null, takenBackAt: null };
  await transactionBy(actor, (tx) => tx.warning.updateMany({ where, data: { readAt: new Date() } }));
}
