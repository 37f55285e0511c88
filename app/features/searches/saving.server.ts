import { transactionBy } from "~/features/accounts/acting.server";
import { type Actor, isContributor } from "~/features/accounts/actor";
import type { Outcome } from "~/outcome";
import { db, type Transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import {
  addressOf,
  canSearch,
  mayUseAdvanced,
  needsAdvanced,
  queryOf,
  readSavedFilter,
  type SavedFilter,
  wordsOf,
} from "./kinds.server";
import { type SearchKind, type SearchPace, searchKinds, searchLimits } from "./saved-search";

const day = 86_400_000;
export const paceDays: Readonly<Record<SearchPace, number>> = { daily: 1, weekly: 7, off: 1 };

/**
 * The first time after `after` that's a multiple of `days` away from `from`, at the time of day that `since` had in a
 * zone. `from` may have another time of day: clocks that go forward skip 2:30 AM once, and it becomes 3:30.
 */
export async function nextTime(
  tx: Transaction,
  { from, since, days, timeZone }: { from: Date; since: Date; days: number; timeZone: string },
  after: Date,
): Promise<Date> {
  // Looks at three steps, because the estimate may be off: a day when daylight saving time begins or ends has 23 or 25
  // hours.
  const about = Math.floor((after.getTime() - from.getTime()) / (days * day));
  const [next] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT min(at) AS at FROM (
      SELECT ((${from} AT TIME ZONE ${timeZone})::date + ${days}::int * steps + (${since} AT TIME ZONE ${timeZone})::time)
               AT TIME ZONE ${timeZone} AS at
        FROM generate_series(${about}::int, ${about + 2}::int) steps) near WHERE at > ${after}`;
  if (!next) throw new Error("none of three steps is later");
  return next.at;
}

export type SaveOutcome = Outcome<"limit" | "not-searching" | "no-advanced", { isNew: boolean }>;

/**
 * Saves a filter of any kind, once. Results that already exist aren't announced. Refused: 'limit', 'not-searching'
 * without access to such a page, 'no-advanced' for filters that the plan doesn't include.
 */
export async function saveSearch(
  actor: Actor,
  saved: SavedFilter,
  { name, pace }: { name: string; pace: SearchPace },
  now = new Date(),
): Promise<SaveOutcome> {
  if (!canSearch(actor, saved.kind)) return { ok: false, refused: "not-searching" };
  if (needsAdvanced(saved) && !(await mayUseAdvanced(actor))) return { ok: false, refused: "no-advanced" };
  const { userId } = actor;
  const query = queryOf(saved);
  return transactionBy<SaveOutcome>(actor, async (tx) => {
    // Locks the profile, so that concurrent requests can't exceed the limit.
    await lockRow(tx, "profiles", userId, "no-key-update");
    if ((await tx.savedSearch.count({ where: { userId, kind: saved.kind, query } })) > 0)
      return { ok: true, isNew: false };
    if ((await tx.savedSearch.count({ where: { userId } })) >= searchLimits.each)
      return { ok: false, refused: "limit" };
    const { timeZone } = actor;
    const nextAt = await nextTime(tx, { from: now, since: now, days: paceDays[pace], timeZone }, now);
    const search = { userId, kind: saved.kind, name, query, pace, nextAt, createdAt: now };
    await tx.savedSearch.create({ data: search });
    return { ok: true, isNew: true };
  });
}

export interface SearchView {
  id: string;
  kind: SearchKind;
  name: string;
  words: string;
  /** The page with its results. */
  href: string;
  pace: SearchPace;
  /**
   * Why nothing is being announced: no access to such a page, a plan without its filters, nothing left of the filter,
   * or an unconfirmed address.
   */
  paused: "page" | "plan" | "filter" | "address" | null;
}

/** All of the actor's searches, newest first. */
export async function listSearches(actor: Actor): Promise<SearchView[]> {
  const rows = await db.savedSearch.findMany({
    where: { userId: actor.userId, kind: { in: [...searchKinds] } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, kind: true, name: true, query: true, pace: true },
  });
  const stored = await Promise.all(
    rows.map(async (row) => ({ ...row, saved: await readStored(row.kind, row.query) })),
  );
  const isLimited =
    stored.some(({ saved }) => saved && needsAdvanced(saved)) && !(await mayUseAdvanced(actor));
  const pausing = (kind: SearchKind, saved: SavedFilter | null) => {
    if (!canSearch(actor, kind)) return "page";
    if (!saved) return "filter";
    if (needsAdvanced(saved) && isLimited) return "plan";
    return actor.isConfirmed ? null : "address";
  };
  return Promise.all(
    stored.map(async ({ id, kind, name, pace, saved }) => ({
      id,
      kind: kind as SearchKind,
      name,
      words: saved ? await wordsOf(saved, isContributor(actor)) : "",
      href: saved ? addressOf(saved) : "",
      pace: pace as SearchPace,
      paused: pausing(kind as SearchKind, saved),
    })),
  );
}

/** Null if nothing is left of the filter, for example after a change to the catalog, or if its kind is unknown. */
export async function readStored(kind: string, query: string): Promise<SavedFilter | null> {
  const known = searchKinds.find((one) => one === kind);
  return known ? readSavedFilter(known, new URLSearchParams(query)) : null;
}

type ChangeOutcome = Outcome<"not-found">;

/** Keeps the search's time of day. A search that's turned on again finds only what's new from then on. */
export async function setPace(
  actor: Actor,
  searchId: string,
  pace: SearchPace,
  now = new Date(),
): Promise<ChangeOutcome> {
  return transactionBy<ChangeOutcome>(actor, async (tx) => {
    const [search] = await tx.$queryRaw<{ pace: string; from: Date; since: Date }[]>`
      SELECT pace, next_at AS "from", created_at AS since FROM saved_searches
       WHERE id = ${searchId}::uuid AND user_id = ${actor.userId}::uuid FOR UPDATE`;
    if (!search) return { ok: false, refused: "not-found" };
    if (search.pace === pace) return { ok: true };
    const { from, since } = search;
    const usual = { from, since, days: 1, timeZone: actor.timeZone };
    const nextAt = await nextTime(tx, usual, new Date(now.getTime() + (paceDays[pace] - 1) * day));
    await tx.$executeRaw`
      UPDATE saved_searches
         SET pace = ${pace}, next_at = ${nextAt}, retry_at = NULL, seen_to = CASE WHEN pace = 'off' THEN now() ELSE seen_to END
       WHERE id = ${searchId}::uuid`;
    return { ok: true };
  });
}

/** Refused: 'not-found' for someone else's search, or one that's gone. */
export async function removeSearch(actor: Actor, searchId: string): Promise<ChangeOutcome> {
  const where = { id: searchId, userId: actor.userId };
  const { count } = await transactionBy(actor, (tx) => tx.savedSearch.deleteMany({ where }));
  return count === 1 ? { ok: true } : { ok: false, refused: "not-found" };
}

/**
 * Removes the person from the results that other people's searches remember. Their own searches are deleted with the
 * account.
 */
export async function forgetInSearches(tx: Transaction, userId: string): Promise<void> {
  await tx.savedSearchResult.deleteMany({ where: { resultId: userId } });
}
