-- The key of a conversation of two people.
CREATE OR REPLACE FUNCTION direct_key(one uuid, other uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT least(one, other)::text || ':' || greatest(one, other)::text
$$;

-- Two people have a message of either.
CREATE OR REPLACE FUNCTION have_written(one uuid, other uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT c.id FROM conversations c WHERE c.direct_key = direct_key(one, other) AND c.last_seq > 0 OFFSET 0
$$;

-- Two people matched, or one applied to the other's project.
CREATE OR REPLACE FUNCTION connected(one uuid, other uuid) RETURNS TABLE (by text) LANGUAGE sql STABLE AS $$
  SELECT c.by FROM (
    SELECT 'match' AS by FROM matches m WHERE m.creator_id = one AND m.contributor_id = other AND NOT m.held
    UNION ALL
    SELECT 'match' FROM matches m WHERE m.creator_id = other AND m.contributor_id = one AND NOT m.held
    UNION ALL
    SELECT 'application' FROM project_applications a JOIN project_briefs b ON b.id = a.project_id
     WHERE a.contributor_id = one AND b.creator_id = other AND a.status <> 'withdrawn'
    UNION ALL
    SELECT 'application' FROM project_applications a JOIN project_briefs b ON b.id = a.project_id
     WHERE a.contributor_id = other AND b.creator_id = one AND a.status <> 'withdrawn') c OFFSET 0
$$;

-- The participant has written in the conversation or accepted its request.
CREATE OR REPLACE FUNCTION has_answered(p conversation_participants) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p.written_seq > 0 OR p.accepted_at IS NOT NULL
$$;

-- `writer` may write first to `person`.
CREATE OR REPLACE FUNCTION messageable(writer uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u
   WHERE u.id = person AND person <> writer
     AND (EXISTS (SELECT FROM findable(writer, person))
       OR EXISTS (SELECT FROM reachable(writer, person)) AND EXISTS (SELECT FROM connected(writer, person))) OFFSET 0
$$;

-- In the words of its index.
CREATE OR REPLACE FUNCTION counts_as_unread(p conversation_participants) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p.state IN ('active', 'requested') AND p.last_seq > p.last_read_seq AND NOT p.is_blocked
$$;

-- How many conversations a person has not read, up to 100: pages show 99+. On every page.
CREATE OR REPLACE FUNCTION unread_conversations(person uuid) RETURNS TABLE (n integer) LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM (
    SELECT FROM conversation_participants p WHERE p.user_id = person AND counts_as_unread(p) LIMIT 100) counted
$$;
