-- At commit, and with the lock that listInDecks takes: whichever commits later sees what the other did. A listing that
-- is being deleted is skipped, because whoever deletes it may wait for the lock.
CREATE OR REPLACE FUNCTION list_cover() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person UUID := coalesce(NEW.profile_id, OLD.profile_id);
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('profile-listings', 0));
  UPDATE profile_listings l SET has_cover = NOT l.has_cover
    FROM (SELECT user_type, service_id, seq, profile_id FROM profile_listings
           WHERE profile_id = person AND has_cover <> has_cover_picture(person) FOR UPDATE SKIP LOCKED) stale
   WHERE (l.user_type, l.service_id, l.seq, l.profile_id)
       = (stale.user_type, stale.service_id, stale.seq, stale.profile_id);
  RETURN NULL;
END $$;

-- A place's words, in lower case and without accents: 'São Paulo, SP' has 'paulo', 'sao' and 'sp'.
CREATE OR REPLACE FUNCTION place_words(place text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT DISTINCT left(word, 40)
      FROM regexp_split_to_table(
             lower(regexp_replace(normalize(place, NFKD), '[\u0300-\u036f]', '', 'g')),
             '[\s,;.:/\\|()\[\]"''`’‘“”&+–—-]+') AS word
     WHERE word <> '' ORDER BY 1 LIMIT 12)
$$;

-- The amounts of a price range and its unit (1 hour, 2 video, 3 project, 4 month), as `amountsOf` of score.ts reads
-- them. No row without an amount.
CREATE OR REPLACE FUNCTION price_amounts(price text) RETURNS TABLE(low numeric, high numeric, unit integer) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT min(amount), max(amount),
         CASE WHEN price ~* 'hour|\yhr\y|/h\y' THEN 1
              WHEN price ~* 'month|retainer' THEN 4
              WHEN price ~* 'video|episode|edit\y|piece|thumbnail' THEN 2
              WHEN price ~* 'project|fixed' THEN 3 END
    FROM (
      SELECT replace(found[1], ',', '')::numeric * CASE WHEN found[2] IS NULL THEN 1 ELSE 1000 END AS amount
        FROM regexp_matches(price,
          '([0-9][0-9,]*(?:\.[0-9]+)?)[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*(k(?![a-z0-9_]))?',
          'gi') AS found) amounts
   WHERE amount > 0 HAVING count(*) > 0
$$;

-- The unit and, in the last eight digits, the least that a contributor asks or the most that a creator pays. 0 without
-- an amount or a unit.
CREATE OR REPLACE FUNCTION price_mark(price text, of user_type) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce((
    SELECT unit * 100000000 + least(CASE of WHEN 'contributor' THEN ceil(low) ELSE floor(high) END, 99999999)::int
      FROM price_amounts(price) WHERE unit IS NOT NULL), 0)
$$;

-- '*' for everyone, then 's' and a service, 't' and a tool, 'v' and a visual style, 'w' and a word of the place,
-- 'l' and a level that fits (0 beginner to 3 expert: a contributor's own and those below, a creator's asked one and those
-- above), 'a1' for available now, 'a0' for that or limited. Traits are JSON. No row for someone not listed.
CREATE OR REPLACE FUNCTION trait_listing_of(person uuid) RETURNS TABLE(user_type user_type, service_ids integer[], terms text[], price integer, traits text) LANGUAGE sql STABLE AS $$
  SELECT own.user_type, own.service_ids,
         ARRAY['*'] ||
         ARRAY(SELECT 's' || id FROM unnest(own.service_ids) id) ||
         ARRAY(SELECT 't' || id FROM unnest(own.tool_ids) id) ||
         ARRAY(SELECT 'v' || id FROM unnest(own.style_ids) id) ||
         ARRAY(SELECT 'l' || level FROM generate_series(0, 3) level
                WHERE CASE own.user_type WHEN 'contributor' THEN level <= own.level ELSE level >= own.level END) ||
         CASE own.availability WHEN 'available' THEN '{a0,a1}'::text[] WHEN 'limited' THEN '{a0}' ELSE '{}' END ||
         ARRAY(SELECT 'w' || word FROM unnest(place_words(own.location)) word),
         price_mark(own.price_range, own.user_type),
         json_build_array(own.service_ids, own.style_ids, own.tool_ids, own.experience_level, own.availability,
                          own.price_range)::text
    FROM (
      SELECT l.user_type, p.location, p.price_range, p.experience_level, p.availability,
             array_position('{beginner,intermediate,advanced,expert}'::text[], p.experience_level) - 1 AS level,
             ARRAY(SELECT service_id FROM profile_listings WHERE profile_id = p.id AND service_id > 0
                    ORDER BY 1) AS service_ids,
             CASE l.user_type WHEN 'contributor'
               THEN ARRAY(SELECT tool_id FROM contributor_tools WHERE contributor_id = p.id ORDER BY 1)
               ELSE ARRAY(SELECT tool_id FROM creator_tools WHERE creator_id = p.id ORDER BY 1) END AS tool_ids,
             CASE l.user_type WHEN 'contributor'
               THEN ARRAY(SELECT visual_style_id FROM contributor_visual_styles WHERE contributor_id = p.id ORDER BY 1)
               ELSE ARRAY(SELECT visual_style_id FROM creator_visual_styles WHERE creator_id = p.id ORDER BY 1)
             END AS style_ids
        FROM profile_listings l JOIN profiles p ON p.id = l.profile_id
       WHERE l.profile_id = person AND l.service_id = 0 LIMIT 1) own
$$;

-- Numbers become visible in order, by the lock that listInDecks takes, too.
CREATE OR REPLACE FUNCTION list_traits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person UUID := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0];
  earlier trait_listings;
  latest BIGINT;
BEGIN
  IF (SELECT (l.user_type, l.service_ids, l.terms, l.price, l.traits)
        FROM trait_listings l WHERE l.profile_id = person)
     IS NOT DISTINCT FROM
     (SELECT (t.user_type, t.service_ids, t.terms, t.price, t.traits) FROM trait_listing_of(person) t) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('profile-listings', 0));
  DELETE FROM trait_listings WHERE profile_id = person RETURNING * INTO earlier;
  latest := nextval('trait_listings_number_seq');
  INSERT INTO trait_listings (number, profile_id, user_type, service_ids, terms, price, traits, first_numbers)
  SELECT latest, person, t.*,
         CASE WHEN t.user_type = earlier.user_type THEN ARRAY(
           SELECT CASE WHEN had.at IS NULL THEN latest ELSE coalesce(earlier.first_numbers[had.at], earlier.number) END
             FROM unnest(t.terms) WITH ORDINALITY AS own (term, place)
            CROSS JOIN LATERAL (SELECT array_position(earlier.terms, own.term) AS at) had
            ORDER BY own.place) END
    FROM trait_listing_of(person) t;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION list_with_cover() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.has_cover := has_cover_picture(NEW.profile_id);
  RETURN NEW;
END $$;

-- A bit for each level and availability, and one of 57 for any other term, so that two may share theirs.
CREATE OR REPLACE FUNCTION trait_marks(terms text[]) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(bit_or(1::bigint << CASE left(term, 1)
           WHEN 'l' THEN right(term, 1)::int
           WHEN 'a' THEN 4 + right(term, 1)::int
           ELSE 6 + ('x' || left(md5(term), 7))::bit(28)::int % 57 END), 0)
    FROM unnest(terms) AS term WHERE term <> '*'
$$;

CREATE OR REPLACE FUNCTION write_trait_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM trait_terms WHERE user_type = OLD.user_type AND term = ANY (OLD.terms) AND number = OLD.number;
  ELSE
    -- Levels and availability are too frequent to begin with.
    INSERT INTO trait_terms (user_type, term, number, price, marks)
    SELECT NEW.user_type, term, NEW.number, NEW.price, trait_marks(NEW.terms)
      FROM unnest(NEW.terms) term WHERE left(term, 1) NOT IN ('l', 'a');
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS list_cover ON work_samples;
CREATE CONSTRAINT TRIGGER list_cover AFTER INSERT OR DELETE OR UPDATE OF removed_at, still_id ON work_samples
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_cover();

-- At commit, when a person's choices are written; whoever changes them changes the profile, too.
DROP TRIGGER IF EXISTS list_traits ON profile_listings;
CREATE CONSTRAINT TRIGGER list_traits AFTER INSERT OR DELETE ON profile_listings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_traits('profile_id');

CREATE OR REPLACE TRIGGER list_with_cover BEFORE INSERT ON profile_listings
  FOR EACH ROW EXECUTE FUNCTION list_with_cover();

-- At commit, when a person's choices are written; whoever changes them changes the profile, too.
DROP TRIGGER IF EXISTS list_traits ON profiles;
CREATE CONSTRAINT TRIGGER list_traits AFTER UPDATE ON profiles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.completed_at IS NOT NULL) EXECUTE FUNCTION list_traits('id');

CREATE OR REPLACE TRIGGER write_trait_terms AFTER INSERT OR DELETE ON trait_listings
  FOR EACH ROW EXECUTE FUNCTION write_trait_terms();

-- A contributor waits for review.
CREATE OR REPLACE FUNCTION is_waiting(n admin_notifications) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT n.status = 'unread' AND n.type = 'contributor_approval'
$$;
