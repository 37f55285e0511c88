import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { shownName } from "~/features/profiles/profile";
import { isFindable } from "~/features/visibility/seeing.server";
import { readRows } from "~/platform/db.server";
import type { DeckFilter } from "./deck-filter";
import { askParts, askValues } from "./filtered-cards.server";
import { fits, hiddenAmong } from "./fitting.server";

/** Of one search; the next goes on from there. */
const mostFound = 200;
const mostLooked = 100_000;

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
 * People who fit a viewer's filter, as in their deck, and were listed after a number, without those they have swiped or
 * are matched with. Nobody for a viewer who has no deck, or whose plan has not all of the filter. `upTo`: where the next search begins.
 */
export async function findNewPeople(
  viewer: { userId: string },
  filter: DeckFilter,
  after: bigint,
): Promise<{ people: NewPerson[]; upTo: bigint }> {
  const [[row], names] = await Promise.all([
    readRows<{ people: FoundRow[]; up_to: string }>("discovery-new-people", newText, [
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
  return { people, upTo: BigInt(row?.up_to ?? after) };
}

type FoundRow = {
  id: string;
  full_name: string;
  user_type: "creator" | "contributor";
  service_ids: number[];
};

/** As `askParts`, and $8: listed after. Numbers are in the order of commits, so that nobody is missed. */
const newText = `
WITH ${askParts}, fresh AS MATERIALIZED (
  SELECT l.number, l.profile_id, l.service_ids FROM trait_listings l, ask
   WHERE l.number > (SELECT $8::bigint) AND l.number <= (SELECT $8::bigint + ${mostLooked})
     AND ${fits("l", "ask")} AND l.profile_id <> $1
   ORDER BY l.number LIMIT ${mostFound}
), found AS (
  SELECT p.id, p.full_name, p.user_type, fresh.service_ids, fresh.number
    FROM fresh JOIN profiles p ON p.id = fresh.profile_id AND ${isFindable("p")}
   WHERE fresh.profile_id NOT IN (${hiddenAmong("$1", "SELECT profile_id FROM fresh")})
     AND (SELECT ${isFindable("own")} FROM profiles own WHERE own.id = $1)
     AND (SELECT is_allowed OR (cardinality($4::text[]) = 0 AND nullif($5, '') IS NULL AND $6::int IS NULL) FROM allowed)
)
SELECT (SELECT coalesce(json_agg(found ORDER BY number DESC), '[]') FROM found) AS people,
       CASE WHEN (SELECT count(*) FROM fresh) = ${mostFound} THEN (SELECT max(number) FROM fresh)
            ELSE least(greatest((SELECT max(number) FROM trait_listings), $8::bigint), $8::bigint + ${mostLooked}) END AS up_to`;
