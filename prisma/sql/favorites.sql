-- Which of these people a creator has saved, how many they've saved in all, and how many their plan allows.
CREATE OR REPLACE FUNCTION saving_offer(creator uuid, people uuid[]) RETURNS TABLE (saved text[], used integer, "limit" integer)
  LANGUAGE sql STABLE AS $$
  SELECT ARRAY(SELECT s.contributor_id::text FROM saved_contributors s
                WHERE s.creator_id = creator AND s.contributor_id = ANY (people) AND s.removed_at IS NULL),
         use.saves_used, use.saved_contributors_limit
    FROM usage_in_force use WHERE use.user_id = creator
$$;

-- A favorite is shown as long as the person is a findable contributor.
CREATE OR REPLACE FUNCTION shown_favorite(creator uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT p.id FROM profiles p
   WHERE p.id = person AND p.user_type = 'contributor' AND EXISTS (SELECT FROM findable(creator, p.id)) OFFSET 0
$$;

CREATE OR REPLACE VIEW favorite_cards AS
  SELECT s.creator_id AS "creatorId", s.contributor_id AS "contributorId", s.created_at AS "savedAt", s.note, s.percent,
         p.full_name AS "fullName", p.avatar_url AS "avatarUrl", p.location, p.availability,
         k.portfolio_url AS "portfolioUrl",
         ARRAY(SELECT i.list_id::text FROM saved_list_items i
                WHERE i.creator_id = s.creator_id AND i.contributor_id = s.contributor_id) AS "listIds",
         (SELECT traits FROM compared_traits(s.contributor_id)) AS traits
    FROM saved_contributors s
    JOIN profiles p ON p.id = s.contributor_id
    JOIN contributor_profiles k ON k.id = s.contributor_id
   WHERE s.removed_at IS NULL AND EXISTS (SELECT FROM shown_favorite(s.creator_id, s.contributor_id));

-- Filters by list, service and availability; null means any.
CREATE OR REPLACE FUNCTION favorites_of(creator uuid, list uuid, service integer, available text)
  RETURNS SETOF favorite_cards LANGUAGE sql STABLE AS $$
  SELECT f.* FROM favorite_cards f
   WHERE f."creatorId" = creator AND (available IS NULL OR f.availability = available)
     AND (list IS NULL OR EXISTS (
       SELECT FROM saved_list_items i
        WHERE i.list_id = list AND i.contributor_id = f."contributorId" AND i.creator_id = creator OFFSET 0))
     AND (service IS NULL OR EXISTS (
       SELECT FROM contributor_services o
        WHERE o.contributor_id = f."contributorId" AND o.service_id = service OFFSET 0))
$$;
