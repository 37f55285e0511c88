import type { Actor } from "~/features/accounts/actor";
import { db } from "~/platform/db.server";

/** `fullName` is tidy and visible, as its form demands. Also before the builder's first step. */
export async function rename(actor: Pick<Actor, "userId">, fullName: string): Promise<void> {
  await db.profile.update({ where: { id: actor.userId }, data: { fullName }, select: { id: true } });
}
