import type { Actor } from "~/features/accounts/actor";
import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { type MatchView, matchOf } from "~/features/discovery/showing.server";
import { type TraitsRow, traitColumns, traitsOf } from "~/features/discovery/traits.server";
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
  /** In a list, its beginning. */
  note: string;
  listIds: string[];
  match: MatchView | null;
}

type Row = TraitsRow & {
  contributor_id: string;
  created_at: Date;
  note: string;
  percent: number;
  full_name: string;
  avatar_url: string | null;
  location: string;
  portfolio_url: string | null;
  list_ids: string[];
};

const pageSize = 6;
const noteShown = 200;

const favorites = (note: string) => `
SELECT s.contributor_id, s.created_at, ${note} AS note, s.percent, p.full_name, p.avatar_url, p.location,
       k.portfolio_url, ${traitColumns},
       ARRAY(SELECT i.list_id::text FROM saved_list_items i
              WHERE i.creator_id = s.creator_id AND i.contributor_id = s.contributor_id) AS list_ids
  FROM saved_contributors s
  JOIN profiles p ON p.id = s.contributor_id
  JOIN contributor_profiles k ON k.id = s.contributor_id
 WHERE s.creator_id = $1 AND s.removed_at IS NULL AND EXISTS (SELECT FROM shown_favorite($1, s.contributor_id))`;

/** $5 and, but for a name, $6: the last row of the previous page. */
const sorts: Record<SavedSort, { after: string; order: string }> = {
  newest: {
    after: "(s.created_at, s.contributor_id) < ($5::timestamptz, $6::uuid)",
    order: "s.created_at DESC, s.contributor_id DESC",
  },
  match: {
    after: "(s.percent, s.contributor_id) < ($5::int, $6::uuid)",
    order: "s.percent DESC, s.contributor_id DESC",
  },
  name: {
    after:
      "($5::uuid IS NULL OR (lower(p.full_name), p.id) > (SELECT lower(f.full_name), f.id FROM profiles f WHERE f.id = $5))",
    order: "lower(p.full_name), p.id",
  },
};

/** $2 list, $3 service, $4 availability; null for any. */
const pageText = (sort: SavedSort) => `${favorites(`left(s.note, ${noteShown + 1})`)}
   AND ($2::uuid IS NULL OR (SELECT true FROM saved_list_items i
         WHERE i.list_id = $2 AND i.contributor_id = s.contributor_id AND i.creator_id = $1) IS TRUE)
   AND ($3::int IS NULL OR (SELECT true FROM contributor_services o
         WHERE o.contributor_id = s.contributor_id AND o.service_id = $3) IS TRUE)
   AND ($4::text IS NULL OR p.availability = $4)
   AND ${sorts[sort].after}
 ORDER BY ${sorts[sort].order} LIMIT ${pageSize + 1}`;
const pageTexts = { newest: pageText("newest"), match: pageText("match"), name: pageText("name") };

/**
 * A page of the actor's favorites who are visible to them.
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
    // What no list shows would only make the page heavier.
    favorites: (await viewsOf(actor, shown)).map((view) => ({
      ...view,
      ...{ tools: [], experienceLevel: null, portfolioUrl: null },
      note: view.note.length > noteShown ? `${view.note.slice(0, noteShown)}…` : view.note,
    })),
    next: rows.length > pageSize && last ? cursors[sort].of(last) : null,
  };
}

/** Malformed cursors start at the beginning. */
const cursors: Record<
  SavedSort,
  { read: (text: string | null) => readonly unknown[]; of: (row: Row) => string }
> = {
  newest: { read: readCursor, of: (row) => cursorOf(row.created_at, row.contributor_id) },
  match: { read: readPercentCursor, of: (row) => percentCursorOf(row.percent, row.contributor_id) },
  name: { read: (text) => [parseId(text)], of: (row) => row.contributor_id },
};

const someText = `${favorites("s.note")} AND s.contributor_id = ANY($2::uuid[]) ORDER BY array_position($2::uuid[], s.contributor_id)`;

/** These favorites, whole, in the order asked; without those that are not there. */
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
  const [[viewer], names] = await Promise.all([
    readRows<TraitsRow>("favorites-viewer", `SELECT ${traitColumns} FROM profiles p WHERE p.id = $1`, [
      actor.userId,
    ]),
    listCatalog(),
  ]);
  return rows.map((row) => ({
    contributorId: row.contributor_id,
    name: shownName(row.full_name, "contributor"),
    avatarUrl: row.avatar_url,
    location: row.location,
    availability: row.availability,
    priceRange: row.price_range,
    experienceLevel: row.experience_level,
    services: namesOf(row.service_ids, names.byId.services),
    tools: namesOf(row.tool_ids, names.byId.tools),
    portfolioUrl: row.portfolio_url,
    savedAt: row.created_at.toISOString(),
    note: row.note,
    listIds: row.list_ids,
    match: viewer ? matchOf(traitsOf(viewer), traitsOf(row), names) : null,
  }));
}

export interface SavedOverview {
  lists: { id: string; name: string; count: number }[];
  /** All of them. What the plan counts is less once an admin has reset it. */
  saved: number;
  /** Saved, but no longer visible. */
  unavailable: number;
  /** Of the person just removed, while that can be undone. */
  removedName: string | null;
}

/** Names of lists in their order, with how many visible people each holds. */
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
         WHERE s.creator_id = $1 AND s.contributor_id = $2 AND s.removed_at IS NOT NULL AND EXISTS (SELECT FROM shown_favorite($1, s.contributor_id))) AS removed`;
