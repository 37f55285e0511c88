import { isUnexpired } from "~/features/plans/plan-in-force.server";
import { readRows } from "~/platform/db.server";
import { conditionParts, conditionValues } from "./browsing.server";
import { type ProjectCardView, readCards } from "./cards.server";
import type { ProjectFilter } from "./project-filter";

/** Of one search; the next goes on from there. */
const mostFound = 200;
const mostLooked = 100_000;

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
 * Open projects that fit a contributor's filter, as in their list, and were listed after a number, newest first, without
 * those they have applied for. None for others. `upTo`: where the next search begins.
 */
export async function findNewProjects(
  viewer: { userId: string },
  filter: ProjectFilter,
  after: bigint,
): Promise<{ projects: ProjectCardView[]; upTo: bigint }> {
  const [row] = await readRows<{ ids: string[]; up_to: string }>("projects-new", newText, [
    ...conditionValues(viewer, filter),
    after.toString(),
  ]);
  const cards = await readCards(viewer, row?.ids ?? []);
  const projects = (row?.ids ?? []).flatMap((id) => {
    const card = cards.get(id);
    return card && !card.application ? [card] : [];
  });
  return { projects, upTo: BigInt(row?.up_to ?? after) };
}

/**
 * As `conditionParts`, and $5: listed after. Numbers are in the order of posting, not of commits: those of the last minute
 * are looked at again.
 */
const newText = `
WITH ${conditionParts}, fresh AS MATERIALIZED (
  SELECT b.number, b.project_id FROM project_listings b, conditions
   WHERE b.number > (SELECT $5::bigint) AND b.number <= (SELECT $5::bigint + ${mostLooked})
     AND ${isUnexpired.text}
     AND (cardinality(conditions.services) = 0 OR b.service_ids && conditions.services)
     AND b.terms @> conditions.terms
   ORDER BY b.number LIMIT ${mostFound}
)
SELECT ARRAY(SELECT fresh.project_id FROM fresh
              WHERE (SELECT own.user_type = 'contributor' FROM profiles own WHERE own.id = $1)
              ORDER BY number DESC) AS ids,
       CASE WHEN (SELECT count(*) FROM fresh) = ${mostFound} THEN (SELECT max(number) FROM fresh)
            ELSE least($5::bigint + ${mostLooked}, greatest($5::bigint, (
              SELECT l.number FROM project_listings l
               WHERE (SELECT posted.created_at FROM project_briefs posted WHERE posted.id = l.project_id)
                     < now() - interval '1 minute'
               ORDER BY l.number DESC LIMIT 1))) END AS up_to`;
