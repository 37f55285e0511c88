import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { db, Prisma, transaction } from "~/platform/db.server";

export type AnnotateOutcome = { ok: true } | { ok: false; refused: "plan" | "list-gone" | "not-found" };

/** Stores the actor's private note on a favorite; an empty one removes it. Refused: 'not-found'. */
export async function writeNote(actor: Actor, contributorId: string, note: string): Promise<AnnotateOutcome> {
  if (!isId(contributorId)) return { ok: false, refused: "not-found" };
  const written = await db.$executeRaw`
    UPDATE saved_contributors s SET note = ${note} FROM profiles p
     WHERE s.creator_id = ${actor.userId}::uuid AND s.contributor_id = ${contributorId}::uuid AND s.removed_at IS NULL
       AND p.id = s.contributor_id AND EXISTS (SELECT FROM shown_favorite(s.creator_id, s.contributor_id))`;
  return written === 1 ? { ok: true } : { ok: false, refused: "not-found" };
}

/**
 * Puts a favorite into exactly these lists. Refused: 'plan' to add one without the features of Pro, 'list-gone' for a
 * list that is not the actor's, 'not-found'.
 */
export async function chooseLists(
  actor: Actor,
  contributorId: string,
  listIds: readonly string[],
): Promise<AnnotateOutcome> {
  if (!isId(contributorId)) return { ok: false, refused: "not-found" };
  const ids = [...new Set(listIds)];
  if (!ids.every(isId)) return { ok: false, refused: "list-gone" };
  return transaction(async (tx): Promise<AnnotateOutcome> => {
    const pair = Prisma.sql`creator_id = ${actor.userId}::uuid AND contributor_id = ${contributorId}::uuid`;
    const [saved] = await tx.$queryRaw<object[]>`
      SELECT FROM saved_contributors WHERE ${pair} AND removed_at IS NULL FOR UPDATE`;
    if (!saved) return { ok: false, refused: "not-found" };
    await tx.$executeRaw`DELETE FROM saved_list_items WHERE ${pair} AND list_id <> ALL(${ids}::uuid[])`;
    // The lock lets no one delete a list between its choice and its entry.
    await tx.$executeRaw`
      INSERT INTO saved_list_items (list_id, creator_id, contributor_id)
      SELECT l.id, ${actor.userId}::uuid, ${contributorId}::uuid FROM (
        SELECT id FROM saved_lists
         WHERE creator_id = ${actor.userId}::uuid AND id = ANY(${ids}::uuid[])
           AND EXISTS (SELECT FROM pro_features(${actor.userId}::uuid))
         FOR KEY SHARE) l
      ON CONFLICT DO NOTHING`;
    const [stored] = await tx.$queryRaw<{ count: number; owned: number }[]>`
      SELECT (SELECT count(*)::int FROM saved_list_items WHERE ${pair}) AS count,
             (SELECT count(*)::int FROM saved_lists
               WHERE creator_id = ${actor.userId}::uuid AND id = ANY(${ids}::uuid[])) AS owned`;
    if (stored?.count === ids.length) return { ok: true };
    return { ok: false, refused: stored?.owned === ids.length ? "plan" : "list-gone" };
  });
}
