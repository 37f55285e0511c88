-- notifications: how many conversations wait to be read, kept as one number a person. Counting them cost a page of
-- somebody with 500 of them 1,498 buffers. Triggers keep it, so that every statement that moves a conversation into or
-- out of the count moves the number with it, those of an older process, too.

LOCK TABLE "conversation_participants", "blocks" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "unread_counts" (
    "user_id" UUID NOT NULL,
    "conversations" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "unread_counts_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "unread_counts" ADD CONSTRAINT "unread_counts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A number that changes in place stays on its page.
ALTER TABLE "unread_counts" SET (fillfactor = 50);

-- messaging: the two of this conversation are in a block; a copy, so that a participant's row alone says whether it counts
ALTER TABLE "conversation_participants" ADD COLUMN "is_blocked" BOOLEAN NOT NULL DEFAULT false;

UPDATE "conversation_participants" p SET "is_blocked" = true
  FROM "conversations" c, "blocks" b
 WHERE c."id" = p."conversation_id"
   AND c."direct_key" = least(b."blocker_id"::text COLLATE "C", b."blocked_id"::text COLLATE "C") || ':' ||
                        greatest(b."blocker_id"::text COLLATE "C", b."blocked_id"::text COLLATE "C");

CREATE FUNCTION counts_as_unread(p "conversation_participants") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p."state" IN ('active', 'requested') AND p."last_seq" > p."last_read_seq" AND NOT p."is_blocked"
$$;

INSERT INTO "unread_counts" ("user_id", "conversations")
SELECT p."user_id", count(*) FROM "conversation_participants" p WHERE counts_as_unread(p) GROUP BY 1;

-- An account that is being deleted has no number left, and gets none.
CREATE FUNCTION move_unread_count(person uuid, by integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "unread_counts" SET "conversations" = "conversations" + by WHERE "user_id" = person;
  IF NOT FOUND AND by > 0 THEN
    INSERT INTO "unread_counts" AS u ("user_id", "conversations") VALUES (person, by)
    ON CONFLICT ("user_id") DO UPDATE SET "conversations" = u."conversations" + by;
  END IF;
END $$;

-- Numbers are the last rows that a transaction locks, those of several people in the order of their ids: no deadlock.
CREATE FUNCTION keep_unread_counts() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "unread_on_insert" AFTER INSERT ON "conversation_participants"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_unread_counts();
CREATE TRIGGER "unread_on_update" AFTER UPDATE ON "conversation_participants"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_unread_counts();
CREATE TRIGGER "unread_on_delete" AFTER DELETE ON "conversation_participants"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_unread_counts();

-- Whoever sends locks the conversation, then its participants; so does a block, which thereby sees what they left.
CREATE FUNCTION copy_block() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pair "blocks" := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  conversation uuid;
BEGIN
  SELECT "id" INTO conversation FROM "conversations"
   WHERE "direct_key" = least(pair."blocker_id"::text COLLATE "C", pair."blocked_id"::text COLLATE "C") || ':' ||
                        greatest(pair."blocker_id"::text COLLATE "C", pair."blocked_id"::text COLLATE "C")
     FOR NO KEY UPDATE;
  UPDATE "conversation_participants" SET "is_blocked" = EXISTS (
    SELECT 1 FROM "blocks" b WHERE (b."blocker_id" = pair."blocker_id" AND b."blocked_id" = pair."blocked_id")
                                OR (b."blocker_id" = pair."blocked_id" AND b."blocked_id" = pair."blocker_id"))
   WHERE "conversation_id" = conversation;
  RETURN NULL;
END $$;

CREATE TRIGGER "block_in_conversation" AFTER INSERT OR DELETE ON "blocks"
  FOR EACH ROW EXECUTE FUNCTION copy_block();
