-- Returns the same as compared_traits, but from the person's choices rather than their listing. It's in PL/pgSQL,
-- whose statements are only planned when they run, because compared_traits rarely needs this.
CREATE OR REPLACE FUNCTION unlisted_traits(person uuid) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT json_build_object('userType', coalesce(p.user_type, 'creator'), 'serviceIds', chosen.service_ids,
                             'styleIds', chosen.style_ids, 'toolIds', chosen.tool_ids, 'experience', p.experience_level,
                             'availability', p.availability, 'priceRange', p.price_range,
                             'amount', amount_json(p.amount_unit, p.amount_low, p.amount_high))
      FROM profiles p CROSS JOIN LATERAL traits_of(p.id, p.user_type) chosen WHERE p.id = person);
END $$;

-- What a score compares about a person; `Traits` in TypeScript. For listed people, it comes from the array in their
-- listing, which `traitsOf` reads in the same order.
CREATE OR REPLACE FUNCTION compared_traits(person uuid) RETURNS TABLE (traits json) LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT json_build_object('userType', l.user_type, 'serviceIds', l.traits::json -> 0, 'styleIds', l.traits::json -> 1,
                             'toolIds', l.traits::json -> 2, 'experience', l.traits::json -> 3,
                             'availability', l.traits::json -> 4, 'priceRange', l.traits::json -> 5,
                             'amount', l.traits::json -> 6)
      FROM person_listings l WHERE l.profile_id = person), unlisted_traits(person))
$$;

-- The match of two people, whether swipes or an accepted application made it. Includes a held match.
CREATE OR REPLACE FUNCTION matched(one uuid, other uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT m.id FROM (
    SELECT x.id FROM matches x WHERE x.creator_id = one AND x.contributor_id = other
    UNION ALL
    SELECT y.id FROM matches y WHERE y.creator_id = other AND y.contributor_id = one) m OFFSET 0
$$;

-- How many Likes are among the first 100 cards of a person's deck, up to 10, which the navigation shows as 9+. Runs on
-- every page.
CREATE OR REPLACE FUNCTION likes_waiting(viewer uuid) RETURNS TABLE (n integer) LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM (
    SELECT FROM (
      SELECT d.person_id FROM deck_cards d
       WHERE d.viewer_id = viewer AND d.position < 0 AND d.likes_you ORDER BY d.position LIMIT 100) c
     WHERE EXISTS (SELECT FROM findable(viewer, c.person_id)) AND NOT EXISTS (SELECT FROM matched(viewer, c.person_id))
     LIMIT 10) counted
$$;

-- Each match, once for each of its two people.
CREATE OR REPLACE VIEW match_sides AS
  SELECT m.id, m.source, m.held, m.created_at AS "createdAt", m.creator_id AS "viewerId", m.contributor_id AS "otherId",
         m.creator_seen_at IS NOT NULL AS seen
    FROM matches m
  UNION ALL
  SELECT m.id, m.source, m.held, m.created_at, m.contributor_id, m.creator_id, m.contributor_seen_at IS NOT NULL
    FROM matches m;

-- A person's matches with people they can reach, and what their cards show.
CREATE OR REPLACE FUNCTION match_cards(viewer uuid)
  RETURNS TABLE (id uuid, source match_source, "createdAt" timestamptz, "otherId" uuid, "fullName" text, "avatarUrl" text,
                 opens boolean, seen boolean, written boolean) LANGUAGE sql STABLE AS $$
  SELECT m.id, m.source, m."createdAt", m."otherId", p.full_name, p.avatar_url, EXISTS (SELECT FROM open_profile(p.id)),
         m.seen, EXISTS (SELECT FROM have_written(viewer, p.id))
    FROM match_sides m JOIN profiles p ON p.id = m."otherId"
   WHERE m."viewerId" = viewer AND NOT m.held AND EXISTS (SELECT FROM reachable(viewer, p.id))
$$;

-- The people whose matches wait for room in a plan, longest held first, each with the total.
CREATE OR REPLACE FUNCTION held_matches(viewer uuid)
  RETURNS TABLE ("personId" uuid, name text, "avatarUrl" text, total integer) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.full_name, p.avatar_url, (count(*) OVER ())::int
    FROM match_sides m JOIN profiles p ON p.id = m."otherId"
   WHERE m."viewerId" = viewer AND m.held AND EXISTS (SELECT FROM findable(viewer, p.id))
   ORDER BY m."createdAt", m.id LIMIT 12
$$;

-- How many matches a person hasn't opened and no one has written in. Stops at 10, and looks only at the newest 100
-- unopened ones, because many people write without opening the match first. Runs on every page.
CREATE OR REPLACE FUNCTION new_matches(viewer uuid) RETURNS TABLE (n integer) LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM (
    SELECT FROM (
      (SELECT m.contributor_id AS other FROM matches m
        WHERE m.creator_id = viewer AND m.creator_seen_at IS NULL AND NOT m.held ORDER BY m.created_at DESC LIMIT 100)
      UNION ALL
      (SELECT m.creator_id FROM matches m
        WHERE m.contributor_id = viewer AND m.contributor_seen_at IS NULL AND NOT m.held
        ORDER BY m.created_at DESC LIMIT 100)) made
     WHERE EXISTS (SELECT FROM reachable(viewer, made.other)) AND NOT EXISTS (SELECT FROM have_written(viewer, made.other))
     LIMIT 10) counted
$$;

-- Whether `one` has liked `other`, or has passed on them in the last 30 days (`passReturnsAfterDays`).
CREATE OR REPLACE FUNCTION swiped(one uuid, other uuid) RETURNS TABLE (liked boolean) LANGUAGE sql STABLE AS $$
  SELECT s.liked FROM swipes s
   WHERE s.actor_id = one AND s.target_id = other AND (s.liked OR s.created_at > now() - interval '30 days') OFFSET 0
$$;

-- Whether the swipe is less than a day old, so that it can be undone.
CREATE OR REPLACE FUNCTION is_recent(s swipes) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.created_at > now() - interval '1 day'
$$;

-- The person an actor swiped last, if the swipe can be undone: it's recent, and made no match or only a held one.
CREATE OR REPLACE FUNCTION undoable_swipe(actor uuid) RETURNS TABLE (person uuid) LANGUAGE sql STABLE AS $$
  SELECT last.target_id FROM (
    SELECT s.target_id FROM swipes s WHERE s.actor_id = actor AND is_recent(s) ORDER BY s.created_at DESC LIMIT 1) last
   WHERE NOT EXISTS (
     SELECT FROM matches m
      WHERE NOT m.held AND m.creator_id IN (actor, last.target_id) AND m.contributor_id IN (actor, last.target_id))
$$;

-- What a deck's page shows about its viewer's swipes.
CREATE OR REPLACE FUNCTION swiping_of(viewer uuid, zone text)
  RETURNS TABLE (plan plan_type, "swipesPerDay" integer, swipes integer, undoable uuid) LANGUAGE sql STABLE AS $$
  SELECT t.name, t.swipes_per_day, coalesce((SELECT n FROM swipes_today(viewer, zone)), 0),
         (SELECT person FROM undoable_swipe(viewer))
    FROM plans_in_force t WHERE t.user_id = viewer OFFSET 0
$$;

-- Whether a person may be in the viewer's deck: findable, and neither matched nor swiped.
CREATE OR REPLACE FUNCTION may_be_dealt(viewer uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT person
   WHERE NOT EXISTS (SELECT FROM swiped(viewer, person)) AND NOT EXISTS (SELECT FROM matched(viewer, person))
     AND EXISTS (SELECT FROM findable(viewer, person)) OFFSET 0
$$;

-- The people on top of the viewer's deck (`cardsShown`). Checks each card again, because since it was stored the person
-- may have been rejected, suspended, blocked, matched, or swiped in another tab. OFFSET 0 makes PostgreSQL check them
-- in order and stop once enough have passed.
CREATE OR REPLACE FUNCTION next_in_deck(viewer uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT c.person_id FROM (
    SELECT d.person_id, d.position FROM deck_cards d WHERE d.viewer_id = viewer
     ORDER BY d.position, d.person_id OFFSET 0) c
   WHERE EXISTS (SELECT FROM may_be_dealt(viewer, c.person_id))
   ORDER BY c.position, c.person_id LIMIT 3
$$;

-- These people's cards in order, with their work, and which of them a creator may save. A bio is one character longer
-- than `bioShown`, so that the app can tell that it was cut off.
CREATE OR REPLACE FUNCTION shown_cards(viewer uuid, people uuid[]) RETURNS TABLE (cards json, work json, saving json)
  LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(json_agg(card ORDER BY card.place), '[]') FROM (
           SELECT one.place, p.id, p.full_name AS "fullName", p.avatar_url AS "avatarUrl", p.location,
                  left(p.bio, 181) AS bio, l.user_type, l.traits::json AS traits, likes.you AS "likesYou",
                  (SELECT n FROM priority_points(p.id, likes.you AND l.user_type = 'creator')) > 0 AS "hasPriority"
             FROM unnest(people) WITH ORDINALITY AS one (id, place)
            CROSS JOIN LATERAL (SELECT * FROM profiles WHERE id = one.id OFFSET 0) p
            CROSS JOIN LATERAL (SELECT * FROM person_listings WHERE profile_id = one.id OFFSET 0) l
            CROSS JOIN LATERAL (
              SELECT (SELECT s.liked FROM swipes s WHERE s.actor_id = p.id AND s.target_id = viewer) IS TRUE AS you
              OFFSET 0) likes) card),
         (SELECT coalesce(json_agg(own), '[]') FROM foremost_samples(people, 6) own),
         (SELECT to_json(offer) FROM saving_offer(viewer, people) offer)
$$;

-- People the viewer talks to: their cards and, for each, when they matched and the project they work on together.
-- `acquaintancesOf` in TypeScript reads this.
CREATE OR REPLACE FUNCTION acquaintances(viewer uuid, people uuid[])
  RETURNS TABLE (cards json, work json, saving json, briefs json, own json, ties json) LANGUAGE sql STABLE AS $$
  SELECT shown.cards, shown.work, shown.saving, led.briefs, (SELECT traits FROM compared_traits(viewer)),
         (SELECT coalesce(json_agg(tie), '[]') FROM (
            SELECT one.id AS "personId",
                   (SELECT s."createdAt" FROM match_sides s WHERE s."viewerId" = viewer AND s."otherId" = one.id AND NOT s.held LIMIT 1) AS "matchedAt",
                   (SELECT json_build_object('id', b.id, 'title', b.title) FROM (
                      SELECT a.project_id FROM project_applications a JOIN project_briefs o ON o.id = a.project_id
                       WHERE a.contributor_id = one.id AND o.creator_id = viewer AND a.status = 'accepted'
                      UNION ALL
                      SELECT a.project_id FROM project_applications a JOIN project_briefs o ON o.id = a.project_id
                       WHERE a.contributor_id = viewer AND o.creator_id = one.id AND a.status = 'accepted') shared
                      JOIN project_briefs b ON b.id = shared.project_id ORDER BY b.created_at DESC LIMIT 1) AS project
              FROM unnest(people) AS one (id)) tie)
    FROM shown_cards(viewer, people) shown CROSS JOIN leading_briefs(people) led
$$;

-- Whether the person's card shows work. A creator's also shows the references of their open briefs.
CREATE OR REPLACE FUNCTION shows_work(person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT person
   WHERE EXISTS (SELECT FROM work_samples s WHERE s.profile_id = person AND s.removed_at IS NULL)
      OR EXISTS (SELECT FROM project_briefs b JOIN brief_files f ON f.project_id = b.id
                  WHERE b.creator_id = person AND takes_applications(b)) OFFSET 0
$$;

-- What decides people's positions in the viewer's deck: their traits, when they liked the viewer (in milliseconds),
-- their priority, and whether they show work.
CREATE OR REPLACE FUNCTION dealt_cards(viewer uuid, people uuid[])
  RETURNS TABLE (id uuid, user_type user_type, traits json, liked_at double precision, points integer, has_work boolean)
  LANGUAGE sql STABLE AS $$
  SELECT l.profile_id, l.user_type, l.traits::json, likes.at,
         (SELECT n FROM priority_points(l.profile_id, likes.at IS NOT NULL AND l.user_type = 'creator')),
         EXISTS (SELECT FROM shows_work(l.profile_id))
    FROM unnest(people) AS one (id) JOIN person_listings l ON l.profile_id = one.id
   CROSS JOIN LATERAL (
     SELECT (SELECT extract(epoch FROM s.created_at) * 1000 FROM swipes s
              WHERE s.actor_id = l.profile_id AND s.target_id = viewer AND s.liked)::float8 AS at OFFSET 0) likes
$$;

-- Whether decks may show the person: they're listed with at least one service, and no admin has hidden them.
CREATE OR REPLACE FUNCTION in_decks(person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u
   WHERE u.id = person AND shows_profile(u)
     AND EXISTS (SELECT FROM person_listings l WHERE l.profile_id = u.id AND l.traits NOT LIKE '[[]%' OFFSET 0) OFFSET 0
$$;

-- Priority points of a person or their brief, at most 9 (`mostPoints`), added to the score for sorting: 6 for a plan
-- with Pro features if `counts_plan` is set (`planPoints`), and 6 for a boost (`boostPoints`).
CREATE OR REPLACE FUNCTION priority_points(person uuid, counts_plan boolean) RETURNS TABLE (n integer) LANGUAGE sql STABLE AS $$
  SELECT least(9, CASE WHEN counts_plan AND EXISTS (SELECT FROM pro_features(person)) THEN 6 ELSE 0 END
                  + CASE WHEN EXISTS (SELECT FROM boosts b WHERE b.user_id = person AND b.ends_at > now() OFFSET 0)
                         THEN 6 ELSE 0 END)
$$;

-- Small cards of the people whose Likes `likes_waiting` counts or, if there are none, of those who are next
-- in the deck.
CREATE OR REPLACE FUNCTION small_cards(viewer uuid) RETURNS TABLE (traits json, cards json, work json, briefs json)
  LANGUAGE sql STABLE AS $$
  SELECT own.traits, shown.cards, shown.work, led.briefs
    FROM compared_traits(viewer) own CROSS JOIN (
      SELECT ARRAY(SELECT d.person_id FROM deck_cards d
                    WHERE d.viewer_id = viewer AND d.position < 0 AND d.likes_you
                      AND EXISTS (SELECT FROM findable(viewer, d.person_id))
                      AND NOT EXISTS (SELECT FROM matched(viewer, d.person_id))
                    ORDER BY d.position LIMIT 8) AS ids OFFSET 0) likers
   CROSS JOIN LATERAL (
     SELECT CASE WHEN cardinality(likers.ids) > 0 THEN likers.ids
                 ELSE ARRAY(SELECT n.id FROM next_in_deck(viewer) n) END AS ids OFFSET 0) small
   CROSS JOIN LATERAL shown_cards(viewer, small.ids) shown CROSS JOIN LATERAL leading_briefs(small.ids) led
$$;
