import { db } from "~/platform/db.server";
import type { Actor } from "./actor";

/** How pages look for the actor, on every device, from the next page on. */
export async function setAppearance(
  actor: Pick<Actor, "userId">,
  { appearance, savesData }: Pick<Actor, "appearance" | "savesData">,
): Promise<void> {
  await db.user.update({
    where: { id: actor.userId },
    data: { appearance, savesData },
    select: { id: true },
  });
}
