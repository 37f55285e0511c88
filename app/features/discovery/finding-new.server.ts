import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { shownName } from "~/features/profiles/profile";
import { readRows } from "~/platform/db.server";
import type { DeckFilter } from "./deck-filter";
import { askParts, askValues } from "./filtered-cards.server";
import { fits, hiddenAmong } from "./fitting.server";

/** The newest, among the newest who fit, among the newest numbers. */
const mostFound = 200;
const mostFitting = 1_000;
const mostLooked = 500_000;

export interface NewPerson {
  personId: string;
  name: string;
  services: string[];
}

/** The number of the newest person in the lists of filters. */
export async function newestPerson(): Promise<bigint> {
  const [row] = await readRows<{ number: string | null }>(
    "discovery-newest-person",
    "SELECT max(number) AS number FROM trait_listings",
    [],
  );
  return BigInt(row?.number ?? 0);
}

/**
 * The newest people who fit a viewer's filter, as in their deck, and did not before a number, without those they have
 * swiped or are matched with. A price that has changed makes no one new. No one for a viewer who has no deck, or whose
 * plan has not all of the filter. `isMore`: there may be others; `upTo`: where the next search begins, without them.
 */
export async function findNewPeople(
  viewer: { userId: string },
  filter: DeckFilter,
  after: bigint,
): Promise<{ people: NewPerson[]; isMore: boolean; upTo: bigint }> {
  const [[row], names] = await Promise.all([
    readRows<{ people: FoundRow[]; is_more: boolean; up_to: string }>("discovery-new-people", newText, [
      ...askValues({ userId: viewer.userId, timeZone: "UTC" }, filter),
      after.toString(),
    ]),
    listCatalog(),
  ]);
  const people = (row?.people ?? []).map(({ id, full_name, user_type, service_ids }) => ({
    personId: id,
    name: shownName(full_name, user_type),
    services: namesOf(service_ids, names.byId.services),
  }));
  return { people, isMore: row?.is_more === true, upTo: BigInt(row?.up_to ?? after) };
}

type FoundRow = {
  id: string;
  full_name: string;
  user_type: "creator" | "contributor";
  service_ids: number[];
};

/** SQL: a row of trait_listings that fits the row `ask` has had all that is asked for since after a number. */
const isNewTo = (listing: string, ask: string, after: string) => `(${listing}.first_numbers IS NULL OR (
  SELECT max(own.since) FILTER (WHERE own.term = '*' OR own.term = ANY (${ask}.terms)) > ${after}
      OR min(own.since) FILTER (WHERE own.term = ANY (ARRAY(SELECT 's' || id FROM unnest(${ask}.services) id))) > ${after}
    FROM unnest(${listing}.terms, ${listing}.first_numbers) AS own (term, since)))`;

/** As `askParts`, and $8: listed after. Numbers are in the order of commits, so that no one is missed. */
const newText = `
WITH ${askParts}, span AS MATERIALIZED (
  SELECT $8::bigint AS after, max(number) - ${mostLooked} AS oldest, max(number) AS newest FROM trait_listings
), fresh AS MATERIALIZED (
  SELECT l.number, l.profile_id, l.service_ids FROM trait_listings l, ask
   WHERE l.number > (SELECT greatest(after, oldest) FROM span) AND ${fits("l", "ask")} AND l.profile_id <> $1
     AND ${isNewTo("l", "ask", "(SELECT after FROM span)")}
   ORDER BY l.number DESC LIMIT ${mostFitting}
), found AS (
  SELECT p.id, p.full_name, p.user_type, fresh.service_ids, fresh.number
    FROM fresh JOIN profiles p ON p.id = fresh.profile_id AND EXISTS (SELECT FROM complete_profile(p.id))
   WHERE fresh.profile_id NOT IN (${hiddenAmong("$1", "SELECT profile_id FROM fresh")})
     AND (SELECT EXISTS (SELECT FROM complete_profile(own.id)) FROM profiles own WHERE own.id = $1)
     AND (SELECT is_allowed OR (cardinality($4::text[]) = 0 AND nullif($5, '') IS NULL AND $6::int IS NULL) FROM allowed)
   ORDER BY fresh.number DESC LIMIT ${mostFound}
)
SELECT (SELECT coalesce(json_agg(found ORDER BY number DESC), '[]') FROM found) AS people,
       oldest > after OR (SELECT count(*) FROM fresh) = ${mostFitting} OR (SELECT count(*) FROM found) = ${mostFound} AS is_more,
       greatest(newest, after) AS up_to
  FROM span`;
