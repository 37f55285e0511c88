import type { Actor } from "~/features/accounts/actor";
import { type Amount, unitNumbers } from "~/features/catalog/amount";
import { listCatalog } from "~/features/catalog/reading.server";
import { byRank, type Ranked, scoreOf, type Traits } from "~/features/discovery/score";
import { type BadgeView, badgeOf } from "~/features/discovery/showing.server";
import { db, Prisma, readRows } from "~/platform/db.server";
import { findByIndex, frequent } from "~/platform/newest.server";
import { type ProjectCardView, readCards } from "./cards.server";
import { type InvitationView, withIsoTimes } from "./inviting.server";
import { projectTraits, windowSize } from "./project";
import { isFiltered, type ProjectFilter } from "./project-filter";

export interface AvailableProject extends ProjectCardView {
  match: BadgeView | null;
  /** Set if its creator's plan moved it up in the list. */
  hasPriority?: true;
}

export interface AvailableView {
  /** Within a window, the best match comes first. Windows go from the newest projects to the oldest. */
  projects: AvailableProject[];
  serviceIds: readonly number[];
  /** Cursor of the next page in the same window. */
  next: string | null;
  /** Cursor of the next window. Only on a window's last page, and only if there may be older projects. */
  older: string | null;
  /** Empty except on the first page of an unfiltered list. */
  invitations: InvitationView[];
}

const pageSize = 8;
/**
 * How many of the newest projects a page scans. If few of them fit, it uses the index of terms instead. `windowText`
 * repeats this number.
 */
const mostScanned = 2_000;
/** Reads a few more cards than fit, because some may turn out to be hidden. */
const mostRead = pageSize + 4;

/**
 * The open, unexpired projects that need one of the contributor's services, or all projects if they haven't named any.
 * Leaves out projects of people who are hidden from them. The list is made of windows: the newest `windowSize` projects
 * that pass the filter are sorted by match, with a bonus for creators whose plan has priority right now, and then come
 * the next ones.
 * @param after the previous page's `next` or `older`
 */
export async function listAvailable(
  actor: Actor,
  filter: ProjectFilter,
  after: string | null,
): Promise<AvailableView> {
  const cursor = readWindowCursor(after);
  const window = await readWindow(actor, filter, cursor.top);
  const sorted = sortByRank(window.found, window.viewer.traits);
  const chosen = sorted.slice(cursor.skip, cursor.skip + mostRead);
  const [cards, names] = await Promise.all([
    readCards(
      actor,
      chosen.map(({ id }) => id),
    ),
    listCatalog(),
  ]);
  const projects = chosen.flatMap(({ id, traits, isMovedUp }): AvailableProject[] => {
    const card = cards.get(id);
    const match = badgeOf(window.viewer.traits, traits, names);
    return card ? [{ ...card, match, ...(isMovedUp && { hasPriority: true }) }] : [];
  });
  const shown = projects.slice(0, pageSize);
  // Where the next page begins: after the last project shown, or past everything read if this page didn't fill up.
  const last =
    shown.length === pageSize ? chosen.findIndex(({ id }) => id === shown.at(-1)?.id) + 1 : mostRead;
  const end = cursor.skip + last;
  const isLast = sorted.length <= end;
  return {
    projects: shown,
    serviceIds: window.viewer.traits.serviceIds,
    next: isLast ? null : `${cursor.top ?? window.highest}.${end}`,
    older: isLast && window.further !== null ? `${window.further - 1}.0` : null,
    invitations: window.invitations,
  };
}

interface Found {
  id: string;
  number: number;
  traits: Traits;
  /** The bonus for its creator's priority. */
  points: number;
}

interface Window {
  viewer: ViewerRow;
  found: Found[];
  highest: number;
  /** Older projects may exist below this number; null if there are none. */
  further: number | null;
  invitations: InvitationView[];
}

type ViewerRow = { traits: Traits; words: string[] };
type FoundRow = { id: string; number: number; traits: StoredTraits; points: number };
/** Without an amount if the listing was last written before amounts existed. */
type StoredTraits = [
  services: number[],
  tools: number[],
  styles: number[],
  words: string,
  amount?: Amount | null,
];
type WindowRow = {
  viewer: ViewerRow | null;
  found: FoundRow[];
  /** Null if the window filled up before the scan ended. */
  scanned: { count: number; lowest: number } | null;
  invitations: InvitationView[] | null;
};

/**
 * Scans the newest projects until enough fit the filter to fill a window. $1 is the viewer, $2 the words, $3 the terms
 * for the service, tool and budget type, $4 that service, $5 the number to start below, $6 whether to include
 * invitations, $7 and $8 the unit and minimum amount.
 */
const windowText = `
WITH viewer AS MATERIALIZED (
  SELECT traits, project_word_terms(project_words($2)) AS words,
         ARRAY(SELECT json_array_elements_text(traits -> 'serviceIds')::int) AS services FROM compared_traits($1)
), asked AS MATERIALIZED (
  SELECT CASE WHEN $4::int = ANY (services) THEN '{}' ELSE services END AS services,
         $3::text[] || CASE WHEN $2 <> '' AND words = '{}' THEN '{w}' ELSE words END AS terms FROM viewer
), newest AS NOT MATERIALIZED (
  SELECT * FROM project_listings WHERE number < $5::bigint ORDER BY number DESC LIMIT 2000
), found AS MATERIALIZED (
  SELECT l.* FROM asked CROSS JOIN LATERAL (
    SELECT * FROM newest WHERE (expires_at IS NULL OR expires_at > now()) AND terms @> asked.terms
       AND (asked.services = '{}' OR service_ids && asked.services)
       AND ($7::integer IS NULL OR listing_pays(traits, $7, $8)) LIMIT 48) l
)
SELECT (SELECT to_json(viewer) FROM viewer) AS viewer,
       (SELECT coalesce(json_agg(json_build_object('id', project_id, 'number', number, 'traits', traits::json,
                 'points', (SELECT n FROM priority_points(creator_id, true))) ORDER BY number DESC), '[]') FROM found) AS found,
       CASE WHEN (SELECT count(*) FROM found) < 48 THEN
         (SELECT json_build_object('count', count(*), 'lowest', min(number)) FROM newest) END AS scanned,
       CASE WHEN $6 THEN (SELECT coalesce(json_agg(i), '[]') FROM open_invitations($1) i) END AS invitations`;

/** A filter's choices as the terms that listings store: 's12', 't3', 'b4'. Words are added separately. */
const termsOf = ({ serviceId, toolId, budgetTypeId }: ProjectFilter) => [
  ...(serviceId === null ? [] : [`s${serviceId}`]),
  ...(toolId === null ? [] : [`t${toolId}`]),
  ...(budgetTypeId === null ? [] : [`b${budgetTypeId}`]),
];

/**
 * The conditions of `windowText` again, over a listing `l`, in a form that can use the index of terms. Keep both in
 * sync.
 */
function fitsOf(viewer: ViewerRow, filter: ProjectFilter): Prisma.Sql {
  // If all the words are stop words such as "the", search for 'w', a term that no project has, to find nothing rather
  // than everything.
  const words = filter.q !== "" && viewer.words.length === 0 ? ["w"] : viewer.words;
  const terms = [...termsOf(filter), ...words];
  // If the filter names one of the viewer's own services, the condition on their other services adds nothing.
  const services = viewer.traits.serviceIds.includes(filter.serviceId ?? 0) ? [] : viewer.traits.serviceIds;
  const conditions = [
    Prisma.sql`(l.expires_at IS NULL OR l.expires_at > now())`,
    ...(services.length > 0
      ? [
          Prisma.sql`l.service_ids && ${services}::int[] AND l.terms && ${services.map((id) => `s${id}`)}::text[]`,
        ]
      : []),
    ...(terms.length > 0 ? [Prisma.sql`l.terms @> ${terms}::text[]`] : []),
    ...(filter.pays
      ? [Prisma.sql`listing_pays(l.traits, ${unitNumbers[filter.pays.per]}, ${filter.pays.cents})`]
      : []),
  ];
  return Prisma.join(conditions, " AND ");
}

/**
 * Scans the newest projects, which is faster for common terms, and uses the index only if the terms turn out to be
 * rare.
 */
async function readWindow(actor: Actor, filter: ProjectFilter, top: number | null): Promise<Window> {
  const [row] = await readRows<WindowRow>("projects-window", windowText, [
    ...[actor.userId, filter.q, termsOf(filter), filter.serviceId],
    ...[top === null ? "9223372036854775807" : top + 1, top === null && !isFiltered(filter)],
    ...[filter.pays && unitNumbers[filter.pays.per], filter.pays?.cents ?? null],
  ]);
  if (!row?.viewer) throw new Error("a live session has no profile");
  const { viewer, scanned } = row;
  // The index doesn't cover amounts, so a filter by amount alone always scans.
  const hasTerms = viewer.traits.serviceIds.length > 0 || isFiltered({ ...filter, status: null, pays: null });
  const isRare = hasTerms && scanned?.count === mostScanned && row.found.length <= mostScanned / frequent;
  const rare = isRare ? await findRare(viewer, filter, top) : null;
  const listings = rare?.found ?? row.found;
  const ended =
    scanned && scanned.count < mostScanned ? null : (scanned?.lowest ?? listings.at(-1)?.number ?? null);
  return {
    viewer,
    found: listings.map(({ traits: [serviceIds, toolIds, styleIds, , amount = null], ...one }) => ({
      ...one,
      traits: projectTraits({ serviceIds, toolIds, styleIds, amount }),
    })),
    highest: listings[0]?.number ?? 0,
    further: rare ? rare.further : ended,
    invitations: withIsoTimes(row.invitations),
  };
}

/** $1 is the projects' IDs. Without OFFSET 0, PostgreSQL would inline priority_points. */
const foundText = `
SELECT l.project_id AS id, l.number::float8 AS number, l.traits::json AS traits, (SELECT n FROM priority_points(l.creator_id, true)) AS points
  FROM (SELECT * FROM project_listings WHERE project_id = ANY ($1::uuid[]) OFFSET 0) l ORDER BY l.number DESC`;

/** Uses the index of terms, once `windowText` has scanned the newest projects and found too few. */
async function findRare(viewer: ViewerRow, filter: ProjectFilter, top: number | null) {
  const { found, further } = await findByIndex({
    listings: Prisma.sql`
      SELECT l.number, l.project_id AS id, l.terms, l.service_ids, l.expires_at, l.traits FROM project_listings l WHERE true`,
    fits: fitsOf(viewer, filter),
    mayShow: Prisma.sql`true`,
    below: top === null ? null : top + 1,
    most: windowSize,
  });
  const rows = await readRows<FoundRow>("projects-found", foundText, [found.map(({ id }) => id)]);
  return { found: rows, further };
}

/** Best rank first; of two equals, the newer one. */
function sortByRank(listings: Found[], viewer: Traits): (Found & { isMovedUp: boolean })[] {
  const scored = listings.map((one) => ({ ...one, percent: scoreOf(viewer, one.traits)?.percent ?? 0 }));
  const sorted = scored.sort((a, b) => byRank(a, b) || b.number - a.number);
  let best: Ranked & { number: number } = { percent: -1, points: 0, number: -1 };
  // From the bottom up: a project was moved up if any below it would rank higher by score alone.
  return sorted
    .toReversed()
    .map((one) => {
      const isMovedUp =
        best.percent > one.percent || (best.percent === one.percent && best.number > one.number);
      if (!isMovedUp) best = one;
      return { ...one, isMovedUp };
    })
    .toReversed();
}

/**
 * Parses `<highest number of the window>.<how many of it were shown>`. A malformed cursor starts at the newest project.
 */
function readWindowCursor(text: string | null): { top: number | null; skip: number } {
  const [, top, skip] = /^(\d{1,15})\.(\d{1,3})$/.exec(text ?? "") ?? [];
  return top === undefined ? { top: null, skip: 0 } : { top: Number(top), skip: Number(skip) };
}

const mostTold = 200;

/** $1 is the viewer, $2 the words. */
const viewerText = `
SELECT traits, project_word_terms(project_words($2)) AS words FROM compared_traits($1)`;

/**
 * The newest open projects that a contributor's filter would list, posted after the given ISO time, newest first.
 * Leaves out those they've applied for. Empty for people who aren't contributors. `isMore` means that it stopped at the
 * limit.
 */
export async function findNewProjects(
  viewer: { userId: string },
  filter: ProjectFilter,
  after: string,
): Promise<{ projects: ProjectCardView[]; isMore: boolean }> {
  const [row] = await readRows<ViewerRow>("projects-viewer", viewerText, [viewer.userId, filter.q]);
  if (row?.traits.userType !== "contributor") return { projects: [], isMore: false };
  const listings = await db.$queryRaw<{ id: string }[]>`
    SELECT l.project_id AS id FROM project_listings l
     WHERE l.posted_at > ${after}::timestamptz AND ${fitsOf(row, filter)} ORDER BY l.number DESC LIMIT ${mostTold}`;
  const cards = await readCards(
    viewer,
    listings.map(({ id }) => id),
  );
  const projects = listings.flatMap(({ id }) => {
    const card = cards.get(id);
    return card && !card.application ? [card] : [];
  });
  return { projects, isMore: listings.length === mostTold };
}
