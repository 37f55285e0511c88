-- A report keeps the files of what it is about, whatever becomes of the thing.
ALTER TABLE "reports" ADD COLUMN "media_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];
CREATE INDEX "reports_media_ids_idx" ON "reports" USING GIN ("media_ids");

-- Media is released with the last row that shows or keeps it. The lock makes one of two removals at once the last.
CREATE FUNCTION "release_media"("given" UUID) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM media WHERE id = given FOR NO KEY UPDATE;
  UPDATE media SET released_at = now()
   WHERE id = given
     AND NOT EXISTS (SELECT FROM messages m WHERE m.media_id = given)
     AND NOT EXISTS (SELECT FROM work_samples s WHERE s.media_id = given OR s.still_id = given)
     AND NOT EXISTS (SELECT FROM brief_files f WHERE f.media_id = given)
     AND NOT EXISTS (SELECT FROM reports r WHERE r.media_ids @> ARRAY[given]);
END $$;

CREATE OR REPLACE FUNCTION "hold_media"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before JSONB := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  after JSONB := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  shown TEXT;
BEGIN
  FOREACH shown IN ARRAY TG_ARGV LOOP
    CONTINUE WHEN before ->> shown IS NOT DISTINCT FROM after ->> shown;
    IF before ->> shown IS NOT NULL THEN
      PERFORM release_media((before ->> shown)::uuid);
    END IF;
    UPDATE media SET released_at = NULL WHERE id = (after ->> shown)::uuid;
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION "hold_reported_media"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE media SET released_at = NULL WHERE id = ANY (NEW.media_ids);
  ELSE
    PERFORM release_media(kept) FROM unnest(OLD.media_ids) AS kept;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "reports_insert_hold_media" AFTER INSERT ON "reports"
  FOR EACH ROW WHEN (NEW."media_ids" <> '{}') EXECUTE FUNCTION "hold_reported_media"();
CREATE TRIGGER "reports_delete_hold_media" AFTER DELETE ON "reports"
  FOR EACH ROW WHEN (OLD."media_ids" <> '{}') EXECUTE FUNCTION "hold_reported_media"();
