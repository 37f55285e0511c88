import type { Transaction } from "~/platform/db.server";

/** Affects decks filled from now on. */
export async function unlist(tx: Transaction, profileId: string): Promise<void> {
  await tx.profileListing.deleteMany({ where: { profileId } });
}

/**
 * Lists a person as the latest under each of their services, and under 0 for any; unlists them if they cannot be
 * found. Call it last in a transaction: the lock makes other listings wait for the commit, so that numbers become
 * visible in order and a reader who has seen all up to n has missed no one.
 */
export async function listInDecks(tx: Transaction, profileId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('profile-listings', 0))`;
  const before = await tx.$queryRaw<{ listed: string }[]>`
    DELETE FROM profile_listings WHERE profile_id = ${profileId}::uuid
    RETURNING json_build_array(user_type, service_id, coalesce(first_seq, seq))::text AS listed`;
  await tx.$executeRaw`
    WITH numbered AS MATERIALIZED (SELECT nextval('profile_listing_seq') AS seq)
    INSERT INTO profile_listings (user_type, service_id, seq, profile_id, first_seq)
    SELECT p.user_type, s.service_id, numbered.seq, p.id,
           (SELECT min((b ->> 2)::bigint) FROM unnest(${before.map(({ listed }) => listed)}::json[]) b
             WHERE (b ->> 0)::user_type = p.user_type AND (b ->> 1)::int = s.service_id)
      FROM profiles p
      CROSS JOIN numbered
      CROSS JOIN LATERAL (
        SELECT 0 AS service_id
        UNION SELECT service_id FROM contributor_services WHERE contributor_id = p.id AND p.user_type = 'contributor'
        UNION SELECT service_id FROM creator_services_needed WHERE creator_id = p.id AND p.user_type = 'creator') s
     WHERE p.id = ${profileId}::uuid AND EXISTS (SELECT FROM complete_profile(p.id))`;
}

/** Relists only if the listed services, or whether the person can be found, have changed. */
export async function refreshListing(tx: Transaction, profileId: string): Promise<void> {
  const [listing] = await tx.$queryRaw<{ changed: boolean }[]>`
    SELECT CASE
             WHEN EXISTS (SELECT FROM complete_profile(p.id))
             THEN ARRAY(
               SELECT 0 AS service_id
               UNION SELECT service_id FROM contributor_services WHERE contributor_id = p.id AND p.user_type = 'contributor'
               UNION SELECT service_id FROM creator_services_needed WHERE creator_id = p.id AND p.user_type = 'creator'
               ORDER BY service_id)
             ELSE '{}'
           END <> ARRAY(SELECT service_id FROM profile_listings WHERE profile_id = p.id ORDER BY service_id) AS changed
      FROM profiles p
     WHERE p.id = ${profileId}::uuid`;
  if (listing?.changed) await listInDecks(tx, profileId);
}
