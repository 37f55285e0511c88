-- A saved search of people tells of those who are new to its filter, and not of everybody whose traits changed. For each of
-- `terms`, the number since which the person has had it without a break; null: since this one.
ALTER TABLE "trait_listings" ADD COLUMN "first_numbers" BIGINT[];

CREATE OR REPLACE FUNCTION "list_traits"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person UUID := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0];
  earlier "trait_listings";
  latest BIGINT;
BEGIN
  IF (SELECT (l."user_type", l."service_ids", l."terms", l."price", l."traits")
        FROM "trait_listings" l WHERE l."profile_id" = person)
     IS NOT DISTINCT FROM
     (SELECT (t."user_type", t."service_ids", t."terms", t."price", t."traits") FROM trait_listing_of(person) t) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('profile-listings', 0));
  DELETE FROM "trait_listings" WHERE "profile_id" = person RETURNING * INTO earlier;
  latest := nextval('trait_listings_number_seq');
  INSERT INTO "trait_listings" ("number", "profile_id", "user_type", "service_ids", "terms", "price", "traits", "first_numbers")
  SELECT latest, person, t.*,
         CASE WHEN t."user_type" = earlier."user_type" THEN ARRAY(
           SELECT CASE WHEN had.at IS NULL THEN latest ELSE coalesce(earlier."first_numbers"[had.at], earlier."number") END
             FROM unnest(t."terms") WITH ORDINALITY AS own (term, place)
            CROSS JOIN LATERAL (SELECT array_position(earlier."terms", own.term) AS at) had
            ORDER BY own.place) END
    FROM trait_listing_of(person) t;
  RETURN NULL;
END $$;
