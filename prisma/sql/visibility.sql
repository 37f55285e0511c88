-- Whoever sends locks the conversation, then its participants; so does a block, which thereby sees what they left.
CREATE OR REPLACE FUNCTION copy_block() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pair blocks := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  key text := least(pair.blocker_id::text COLLATE "C", pair.blocked_id::text COLLATE "C") || ':' ||
              greatest(pair.blocker_id::text COLLATE "C", pair.blocked_id::text COLLATE "C");
  conversation uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('conversation:' || key, 0));
  SELECT id INTO conversation FROM conversations WHERE direct_key = key FOR NO KEY UPDATE;
  UPDATE conversation_participants SET is_blocked = EXISTS (
    SELECT 1 FROM blocks b WHERE (b.blocker_id = pair.blocker_id AND b.blocked_id = pair.blocked_id)
                                OR (b.blocker_id = pair.blocked_id AND b.blocked_id = pair.blocker_id))
   WHERE conversation_id = conversation;
  RETURN NULL;
END $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

-- What a block or a suspension hides counts as read. In the order of ids, as whoever marks several.
CREATE OR REPLACE FUNCTION read_notifications_of_blocked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notifications SET read_at = now() WHERE id = ANY (ARRAY(
    SELECT id FROM notifications
     WHERE read_at IS NULL AND (user_id = NEW.blocker_id AND about_id = NEW.blocked_id
                               OR user_id = NEW.blocked_id AND about_id = NEW.blocker_id)
     ORDER BY id FOR UPDATE));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER block_in_conversation AFTER INSERT OR DELETE ON blocks
  FOR EACH ROW EXECUTE FUNCTION copy_block();

CREATE OR REPLACE TRIGGER read_on_block AFTER INSERT ON blocks
  FOR EACH ROW EXECUTE FUNCTION read_notifications_of_blocked();
