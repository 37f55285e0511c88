-- A copy of a brief shows the same files as the brief.
DROP INDEX "brief_files_media_id_key";
CREATE INDEX "brief_files_media_id_idx" ON "brief_files" ("media_id");

-- Media is released with the last row that shows it. The lock makes one of two removals at once the last.
CREATE FUNCTION "hold_brief_media"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    UPDATE media SET released_at = NULL WHERE id = NEW.media_id;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM FROM media WHERE id = OLD.media_id FOR NO KEY UPDATE;
    UPDATE media SET released_at = now()
     WHERE id = OLD.media_id AND NOT EXISTS (SELECT FROM brief_files f WHERE f.media_id = OLD.media_id);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER "brief_files_hold_media" ON "brief_files";
CREATE TRIGGER "brief_files_hold_media" AFTER INSERT OR DELETE OR UPDATE OF "media_id" ON "brief_files"
  FOR EACH ROW EXECUTE FUNCTION "hold_brief_media"();
