import { randomUUID } from "node:crypto";
import { transactionBy } from "~/features/accounts/acting.server";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { readTraits } from "~/features/discovery/finding.server";
import { scoreOf } from "~/features/discovery/score";
import { giveBackAllUses, giveBackUse, spend } from "~/features/plans/counting.server";
import { unlimited } from "~/features/plans/plan";
import { ensureCreatorProfile, keepRoles } from "~/features/profiles/saving.server";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { db, jobDb, readRows, type Transaction, transaction } from "~/platform/db.server";
import type { SavingOffer } from "./favorites";

/** How well these people match the creator. It's stored with each favorite, so the database can sort by it. */
async function percentsFor(
  tx: Transaction,
  creatorId: string,
  contributorIds: readonly string[],
): Promise<{ id: string; percent: number }[]> {
  const people = await readTraits(tx, [creatorId, ...contributorIds]);
  const creator = people.find(({ id }) => id === creatorId);
  if (!creator) return [];
  const others = people.filter(({ id }) => id !== creatorId);
  return others.map(({ id, traits }) => ({ id, percent: scoreOf(creator.traits, traits)?.percent ?? 0 }));
}

async function rescore(tx: Transaction, creatorId: string, contributorIds: readonly string[]): Promise<void> {
  const scored = await percentsFor(tx, creatorId, contributorIds);
  await tx.$executeRaw`
    UPDATE saved_contributors s SET percent = scored.percent, scored_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(scored)}::jsonb) AS scored (id uuid, percent int)
     WHERE s.creator_id = ${creatorId}::uuid AND s.contributor_id = scored.id`;
}

const batch = 500;

/**
 * The job that updates the stored scores after either side has changed their profile. It looks two weeks back, in case
 * it couldn't run for days.
 */
export async function rescoreFavorites(): Promise<void> {
  const stale = await jobDb.$queryRaw<{ creatorId: string; contributorIds: string[] }[]>`
    SELECT creator_id AS "creatorId", array_agg(contributor_id) AS "contributorIds" FROM (
      SELECT creator_id, contributor_id FROM saved_contributors WHERE scored_at IS NULL
      UNION SELECT s.creator_id, s.contributor_id
        FROM profiles p JOIN saved_contributors s ON s.contributor_id = p.id
       WHERE p.updated_at > now() - interval '14 days' AND s.scored_at < p.updated_at
      UNION SELECT s.creator_id, s.contributor_id
        FROM profiles p JOIN saved_contributors s ON s.creator_id = p.id
       WHERE p.updated_at > now() - interval '14 days' AND s.scored_at < p.updated_at) changed
     GROUP BY 1`;
  for (const { creatorId, contributorIds } of stale) {
    for (let from = 0; from < contributorIds.length; from += batch)
      await transaction((tx) => rescore(tx, creatorId, contributorIds.slice(from, from + batch)));
  }
}

type SaveOutcome = Outcome<"save-limit" | "not-found" | "not-creator">;

/**
 * Saves a contributor as a favorite, which counts toward the plan. Does nothing if it's saved already. Within a day of
 * a removal, saving again restores the note and the lists. Refused: 'save-limit', 'not-found' if the actor may not see
 * the person, 'not-creator' for a contributor.
 */
export async function saveContributor(actor: Actor, contributorId: string): Promise<SaveOutcome> {
  if (isContributor(actor)) return { ok: false, refused: "not-creator" };
  if (!isId(contributorId)) return { ok: false, refused: "not-found" };
  return transactionBy(actor, async (tx): Promise<SaveOutcome> => {
    await keepRoles(tx, [actor.userId, contributorId]);
    if (!actor.userType) await ensureCreatorProfile(tx, actor.userId);
    const [scored] = await percentsFor(tx, actor.userId, [contributorId]);
    const written = await tx.$executeRaw`
      INSERT INTO saved_contributors (creator_id, contributor_id, percent, scored_at)
      SELECT creator.id, p.id, ${scored?.percent ?? 0}, CASE WHEN ${scored !== undefined} THEN now() END
        FROM profiles creator CROSS JOIN LATERAL shown_favorite(creator.id, ${contributorId}::uuid) p
       WHERE creator.id = ${actor.userId}::uuid AND creator.user_type IS DISTINCT FROM 'contributor'
      ON CONFLICT (creator_id, contributor_id)
        DO UPDATE SET removed_at = NULL, percent = excluded.percent, scored_at = excluded.scored_at
        WHERE saved_contributors.removed_at IS NOT NULL`;
    if (written === 0) {
      if (await isSaved(actor, contributorId, tx)) return { ok: true };
      const me = await tx.profile.findUniqueOrThrow({
        where: { id: actor.userId },
        select: { userType: true },
      });
      return { ok: false, refused: me.userType === "contributor" ? "not-creator" : "not-found" };
    }
    // A favorite is counted once because its row is inserted once. The random key allows the person to be counted again
    // after a removal.
    const spent = await spend(tx, actor, "save", `save:${contributorId}:${randomUUID()}`, contributorId);
    if (spent === "limit") return { ok: false, refused: "save-limit" };
    return { ok: true };
  });
}

/** Removes a favorite and gives its use back. Idempotent. */
export async function unsaveContributor(actor: Actor, contributorId: string): Promise<void> {
  await transactionBy(actor, async (tx) => {
    const { count } = await tx.savedContributor.updateMany({
      where: { creatorId: actor.userId, contributorId, removedAt: null },
      data: { removedAt: new Date() },
    });
    if (count === 1) await giveBackUse(tx, actor, "save", contributorId);
  });
}

/** Removes people who are no longer visible to the actor; returns how many. */
export async function removeUnavailable(actor: Actor): Promise<number> {
  return transactionBy(actor, async (tx) => {
    const removed = await tx.$queryRaw<{ contributor_id: string }[]>`
      UPDATE saved_contributors s SET removed_at = now()
       WHERE s.creator_id = ${actor.userId}::uuid AND s.removed_at IS NULL
         AND NOT EXISTS (SELECT FROM shown_favorite(s.creator_id, s.contributor_id))
      RETURNING s.contributor_id`;
    for (const { contributor_id } of removed) await giveBackUse(tx, actor, "save", contributor_id);
    return removed.length;
  });
}

/** Also true for someone who isn't visible anymore. */
export async function isSaved(actor: Actor, contributorId: string, tx: Transaction = db): Promise<boolean> {
  const where = { creatorId: actor.userId, contributorId, removedAt: null };
  return (await tx.savedContributor.count({ where })) > 0;
}

/** The job that deletes removals that can't be undone anymore. */
export async function sweepRemoved(): Promise<void> {
  await jobDb.savedContributor.deleteMany({
    where: { removedAt: { lt: new Date(Date.now() - 86_400_000) } },
  });
}

/** The creators whose uses `unsaveEverywhere` gives back, so that a caller can lock them in advance. */
export async function listSavers(tx: Transaction, contributorId: string): Promise<string[]> {
  const savers = await tx.savedContributor.findMany({
    where: { contributorId, removedAt: null },
    select: { creatorId: true },
  });
  return savers.map(({ creatorId }) => creatorId);
}

/**
 * For someone who is no longer a contributor: deletes them from everyone's favorites and gives the uses back, in a
 * constant number of statements.
 */
export async function unsaveEverywhere(tx: Transaction, contributorId: string): Promise<void> {
  const removed = await tx.$queryRaw<{ creatorId: string }[]>`
    WITH removed AS (
      DELETE FROM saved_contributors WHERE contributor_id = ${contributorId}::uuid
      RETURNING creator_id, removed_at
    )
    SELECT creator_id AS "creatorId" FROM removed WHERE removed_at IS NULL`;
  const creators = removed.map(({ creatorId }) => creatorId);
  // They saved as creators, so they get the use back even if their type has changed since.
  await giveBackAllUses(tx, creators, "save", contributorId);
}

/** What a creator's page needs for its Save buttons: one query, no matter how many of these people it shows. */
export async function offerSaving(actor: Actor, contributorIds: readonly string[]): Promise<SavingOffer> {
  const [row] = await readRows<OfferRow>(
    "favorites-offer",
    // The IDs are passed as a column, because with an array parameter, PostgreSQL may plan the query every time.
    "SELECT offer.* FROM (SELECT $2::uuid[] AS ids OFFSET 0) given CROSS JOIN LATERAL saving_offer($1, given.ids) offer",
    [actor.userId, contributorIds],
  );
  if (!row) throw new Error("a live session has no plan");
  return offerOf(row);
}

/** As `saving_offer` returns it. */
type OfferRow = { saved: string[]; used: number; limit: number };

/** For a page that has read `saving_offer` in its own statement. */
export const offerOf = ({ saved, used, limit }: OfferRow): SavingOffer => ({
  saved,
  used,
  limit: limit >= unlimited ? null : limit,
});
