-- The reader may see a notification or mail: it is about no one, about a person they may see, about a project of a removed
-- account, or a message of a person whose profile is hidden.
CREATE OR REPLACE FUNCTION shown_notice(reader uuid, about uuid, kind text) RETURNS TABLE (shown boolean) LANGUAGE sql STABLE AS $$
  SELECT true WHERE about IS NULL OR EXISTS (SELECT FROM reachable_or_removed(reader, about))
                 OR kind = 'message' AND EXISTS (SELECT FROM active_for(reader, about))
$$;

-- At the commit and in the order of ids: a transaction locks the numbers last and all at once, so that none waits for
-- another in a circle. An account that is being deleted has no number left, and gets none.
CREATE OR REPLACE FUNCTION move_unread_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted jsonb := coalesce(nullif(current_setting('matchcut.unread_moves', true), ''), '{}')::jsonb;
  moved record;
BEGIN
  IF noted = '{}' THEN RETURN NULL; END IF;
  PERFORM set_config('matchcut.unread_moves', '', true);
  FOR moved IN SELECT key::uuid AS person, value::int AS delta FROM jsonb_each_text(noted) WHERE value <> '0' ORDER BY 1 LOOP
    UPDATE unread_notification_counts SET notifications = notifications + moved.delta WHERE user_id = moved.person;
    IF NOT FOUND AND moved.delta > 0 THEN
      INSERT INTO unread_notification_counts AS u (user_id, notifications) VALUES (moved.person, moved.delta)
      ON CONFLICT (user_id) DO UPDATE SET notifications = u.notifications + moved.delta;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Collects the transaction's changes in a setting of its own, as {person: delta}. A rolled-back savepoint takes its back.
CREATE OR REPLACE FUNCTION note_unread_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved jsonb;
  noted jsonb := coalesce(nullif(current_setting('matchcut.unread_moves', true), ''), '{}')::jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT jsonb_object_agg(user_id, delta) INTO moved FROM (
      SELECT user_id, count(*) AS delta FROM new_rows WHERE read_at IS NULL GROUP BY 1) d;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT jsonb_object_agg(user_id, delta) INTO moved FROM (
      SELECT user_id, -count(*) AS delta FROM old_rows WHERE read_at IS NULL GROUP BY 1) d;
  ELSE
    SELECT jsonb_object_agg(user_id, delta) INTO moved FROM (
      SELECT n.user_id, sum(CASE WHEN n.read_at IS NULL THEN 1 ELSE -1 END) AS delta
        FROM new_rows n JOIN old_rows o USING (id) WHERE (n.read_at IS NULL) <> (o.read_at IS NULL) GROUP BY 1) d;
  END IF;
  IF moved IS NOT NULL THEN
    SELECT noted || jsonb_object_agg(person, delta + coalesce((noted->>person)::int, 0)) INTO noted
      FROM (SELECT key AS person, value::int AS delta FROM jsonb_each_text(moved)) d;
    PERFORM set_config('matchcut.unread_moves', noted::text, true);
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS unread_at_commit ON notifications;
CREATE CONSTRAINT TRIGGER unread_at_commit AFTER INSERT OR DELETE OR UPDATE ON notifications
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_unread_notifications();

CREATE OR REPLACE TRIGGER unread_on_delete AFTER DELETE ON notifications
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unread_notifications();

CREATE OR REPLACE TRIGGER unread_on_insert AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unread_notifications();

CREATE OR REPLACE TRIGGER unread_on_update AFTER UPDATE ON notifications
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unread_notifications();
