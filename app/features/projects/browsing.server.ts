import type { Actor } from "~/features/accounts/actor";
import { listCatalog } from "~/features/catalog/reading.server";
import { byRank, type Ranked, scoreOf, type Traits } from "~/features/discovery/score";
import { type MatchView, matchOf } from "~/features/discovery/showing.server";
import { type TraitsRow, traitColumns, traitsOf } from "~/features/discovery/traits.server";
import { readRows } from "~/platform/db.server";
import { type ProjectCardView, readCards } from "./cards.server";
import { windowSize } from "./project";
import type { ProjectFilter } from "./project-filter";
import { projectTraits } from "./project-traits";

export interface AvailableView {
  /** Best match first within a window, newest window first. */
  projects: (ProjectCardView & { match: MatchView | null; hasPriority?: true })[];
  /** What the viewer offers. */
  serviceIds: readonly number[];
  /** The next page of the same window. */
  next: string | null;
  /** Where older projects begin, if this page ends its window and there may be older ones. */
  older: string | null;
}

const pageSize = 8;
/** Projects that one page looks at to fill a window, if there is more than one condition. */
const mostExamined = 160;
const leastOfEach = 24;
/** A term's share is judged by how far back this many of its projects reach. */
const probed = 32;
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
    older: isLast && window.lowest !== null ? `${window.lowest - 1}.0` : null,
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
  /** Of those examined; null if there are no older ones. */
  lowest: number | null;
}

type WindowRow = {
  viewer: TraitsRow;
  found: [string, number, StoredTraits, number][] | null;
  highest: number | null;
  lowest: number | null;
  is_end: boolean;
};
type StoredTraits = [services: number[], tools: number[], styles: number[], budget: string];

async function readWindow(actor: Actor, filter: ProjectFilter, top: number | null): Promise<Window> {
  const [answer] = await readRows<{ row: WindowRow }>("projects-window", windowText, [
    ...conditionValues(actor, filter),
    top ?? Number.MAX_SAFE_INTEGER,
  ]);
  const row = answer?.row;
  if (!row) throw new Error("no profile for a living session");
  const found = (row.found ?? []).map(
    ([id, number, [serviceIds, toolIds, styleIds, budgetDetails], points]) => ({
      id,
      number,
      points,
      traits: projectTraits({ serviceIds, toolIds, styleIds, budgetDetails }),
    }),
  );
  const isFull = found.length === windowSize;
  const lowest = isFull ? (found.at(-1)?.number ?? null) : row.lowest;
  return {
    viewer: traitsOf(row.viewer),
    found,
    highest: row.highest ?? 0,
    lowest: row.is_end && !isFull ? null : lowest,
  };
}

/** Numbers from the top down of those with a term, newest first. */
const listed = (term: string, limit: string) => `
  SELECT number FROM project_terms
   WHERE project_terms.term = ${term} AND number <= (SELECT top FROM ask) ORDER BY number DESC ${limit}`;

/** How far back the newest of a term reach; null if there are few. */
const reachOf = (term: string) => `(${listed(term, `OFFSET ${probed - 1} LIMIT 1`)})`;

/** Of `conditionParts`. */
function conditionValues({ userId }: Pick<Actor, "userId">, filter: ProjectFilter): unknown[] {
  const { q, serviceId, toolId, budgetTypeId } = filter;
  const terms = [
    ...(serviceId === null ? [] : [`s${serviceId}`]),
    ...(toolId === null ? [] : [`t${toolId}`]),
    ...(budgetTypeId === null ? [] : [`b${budgetTypeId}`]),
  ];
  return [userId, terms, q, serviceId];
}

/** SQL: what a viewer's filter asks of listed projects. $1 viewer, $2 terms, all of them, $3 words, $4 service. */
const conditionParts = `
viewer AS MATERIALIZED (
  SELECT ${traitColumns} FROM profiles p WHERE p.id = $1
), conditions AS MATERIALIZED (
  -- One of the viewer's own services is condition enough. No project has the term 'w': words such as 'the' find nothing.
  SELECT CASE WHEN $4::int = ANY (service_ids) THEN '{}' ELSE service_ids END AS services,
         $2::text[] || CASE WHEN $3 = '' THEN '{}' WHEN words = '{}' THEN '{w}' ELSE words END AS terms
    FROM viewer CROSS JOIN (SELECT project_word_terms(project_words($3)) AS words OFFSET 0) search
)`;

/**
 * As `conditionParts`, and $5: from this number down. Walks the rarest condition, judged by
 * its newest projects, and looks the others up by key. The lists of several services are complete down to the highest
 * of their ends. The parameters are behind CTEs, or PostgreSQL would plan again for their values, which takes longer
 * than reading. One JSON column, because the driver parses columns one by one.
 */
const windowText = `
WITH ${conditionParts}, ask AS MATERIALIZED (
  SELECT services, CASE WHEN services = '{}' AND terms = '{}' THEN '{*}' ELSE terms END AS terms, $5::bigint AS top,
         CASE WHEN cardinality(terms) + least(cardinality(services), 1) <= 1 THEN ${windowSize} ELSE ${mostExamined} END AS most,
         greatest(${leastOfEach}, ${mostExamined} / greatest(cardinality(services), 1)) AS each
    FROM conditions
), driver AS MATERIALIZED (
  SELECT term FROM (
    SELECT probe.term, probe.reach FROM unnest((SELECT terms FROM ask)) AS given (term)
     CROSS JOIN LATERAL (SELECT given.term, ${reachOf("given.term")} AS reach) probe
     ORDER BY probe.reach NULLS FIRST LIMIT 1) rarest
   WHERE reach IS NULL OR cardinality((SELECT services FROM ask)) = 0
      OR reach <= (SELECT max(${reachOf("'s' || own.id")}) FROM unnest((SELECT services FROM ask)) AS own (id))
), lists AS MATERIALIZED (
  SELECT own.id, one.number FROM unnest((SELECT services FROM ask)) AS own (id)
   CROSS JOIN LATERAL (${listed("'s' || own.id", "LIMIT (SELECT each FROM ask)")}) one
   WHERE NOT EXISTS (SELECT FROM driver)
), floor AS MATERIALIZED (
  SELECT max(ends.number) AS number
    FROM (SELECT min(number) AS number FROM lists GROUP BY id HAVING count(*) = (SELECT each FROM ask)) ends
), walked AS MATERIALIZED (
  (${listed("(SELECT term FROM driver)", "LIMIT (SELECT most FROM ask)")})
  UNION ALL
  (SELECT DISTINCT number FROM lists WHERE number >= coalesce((SELECT number FROM floor), 0) ORDER BY number DESC)
), found AS (
  SELECT listed.* FROM (SELECT number FROM walked ORDER BY number DESC OFFSET 0) w CROSS JOIN LATERAL (
    SELECT b.project_id, b.number, b.traits, (SELECT n FROM priority_points(b.creator_id, true)) AS points FROM project_listings b
     WHERE b.number = w.number AND (b.expires_at IS NULL OR b.expires_at > now())
       AND (cardinality((SELECT services FROM ask)) = 0 OR b.service_ids && (SELECT services FROM ask))
       AND (SELECT true FROM unnest((SELECT terms FROM ask)) AS other (term)
             WHERE other.term IS DISTINCT FROM (SELECT term FROM driver)
               AND (SELECT true FROM project_terms o WHERE o.term = other.term AND o.number = w.number) IS NULL
             LIMIT 1) IS NULL
    OFFSET 0) listed
   ORDER BY w.number DESC LIMIT ${windowSize}
)
SELECT to_json(answer) AS row FROM (
  SELECT (SELECT to_json(viewer) FROM viewer) AS viewer,
         (SELECT json_agg(json_build_array(project_id, number, traits::json, points) ORDER BY number DESC) FROM found) AS found,
         max(number) AS highest, min(number) AS lowest,
         CASE WHEN EXISTS (SELECT FROM driver) THEN count(*) < (SELECT most FROM ask)
              ELSE (SELECT number FROM floor) IS NULL END AS is_end
    FROM walked HAVING EXISTS (SELECT FROM viewer)) answer`;

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

/** The newest, among the newest numbers. */
const mostFound = 200;
const mostLooked = 500_000;

/** The number of the newest project in the lists. */
export async function newestProject(): Promise<bigint> {
  const [row] = await readRows<{ number: string | null }>(
    "projects-newest",
    "SELECT max(number) AS number FROM project_listings",
    [],
  );
  return BigInt(row?.number ?? 0);
}

/**
 * The newest open projects that fit a contributor's filter, as in their list, and were listed after a number, newest
 * first, without those they have applied for. None for others. `isMore`: there may be others; `upTo`: where the next
 * search begins, without them.
 */
export async function findNewProjects(
  viewer: { userId: string },
  filter: ProjectFilter,
  after: bigint,
): Promise<{ projects: ProjectCardView[]; isMore: boolean; upTo: bigint }> {
  const [row] = await readRows<{ ids: string[]; is_more: boolean; up_to: string }>("projects-new", newText, [
    ...conditionValues(viewer, filter),
    after.toString(),
  ]);
  const cards = await readCards(viewer, row?.ids ?? []);
  const projects = (row?.ids ?? []).flatMap((id) => {
    const card = cards.get(id);
    return card && !card.application ? [card] : [];
  });
  return { projects, isMore: row?.is_more === true, upTo: BigInt(row?.up_to ?? after) };
}

/**
 * As `conditionParts`, and $5: listed after. Numbers are in the order of posting, not of commits: those of the last minute
 * are looked at again.
 */
const newText = `
WITH ${conditionParts}, span AS MATERIALIZED (
  SELECT $5::bigint AS after, max(number) - ${mostLooked} AS oldest FROM project_listings
), fresh AS MATERIALIZED (
  SELECT b.number, b.project_id FROM project_listings b, conditions
   WHERE b.number > (SELECT greatest(after, oldest) FROM span)
     AND (b.expires_at IS NULL OR b.expires_at > now())
     AND (cardinality(conditions.services) = 0 OR b.service_ids && conditions.services)
     AND b.terms @> conditions.terms
   ORDER BY b.number DESC LIMIT ${mostFound}
)
SELECT ARRAY(SELECT fresh.project_id FROM fresh
              WHERE (SELECT own.user_type = 'contributor' FROM profiles own WHERE own.id = $1)
              ORDER BY number DESC) AS ids,
       oldest > after OR (SELECT count(*) FROM fresh) = ${mostFound} AS is_more,
       greatest(after, (
         SELECT l.number FROM project_listings l
          WHERE (SELECT posted.created_at FROM project_briefs posted WHERE posted.id = l.project_id)
                < now() - interval '1 minute'
          ORDER BY l.number DESC LIMIT 1)) AS up_to
  FROM span`;
