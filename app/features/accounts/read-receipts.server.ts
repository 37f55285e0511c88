import { db } from "~/platform/db.server";
import type { Actor } from "./actor";

/** Whether the actor shows what they have read, and sees it of others who do. */
export async function hasReadReceipts(actor: Pick<Actor, "userId">): Promise<boolean> {
  const { readReceipts } = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { readReceipts: true },
  });
  return readReceipts;
}

export async function setReadReceipts(actor: Pick<Actor, "userId">, readReceipts: boolean): Promise<void> {
  await db.user.update({ where: { id: actor.userId }, data: { readReceipts } });
}
