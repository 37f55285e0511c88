-- Whether a card can show some of the person's work: a picture or a sound's waveform.
CREATE OR REPLACE FUNCTION has_cover_picture(person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM work_samples s
     WHERE s.profile_id = person AND s.removed_at IS NULL AND (s.kind IN ('image', 'audio') OR s.still_id IS NOT NULL))
$$;

-- Samples that aren't removed, the way pages show them. `service` is read from the catalog.
CREATE OR REPLACE VIEW shown_samples AS
  SELECT s.id, s.profile_id AS "profileId", s.position, s.kind, s.title, s.part, s.url, s.link_title AS "linkTitle",
         s.service_id AS "serviceId", s.is_cover AS "isCover", to_char(s.made_on, 'YYYY-MM-DD') AS "madeOn",
         CASE WHEN p.id IS NOT NULL THEN json_build_object('mediaId', p.id, 'width', p.width, 'height', p.height,
           'widths', p.widths, 'tone', p.tone, 'alt', s.alt) END AS picture,
         CASE WHEN f.id IS NOT NULL THEN json_build_object('mediaId', f.id, 'bytes', f.bytes, 'width', f.width,
           'height', f.height, 'milliseconds', f.milliseconds, 'peaks', nullif(f.peaks, '{}')) END AS file
    FROM work_samples s
    LEFT JOIN media p ON p.id = CASE s.kind WHEN 'image' THEN s.media_id ELSE s.still_id END
    LEFT JOIN media f ON f.id = s.media_id AND s.kind <> 'image'
   WHERE s.removed_at IS NULL;

-- All samples of a person in order; null if there are none.
CREATE OR REPLACE FUNCTION samples_of(person uuid) RETURNS TABLE (samples json) LANGUAGE sql STABLE AS $$
  SELECT json_agg(own ORDER BY own.position, own.id) FROM shown_samples own WHERE own."profileId" = person
$$;

-- The person's samples that an application names; null if there are none, or if the person isn't approved.
CREATE OR REPLACE FUNCTION samples_among(person uuid, ids uuid[]) RETURNS TABLE (samples json) LANGUAGE sql STABLE AS $$
  SELECT json_agg(own) FROM (
    SELECT s.*, true AS "isNamed" FROM shown_samples s
     WHERE s."profileId" = person AND s.id = ANY (ids) AND EXISTS (SELECT FROM approved_contributor(person))
     ORDER BY s.position, s.id LIMIT 5) own
$$;

-- The named samples first, then the person's cover and the next samples.
CREATE OR REPLACE FUNCTION samples_led_by(person uuid, ids uuid[]) RETURNS TABLE (samples json) LANGUAGE sql STABLE AS $$
  SELECT json_agg(own) FROM (
    SELECT s.*, s.id = ANY (ids) AS "isNamed" FROM shown_samples s
     WHERE s."profileId" = person AND EXISTS (SELECT FROM approved_contributor(person))
     ORDER BY s.id = ANY (ids) DESC, s."isCover" DESC, s.position, s.id LIMIT 5) own
$$;

-- The sample that comes first on a profile, as `coverOf` finds it. If none has a picture, the first sample.
CREATE OR REPLACE FUNCTION cover_sample(person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT s.id FROM work_samples s WHERE s.profile_id = person AND s.removed_at IS NULL
   ORDER BY s.is_cover DESC, (s.kind = 'image' OR s.still_id IS NOT NULL) DESC, s.position, s.id LIMIT 1
$$;

-- The cover and the next samples of each of these people. OFFSET 0 looks each of them up by key, even if the table is
-- small.
CREATE OR REPLACE FUNCTION foremost_samples(people uuid[], most integer) RETURNS SETOF shown_samples LANGUAGE sql STABLE AS $$
  SELECT s.* FROM unnest(people) AS person (id)
   CROSS JOIN LATERAL (
     SELECT own.id FROM work_samples own WHERE own.profile_id = person.id AND own.removed_at IS NULL
      ORDER BY own.id = (SELECT id FROM cover_sample(person.id)) DESC, own.position, own.id LIMIT most) first
   CROSS JOIN LATERAL (SELECT * FROM shown_samples shown WHERE shown.id = first.id OFFSET 0) s
   ORDER BY s."isCover" DESC, s.position, s.id
$$;
