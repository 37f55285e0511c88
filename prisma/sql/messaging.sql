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

CREATE OR REPLACE FUNCTION counts_as_unread(p conversation_participants) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p.state IN ('active', 'requested') AND p.last_seq > p.last_read_seq AND NOT p.is_blocked
$$;

-- An account that is being deleted has no number left, and gets none.
CREATE OR REPLACE FUNCTION move_unread_count(person uuid, by integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE unread_counts SET conversations = conversations + by WHERE user_id = person;
  IF NOT FOUND AND by > 0 THEN
    INSERT INTO unread_counts AS u (user_id, conversations) VALUES (person, by)
    ON CONFLICT (user_id) DO UPDATE SET conversations = u.conversations + by;
  END IF;
END $$;

-- Numbers are the last rows that a transaction locks, those of several people in the order of their ids: no deadlock.
CREATE OR REPLACE FUNCTION keep_unread_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM move_unread_count(d.user_id, d.by) FROM (
      SELECT p.user_id, CASE WHEN counts_as_unread(p) THEN 1 ELSE -1 END AS by
        FROM new_rows p JOIN old_rows o USING (id) WHERE counts_as_unread(p) <> counts_as_unread(o) ORDER BY 1) d;
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM move_unread_count(d.user_id, d.by) FROM (
      SELECT p.user_id, count(*)::int AS by FROM new_rows p WHERE counts_as_unread(p) GROUP BY 1 ORDER BY 1) d;
  ELSE
    PERFORM move_unread_count(d.user_id, d.by) FROM (
      SELECT p.user_id, -count(*)::int AS by FROM old_rows p WHERE counts_as_unread(p) GROUP BY 1 ORDER BY 1) d;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER unread_on_delete AFTER DELETE ON conversation_participants
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_unread_counts();

CREATE OR REPLACE TRIGGER unread_on_insert AFTER INSERT ON conversation_participants
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_unread_counts();

CREATE OR REPLACE TRIGGER unread_on_update AFTER UPDATE ON conversation_participants
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_unread_counts();
