import { type Actor, isContributor } from "~/features/accounts/actor";
import { ensureCreatorProfile } from "~/features/profiles/saving.server";
import { isId } from "~/ids";
import { db, type Transaction, transaction } from "~/platform/db.server";
import { favoriteLimits } from "./favorites";

export type ListOutcome =
  | { ok: true; listId: string }
  | { ok: false; refused: "plan" | "taken" | "most-lists" | "not-found" | "not-creator" };

/**
 * Names are unique per person, whatever their case. A second click makes nothing, and is no error. Refused: 'plan' without the features of Pro, 'taken',
 * 'most-lists', 'not-creator'.
 */
export async function createList(actor: Actor, name: string): Promise<ListOutcome> {
  if (isContributor(actor)) return { ok: false, refused: "not-creator" };
  return transaction(async (tx): Promise<ListOutcome> => {
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

/** Refused: 'plan', 'taken', 'not-found' for another's list. */
export async function renameList(actor: Actor, listId: string, name: string): Promise<ListOutcome> {
  if (!isId(listId)) return { ok: false, refused: "not-found" };
  return transaction(async (tx): Promise<ListOutcome> => {
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

/** On every plan. The people stay saved. False if it is not there. */
export async function deleteList(actor: Actor, listId: string): Promise<boolean> {
  if (!isId(listId)) return false;
  const { count } = await db.savedList.deleteMany({ where: { id: listId, creatorId: actor.userId } });
  return count === 1;
}

async function findJustMade(tx: Transaction, actor: Actor, name: string): Promise<string | null> {
  const [list] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM saved_lists
     WHERE creator_id = ${actor.userId}::uuid AND name = ${name} AND created_at > now() - interval '10 seconds'`;
  return list?.id ?? null;
}

/** One at a time, so that each sees the names and the number that another leaves. */
async function lockLists(tx: Transaction, actor: Actor): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM creator_profiles WHERE id = ${actor.userId}::uuid FOR NO KEY UPDATE`;
}

async function whyNot(
  tx: Transaction,
  actor: Actor,
  name: string,
  exceptId: string | null,
): Promise<"plan" | "taken" | null> {
  const [found] = await tx.$queryRaw<{ allowed: boolean; taken: boolean }[]>`
    SELECT EXISTS (SELECT FROM pro_features(${actor.userId}::uuid)) AS allowed,
           EXISTS (SELECT FROM saved_lists WHERE creator_id = ${actor.userId}::uuid
                      AND lower(name) = lower(${name}) AND id IS DISTINCT FROM ${exceptId}::uuid) AS taken`;
  if (!found?.allowed) return "plan";
  return found.taken ? "taken" : null;
}
