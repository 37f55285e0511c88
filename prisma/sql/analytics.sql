-- The date of a moment in a time zone. Falls back to UTC, because browsers may send a zone that PostgreSQL doesn't
-- recognize.
CREATE OR REPLACE FUNCTION day_in(moment timestamptz, zone text) RETURNS date LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (moment AT TIME ZONE coalesce(zone, 'UTC'))::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (moment AT TIME ZONE 'UTC')::date;
END $$;

-- When a date begins in a time zone. Where clocks go back from 1 AM to midnight, as in Havana, midnight occurs twice, and
-- PostgreSQL takes the second one. Swipes reset then, and the admins' filters rely on it.
CREATE OR REPLACE FUNCTION day_start(day date, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN ((day::timestamp AT TIME ZONE zone - interval '1 hour') AT TIME ZONE zone)::date = day
              THEN day::timestamp AT TIME ZONE zone - interval '1 hour' ELSE day::timestamp AT TIME ZONE zone END
$$;

-- The viewer's view of the person's profile that has already been counted today, by the date in the person's time zone.
CREATE OR REPLACE FUNCTION view_of_today(viewer uuid, person uuid) RETURNS TABLE (day date) LANGUAGE sql STABLE AS $$
  SELECT v.day FROM users u JOIN profile_views v
      ON v.profile_id = u.id AND v.viewer_id = viewer AND v.day = day_in(now(), u.time_zone)
   WHERE u.id = person OFFSET 0
$$;

-- The Monday of the week that contains the moment.
CREATE OR REPLACE FUNCTION week_in(moment timestamptz, zone text) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc('week', day_in(moment, zone)::timestamp)::date
$$;

-- What the analytics page counts for a member since a given time, one row each. Also returns older acceptances, which
-- the caller skips. Views are only those that `foldEvents` hasn't moved into member_days yet.
CREATE OR REPLACE FUNCTION member_activity(member uuid, since timestamptz) RETURNS TABLE (kind text, at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT 'like', s.created_at FROM swipes s WHERE s.target_id = member AND s.liked AND s.created_at >= since
  UNION ALL
  SELECT 'match', m.created_at FROM matches m
   WHERE (m.creator_id = member OR m.contributor_id = member) AND m.source = 'swipe' AND NOT m.held
     AND m.created_at >= since
  UNION ALL
  SELECT 'sent', a.created_at FROM project_applications a
   WHERE a.contributor_id = member AND a.status <> 'withdrawn' AND a.created_at >= since
  UNION ALL
  SELECT 'accepted', coalesce(a.decided_at, a.created_at) FROM project_applications a
   WHERE a.contributor_id = member AND a.status = 'accepted'
  UNION ALL
  SELECT 'received', a.created_at FROM project_briefs b JOIN project_applications a ON a.project_id = b.id
   WHERE b.creator_id = member AND a.status <> 'withdrawn' AND a.created_at >= since
  UNION ALL
  SELECT e.kind, e.at FROM member_events e WHERE e.member_id = member
$$;

-- A member's first replies since a given time, in direct conversations that the other person started.
CREATE OR REPLACE FUNCTION first_answers(member uuid, since timestamptz)
  RETURNS TABLE (at timestamptz, seconds double precision) LANGUAGE sql STABLE AS $$
  SELECT reply.created_at, greatest(0, extract(epoch FROM reply.created_at - first.created_at))::float8
    FROM conversation_participants p JOIN conversations c ON c.id = p.conversation_id
    JOIN messages first ON first.conversation_id = c.id AND first.seq = 1
   CROSS JOIN LATERAL (
     SELECT m.created_at FROM messages m WHERE m.conversation_id = c.id AND m.sender_id = p.user_id
      ORDER BY m.seq LIMIT 1) reply
   WHERE p.user_id = member AND p.active_at >= since AND p.written_seq > 1 AND c.direct_key IS NOT NULL
     AND first.sender_id IS DISTINCT FROM p.user_id AND reply.created_at >= since
$$;

-- A member's current week, as the analytics page counts it.
CREATE OR REPLACE FUNCTION week_so_far(member uuid, zone text) RETURNS TABLE (views integer, likes integer, matches integer)
LANGUAGE sql STABLE AS $$
  SELECT count(*) FILTER (WHERE done.kind IN ('view', 'guest_view'))::int
           + coalesce((SELECT sum(d.views + d.guest_views)::int FROM member_days d
                        WHERE d.member_id = member AND d.day >= week_in(now(), zone)), 0),
         count(*) FILTER (WHERE done.kind = 'like')::int, count(*) FILTER (WHERE done.kind = 'match')::int
    FROM member_activity(member, week_in(now(), zone)::timestamp AT TIME ZONE 'UTC' - interval '1 day') done
   WHERE week_in(done.at, zone) = week_in(now(), zone)
$$;
