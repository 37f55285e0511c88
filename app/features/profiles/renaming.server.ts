import type { Actor } from "~/features/accounts/actor";
import { isForbiddenName } from "~/features/accounts/person-name";
import { db, type Transaction } from "~/platform/db.server";

export type RenameOutcome = { ok: true } | { ok: false; refused: "forbidden-name" };

/**
 * `fullName` is tidy and visible, as its form demands. Also before the builder's first step. Refused: 'forbidden-name',
 * unless they have it already.
 */
export async function rename(
  actor: Pick<Actor, "userId" | "name">,
  fullName: string,
): Promise<RenameOutcome> {
  if (fullName !== actor.name && isForbiddenName(fullName)) return { ok: false, refused: "forbidden-name" };
  await db.profile.update({ where: { id: actor.userId }, data: { fullName }, select: { id: true } });
  return { ok: true };
}

/**
 * For an admin, in the transaction of the act. False if the name is no longer `was`: someone changed it meanwhile, or
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
