-- A place's words in lowercase without accents: 'São Paulo, SP' has 'paulo', 'sao' and 'sp'.
CREATE OR REPLACE FUNCTION place_words(place text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT DISTINCT left(word, 40)
      FROM regexp_split_to_table(
             lower(regexp_replace(normalize(place, NFKD), '[\u0300-\u036f]', '', 'g')),
             '[\s,;.:/\\|()\[\]"''`’‘“”&+–—-]+') AS word
     WHERE word <> '' ORDER BY 1 LIMIT 12)
$$;

-- `Amount` in TypeScript; null without one.
CREATE OR REPLACE FUNCTION amount_json(unit amount_unit, low integer, high integer) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN unit IS NOT NULL THEN json_build_object('unit', unit, 'low', low, 'high', high) END
$$;

-- The unit's number (`unitNumbers`) and, in the last eight digits, the least that a contributor asks for or the most that
-- a creator pays, in whole dollars. 0 without an amount.
CREATE OR REPLACE FUNCTION price_mark(unit amount_unit, low integer, high integer, of user_type) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(CASE unit WHEN 'hour' THEN 1 WHEN 'piece' THEN 2 WHEN 'video' THEN 2 WHEN 'episode' THEN 2
                            WHEN 'script' THEN 2 WHEN 'project' THEN 3 WHEN 'month' THEN 4 WHEN 'day' THEN 5 END
                  * 100000000 + CASE of WHEN 'contributor' THEN (low + 99) / 100 ELSE high / 100 END, 0)
$$;

-- The index terms of the price bands from one mark to another in the same unit; none if `low` is 0. A listing has the
-- term of its own band, and a filter looks for the terms of its whole range.
CREATE OR REPLACE FUNCTION price_bands(low integer, high integer) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT 'p' || low / 100000000 || '-' || band
      FROM generate_series(width_bucket(low % 100000000, bounds), width_bucket(high % 100000000, bounds)) band
     WHERE low > 0)
    FROM (VALUES ('{5,10,15,20,25,30,40,50,60,75,100,125,150,200,250,300,400,500,600,750,1000,1500,2000,3000,5000,10000}'::int[]))
           AS steps (bounds)
$$;

-- What a person offers as a contributor, or looks for as a creator, with their styles and tools. Leaves out what they
-- chose in the other role.
CREATE OR REPLACE FUNCTION traits_of(person uuid, of user_type)
RETURNS TABLE (service_ids int[], style_ids int[], tool_ids int[]) LANGUAGE sql STABLE AS $$
  SELECT CASE of WHEN 'contributor'
           THEN ARRAY(SELECT service_id FROM contributor_services WHERE contributor_id = person ORDER BY 1)
           ELSE ARRAY(SELECT service_id FROM creator_services_needed WHERE creator_id = person ORDER BY 1) END,
         CASE of WHEN 'contributor'
           THEN ARRAY(SELECT visual_style_id FROM contributor_visual_styles WHERE contributor_id = person ORDER BY 1)
           ELSE ARRAY(SELECT visual_style_id FROM creator_visual_styles WHERE creator_id = person ORDER BY 1) END,
         CASE of WHEN 'contributor'
           THEN ARRAY(SELECT tool_id FROM contributor_tools WHERE contributor_id = person ORDER BY 1)
           ELSE ARRAY(SELECT tool_id FROM creator_tools WHERE creator_id = person ORDER BY 1) END OFFSET 0
$$;

-- '*' for everyone, then 's' and a service, 't' and a tool, 'v' and a visual style, 'w' and a word of the place, 'l'
-- and a level that fits (0 beginner to 3 expert: a contributor's own and those below, a creator's requested one and
-- those above), 'a1' for available now, 'a0' for available now or limited, 'p' and a price's unit and band, 'c' for
-- work that a card can show. Traits are JSON, with the words of the price for older processes and for prices without an
-- amount. People who aren't listed have no row.
CREATE OR REPLACE FUNCTION person_listing_of(person uuid) RETURNS TABLE(user_type user_type, terms text[], price integer, traits text) LANGUAGE sql STABLE AS $$
  SELECT own.user_type,
         ARRAY['*'] ||
         ARRAY(SELECT 's' || id FROM unnest(own.service_ids) id) ||
         ARRAY(SELECT 't' || id FROM unnest(own.tool_ids) id) ||
         ARRAY(SELECT 'v' || id FROM unnest(own.style_ids) id) ||
         ARRAY(SELECT 'l' || level FROM generate_series(0, 3) level
                WHERE CASE own.user_type WHEN 'contributor' THEN level <= own.level ELSE level >= own.level END) ||
         CASE own.availability WHEN 'available' THEN '{a0,a1}'::text[] WHEN 'limited' THEN '{a0}' ELSE '{}' END ||
         ARRAY(SELECT 'w' || word FROM unnest(place_words(own.location)) word) || price_bands(own.price, own.price) ||
         CASE WHEN has_cover_picture(person) THEN '{c}'::text[] ELSE '{}' END,
         own.price,
         json_build_array(own.service_ids, own.style_ids, own.tool_ids, own.experience_level, own.availability,
                          own.price_range, amount_json(own.amount_unit, own.amount_low, own.amount_high))::text
    FROM (
      SELECT p.user_type, p.location, p.price_range, p.amount_unit, p.amount_low, p.amount_high,
             price_mark(p.amount_unit, p.amount_low, p.amount_high, p.user_type) AS price, p.experience_level, p.availability,
             array_position('{beginner,intermediate,advanced,expert}'::text[], p.experience_level) - 1 AS level,
             chosen.*
        FROM profiles p CROSS JOIN LATERAL traits_of(p.id, p.user_type) chosen
       WHERE p.id = person AND EXISTS (SELECT FROM complete_profile(p.id))) own
$$;

-- Updates a person's listing at commit, once their choices are written. Only the tables below have a trigger, so code
-- that changes other choices must also update the profile. A listing moves to the top, with a new number, only if the
-- person is listed again or offers other services. Locks the profile, so that the later of two concurrent changes sees
-- the earlier one.
CREATE OR REPLACE FUNCTION list_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person UUID := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0];
  at TIMESTAMPTZ := clock_timestamp();
BEGIN
  PERFORM FROM profiles WHERE id = person FOR NO KEY UPDATE;
  DELETE FROM person_listings WHERE profile_id = person AND NOT EXISTS (SELECT FROM complete_profile(person));
  INSERT INTO person_listings AS l (profile_id, user_type, number, changed_at, terms, since, price, traits)
  SELECT person, own.user_type,
         CASE WHEN earlier.traits::json ->> 0 = own.traits::json ->> 0
              THEN earlier.number ELSE nextval('person_listings_number_seq') END,
         at, own.terms,
         ARRAY(SELECT coalesce(earlier.since[array_position(earlier.terms, one.term)], at)
                 FROM unnest(own.terms) WITH ORDINALITY AS one (term, place) ORDER BY one.place),
         own.price, own.traits
    FROM person_listing_of(person) own
    LEFT JOIN person_listings earlier ON earlier.profile_id = person AND earlier.user_type = own.user_type
   WHERE (earlier.terms, earlier.price, earlier.traits) IS DISTINCT FROM (own.terms, own.price, own.traits)
  ON CONFLICT (profile_id) DO UPDATE
    SET user_type = excluded.user_type, number = excluded.number, changed_at = excluded.changed_at,
        terms = excluded.terms, since = excluded.since, price = excluded.price, traits = excluded.traits;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS list_person ON profiles;
CREATE CONSTRAINT TRIGGER list_person AFTER INSERT OR UPDATE ON profiles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_person('id');

DROP TRIGGER IF EXISTS list_person ON contributor_profiles;
CREATE CONSTRAINT TRIGGER list_person AFTER INSERT OR UPDATE OF status ON contributor_profiles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_person('id');

DROP TRIGGER IF EXISTS list_person ON work_samples;
CREATE CONSTRAINT TRIGGER list_person AFTER INSERT OR DELETE OR UPDATE OF removed_at, still_id ON work_samples
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_person('profile_id');

-- Whether the notification is about a contributor who is waiting for review.
CREATE OR REPLACE FUNCTION is_waiting(n admin_notifications) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT n.status = 'unread' AND n.type = 'contributor_approval'
$$;

-- Which parts of a profile are filled in, for its completeness (`Compared` in TypeScript). Lists contain IDs.
CREATE OR REPLACE FUNCTION profile_parts(person uuid) RETURNS TABLE (parts json) LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
           'userType', coalesce(p.user_type, 'creator'), 'avatarUrl', p.avatar_url, 'bio', p.bio, 'location', p.location,
           'services', chosen.service_ids, 'styles', chosen.style_ids, 'tools', chosen.tool_ids || CASE WHEN p.other_tools <> '' THEN ARRAY[0] END,
           'contentTypes', ARRAY(SELECT content_type_id FROM creator_content_types WHERE creator_id = p.id),
           'price', json_build_object('amount', amount_json(p.amount_unit, p.amount_low, p.amount_high),
                                      'note', coalesce(p.amount_note, p.price_range)), 'links', ARRAY(SELECT key FROM profile_links WHERE profile_id = p.id),
           'portfolioUrl', (SELECT k.portfolio_url FROM contributor_profiles k WHERE k.id = p.id),
           'samples', ARRAY(SELECT s.id FROM work_samples s WHERE s.profile_id = p.id AND s.removed_at IS NULL))
    FROM profiles p CROSS JOIN LATERAL traits_of(p.id, p.user_type) chosen WHERE p.id = person
$$;
