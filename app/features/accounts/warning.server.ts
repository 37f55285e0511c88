import { db, type Transaction } from "~/platform/db.server";
import type { Actor } from "./actor";
import { reasonWords, type SuspensionReason } from "./suspension";

export type WarnOutcome =
  | { ok: true; warningId: string }
  | { ok: false; refused: "not-found" | "yourself" | "admin" };

/**
 * Warns someone, who then has to say that they have read it before they go on. The caller records the act. Refused:
 * 'not-found', 'yourself', 'admin' for anybody with the admins' right.
 */
export async function warnPerson(
  tx: Transaction,
  admin: Pick<Actor, "userId">,
  personId: string,
  { reason, words }: { reason: SuspensionReason; words: string },
): Promise<WarnOutcome> {
  if (personId === admin.userId) return { ok: false, refused: "yourself" };
  const person = await tx.user.findUnique({ where: { id: personId }, select: { isAdmin: true } });
  if (!person) return { ok: false, refused: "not-found" };
  if (person.isAdmin) return { ok: false, refused: "admin" };
  const { id } = await tx.warning.create({
    data: { userId: personId, reason, words, byId: admin.userId },
    select: { id: true },
  });
  return { ok: true, warningId: id };
}

/**
 * False if it is taken back already or, unless `evenRead`, has been read: of an undo and a reading at once, one is first.
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

export interface WarningView {
  id: string;
  reason: string;
  /** The admin's; may be empty. */
  words: string;
  /** ISO 8601. */
  at: string;
}

/** The actor's oldest one that they have not read. */
export async function findUnreadWarning(actor: Pick<Actor, "userId">): Promise<WarningView | null> {
  const row = await db.warning.findFirst({
    where: { userId: actor.userId, readAt: null, takenBackAt: null },
    orderBy: { createdAt: "asc" },
    select: { id: true, reason: true, words: true, createdAt: true },
  });
  return (
    row && { id: row.id, reason: reasonWords(row.reason), words: row.words, at: row.createdAt.toISOString() }
  );
}

/** One's own; again, or of one that was taken back, it changes nothing. */
export async function markWarningRead(actor: Pick<Actor, "userId">, warningId: string): Promise<void> {
  await db.warning.updateMany({
    where: { id: warningId, userId: actor.userId, readAt: null, takenBackAt: null },
    data: { readAt: new Date() },
  });
}
