import { db } from "~/platform/db.server";
import type { Actor } from "./actor";

/** What others see of the actor; the first two also say what the actor sees of others. */
export interface Privacy {
  showsOnline: boolean;
  readReceipts: boolean;
  appearsInSearch: boolean;
}

export function getPrivacy(actor: Pick<Actor, "userId">): Promise<Privacy> {
  return db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { showsOnline: true, readReceipts: true, appearsInSearch: true },
  });
}

export async function savePrivacy(actor: Pick<Actor, "userId">, privacy: Privacy): Promise<void> {
  const { showsOnline, readReceipts, appearsInSearch } = privacy;
  await db.user.update({
    where: { id: actor.userId },
    data: { showsOnline, readReceipts, appearsInSearch },
    select: { id: true },
  });
}
