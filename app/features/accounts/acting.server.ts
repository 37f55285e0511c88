import { db, SessionEnded, type Transaction, transaction } from "~/platform/db.server";
import type { Actor, Admin } from "./actor";

/** The member who acts and the session they act in; null for a guest. */
type Acting = (Pick<Actor, "userId" | "sessionId"> & Partial<Pick<Actor, "isAdmin">>) | null;

/**
 * Runs a member's action in a transaction. The session is checked last, when all locks are held, so a request whose
 * session has ended in the meantime changes nothing, no matter how early it began.
 * @throws SessionEnded, which becomes the page that asks to sign in
 */
export function transactionBy<Outcome>(
  actor: Acting,
  act: (tx: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  return transaction(async (tx) => {
    const outcome = await act(tx);
    if (actor) await requireSession(tx, actor);
    return outcome;
  });
}

/**
 * Like `transactionBy`, but only for admins. At the end of the transaction, PostgreSQL checks that the actor
 * is one.
 * @throws SessionEnded
 */
export function transactionByAdmin<Outcome>(
  admin: Pick<Admin, "userId" | "sessionId">,
  act: (tx: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  return transactionBy({ ...admin, isAdmin: true }, act);
}

/**
 * Call this in a transaction that ends the actor's own session, before it does, because `transactionBy` wouldn't find
 * the session anymore.
 * @throws SessionEnded
 */
export async function requireSession(tx: Transaction, actor: NonNullable<Acting>): Promise<void> {
  if (!(await mayAct(actor, tx))) throw new SessionEnded();
}

/** Whether the actor's session is still valid and, for an admin, whether they're still one. */
export async function mayAct(
  { sessionId, userId, isAdmin = false }: NonNullable<Acting>,
  tx: Transaction = db,
): Promise<boolean> {
  const [session] = await tx.$queryRaw<{ may: boolean }[]>`
    SELECT EXISTS (SELECT FROM acting_session(${sessionId}::uuid, ${userId}::uuid, ${isAdmin})) AS may`;
  return session?.may ?? false;
}
