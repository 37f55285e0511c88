import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { byRank, type Ranked, scoreOf, type Traits } from "~/features/discovery/score";
import { type MatchView, matchOf } from "~/features/discovery/showing.server";
import { db, Prisma, readRows } from "~/platform/db.server";
import { findNewest } from "~/platform/newest.server";
import { type ProjectCardView, readCards } from "./cards.server";
import { projectTraits, windowSize } from "./project";
import type { ProjectFilter } from "./project-filter";

export interface AvailableProject extends ProjectCardView {
  match: MatchView | null;
  /** Its creator's priority moved it up. */
  hasPriority?: true;
}

export interface AvailableView {
  /** Best match first within a window, newest window first. */
  projects: AvailableProject[];
  serviceIds: readonly number[];
  /** The next page of the same window. */
  next: string | null;
  /** Where older projects begin, if this page ends its window and there may be older ones. */
  older: string | null;
}

const pageSize = 8;
/** Projects that one page scans before it switches to the index of terms. */
const mostWalked = 2_000;
/** Sorted projects that one page reads, because some may be hidden. */
const mostRead = pageSize + 4;

/**
 * Open, unexpired projects that need one of the contributor's services, or all if they name none, without those of
 * hidden people. A window of the newest that pass the filter is scored and sorted, best match first, with the priority
 * of creators whose plan has it at this moment; older windows follow.
 * @param after the previous page's `next` or `older`
 */
export async function listAvailable(
  actor: Actor,
  filter: ProjectFilter,
  after: string | null,
): Promise<AvailableView> {
  const cursor = readWindowCursor(after);
  const window = await readWindow(actor, filter, cursor.top);
  const sorted = sortByRank(window.found, window.viewer);
  const chosen = sorted.slice(cursor.skip, cursor.skip + mostRead);
  const [cards, names] = await Promise.all([
    readCards(
      actor,
      chosen.map(({ id }) => id),
    ),
    listCatalog(),
  ]);
  const shown = chosen.filter(({ id }) => cards.has(id)).slice(0, pageSize);
  // Up to the last one shown, or all if there are no more.
  const last =
    shown.length === pageSize ? chosen.findIndex(({ id }) => id === shown.at(-1)?.id) + 1 : mostRead;
  const end = cursor.skip + last;
  const isLast = sorted.length <= end;
  return {
    projects: shown.flatMap(({ id, traits, isMovedUp }) => {
      const card = cards.get(id);
      return card
        ? [
            {
              ...card,
              match: matchOf(window.viewer, traits, names),
              ...(isMovedUp && { hasPriority: true as const }),
            },
          ]
        : [];
    }),
    serviceIds: window.viewer.serviceIds,
    next: isLast ? null : `${cursor.top ?? window.highest}.${end}`,
    older: isLast && window.further !== null ? `${window.further - 1}.0` : null,
  };
}

interface Found {
  id: string;
  number: number;
  traits: Traits;
  /** Of its creator's priority. */
  points: number;
}

interface Window {
  viewer: Traits;
  found: Found[];
  highest: number;
  /** There may be older ones below this number; null if there are none. */
  further: number | null;
}

type AskerRow = Traits & { words: string[] };
type FoundRow = { id: string; number: string; traits: StoredTraits; points: number };
type StoredTraits = [services: number[], tools: number[], styles: number[], budget: string];

/** $1 viewer, $2 words. */
const askerText = `
SELECT viewer.*, project_word_terms(project_words($2)) AS words FROM person_traits($1) viewer`;

/** The viewer, and the SQL conditions of their filter on a listing `l`. */
async function readAsk({ userId }: Pick<Actor, "userId">, filter: ProjectFilter) {
  const { q, serviceId, toolId, budgetTypeId } = filter;
  const [row] = await readRows<AskerRow>("projects-asker", askerText, [userId, q]);
  if (!row) throw new Error("no profile for a living session");
  // No project has the term 'w': words such as 'the' find nothing.
  const words = q !== "" && row.words.length === 0 ? ["w"] : row.words;
  const terms = [
    ...(serviceId === null ? [] : [`s${serviceId}`]),
    ...(toolId === null ? [] : [`t${toolId}`]),
    ...(budgetTypeId === null ? [] : [`b${budgetTypeId}`]),
    ...words,
  ];
  // One of the viewer's own services is enough of a condition.
  const services = row.serviceIds.includes(serviceId ?? 0) ? [] : row.serviceIds;
  const conditions = [
    Prisma.sql`(l.expires_at IS NULL OR l.expires_at > now())`,
    ...(services.length > 0
      ? [
          Prisma.sql`l.service_ids && ${services}::int[] AND l.terms && ${services.map((id) => `s${id}`)}::text[]`,
        ]
      : []),
    ...(terms.length > 0 ? [Prisma.sql`l.terms @> ${terms}::text[]`] : []),
  ];
  return { viewer: row, fits: Prisma.join(conditions, " AND ") };
}

/** $1 projects. OFFSET 0: priority_points is inlined with a column. */
const foundText = `
SELECT l.project_id AS id, l.number, l.traits::json AS traits, (SELECT n FROM priority_points(l.creator_id, true)) AS points
  FROM (SELECT * FROM project_listings WHERE project_id = ANY ($1::uuid[]) OFFSET 0) l ORDER BY l.number DESC`;

async function readWindow(actor: Actor, filter: ProjectFilter, top: number | null): Promise<Window> {
  const { viewer, fits } = await readAsk(actor, filter);
  const { found, further } = await findNewest({
    listings: Prisma.sql`
      SELECT l.number, l.project_id AS id, l.terms, l.service_ids, l.expires_at FROM project_listings l WHERE true`,
    fits,
    mayShow: Prisma.sql`true`,
    below: top === null ? null : top + 1,
    most: windowSize,
    enough: windowSize,
    walked: mostWalked,
  });
  const rows = await readRows<FoundRow>("projects-found", foundText, [found.map(({ id }) => id)]);
  return {
    viewer,
    found: rows.map(({ id, number, traits: [serviceIds, toolIds, styleIds, budgetDetails], points }) => ({
      id,
      number: Number(number),
      points,
      traits: projectTraits({ serviceIds, toolIds, styleIds, budgetDetails }),
    })),
    highest: found[0]?.number ?? 0,
    further,
  };
}

/** The newer of two equal ones first. */
function sortByRank(found: Found[], viewer: Traits): (Found & { isMovedUp: boolean })[] {
  const scored = found.map((one) => ({ ...one, percent: scoreOf(viewer, one.traits)?.percent ?? 0 }));
  const sorted = scored.sort((a, b) => byRank(a, b) || b.number - a.number);
  let best: Ranked & { number: number } = { percent: -1, points: 0, number: -1 };
  // From the end: each is moved up if one below it would be above it by score alone.
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

/** A window's highest number and how many of its projects earlier pages showed. Malformed ones start at the newest. */
function readWindowCursor(text: string | null): { top: number | null; skip: number } {
  const [, top, skip] = /^(\d{1,15})\.(\d{1,3})$/.exec(text ?? "") ?? [];
  return top === undefined ? { top: null, skip: 0 } : { top: Number(top), skip: Number(skip) };
}

const mostTold = 200;

/**
 * The newest open projects that fit a contributor's filter, as in their list, posted after a time, newest first,
 * without those they have applied for. None for others. `isMore`: there may be others.
 */
export async function findNewProjects(
  viewer: { userId: string },
  filter: ProjectFilter,
  after: string,
): Promise<{ projects: ProjectCardView[]; isMore: boolean }> {
  const asker = await readAsk(viewer, filter);
  if (asker.viewer.userType !== "contributor") return { projects: [], isMore: false };
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT l.project_id AS id FROM project_listings l
     WHERE l.posted_at > ${after}::timestamptz AND ${asker.fits} ORDER BY l.number DESC LIMIT ${mostTold}`;
  const cards = await readCards(
    viewer,
    found.map(({ id }) => id),
  );
  const projects = found.flatMap(({ id }) => {
    const card = cards.get(id);
    return card && !card.application ? [card] : [];
  });
  return { projects, isMore: found.length === mostTold };
}
