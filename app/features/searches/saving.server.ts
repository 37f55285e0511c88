import { type Actor, isContributor } from "~/features/accounts/actor";
import { db, transaction } from "~/platform/db.server";
import { addressOf, canSearch, newestOf, readSavedFilter, type SavedFilter, wordsOf } from "./kinds.server";
import { type SearchKind, type SearchPace, searchKinds, searchLimits } from "./saved-search";

const day = 86_400_000;
export const paceLength: Readonly<Record<SearchPace, number>> = { daily: day, weekly: 7 * day, off: day };

export type SaveOutcome = { ok: true; isNew: boolean } | { ok: false; refused: "limit" | "not-searching" };

/**
 * Saves a filter, of any kind; the same one twice is saved once. What is there already is not told. Refused: 'limit',
 * 'not-searching' for who has no such page.
 */
export async function saveSearch(
  actor: Actor,
  saved: SavedFilter,
  { name, pace }: { name: string; pace: SearchPace },
  now = new Date(),
): Promise<SaveOutcome> {
  if (!canSearch(actor, saved.kind)) return { ok: false, refused: "not-searching" };
  const { userId } = actor;
  const query = queryOf(saved);
  const seenTo = await newestOf(saved.kind);
  return transaction<SaveOutcome>(async (tx) => {
    // One at a time, so that each is counted.
    await tx.$executeRaw`SELECT 1 FROM profiles WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    if ((await tx.savedSearch.count({ where: { userId, kind: saved.kind, query } })) > 0)
      return { ok: true, isNew: false };
    if ((await tx.savedSearch.count({ where: { userId } })) >= searchLimits.each)
      return { ok: false, refused: "limit" };
    const nextAt = new Date(now.getTime() + paceLength[pace]);
    await tx.savedSearch.create({ data: { userId, kind: saved.kind, name, query, pace, seenTo, nextAt } });
    return { ok: true, isNew: true };
  });
}

const queryOf = (saved: SavedFilter) => new URL(addressOf(saved), "http://x").search;

export interface SearchView {
  id: string;
  kind: SearchKind;
  name: string;
  words: string;
  /** The page with its results. */
  href: string;
  pace: SearchPace;
}

/** Newest first; all of them. */
export async function listSearches(actor: Actor): Promise<SearchView[]> {
  const rows = await db.savedSearch.findMany({
    where: { userId: actor.userId, kind: { in: [...searchKinds] } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, kind: true, name: true, query: true, pace: true },
  });
  return Promise.all(
    rows.map(async ({ id, kind, name, query, pace }) => {
      const saved = await readStored(kind, query);
      return {
        id,
        kind: kind as SearchKind,
        name,
        words: saved ? await wordsOf(saved, isContributor(actor)) : "",
        href: saved ? addressOf(saved) : "",
        pace: pace as SearchPace,
      };
    }),
  );
}

/** Null if nothing is left of the filter, as after a change of the catalog, or its kind is unknown. */
export async function readStored(kind: string, query: string): Promise<SavedFilter | null> {
  const known = searchKinds.find((one) => one === kind);
  return known ? readSavedFilter(known, new URLSearchParams(query)) : null;
}

type ChangeOutcome = { ok: true } | { ok: false; refused: "not-found" };

/** Turned on again, it tells what is new from now on. */
export async function setPace(
  actor: Pick<Actor, "userId">,
  searchId: string,
  pace: SearchPace,
  now = new Date(),
): Promise<ChangeOutcome> {
  return transaction<ChangeOutcome>(async (tx) => {
    const [search] = await tx.$queryRaw<{ kind: string; pace: string }[]>`
      SELECT kind, pace FROM saved_searches
       WHERE id = ${searchId}::uuid AND user_id = ${actor.userId}::uuid FOR UPDATE`;
    const kind = searchKinds.find((one) => one === search?.kind);
    if (!search || !kind) return { ok: false, refused: "not-found" };
    if (search.pace === pace) return { ok: true };
    await tx.savedSearch.update({
      where: { id: searchId },
      data: {
        pace,
        nextAt: new Date(now.getTime() + paceLength[pace]),
        ...(search.pace === "off" && { seenTo: await newestOf(kind) }),
      },
    });
    return { ok: true };
  });
}

/** Refused: 'not-found' for another's search, and one that is gone. */
export async function removeSearch(actor: Pick<Actor, "userId">, searchId: string): Promise<ChangeOutcome> {
  const { count } = await db.savedSearch.deleteMany({ where: { id: searchId, userId: actor.userId } });
  return count === 1 ? { ok: true } : { ok: false, refused: "not-found" };
}
