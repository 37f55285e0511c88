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
