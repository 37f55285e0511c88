-- profiles: listed people are found by their traits, newest first, however many there are; see listed_projects.
-- discovery: each filter of a viewer has its own deck.

CREATE TABLE "trait_listings" (
  -- In commit order; only grows. Renewed when a trait that filters use changes.
  "number" BIGINT NOT NULL,
  "profile_id" UUID NOT NULL,
  "user_type" "user_type" NOT NULL,
  "service_ids" INTEGER[] NOT NULL,
  "terms" TEXT[] NOT NULL,
  "price" INTEGER NOT NULL,
  "traits" TEXT NOT NULL,

  CONSTRAINT "trait_listings_pkey" PRIMARY KEY ("number")
);
CREATE SEQUENCE "trait_listings_number_seq" OWNED BY "trait_listings"."number";
CREATE UNIQUE INDEX "trait_listings_profile_id_key" ON "trait_listings" ("profile_id");
ALTER TABLE "trait_listings"
  ADD CONSTRAINT "trait_listings_profile_id_fkey"
    FOREIGN KEY ("profile_id") REFERENCES "profiles" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Price and marks are in the key, so that one walk of an index dismisses nearly everybody who does not fit.
CREATE TABLE "trait_terms" (
  "user_type" "user_type" NOT NULL,
  "term" TEXT COLLATE "C" NOT NULL,
  "number" BIGINT NOT NULL,
  "price" INTEGER NOT NULL,
  "marks" BIGINT NOT NULL,

  CONSTRAINT "trait_terms_pkey" PRIMARY KEY ("user_type", "term", "number", "price", "marks")
);

CREATE TABLE "filtered_decks" (
  "viewer_id" UUID NOT NULL,
  "filter" TEXT COLLATE "C" NOT NULL,
  "services" INTEGER[] NOT NULL,
  "low" BIGINT NOT NULL,
  "high" BIGINT NOT NULL,
  -- Microseconds, as compared.
  "passed_until" TIMESTAMPTZ(6) NOT NULL,
  "looked" INTEGER NOT NULL,
  "people" UUID[] NOT NULL,
  "positions" BIGINT[] NOT NULL,
  "next_position" BIGINT NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "filtered_decks_pkey" PRIMARY KEY ("viewer_id", "filter")
);
ALTER TABLE "filtered_decks"
  ADD CONSTRAINT "filtered_decks_viewer_id_fkey"
    FOREIGN KEY ("viewer_id") REFERENCES "profiles" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "filtered_decks_positions_check" CHECK (cardinality("people") = cardinality("positions"));

-- A place's words, in lower case and without accents: 'São Paulo, SP' has 'paulo', 'sao' and 'sp'.
CREATE FUNCTION "place_words"("place" TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT DISTINCT left(word, 40)
      FROM regexp_split_to_table(
             lower(regexp_replace(normalize("place", NFKD), '[\u0300-\u036f]', '', 'g')),
             '[\s,;.:/\\|()\[\]"''`’‘“”&+–—-]+') AS word
     WHERE word <> '' ORDER BY 1 LIMIT 12)
$$;

-- The amounts of a price range and its unit (1 hour, 2 video, 3 project, 4 month), as `amountsOf` of score.ts reads
-- them. No row without an amount.
CREATE FUNCTION "price_amounts"("price" TEXT) RETURNS TABLE ("low" NUMERIC, "high" NUMERIC, "unit" INTEGER)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT min(amount), max(amount),
         CASE WHEN "price" ~* 'hour|\yhr\y|/h\y' THEN 1
              WHEN "price" ~* 'month|retainer' THEN 4
              WHEN "price" ~* 'video|episode|edit\y|piece|thumbnail' THEN 2
              WHEN "price" ~* 'project|fixed' THEN 3 END
    FROM (
      SELECT replace(found[1], ',', '')::numeric * CASE WHEN found[2] IS NULL THEN 1 ELSE 1000 END AS amount
        FROM regexp_matches("price",
          '([0-9][0-9,]*(?:\.[0-9]+)?)[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*(k(?![a-z0-9_]))?',
          'gi') AS found) amounts
   WHERE amount > 0 HAVING count(*) > 0
$$;

-- The unit and, in the last eight digits, the least that a contributor asks or the most that a creator pays. 0 without
-- an amount or a unit.
CREATE FUNCTION "price_mark"("price" TEXT, "of" "user_type") RETURNS INTEGER LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce((
    SELECT "unit" * 100000000 + least(CASE "of" WHEN 'contributor' THEN ceil("low") ELSE floor("high") END, 99999999)::int
      FROM price_amounts("price") WHERE "unit" IS NOT NULL), 0)
$$;

-- A bit for each level and availability, and one of 57 for any other term, so that two may share theirs.
CREATE FUNCTION "trait_marks"("terms" TEXT[]) RETURNS BIGINT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(bit_or(1::bigint << CASE left(term, 1)
           WHEN 'l' THEN right(term, 1)::int
           WHEN 'a' THEN 4 + right(term, 1)::int
           ELSE 6 + ('x' || left(md5(term), 7))::bit(28)::int % 57 END), 0)
    FROM unnest("terms") AS term WHERE term <> '*'
$$;

-- '*' for everybody, then 's' and a service, 't' and a tool, 'v' and a visual style, 'w' and a word of the place,
-- 'l' and a level that fits (0 beginner to 3 expert: a contributor's own and those below, a creator's asked one and those
-- above), 'a1' for available now, 'a0' for that or limited. Traits are JSON. No row for somebody not listed.
CREATE FUNCTION "trait_listing_of"("person" UUID)
  RETURNS TABLE ("user_type" "user_type", "service_ids" INTEGER[], "terms" TEXT[], "price" INTEGER, "traits" TEXT)
  LANGUAGE sql STABLE AS $$
  SELECT own."user_type", own."service_ids",
         ARRAY['*'] ||
         ARRAY(SELECT 's' || id FROM unnest(own."service_ids") id) ||
         ARRAY(SELECT 't' || id FROM unnest(own."tool_ids") id) ||
         ARRAY(SELECT 'v' || id FROM unnest(own."style_ids") id) ||
         ARRAY(SELECT 'l' || level FROM generate_series(0, 3) level
                WHERE CASE own."user_type" WHEN 'contributor' THEN level <= own."level" ELSE level >= own."level" END) ||
         CASE own."availability" WHEN 'available' THEN '{a0,a1}'::text[] WHEN 'limited' THEN '{a0}' ELSE '{}' END ||
         ARRAY(SELECT 'w' || word FROM unnest(place_words(own."location")) word),
         price_mark(own."price_range", own."user_type"),
         json_build_array(own."service_ids", own."style_ids", own."tool_ids", own."experience_level", own."availability",
                          own."price_range")::text
    FROM (
      SELECT l."user_type", p."location", p."price_range", p."experience_level", p."availability",
             array_position('{beginner,intermediate,advanced,expert}'::text[], p."experience_level") - 1 AS "level",
             ARRAY(SELECT "service_id" FROM "profile_listings" WHERE "profile_id" = p."id" AND "service_id" > 0
                    ORDER BY 1) AS "service_ids",
             CASE l."user_type" WHEN 'contributor'
               THEN ARRAY(SELECT "tool_id" FROM "contributor_tools" WHERE "contributor_id" = p."id" ORDER BY 1)
               ELSE ARRAY(SELECT "tool_id" FROM "creator_tools" WHERE "creator_id" = p."id" ORDER BY 1) END AS "tool_ids",
             CASE l."user_type" WHEN 'contributor'
               THEN ARRAY(SELECT "visual_style_id" FROM "contributor_visual_styles" WHERE "contributor_id" = p."id" ORDER BY 1)
               ELSE ARRAY(SELECT "visual_style_id" FROM "creator_visual_styles" WHERE "creator_id" = p."id" ORDER BY 1)
             END AS "style_ids"
        FROM "profile_listings" l JOIN "profiles" p ON p."id" = l."profile_id"
       WHERE l."profile_id" = "person" AND l."service_id" = 0 LIMIT 1) own
$$;

CREATE FUNCTION "write_trait_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM "trait_terms" WHERE "user_type" = OLD."user_type" AND "term" = ANY (OLD."terms") AND "number" = OLD."number";
  ELSE
    -- Levels and availability are too frequent to begin with.
    INSERT INTO "trait_terms" ("user_type", "term", "number", "price", "marks")
    SELECT NEW."user_type", term, NEW."number", NEW."price", trait_marks(NEW."terms")
      FROM unnest(NEW."terms") term WHERE left(term, 1) NOT IN ('l', 'a');
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "write_trait_terms" AFTER INSERT OR DELETE ON "trait_listings"
  FOR EACH ROW EXECUTE FUNCTION write_trait_terms();

-- Numbers become visible in order, by the lock that listInDecks takes, too.
CREATE FUNCTION "list_traits"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person UUID := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0];
BEGIN
  IF (SELECT (l."user_type", l."service_ids", l."terms", l."price", l."traits")
        FROM "trait_listings" l WHERE l."profile_id" = person)
     IS NOT DISTINCT FROM
     (SELECT (t."user_type", t."service_ids", t."terms", t."price", t."traits") FROM trait_listing_of(person) t) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('profile-listings', 0));
  DELETE FROM "trait_listings" WHERE "profile_id" = person;
  INSERT INTO "trait_listings" ("number", "profile_id", "user_type", "service_ids", "terms", "price", "traits")
  SELECT nextval('trait_listings_number_seq'), person, t.* FROM trait_listing_of(person) t;
  RETURN NULL;
END $$;

-- At commit, when a person's choices are written; whoever changes them changes the profile, too.
CREATE CONSTRAINT TRIGGER "list_traits" AFTER UPDATE ON "profiles"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."completed_at" IS NOT NULL) EXECUTE FUNCTION list_traits('id');
CREATE CONSTRAINT TRIGGER "list_traits" AFTER INSERT OR DELETE ON "profile_listings"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_traits('profile_id');

INSERT INTO "trait_listings" ("number", "profile_id", "user_type", "service_ids", "terms", "price", "traits")
SELECT nextval('trait_listings_number_seq'), l."profile_id", t.*
  FROM (SELECT "profile_id" FROM "profile_listings" WHERE "service_id" = 0 ORDER BY "seq") l
 CROSS JOIN LATERAL trait_listing_of(l."profile_id") t;
