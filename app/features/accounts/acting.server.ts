import { db, SessionEnded, type Transaction, transaction } from "~/platform/db.server";
import type { Actor } from "./actor";

/** A member and the session that they act by; null for a guest. */
type Acting = (Pick<Actor, "userId" | "sessionId"> & Partial<Pick<Actor, "isAdmin">>) | null;

/**
 * A transaction of what a member does. It asks for the session last, behind every lock that it waited for, so that nothing
 * is done by a session that has ended, however early the request began.
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
 * For a transaction that itself ends the actor's session: before it does.
 * @throws SessionEnded
 */
export async function requireSession(tx: Transaction, actor: NonNullable<Acting>): Promise<void> {
  if (!(await mayAct(actor, tx))) throw new SessionEnded();
}

/** Whether the actor's session is still valid, and an admin still is one. */
export async function mayAct(
  { sessionId, userId, isAdmin = false }: NonNullable<Acting>,
  tx: Transaction = db,
): Promise<boolean> {
  const [session] = await tx.$queryRaw<{ may: boolean }[]>`
    SELECT may_act(${sessionId}::uuid, ${userId}::uuid, ${isAdmin}) AS may`;
  return session?.may ?? false;
}
