-- messaging: a block waits for a first message under way, whose conversation it could not see and would not mark.
-- Whoever opens a conversation takes the same lock first (opening.server.ts).

CREATE OR REPLACE FUNCTION copy_block() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pair "blocks" := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  key text := least(pair."blocker_id"::text COLLATE "C", pair."blocked_id"::text COLLATE "C") || ':' ||
              greatest(pair."blocker_id"::text COLLATE "C", pair."blocked_id"::text COLLATE "C");
  conversation uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('conversation:' || key, 0));
  SELECT "id" INTO conversation FROM "conversations" WHERE "direct_key" = key FOR NO KEY UPDATE;
  UPDATE "conversation_participants" SET "is_blocked" = EXISTS (
    SELECT 1 FROM "blocks" b WHERE (b."blocker_id" = pair."blocker_id" AND b."blocked_id" = pair."blocked_id")
                                OR (b."blocker_id" = pair."blocked_id" AND b."blocked_id" = pair."blocker_id"))
   WHERE "conversation_id" = conversation;
  RETURN NULL;
END $$;
