-- A file sent with a message, private to the conversation's people.
ALTER TABLE "messages" ADD COLUMN "media_id" UUID;
ALTER TABLE "messages"
  ADD CONSTRAINT "messages_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX "messages_media_id_key" ON "messages" ("media_id") WHERE "media_id" IS NOT NULL;

-- A file needs no text.
ALTER TABLE "messages" DROP CONSTRAINT "messages_content_check",
  ADD CONSTRAINT "messages_content_check"
    CHECK (char_length("content") <= 5000 AND ("content" ~ '\S' OR "deleted_at" IS NOT NULL OR "media_id" IS NOT NULL));

-- Most messages have no file, and skip the trigger.
CREATE TRIGGER "messages_insert_hold_media" AFTER INSERT ON "messages"
  FOR EACH ROW WHEN (NEW."media_id" IS NOT NULL) EXECUTE FUNCTION "hold_media"('media_id');
CREATE TRIGGER "messages_update_hold_media" AFTER UPDATE OF "media_id" ON "messages"
  FOR EACH ROW WHEN (OLD."media_id" IS DISTINCT FROM NEW."media_id") EXECUTE FUNCTION "hold_media"('media_id');
CREATE TRIGGER "messages_delete_hold_media" AFTER DELETE ON "messages"
  FOR EACH ROW WHEN (OLD."media_id" IS NOT NULL) EXECUTE FUNCTION "hold_media"('media_id');
