-- Who is open, reachable and findable. A function of a row is inlined as an expression. A table function is called
-- inside EXISTS and ends in OFFSET 0, so that PostgreSQL looks up each row by its key instead of joining.

-- A suspension has no effect once it has ended. Written like the condition of the partial index on suspended people.
CREATE OR REPLACE FUNCTION is_suspended(u users) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT u.suspended_at IS NOT NULL AND NOT coalesce(u.suspended_until <= now(), false)
$$;

-- Whether the account is neither suspended nor about to leave.
CREATE OR REPLACE FUNCTION is_open(u users) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT u.leaves_at IS NULL AND (u.suspended_at IS NULL OR coalesce(u.suspended_until <= now(), false))
$$;

-- False if an admin has hidden the profile.
CREATE OR REPLACE FUNCTION shows_profile(u users) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT u.profile_hidden_at IS NULL
$$;

CREATE OR REPLACE FUNCTION open_account(person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u WHERE u.id = person AND is_open(u) OFFSET 0
$$;

-- Whether the account was removed. Other people keep parts of it, without a name.
CREATE OR REPLACE FUNCTION removed_account(person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u WHERE u.id = person AND u.left_at IS NOT NULL OFFSET 0
$$;

-- Whether there's a block in either direction.
CREATE OR REPLACE FUNCTION blocked_between(one uuid, other uuid) RETURNS TABLE (blocker_id uuid) LANGUAGE sql STABLE AS $$
  SELECT b.blocker_id FROM (
    SELECT x.blocker_id FROM blocks x WHERE x.blocker_id = one AND x.blocked_id = other
    UNION ALL
    SELECT y.blocker_id FROM blocks y WHERE y.blocker_id = other AND y.blocked_id = one) b OFFSET 0
$$;

-- Everyone a person has blocked, and everyone who has blocked them.
CREATE OR REPLACE FUNCTION blocked_from(person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT x.blocked_id FROM blocks x WHERE x.blocker_id = person
  UNION SELECT y.blocker_id FROM blocks y WHERE y.blocked_id = person
$$;

-- Whether the account is open, not hidden by an admin, and not separated from the viewer by a block. The viewer may
-- be null.
CREATE OR REPLACE FUNCTION reachable(viewer uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u
   WHERE u.id = person AND is_open(u) AND (shows_profile(u) OR u.id = viewer)
     AND NOT EXISTS (SELECT FROM blocked_between(viewer, person)) OFFSET 0
$$;

-- Whether the account is reachable or removed.
CREATE OR REPLACE FUNCTION reachable_or_removed(viewer uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u
   WHERE u.id = person
     AND (u.left_at IS NOT NULL
       OR is_open(u) AND (shows_profile(u) OR u.id = viewer) AND NOT EXISTS (SELECT FROM blocked_between(viewer, person)))
  OFFSET 0
$$;

-- Like reachable, but includes hidden profiles, because conversations with them continue.
CREATE OR REPLACE FUNCTION active_for(viewer uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u
   WHERE u.id = person AND is_open(u) AND NOT EXISTS (SELECT FROM blocked_between(viewer, person)) OFFSET 0
$$;

CREATE OR REPLACE FUNCTION approved_contributor(person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT c.id FROM contributor_profiles c WHERE c.id = person AND c.status = 'approved' OFFSET 0
$$;

-- Whether every member may open the profile; see standing.ts.
CREATE OR REPLACE FUNCTION open_profile(person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT p.id FROM profiles p
   WHERE p.id = person
     AND (p.user_type IS DISTINCT FROM 'contributor' OR EXISTS (SELECT FROM approved_contributor(p.id))) OFFSET 0
$$;

-- Whether the profile is complete and, for a contributor, approved.
CREATE OR REPLACE FUNCTION complete_profile(person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT p.id FROM profiles p
   WHERE p.id = person AND p.completed_at IS NOT NULL
     AND (p.user_type = 'creator' OR p.user_type = 'contributor' AND EXISTS (SELECT FROM approved_contributor(p.id)))
  OFFSET 0
$$;

-- Whether a person may be in the viewer's decks, search and recommendations. A person is listed when their profile is
-- complete (`list_person`).
CREATE OR REPLACE FUNCTION findable(viewer uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT l.profile_id FROM person_listings l WHERE l.profile_id = person AND EXISTS (SELECT FROM reachable(viewer, person))
  OFFSET 0
$$;

-- Whether people search finds the person: they're findable, and haven't chosen otherwise.
CREATE OR REPLACE FUNCTION findable_in_search(viewer uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u
   WHERE u.id = person AND u.appears_in_search AND EXISTS (SELECT FROM findable(viewer, person)) OFFSET 0
$$;

-- Presence and typing are shown only between two people who both show them.
CREATE OR REPLACE FUNCTION online_to_each_other(one uuid, other uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT a.id FROM users a JOIN users b ON b.id = other WHERE a.id = one AND a.shows_online AND b.shows_online OFFSET 0
$$;

