import type { Actor } from "~/features/accounts/actor";
import { priceLine } from "~/features/catalog/amount";
import { namesOf, startingWith } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import type { Traits } from "~/features/discovery/score";
import { type MatchView, matchOf } from "~/features/discovery/showing.server";
import { workInTrio } from "~/features/discovery/trio";
import { hasProFeatures, type PlanName, resetWords, type UsageView, unlimited } from "~/features/plans/plan";
import { foremostViews, type SampleRow } from "~/features/portfolio/listing.server";
import { type FramedSample, framed } from "~/features/portfolio/sample";
import { shownName } from "~/features/profiles/profile";
import { shortened } from "~/graphemes";
import { isId, parseId } from "~/ids";
import { cursorOf, percentCursorOf, readCursor, readPercentCursor } from "~/platform/cursor";
import { readRows } from "~/platform/db.server";
import { pageOf } from "~/platform/paging.server";
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
  /** Up to four, the cover first. */
  work: FramedSample[];
}

/** A row of `favorite_cards`. */
type Row = Pick<
  FavoriteView,
  "contributorId" | "avatarUrl" | "location" | "portfolioUrl" | "note" | "listIds"
> & {
  savedAt: Date;
  percent: number;
  fullName: string;
  traits: Traits;
  viewer: Traits;
  work: SampleRow[] | null;
};

const noteShown = 200;
const pageSize = 5;

/**
 * $1 creator, $2 list, $3 service, $4 availability; $5 and $6 are the last row of the previous page (for names, just
 * $5). Reads one row more than a page. The traits and the work are only read for the rows within the LIMIT.
 */
const pageTexts: Record<SavedSort, string> = {
  newest: `
SELECT f.*, (SELECT traits FROM compared_traits($1)) AS viewer,
       (SELECT json_agg(own) FROM foremost_samples(ARRAY[f."contributorId"], 4) own) AS work
  FROM favorites_of($1, $2, $3, $4) f
 WHERE (f."savedAt", f."contributorId") < ($5::timestamptz, $6::uuid)
 ORDER BY f."savedAt" DESC, f."contributorId" DESC LIMIT 6`,
  match: `
SELECT f.*, (SELECT traits FROM compared_traits($1)) AS viewer,
       (SELECT json_agg(own) FROM foremost_samples(ARRAY[f."contributorId"], 4) own) AS work
  FROM favorites_of($1, $2, $3, $4) f
 WHERE (f.percent, f."contributorId") < ($5::int, $6::uuid)
 ORDER BY f.percent DESC, f."contributorId" DESC LIMIT 6`,
  name: `
SELECT f.*, (SELECT traits FROM compared_traits($1)) AS viewer,
       (SELECT json_agg(own) FROM foremost_samples(ARRAY[f."contributorId"], 4) own) AS work
  FROM favorites_of($1, $2, $3, $4) f
 WHERE coalesce((lower(f."fullName"), f."contributorId")
                  > (SELECT lower(p.full_name), p.id FROM profiles p WHERE p.id = $5), true)
 ORDER BY lower(f."fullName"), f."contributorId" LIMIT 6`,
};

/**
 * A page of the actor's favorites, without people the actor can't see anymore.
 * @param after the previous page's `next`
 */
export async function listFavorites(
  actor: Actor,
  { listId, serviceId, availability, sort }: SavedFilter,
  after: string | null,
): Promise<{ favorites: ListedFavorite[]; next: string | null }> {
  const rows = await readRows<Row>(`favorites-by-${sort}`, pageTexts[sort], [
    ...[actor.userId, listId, serviceId, availability],
    ...cursors[sort].read(after),
  ]);
  const page = pageOf(rows, pageSize, cursors[sort].of);
  return {
    favorites: (await viewsOf(page.rows)).map(listedOf),
    next: page.next,
  };
}

export type ListedFavorite = ReturnType<typeof listedOf>;

/** Leaves out what the list doesn't show, to keep the page small. */
function listedOf({ contributorId, name, avatarUrl, location, ...view }: FavoriteView) {
  const { availability, priceRange, services, listIds, match, work, note } = view;
  return {
    ...{ contributorId, name, avatarUrl, location, availability, priceRange, listIds },
    service: services[0],
    percent: match?.percent,
    note: shortened(note, noteShown),
    work: workInTrio(work),
  };
}

/** A malformed cursor starts at the beginning, and so does one whose person has since deleted their account. */
const cursors: Record<
  SavedSort,
  { read: (text: string | null) => readonly unknown[]; of: (row: Row) => string }
> = {
  newest: { read: readCursor, of: (row) => cursorOf(row.savedAt, row.contributorId) },
  match: { read: readPercentCursor, of: (row) => percentCursorOf(row.percent, row.contributorId) },
  name: { read: (text) => [parseId(text)], of: (row) => row.contributorId },
};

/**
 * $1 creator, $2 contributors. These are passed as a column, because with an array parameter, PostgreSQL may plan the
 * query every time.
 */
const someText = `
SELECT f.*, (SELECT traits FROM compared_traits($1)) AS viewer,
       (SELECT json_agg(own) FROM foremost_samples(ARRAY[f."contributorId"], 4) own) AS work
  FROM (SELECT $2::uuid[] AS ids OFFSET 0) given CROSS JOIN LATERAL unnest(given.ids) WITH ORDINALITY AS one (id, place)
  JOIN favorite_cards f ON f."creatorId" = $1 AND f."contributorId" = one.id ORDER BY one.place`;

/** Reads favorites in full and in the given order, leaving out missing ones. */
export async function findFavorites(
  actor: Actor,
  contributorIds: readonly string[],
): Promise<FavoriteView[]> {
  const ids = contributorIds.filter(isId);
  if (ids.length === 0) return [];
  return viewsOf(await readRows<Row>("favorites-some", someText, [actor.userId, ids]));
}

async function viewsOf(rows: Row[]): Promise<FavoriteView[]> {
  const names = await listCatalog();
  const samples = await foremostViews(rows.flatMap(({ work }) => work ?? []));
  return rows.map((row) => {
    const { contributorId, avatarUrl, location, portfolioUrl, note, listIds, traits, viewer } = row;
    return {
      ...{ contributorId, avatarUrl, location, portfolioUrl, note, listIds },
      name: shownName(row.fullName, "contributor"),
      availability: traits.availability,
      priceRange: priceLine(traits),
      experienceLevel: traits.experience,
      services: namesOf(startingWith(traits.serviceIds, viewer.serviceIds), names.byId.services),
      tools: namesOf(startingWith(traits.toolIds, viewer.toolIds), names.byId.tools),
      savedAt: row.savedAt.toISOString(),
      match: matchOf(viewer, traits, names),
      work: (samples.get(contributorId) ?? []).map(framed),
    };
  });
}

export interface SavedOverview {
  lists: { id: string; name: string; count: number }[];
  /** How many favorites there are in total. The plan's count is lower if an admin has reset it. */
  saved: number;
  /** Saved, but no longer visible. */
  unavailable: number;
  /** The person who was just removed, while that can still be undone. */
  removedName: string | null;
  /** What the plan allows, and how much of it is used. */
  use: Pick<UsageView, "used" | "limit" | "resets">;
  /** Whether the plan has named lists. */
  canAdd: boolean;
  /** The services that the visible people offer. */
  serviceIds: number[];
}

type OverviewRow = Pick<SavedOverview, "lists" | "saved" | "unavailable" | "serviceIds"> & {
  removed: string | null;
  plan: PlanName;
  used: number;
  limit: number;
};

/** The names of the lists, in order, with how many visible people each one has and what the plan allows. */
export async function findSavedOverview(actor: Actor, removedId: string | null): Promise<SavedOverview> {
  const [row] = await readRows<OverviewRow>("favorites-overview", overviewText, [actor.userId, removedId]);
  if (!row) throw new Error("a live session has no plan");
  const { removed, plan, used, limit, ...overview } = row;
  return {
    ...overview,
    removedName: removed ? shownName(removed, "contributor") : null,
    use: {
      used,
      limit: limit >= unlimited ? null : limit,
      resets: resetWords("save", plan, actor.timeZone),
    },
    canAdd: hasProFeatures(plan),
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
           AND EXISTS (SELECT FROM shown_favorite($1, s.contributor_id))) AS removed,
       (SELECT coalesce(json_agg(DISTINCT o.service_id), '[]')
          FROM contributor_services o JOIN standing USING (contributor_id) WHERE is_shown) AS "serviceIds",
       use.name AS plan, use.saves_used AS used, use.saved_contributors_limit AS limit
  FROM usage_in_force use WHERE use.user_id = $1`;
