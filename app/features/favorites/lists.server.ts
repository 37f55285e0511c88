import { transactionBy } from "~/features/accounts/acting.server";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { ensureCreatorProfile } from "~/features/profiles/saving.server";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import type { Transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import { favoriteLimits } from "./favorites";

type AnnotateOutcome = Outcome<"plan" | "list-gone" | "not-found">;

/** Stores the actor's private note on a favorite; an empty one removes it. Refused: 'not-found'. */
export async function writeNote(actor: Actor, contributorId: string, note: string): Promise<AnnotateOutcome> {
  const written = await transactionBy(
    actor,
    (tx) => tx.$executeRaw`
    UPDATE saved_contributors s SET note = ${note}
     WHERE s.creator_id = ${actor.userId}::uuid AND s.contributor_id = ${contributorId}::uuid
       AND s.removed_at IS NULL AND EXISTS (SELECT FROM shown_favorite(s.creator_id, s.contributor_id))`,
  );
  return written === 1 ? { ok: true } : { ok: false, refused: "not-found" };
}

/**
 * Puts a favorite into exactly these lists. Refused: 'plan' if that adds it to a list without Pro features, 'list-gone'
 * for a list that isn't the actor's, 'not-found'.
 */
export async function chooseLists(
  actor: Actor,
  contributorId: string,
  listIds: readonly string[],
): Promise<AnnotateOutcome> {
  const ids = [...new Set(listIds)];
  if (!ids.every(isId)) return { ok: false, refused: "list-gone" };
  return transactionBy(actor, async (tx): Promise<AnnotateOutcome> => {
    const pair = { creatorId: actor.userId, contributorId };
    const [saved] = await tx.$queryRaw<object[]>`
      SELECT FROM saved_contributors
       WHERE creator_id = ${actor.userId}::uuid AND contributor_id = ${contributorId}::uuid AND removed_at IS NULL
         FOR UPDATE`;
    if (!saved) return { ok: false, refused: "not-found" };
    await tx.savedListItem.deleteMany({ where: { ...pair, listId: { notIn: ids } } });
    // The lock keeps a list from being deleted between the choice and the insert.
    await tx.$executeRaw`
      INSERT INTO saved_list_items (list_id, creator_id, contributor_id)
      SELECT l.id, ${actor.userId}::uuid, ${contributorId}::uuid FROM (
        SELECT id FROM saved_lists
         WHERE creator_id = ${actor.userId}::uuid AND id = ANY(${ids}::uuid[])
           AND EXISTS (SELECT FROM pro_features(${actor.userId}::uuid))
         FOR KEY SHARE) l
      ON CONFLICT DO NOTHING`;
    if ((await tx.savedListItem.count({ where: pair })) === ids.length) return { ok: true };
    const owned = await tx.savedList.count({ where: { creatorId: actor.userId, id: { in: ids } } });
    return { ok: false, refused: owned === ids.length ? "plan" : "list-gone" };
  });
}

type ListOutcome = Outcome<"plan" | "taken" | "most-lists" | "not-found" | "not-creator", { listId: string }>;

/**
 * Names are unique per person, ignoring case. A double click creates one list and isn't an error. Refused: 'plan'
 * without Pro features, 'taken', 'most-lists', 'not-creator'.
 */
export async function createList(actor: Actor, name: string): Promise<ListOutcome> {
  if (isContributor(actor)) return { ok: false, refused: "not-creator" };
  return transactionBy(actor, async (tx): Promise<ListOutcome> => {
    await ensureCreatorProfile(tx, actor.userId);
    await lockLists(tx, actor);
    const [list] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO saved_lists (creator_id, name)
      SELECT ${actor.userId}::uuid, ${name}
       WHERE EXISTS (SELECT FROM pro_features(${actor.userId}::uuid))
         AND (SELECT count(*) FROM saved_lists WHERE creator_id = ${actor.userId}::uuid) < ${favoriteLimits.lists}
      ON CONFLICT DO NOTHING RETURNING id`;
    if (list) return { ok: true, listId: list.id };
    const refused = (await whyNot(tx, actor, name, null)) ?? "most-lists";
    const listId = refused === "taken" ? await findJustMade(tx, actor, name) : null;
    return listId ? { ok: true, listId } : { ok: false, refused };
  });
}

/** Refused: 'plan', 'taken', 'not-found' for someone else's list. */
export async function renameList(actor: Actor, listId: string, name: string): Promise<ListOutcome> {
  return transactionBy(actor, async (tx): Promise<ListOutcome> => {
    await lockLists(tx, actor);
    const refused = await whyNot(tx, actor, name, listId);
    if (refused) return { ok: false, refused };
    const { count } = await tx.savedList.updateMany({
      where: { id: listId, creatorId: actor.userId },
      data: { name },
    });
    return count === 1 ? { ok: true, listId } : { ok: false, refused: "not-found" };
  });
}

/** Allowed on every plan. The people stay saved. False if there's no such list. */
export async function deleteList(actor: Actor, listId: string): Promise<boolean> {
  const { count } = await transactionBy(actor, (tx) =>
    tx.savedList.deleteMany({ where: { id: listId, creatorId: actor.userId } }),
  );
  return count === 1;
}

async function findJustMade(tx: Transaction, actor: Actor, name: string): Promise<string | null> {
  const list = await tx.savedList.findFirst({
    where: { creatorId: actor.userId, name, createdAt: { gt: new Date(Date.now() - 10_000) } },
    select: { id: true },
  });
  return list?.id ?? null;
}

/** Serializes changes to the actor's lists, so names stay unique and the limit holds. */
async function lockLists(tx: Transaction, actor: Actor): Promise<void> {
  await lockRow(tx, "creator_profiles", actor.userId, "no-key-update");
}

async function whyNot(
  tx: Transaction,
  actor: Actor,
  name: string,
  exceptId: string | null,
): Promise<"plan" | "taken" | null> {
  const [standing] = await tx.$queryRaw<{ allowed: boolean; taken: boolean }[]>`
    SELECT EXISTS (SELECT FROM pro_features(${actor.userId}::uuid)) AS allowed,
           EXISTS (SELECT FROM saved_lists WHERE creator_id = ${actor.userId}::uuid
                      AND lower(name) = lower(${name}) AND id IS DISTINCT FROM ${exceptId}::uuid) AS taken`;
  if (!standing?.allowed) return "plan";
  return standing.taken ? "taken" : null;
}
