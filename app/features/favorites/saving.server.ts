import { randomUUID } from "node:crypto";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { refund, spend } from "~/features/plans/counting.server";
import { ensureCreatorProfile } from "~/features/profiles/saving.server";
import { isId } from "~/ids";
import { db, jobDb, type Transaction, transaction } from "~/platform/db.server";
import { scoreFavorites } from "./scoring.server";

export type SaveOutcome = { ok: true } | { ok: false; refused: "save-limit" | "not-found" | "not-creator" };

/**
 * Counted by the actor's plan. Saving twice changes nothing; within a day of a removal it brings back note and lists.
 * Refused: 'save-limit', 'not-found' if the actor may not see them, 'not-creator'.
 */
export async function saveContributor(actor: Actor, contributorId: string): Promise<SaveOutcome> {
  if (isContributor(actor)) return { ok: false, refused: "not-creator" };
  if (!isId(contributorId)) return { ok: false, refused: "not-found" };
  return transaction(async (tx): Promise<SaveOutcome> => {
    await ensureCreatorProfile(tx, actor.userId);
    const written = await tx.$executeRaw`
      INSERT INTO saved_contributors (creator_id, contributor_id)
      SELECT creator.id, p.id FROM (SELECT ${actor.userId}::uuid AS id) creator
       CROSS JOIN LATERAL shown_favorite(creator.id, ${contributorId}::uuid) p
      ON CONFLICT (creator_id, contributor_id) DO UPDATE SET removed_at = NULL
        WHERE saved_contributors.removed_at IS NOT NULL`;
    if (written === 0)
      return (await isSaved(actor, contributorId, tx)) ? { ok: true } : { ok: false, refused: "not-found" };
    // The row above makes it once; a key of its own lets someone be saved, removed and saved again.
    const spent = await spend(tx, actor, "save", `save:${contributorId}:${randomUUID()}`, contributorId);
    if (spent === "limit") return { ok: false, refused: "save-limit" };
    await scoreFavorites(tx, actor.userId, [contributorId]);
    return { ok: true };
  });
}

/** Frees the slot. Removing twice changes nothing. */
export async function unsaveContributor(actor: Actor, contributorId: string): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.savedContributor.updateMany({
      where: { creatorId: actor.userId, contributorId, removedAt: null },
      data: { removedAt: new Date() },
    });
    if (count === 1) await refund(tx, actor, "save", contributorId);
  });
}

/** Removes those who are no longer visible to the actor; returns how many. */
export async function removeUnavailable(actor: Actor): Promise<number> {
  return transaction(async (tx) => {
    const removed = await tx.$queryRaw<{ contributor_id: string }[]>`
      UPDATE saved_contributors s SET removed_at = now()
       WHERE s.creator_id = ${actor.userId}::uuid AND s.removed_at IS NULL
         AND NOT EXISTS (SELECT FROM shown_favorite(s.creator_id, s.contributor_id))
      RETURNING s.contributor_id`;
    for (const { contributor_id } of removed) await refund(tx, actor, "save", contributor_id);
    return removed.length;
  });
}

/** Also someone who is no longer visible. */
export async function isSaved(
  actor: Pick<Actor, "userId">,
  contributorId: string,
  tx: Transaction = db,
): Promise<boolean> {
  const where = { creatorId: actor.userId, contributorId, removedAt: null };
  return (await tx.savedContributor.count({ where })) > 0;
}

/** The job: removals that can no longer be undone. */
export async function sweepRemoved(): Promise<void> {
  await jobDb.savedContributor.deleteMany({
    where: { removedAt: { lt: new Date(Date.now() - 86_400_000) } },
  });
}
