import { type Actor, isContributor } from "~/features/accounts/actor";
import { refund, spend } from "~/features/plans/counting.server";
import { ensureCreatorProfile } from "~/features/profiles/saving.server";
import { canBeFound } from "~/features/visibility/seeing.server";
import { db, transaction } from "~/platform/db.server";

export type SaveOutcome = { ok: true } | { ok: false; refused: "save-limit" | "not-found" | "not-creator" };

/**
 * Counted by the actor's plan. Saving twice changes nothing. Refused: 'save-limit', 'not-found' if the actor may not
 * see them, 'not-creator'.
 */
export async function saveContributor(actor: Actor, contributorId: string): Promise<SaveOutcome> {
  if (isContributor(actor)) return { ok: false, refused: "not-creator" };
  return transaction(async (tx): Promise<SaveOutcome> => {
    await ensureCreatorProfile(tx, actor.userId);
    const [saved] = await tx.$queryRawUnsafe<{ created_at: Date }[]>(
      `INSERT INTO saved_contributors (creator_id, contributor_id)
       SELECT $1::uuid, p.id FROM profiles p
        WHERE p.id = $2::uuid AND p.user_type = 'contributor' AND ${canBeFound("$1::uuid", "p")}
       ON CONFLICT DO NOTHING RETURNING created_at`,
      actor.userId,
      contributorId,
    );
    if (!saved)
      return (await isSaved(actor, contributorId)) ? { ok: true } : { ok: false, refused: "not-found" };
    const key = `save:${contributorId}:${saved.created_at.getTime()}`;
    const spent = await spend(tx, actor, "save", key, contributorId);
    return spent === "limit" ? { ok: false, refused: "save-limit" } : { ok: true };
  });
}

/** Frees the slot. Removing twice changes nothing. */
export async function unsaveContributor(actor: Actor, contributorId: string): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.savedContributor.deleteMany({
      where: { creatorId: actor.userId, contributorId },
    });
    if (count === 1) await refund(tx, actor, "save", contributorId);
  });
}

export async function isSaved(actor: Actor, contributorId: string): Promise<boolean> {
  return (await db.savedContributor.count({ where: { creatorId: actor.userId, contributorId } })) > 0;
}
