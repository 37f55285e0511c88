import { namesOf } from "~/features/catalog/catalog";
import { listCatalog } from "~/features/catalog/reading.server";
import { shownName } from "~/features/profiles/profile";
import { readRows } from "~/platform/db.server";
import { ledBy } from "./listing.server";

/** The newest. */
const mostFound = 200;

export interface NewContributor {
  personId: string;
  name: string;
  /** The searched one first. */
  services: string[];
}

/** The number of the latest listing. */
export async function newestContributor(): Promise<bigint> {
  const [row] = await readRows<{ number: string | null }>(
    "directory-newest",
    "SELECT max(seq) AS number FROM profile_listings WHERE user_type = 'contributor' AND service_id = 0",
    [],
  );
  return BigInt(row?.number ?? 0);
}

/**
 * The newest contributors whom the directory shows to a viewer and who were first listed after a number, latest first,
 * without the viewer. `isMore`: there may be others; `upTo`: where the next search begins, without them.
 * @param serviceId null for any service
 */
export async function findNewContributors(
  viewer: { userId: string },
  serviceId: number | null,
  after: bigint,
): Promise<{ people: NewContributor[]; isMore: boolean; upTo: bigint }> {
  const [[row], { byId }] = await Promise.all([
    readRows<{ people: FoundRow[]; is_more: boolean; up_to: string }>("directory-new", newText, [
      serviceId ?? 0,
      after.toString(),
      viewer.userId,
    ]),
    listCatalog(),
  ]);
  const people = (row?.people ?? []).map(({ person_id, full_name, service_ids }) => ({
    personId: person_id,
    name: shownName(full_name, "contributor"),
    services: namesOf(ledBy(service_ids, serviceId), byId.services),
  }));
  return { people, isMore: row?.is_more === true, upTo: BigInt(row?.up_to ?? after) };
}

type FoundRow = { person_id: string; full_name: string; service_ids: number[] };

/**
 * $1 service, $2 number, $3 viewer. Numbers are in the order of commits, so that no one is missed. Walks the primary
 * key of the listings, as the order 'new' of the directory does.
 */
const newText = `
WITH fresh AS MATERIALIZED (
  SELECT seq, profile_id FROM profile_listings
   WHERE user_type = 'contributor' AND service_id = $1 AND seq > $2::bigint AND coalesce(first_seq, seq) > $2::bigint
   ORDER BY seq DESC LIMIT ${mostFound}
), found AS (
  SELECT person.*, fresh.seq FROM fresh CROSS JOIN LATERAL (
    SELECT p.id AS person_id, p.full_name, t.service_ids
      FROM profiles p JOIN trait_listings t ON t.profile_id = p.id
     WHERE p.id = fresh.profile_id AND p.id <> $3::uuid AND EXISTS (SELECT FROM findable_in_search($3::uuid, p.id))
    OFFSET 0) person
)
SELECT (SELECT coalesce(json_agg(found ORDER BY seq DESC), '[]') FROM found) AS people,
       (SELECT count(*) FROM fresh) = ${mostFound} AS is_more,
       greatest((SELECT max(seq) FROM profile_listings WHERE user_type = 'contributor' AND service_id = $1), $2::bigint) AS up_to`;
