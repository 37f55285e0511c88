import { readRows } from "~/platform/db.server";
import { conditionParts, conditionValues } from "./browsing.server";
import { type ProjectCardView, readCards } from "./cards.server";
import type { ProjectFilter } from "./project-filter";

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
