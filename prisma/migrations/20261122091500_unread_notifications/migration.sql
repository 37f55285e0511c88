-- notifications: a person's number of unread ones, maintained by triggers, because accounts reads it with each request.

LOCK TABLE "notifications" IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE "unread_notification_counts" (
    "user_id" UUID NOT NULL,
    "notifications" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "unread_notification_counts_pkey" PRIMARY KEY ("user_id")
);

ALTER TABLE "unread_notification_counts" ADD CONSTRAINT "unread_notification_counts_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A number that changes in place stays on its page.
ALTER TABLE "unread_notification_counts" SET (fillfactor = 50);

-- Before the triggers, which would count it again. What is hidden counts as read, see below.
UPDATE "notifications" n SET "read_at" = now()
 WHERE n."read_at" IS NULL AND (
   EXISTS (SELECT 1 FROM "users" u WHERE u."id" = n."about_id" AND u."suspended_at" IS NOT NULL)
   OR EXISTS (SELECT 1 FROM "blocks" b WHERE b."blocker_id" = n."about_id" AND b."blocked_id" = n."user_id"
                                          OR b."blocker_id" = n."user_id" AND b."blocked_id" = n."about_id"));

INSERT INTO "unread_notification_counts" ("user_id", "notifications")
SELECT "user_id", count(*) FROM "notifications" WHERE "read_at" IS NULL GROUP BY 1;

-- Collects the transaction's changes in a setting of its own, as {person: delta}. A rolled-back savepoint takes its back.
CREATE FUNCTION note_unread_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- At the commit and in the order of ids: a transaction locks the numbers last and all at once, so that none waits for
-- another in a circle. An account that is being deleted has no number left, and gets none.
CREATE FUNCTION move_unread_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted jsonb := coalesce(nullif(current_setting('matchcut.unread_moves', true), ''), '{}')::jsonb;
  moved record;
BEGIN
  IF noted = '{}' THEN RETURN NULL; END IF;
  PERFORM set_config('matchcut.unread_moves', '', true);
  FOR moved IN SELECT key::uuid AS person, value::int AS delta FROM jsonb_each_text(noted) WHERE value <> '0' ORDER BY 1 LOOP
    UPDATE "unread_notification_counts" SET "notifications" = "notifications" + moved.delta WHERE "user_id" = moved.person;
    IF NOT FOUND AND moved.delta > 0 THEN
      INSERT INTO "unread_notification_counts" AS u ("user_id", "notifications") VALUES (moved.person, moved.delta)
      ON CONFLICT ("user_id") DO UPDATE SET "notifications" = u."notifications" + moved.delta;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER "unread_on_insert" AFTER INSERT ON "notifications"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unread_notifications();
CREATE TRIGGER "unread_on_update" AFTER UPDATE ON "notifications"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unread_notifications();
CREATE TRIGGER "unread_on_delete" AFTER DELETE ON "notifications"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unread_notifications();
CREATE CONSTRAINT TRIGGER "unread_at_commit" AFTER INSERT OR UPDATE OR DELETE ON "notifications"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_unread_notifications();

-- What a block or a suspension hides counts as read. In the order of ids, as whoever marks several.
CREATE FUNCTION read_notifications_of_blocked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "notifications" SET "read_at" = now() WHERE "id" = ANY (ARRAY(
    SELECT "id" FROM "notifications"
     WHERE "read_at" IS NULL AND ("user_id" = NEW."blocker_id" AND "about_id" = NEW."blocked_id"
                               OR "user_id" = NEW."blocked_id" AND "about_id" = NEW."blocker_id")
     ORDER BY "id" FOR UPDATE));
  RETURN NULL;
END $$;

CREATE FUNCTION read_notifications_of_suspended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "notifications" SET "read_at" = now() WHERE "id" = ANY (ARRAY(
    SELECT "id" FROM "notifications" WHERE "read_at" IS NULL AND "about_id" = NEW."id" ORDER BY "id" FOR UPDATE));
  RETURN NULL;
END $$;

CREATE TRIGGER "read_on_block" AFTER INSERT ON "blocks"
  FOR EACH ROW EXECUTE FUNCTION read_notifications_of_blocked();
CREATE TRIGGER "read_on_suspension" AFTER UPDATE OF "suspended_at" ON "users"
  FOR EACH ROW WHEN (OLD."suspended_at" IS NULL AND NEW."suspended_at" IS NOT NULL)
  EXECUTE FUNCTION read_notifications_of_suspended();

-- Opening a page marks what led to it.
CREATE INDEX "notifications_unread_href_idx" ON "notifications" ("user_id", "href") WHERE "read_at" IS NULL;
