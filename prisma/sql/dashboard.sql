-- What's waiting for a creator. A project is listed `days` before it expires; during a subscription,
-- projects don't expire.
CREATE OR REPLACE FUNCTION creator_turns(viewer uuid, days integer)
  RETURNS TABLE (projects json, "newApplications" json, expiring json) LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(json_agg(one), '[]') FROM newest_own_projects(viewer) one),
         (SELECT coalesce(json_agg(one), '[]') FROM own_projects_to_sort(viewer) one),
         (SELECT coalesce(json_agg(one), '[]') FROM (
            SELECT b.id, b.title, b.expires_at AS at FROM project_briefs b
             WHERE b.creator_id = viewer AND is_active_post(b) AND b.expires_at <= now() + make_interval(days => days)
               AND NOT EXISTS (SELECT FROM pro_features(viewer))
             ORDER BY b.expires_at LIMIT 2) one)
$$;

-- What's waiting for a contributor, and what their profile contains.
CREATE OR REPLACE FUNCTION contributor_turns(viewer uuid)
  RETURNS TABLE (applications json, invitations json, parts json) LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(json_agg(one), '[]') FROM latest_applications(viewer) one),
         (SELECT coalesce(json_agg(one), '[]') FROM (
            SELECT i."projectId" AS id, i.title, i."creatorName" AS name, p.avatar_url AS "avatarUrl", i."invitedAt" AS at,
                   (count(*) OVER ())::int AS "inAll"
              FROM open_invitations(viewer) i JOIN project_briefs b ON b.id = i."projectId"
              JOIN profiles p ON p.id = b.creator_id
             ORDER BY i."invitedAt" DESC LIMIT 3) one),
         (SELECT f.parts FROM profile_parts(viewer) f)
$$;

-- What's waiting for any member: matches without a message, and unread news that the other functions don't
-- cover.
CREATE OR REPLACE FUNCTION member_turns(viewer uuid)
  RETURNS TABLE (matches json, news json, minis json, joined json, requests integer) LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(json_agg(one), '[]') FROM (
            SELECT m.id, p.full_name AS name, p.user_type AS "userType", p.avatar_url AS "avatarUrl", m."createdAt" AS at
              FROM (SELECT * FROM match_sides s WHERE s."viewerId" = viewer AND NOT s.held AND NOT s.seen
                     ORDER BY s."createdAt" DESC LIMIT 100) m JOIN profiles p ON p.id = m."otherId"
             WHERE EXISTS (SELECT FROM reachable(viewer, p.id)) AND NOT EXISTS (SELECT FROM have_written(viewer, p.id))
             ORDER BY m."createdAt" DESC LIMIT 3) one),
         (SELECT coalesce(json_agg(one), '[]') FROM (
            SELECT n.title, n.body, n.href, n.created_at AS at, p.full_name AS name, p.user_type AS "userType",
                   p.avatar_url AS "avatarUrl"
              FROM notifications n LEFT JOIN profiles p ON p.id = n.about_id
             WHERE n.user_id = viewer AND n.read_at IS NULL
               AND n.kind NOT IN ('match', 'message', 'application', 'project-expiring', 'invitation')
               AND EXISTS (SELECT FROM shown_notice(viewer, n.about_id, n.kind))
             ORDER BY n.created_at DESC LIMIT 4) one),
         (SELECT to_json(small) FROM small_cards(viewer) small),
         (SELECT to_json(others) FROM joined_by(viewer) others),
         (SELECT n FROM requests_waiting(viewer))
$$;
