import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { db, Prisma } from "~/platform/db.server";
import type { MediaKind } from "./media";

/** With the sweep's hour a day, as of an upload without its form. */
const aDay = Prisma.sql`now() + interval '23 hours'`;

/** Media that its owner has not used yet, but may within a day: `released_at` lies ahead. A shown one stays as it is. */
export async function letWait(mediaId: string): Promise<void> {
  await db.$executeRaw`UPDATE media SET released_at = ${aDay} WHERE id = ${mediaId}::uuid AND released_at IS NOT NULL`;
}

/** The kind of the actor's own waiting media, which waits another day; null if there is none, or something shows it. */
export async function findWaiting(actor: Pick<Actor, "userId">, mediaId: string): Promise<MediaKind | null> {
  if (!isId(mediaId)) return null;
  const [waiting] = await db.$queryRaw<{ kind: MediaKind }[]>`
    UPDATE media SET released_at = ${aDay}
     WHERE id = ${mediaId}::uuid AND owner_id = ${actor.userId}::uuid AND released_at > now() RETURNING kind`;
  return waiting?.kind ?? null;
}

/** The next sweep removes it, unless something shows it. */
export async function endWait(actor: Pick<Actor, "userId">, mediaId: string): Promise<void> {
  if (!isId(mediaId)) return;
  await db.$executeRaw`
    UPDATE media SET released_at = now()
     WHERE id = ${mediaId}::uuid AND owner_id = ${actor.userId}::uuid AND released_at > now()`;
}
