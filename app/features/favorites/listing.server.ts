import type { Actor } from "~/features/accounts/actor";
import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import type { Traits } from "~/features/discovery/score";
import { type MatchView, matchOf } from "~/features/discovery/showing.server";
import { shownName } from "~/features/profiles/profile";
import { isId, parseId } from "~/ids";
import { cursorOf, percentCursorOf, readCursor, readPercentCursor } from "~/platform/cursor";
import { readRows } from "~/platform/db.server";
import type { SavedFilter, SavedSort } from "./favorites";

export interface FavoriteView {
  contributorId: string;
  name: string;
  avatarUrl: string | null;
  location: string;
  availability: string;
  priceRange: string;
  experienceLevel: string | null;
  services: string[];
  tools: string[];
  portfolioUrl: string | null;
  savedAt: string;
  /** Truncated in a list. */
  note: string;
  listIds: string[];
  match: MatchView | null;
}

/** From `favorite_cards`. */
type Row = Pick<
  FavoriteView,
  "contributorId" | "avatarUrl" | "location" | "portfolioUrl" | "note" | "listIds"
> & {
  savedAt: Date;
  percent: number;
  fullName: string;
};

const noteShown = 200;
const pageSize = 6;

/**
 * Reads one row more than a page. $1 creator, $2 list, $3 service, $4 availability; $5 and, except for a name, $6: the
 * last row of the previous page.
 */
const pageTexts: Record<SavedSort, string> = {
  newest: `
SELECT * FROM favorites_of($1, $2, $3, $4) f
 WHERE (f."savedAt", f."contributorId") < ($5::timestamptz, $6::uuid)
 ORDER BY f."savedAt" DESC, f."contributorId" DESC LIMIT 7`,
  match: `
SELECT * FROM favorites_of($1, $2, $3, $4) f
 WHERE (f.percent, f."contributorId") < ($5::int, $6::uuid)
 ORDER BY f.percent DESC, f."contributorId" DESC LIMIT 7`,
  name: `
SELECT * FROM favorites_of($1, $2, $3, $4) f
 WHERE $5::uuid IS NULL OR (lower(f."fullName"), f."contributorId")
                         > (SELECT lower(p.full_name), p.id FROM profiles p WHERE p.id = $5)
 ORDER BY lower(f."fullName"), f."contributorId" LIMIT 7`,
};

/**
 * The actor's favorites who are visible to them.
 * @param after the previous page's `next`
 */
export async function listFavorites(
  actor: Actor,
  { listId, serviceId, availability, sort }: SavedFilter,
  after: string | null,
): Promise<{ favorites: FavoriteView[]; next: string | null }> {
  const rows = await readRows<Row>(`favorites-by-${sort}`, pageTexts[sort], [
    ...[actor.userId, listId, serviceId, availability],
    ...cursors[sort].read(after),
  ]);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    // Omits what no list shows, to keep the page small.
    favorites: (await viewsOf(actor, shown)).map((view) => ({
      ...view,
      ...{ tools: [], experienceLevel: null, portfolioUrl: null },
      note: view.note.length > noteShown ? `${view.note.slice(0, noteShown)}…` : view.note,
    })),
    next: rows.length > pageSize && last ? cursors[sort].of(last) : null,
  };
}

/** A malformed cursor starts at the beginning. */
const cursors: Record<
  SavedSort,
  { read: (text: string | null) => readonly unknown[]; of: (row: Row) => string }
> = {
  newest: { read: readCursor, of: (row) => cursorOf(row.savedAt, row.contributorId) },
  match: { read: readPercentCursor, of: (row) => percentCursorOf(row.percent, row.contributorId) },
  name: { read: (text) => [parseId(text)], of: (row) => row.contributorId },
};

const someText = `
SELECT * FROM favorite_cards f WHERE f."creatorId" = $1 AND f."contributorId" = ANY ($2::uuid[])
 ORDER BY array_position($2::uuid[], f."contributorId")`;

/** In full, in the order given; without missing ones. */
export async function findFavorites(
  actor: Actor,
  contributorIds: readonly string[],
): Promise<FavoriteView[]> {
  const ids = contributorIds.filter(isId);
  if (ids.length === 0) return [];
  return viewsOf(actor, await readRows<Row>("favorites-some", someText, [actor.userId, ids]));
}

async function viewsOf(actor: Actor, rows: Row[]): Promise<FavoriteView[]> {
  if (rows.length === 0) return [];
  const [people, names] = await Promise.all([
    readRows<Traits & { id: string }>("favorites-traits", traitsText, [
      [actor.userId, ...rows.map(({ contributorId }) => contributorId)],
    ]),
    listCatalog(),
  ]);
  const traits = new Map(people.map((person) => [person.id, person]));
  const viewer = traits.get(actor.userId);
  return rows.flatMap(
    ({ contributorId, fullName, avatarUrl, location, portfolioUrl, savedAt, note, listIds }) => {
      const person = traits.get(contributorId);
      if (!person) return [];
      return {
        ...{ contributorId, avatarUrl, location, portfolioUrl, note, listIds },
        name: shownName(fullName, "contributor"),
        availability: person.availability,
        priceRange: person.priceRange,
        experienceLevel: person.experience,
        services: namesOf(person.serviceIds, names.byId.services),
        tools: namesOf(person.toolIds, names.byId.tools),
        savedAt: savedAt.toISOString(),
        match: viewer ? matchOf(viewer, person, names) : null,
      };
    },
  );
}

/** $1 people. */
const traitsText = `
SELECT p.id, traits.* FROM unnest($1::uuid[]) AS p (id) CROSS JOIN LATERAL person_traits(p.id) traits`;

export interface SavedOverview {
  lists: { id: string; name: string; count: number }[];
  /** All of them. The plan's count may be lower, after an admin has reset it. */
  saved: number;
  /** Saved, but no longer visible. */
  unavailable: number;
  /** The person just removed, while that can be undone. */
  removedName: string | null;
}

/** Names of lists in order, with how many visible people each holds. */
export async function findSavedOverview(actor: Actor, removedId: string | null): Promise<SavedOverview> {
  const [row] = await readRows<{
    lists: SavedOverview["lists"];
    saved: number;
    unavailable: number;
    removed: string | null;
  }>("favorites-overview", overviewText, [actor.userId, removedId]);
  return {
    lists: row?.lists ?? [],
    saved: row?.saved ?? 0,
    unavailable: row?.unavailable ?? 0,
    removedName: row?.removed ? shownName(row.removed, "contributor") : null,
  };
}

const overviewText = `
WITH standing AS MATERIALIZED (
  SELECT s.contributor_id, EXISTS (SELECT FROM shown_favorite($1, s.contributor_id)) AS is_shown
    FROM saved_contributors s JOIN profiles p ON p.id = s.contributor_id
   WHERE s.creator_id = $1 AND s.removed_at IS NULL
)
SELECT (SELECT coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'count', (
                 SELECT count(*) FROM saved_list_items i JOIN standing USING (contributor_id)
                  WHERE i.list_id = l.id AND is_shown)) ORDER BY lower(l.name), l.id), '[]')
          FROM saved_lists l WHERE l.creator_id = $1) AS lists,
       (SELECT count(*)::int FROM standing) AS saved,
       (SELECT count(*)::int FROM standing WHERE NOT is_shown) AS unavailable,
       (SELECT p.full_name FROM saved_contributors s JOIN profiles p ON p.id = s.contributor_id
         WHERE s.creator_id = $1 AND s.contributor_id = $2 AND s.removed_at IS NOT NULL
           AND EXISTS (SELECT FROM shown_favorite($1, s.contributor_id))) AS removed`;
