CREATE OR REPLACE FUNCTION hold_reported_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE media SET released_at = NULL WHERE id = ANY (NEW.media_ids);
  ELSE
    PERFORM release_media(kept) FROM unnest(OLD.media_ids) AS kept;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER reports_delete_hold_media AFTER DELETE ON reports
  FOR EACH ROW WHEN (old.media_ids <> '{}') EXECUTE FUNCTION hold_reported_media();

CREATE OR REPLACE TRIGGER reports_insert_hold_media AFTER INSERT ON reports
  FOR EACH ROW WHEN (new.media_ids <> '{}') EXECUTE FUNCTION hold_reported_media();
