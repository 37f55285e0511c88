-- The columns that serving a file needs; `ServableMedia` in TypeScript.
CREATE OR REPLACE VIEW servable_media AS
  SELECT m.id, m.kind, m.file_key AS "fileKey", m.ending, m.bytes::float8 AS bytes, m.widths, m.name,
         m.original_ending AS "originalEnding", m.original_bytes::float8 AS "originalBytes" FROM media m;

-- What pages show about a picture's original; null if there is none. `OriginalView` in TypeScript.
CREATE OR REPLACE FUNCTION original_view(m media) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.original_ending IS NOT NULL THEN json_build_object(
           'width', m.original_width, 'height', m.original_height, 'bytes', m.original_bytes, 'moves', m.original_moves) END
$$;

-- Every use of media, except in reports, and whether it still shows the media: a removed sample can be restored for
-- an hour. Media that nothing shows doesn't count toward its owner's quota.
CREATE OR REPLACE VIEW held_media AS
  SELECT media_id, true AS is_shown FROM messages
  UNION ALL SELECT media_id, removed_at IS NULL FROM work_samples
  UNION ALL SELECT still_id, removed_at IS NULL FROM work_samples
  UNION ALL SELECT media_id, true FROM brief_files;

-- How long a form may take from storing a file to showing it. Until then, the file counts toward its owner's quota.
CREATE OR REPLACE FUNCTION media_grace() RETURNS interval LANGUAGE sql IMMUTABLE RETURN interval '10 minutes';

-- A person's files and unfinished uploads. `state` is 'used', 'removed' (or stored a while ago and never shown), or
-- 'kept' (nothing shows the file, but a sample can be restored or a report holds it). Uses the clock rather than the
-- transaction's time: the transaction may have waited, and what was stored in the meantime is new.
CREATE OR REPLACE FUNCTION stored_files(person uuid)
RETURNS TABLE (bytes bigint, state text, place text) LANGUAGE sql VOLATILE AS $$
  SELECT u.bytes, 'used', 'waiting' FROM uploads u WHERE u.owner_id = person AND u.taken_at IS NULL
  UNION ALL
  SELECT m.bytes,
         CASE WHEN m.released_at <= clock_timestamp() - media_grace() THEN 'removed'
              WHEN m.released_at IS NULL
               AND NOT EXISTS (SELECT FROM held_media h WHERE h.media_id = m.id AND h.is_shown) THEN 'kept'
              ELSE 'used' END,
         CASE WHEN EXISTS (SELECT FROM work_samples s WHERE s.media_id = m.id OR s.still_id = m.id) THEN 'work'
              WHEN EXISTS (SELECT FROM brief_files f WHERE f.media_id = m.id) THEN 'projects'
              WHEN EXISTS (SELECT FROM messages t WHERE t.media_id = m.id) THEN 'messages'
              ELSE 'waiting' END
    FROM media m WHERE m.owner_id = person
$$;

-- What counts toward a person's quota, by where it's used; StorageUse in TypeScript.
CREATE OR REPLACE FUNCTION storage_of(person uuid) RETURNS TABLE (storage json) LANGUAGE sql VOLATILE AS $$
  SELECT coalesce(json_object_agg(place, bytes), '{}')
    FROM (SELECT place, sum(bytes)::float8 AS bytes FROM stored_files(person) WHERE state = 'used' GROUP BY place) used
$$;

-- Marks media for deletion once the last row that shows or keeps it is gone. Backdates the release by the grace period,
-- so that the space is free right away. The lock makes concurrent removals wait for each other, so that one of them
-- sees that it's the last.
CREATE OR REPLACE FUNCTION release_media(given uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM media WHERE id = given FOR NO KEY UPDATE;
  UPDATE media SET released_at = now() - media_grace()
   WHERE id = given
     AND NOT EXISTS (SELECT FROM held_media h WHERE h.media_id = given)
     AND NOT EXISTS (SELECT FROM reports r WHERE r.media_ids @> ARRAY[given]);
END $$;

-- Keeps media that a row begins to show, and releases media that nothing shows anymore, whose files a job deletes. The
-- arguments are the columns that show media.
CREATE OR REPLACE FUNCTION hold_media() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER work_samples_hold_media AFTER INSERT OR DELETE OR UPDATE OF media_id, still_id ON work_samples
  FOR EACH ROW EXECUTE FUNCTION hold_media('media_id', 'still_id');

CREATE OR REPLACE TRIGGER brief_files_hold_media AFTER INSERT OR DELETE OR UPDATE OF media_id ON brief_files
  FOR EACH ROW EXECUTE FUNCTION hold_media('media_id');

-- Skips the triggers for the many messages without a file.
CREATE OR REPLACE TRIGGER messages_hold_media AFTER INSERT ON messages
  FOR EACH ROW WHEN (new.media_id IS NOT NULL) EXECUTE FUNCTION hold_media('media_id');

-- A file is only ever added when a message is sent.
CREATE OR REPLACE TRIGGER messages_release_media AFTER DELETE OR UPDATE OF media_id ON messages
  FOR EACH ROW WHEN (old.media_id IS NOT NULL) EXECUTE FUNCTION hold_media('media_id');

-- `storeReport` holds a report's files. This releases them, even when the case is deleted.
CREATE OR REPLACE FUNCTION release_reported_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM release_media(kept) FROM unnest(OLD.media_ids) AS kept;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER reports_release_media AFTER DELETE ON reports
  FOR EACH ROW WHEN (old.media_ids <> '{}') EXECUTE FUNCTION release_reported_media();
