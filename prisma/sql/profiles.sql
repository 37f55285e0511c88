-- A place's words in lower case without accents: 'São Paulo, SP' has 'paulo', 'sao' and 'sp'.
CREATE OR REPLACE FUNCTION place_words(place text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT DISTINCT left(word, 40)
      FROM regexp_split_to_table(
             lower(regexp_replace(normalize(place, NFKD), '[\u0300-\u036f]', '', 'g')),
             '[\s,;.:/\\|()\[\]"''`’‘“”&+–—-]+') AS word
     WHERE word <> '' ORDER BY 1 LIMIT 12)
$$;

-- The amount in words that were typed before there were columns for it, such as '$40–$60 an hour (2 hours minimum)', in
-- cents, and the words as a note where they say more. `suggested` is for words that don't say per what. Without one
-- amount in dollars and a unit, the words are only a note. read_amount and the jobs that fill in old rows rely on it
-- (profiles/filling-prices.server.ts, projects/filling-budgets.server.ts). The next release drops them all.
CREATE OR REPLACE FUNCTION price_amounts(words text, suggested amount_unit)
RETURNS TABLE (unit amount_unit, low integer, high integer, note text) LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  one CONSTANT text := '(?:(?:us ?)?[$]|\yusd\y)? ?((?:[1-9][0-9]{0,2}(?:[ ,.''’][0-9]{3})+|[0-9]+)(?:[.,][0-9]{1,2})?)(?: ?(k)\y)?(?: ?(?:[$]|(?:usd|dollars?|bucks)\y))?';
  range CONSTANT text := '(?<![0-9.,⁄]|\w|[0-9] )(' || one || '(?:(?: ?(?:/|\yper\y) ?[a-z]+)? ?(?:-|–|—|\yto\y) ?' || one
                         || ')?)(?! ?[0-9]|[.,⁄][0-9])';
  -- A number that counts or describes something else.
  counted CONSTANT text := '^ ?(?:%|x\y|(?:min|sec)(?:ute|ond)?s?\y|weeks?\y|(?:hours|days|months|videos|episodes|scripts|pieces|projects|edits|rounds?|revisions?|words?|people)\y)';
  plain CONSTANT text := btrim(regexp_replace(lower(normalize(words, NFKC)), '\s+', ' ', 'g'));
  outside CONSTANT text := btrim(regexp_replace(plain, '\([^()]*\)', ' ', 'g'));
  tail text := outside;
  found text[];
  best text[];
  cents numeric[];
  names text;
  named text;
  rest text;
BEGIN
  note := btrim(words);
  IF outside ~ '[€£¥₹₽₩]|\y(?:eur|euros?|gbp|pounds?|cad|aud|nzd|inr|rupees|jpy|yen|mxn|brl)\y|\y(?:c|ca|a|au|nz)[$]'
     OR outside ~ '^(?:us)?[$]? ?[-−–—] ?(?:us)?[$]? ?[0-9]' THEN
    RETURN NEXT;
    RETURN;
  END IF;
  -- The first amount with a dollar sign, or without any, the first that doesn't count something else.
  FOR found IN SELECT regexp_matches(outside, range, 'g') LOOP
    tail := substr(tail, position(found[1] IN tail) + length(found[1]));
    IF found[1] ~ '[$]|usd|dollar|buck' THEN
      best := found;
      EXIT;
    END IF;
    IF best IS NULL AND tail !~ counted AND (found[1] !~ '^[48]k$' OR tail ~ '^ ?(?:/|per\y|an?\y|$)') THEN best := found; END IF;
  END LOOP;
  rest := coalesce(overlay(outside PLACING ' ' FROM position(best[1] IN outside) FOR length(best[1])), '');
  named := substring(outside FROM '(?:/|\yper\y)[ -]?([a-z]+)');
  SELECT u.unit, u.names INTO unit, names
    FROM (VALUES (1, 'hour'::amount_unit, 'hour|hourly|hr|hrs|h'), (2, 'month', 'month|monthly|mo|retainer'),
                 (3, 'video', 'video|vid'), (4, 'episode', 'episode|ep'), (5, 'script', 'script'),
                 (6, 'piece', 'piece|edit|thumbnail|deliverable|design|image|post|each|apiece'), (7, 'day', 'day|daily'),
                 (8, 'project', 'project|fixed|flat|total|all in|in all')) AS u (place, unit, names)
   WHERE coalesce(named, rest) ~ ('(?<!half[ -])\y(?:' || u.names || ')\y') ORDER BY u.place LIMIT 1;
  IF unit IS NOT NULL THEN
    rest := regexp_replace(rest, '(?<!half[ -])(?:(?:/|\y(?:per|an?|each|every)\y)[ -]?)?\y(?:' || names || ')\y', ' ');
  ELSIF named IS NULL THEN
    unit := suggested;
  END IF;
  SELECT array_agg((regexp_replace(regexp_replace(number, '[.,][0-9]{1,2}$', ''), '\D', '', 'g') || '.'
                    || coalesce(substring(number FROM '[.,]([0-9]{1,2})$'), '0'))::numeric
                   * CASE WHEN thousands IS NULL THEN 100 ELSE 100000 END ORDER BY place) INTO cents
    FROM unnest(ARRAY[best[2], best[4]], ARRAY[best[3], best[5]]) WITH ORDINALITY AS given (number, thousands, place)
   WHERE number IS NOT NULL;
  -- In '2–3k', both are thousands.
  IF best[3] IS NULL AND best[5] IS NOT NULL AND cents[1] * 1000 <= cents[2] THEN cents[1] := cents[1] * 1000; END IF;
  IF unit IS NULL OR cents IS NULL OR 1 > ANY (cents) OR 99999999 < ANY (cents) THEN
    unit := NULL;
    RETURN NEXT;
    RETURN;
  END IF;
  low := least(cents[1], cents[2]);
  high := greatest(cents[1], cents[2]);
  IF outside = plain AND rest !~ '[^ .,;:$/–—-]' THEN note := ''; END IF;
  RETURN NEXT;
END $$;

-- Reads the amount in words that an older process writes, which leaves the other columns as they were. New code changes
-- words only together with the amount or its note.
CREATE OR REPLACE FUNCTION read_amount() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  words CONSTANT text := to_jsonb(NEW) ->> TG_ARGV[0];
  suggested amount_unit;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF words = '' OR NEW.amount_note IS NOT NULL THEN RETURN NEW; END IF;
  ELSIF words = to_jsonb(OLD) ->> TG_ARGV[0]
     OR (NEW.amount_unit, NEW.amount_low, NEW.amount_high, NEW.amount_note)
        IS DISTINCT FROM (OLD.amount_unit, OLD.amount_low, OLD.amount_high, OLD.amount_note) THEN
    RETURN NEW;
  END IF;
  SELECT unit INTO suggested FROM budget_types WHERE id = (to_jsonb(NEW) ->> 'budget_type_id')::integer;
  SELECT unit, low, high, note INTO NEW.amount_unit, NEW.amount_low, NEW.amount_high, NEW.amount_note
    FROM price_amounts(words, suggested);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER read_amount BEFORE INSERT OR UPDATE OF price_range ON profiles
  FOR EACH ROW EXECUTE FUNCTION read_amount('price_range');

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

-- The terms of the price bands that a range of marks in one unit covers. A listing has its own band's term.
-- None for 0.
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

-- Read the words themselves. Nothing calls them anymore.
DROP FUNCTION IF EXISTS price_mark(text, user_type), price_amounts(text);

-- Maintains a person's listing at commit, when their choices are written. Code that changes choices also changes the
-- profile. The number only moves to the latest when they're listed again or for other services. Takes the profile's
-- lock, so the later of two concurrent changes sees the other.
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

-- A contributor who waits for review.
CREATE OR REPLACE FUNCTION is_waiting(n admin_notifications) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT n.status = 'unread' AND n.type = 'contributor_approval'
$$;

-- Which parts of a profile are filled in, for its completeness (`Compared` in TypeScript). Lists hold ids.
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
