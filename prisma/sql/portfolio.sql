CREATE OR REPLACE FUNCTION has_cover_picture(person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM work_samples s
     WHERE s.profile_id = person AND s.removed_at IS NULL AND (s.kind = 'image' OR s.still_id IS NOT NULL))
$$;
