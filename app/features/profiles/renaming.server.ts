import type { Actor } from "~/features/accounts/actor";
import { db, type Transaction } from "~/platform/db.server";

/** `fullName` is tidy and visible, as its form demands. Also before the builder's first step. */
export async function rename(actor: Pick<Actor, "userId">, fullName: string): Promise<void> {
  await db.profile.update({ where: { id: actor.userId }, data: { fullName }, select: { id: true } });
}

/**
 * For an admin, in the transaction of the act. False if the name is no longer `was`: somebody changed it meanwhile, or
 * this is the same form again.
 */
export async function renamePerson(
  tx: Transaction,
  personId: string,
  { was, fullName }: { was: string; fullName: string },
): Promise<boolean> {
  const { count } = await tx.profile.updateMany({
    where: { id: personId, fullName: was },
    data: { fullName },
  });
  return count === 1;
}
