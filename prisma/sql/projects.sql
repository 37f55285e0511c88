-- Not while an admin has hidden it.
CREATE OR REPLACE FUNCTION takes_applications(b project_briefs) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT b.status = 'open' AND is_unexpired(b) AND b.hidden_at IS NULL
$$;

-- A hidden project is shown to those who have applied.
CREATE OR REPLACE FUNCTION shown_project(viewer uuid, project uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT b.id FROM project_briefs b
   WHERE b.id = project
     AND (b.hidden_at IS NULL
       OR EXISTS (SELECT FROM project_applications a WHERE a.project_id = b.id AND a.contributor_id = viewer)) OFFSET 0
$$;

-- Media is released with the last row that shows it. The lock makes one of two removals at once the last.
CREATE OR REPLACE FUNCTION hold_brief_media() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- By triggers, so that every statement that moves applications counts them. A project that is being deleted has no
-- numbers left, and gets none.
CREATE OR REPLACE FUNCTION move_application_counts(project uuid, waiting integer, shortlisted integer, archived integer, accepted integer, declined integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  added int := waiting + shortlisted + archived + accepted + declined;
BEGIN
  UPDATE project_application_counts c
     SET total = c.total + added, waiting = c.waiting + move_application_counts.waiting,
         shortlisted = c.shortlisted + move_application_counts.shortlisted,
         archived = c.archived + move_application_counts.archived,
         accepted = c.accepted + move_application_counts.accepted,
         declined = c.declined + move_application_counts.declined
   WHERE c.project_id = project;
  IF NOT FOUND AND added > 0 THEN
    INSERT INTO project_application_counts AS c VALUES (project, added, waiting, shortlisted, archived, accepted, declined)
    ON CONFLICT (project_id) DO UPDATE
      SET total = c.total + excluded.total, waiting = c.waiting + excluded.waiting,
          shortlisted = c.shortlisted + excluded.shortlisted, archived = c.archived + excluded.archived,
          accepted = c.accepted + excluded.accepted, declined = c.declined + excluded.declined;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION keep_application_counts() RETURNS trigger LANGUAGE plpgsql AS $_$
DECLARE
  moved record;
  -- A statement has only the transition tables of its kind.
  gone text := 'SELECT project_id, status, stage, -1 AS by FROM old_rows';
  come text := 'SELECT project_id, status, stage, 1 AS by FROM new_rows';
BEGIN
  FOR moved IN EXECUTE format($query$
    SELECT project_id AS project,
           coalesce(sum(by) FILTER (WHERE status = 'pending' AND stage = 'new'), 0)::int AS waiting,
           coalesce(sum(by) FILTER (WHERE status = 'pending' AND stage = 'shortlisted'), 0)::int AS shortlisted,
           coalesce(sum(by) FILTER (WHERE status = 'pending' AND stage = 'archived'), 0)::int AS archived,
           coalesce(sum(by) FILTER (WHERE status = 'accepted'), 0)::int AS accepted,
           coalesce(sum(by) FILTER (WHERE status = 'declined'), 0)::int AS declined
      FROM (%s) rows GROUP BY project_id ORDER BY project_id $query$,
    CASE TG_OP WHEN 'INSERT' THEN come WHEN 'DELETE' THEN gone ELSE come || ' UNION ALL ' || gone END)
  LOOP
    CONTINUE WHEN (moved.waiting, moved.shortlisted, moved.archived, moved.accepted, moved.declined) = (0, 0, 0, 0, 0);
    PERFORM move_application_counts(
      moved.project, moved.waiting, moved.shortlisted, moved.archived, moved.accepted, moved.declined);
  END LOOP;
  RETURN NULL;
END $_$;

-- A URL can be longer than an index allows.
CREATE OR REPLACE FUNCTION project_word_terms(words tsvector) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT ARRAY(SELECT DISTINCT 'w' || left(word, 60) FROM unnest(tsvector_to_array(words)) word)
$$;

-- '*' for every project, then 's' and a service, 't' and a tool, 'b' and a budget type, 'w' and a word's stem.
CREATE OR REPLACE FUNCTION project_terms_of(b project_briefs) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY['*'] ||
         ARRAY(SELECT 's' || service_id FROM project_brief_services WHERE project_id = b.id) ||
         ARRAY(SELECT 't' || tool_id FROM project_brief_tools WHERE project_id = b.id) ||
         CASE WHEN b.budget_type_id IS NULL THEN '{}' ELSE ARRAY['b' || b.budget_type_id] END ||
         project_word_terms(b.words)
$$;

-- Services, tools, styles and the beginning of the budget, as JSON.
CREATE OR REPLACE FUNCTION project_traits(b project_briefs) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT json_build_array(
           ARRAY(SELECT service_id FROM project_brief_services WHERE project_id = b.id ORDER BY 1),
           ARRAY(SELECT tool_id FROM project_brief_tools WHERE project_id = b.id ORDER BY 1),
           ARRAY(SELECT visual_style_id FROM project_brief_visual_styles WHERE project_id = b.id ORDER BY 1),
           left(b.budget_details, 200))::text
$$;

CREATE OR REPLACE FUNCTION list_project() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  b project_briefs;
BEGIN
  SELECT * INTO b FROM project_briefs WHERE id = NEW.id;
  IF b.status = 'open' AND (b.expires_at IS NULL OR b.expires_at > now()) THEN
    INSERT INTO project_listings (number, project_id, creator_id, expires_at, service_ids, traits, terms)
    VALUES (b.number, b.id, b.creator_id, b.expires_at,
            ARRAY(SELECT service_id FROM project_brief_services WHERE project_id = b.id),
            project_traits(b), project_terms_of(b))
    ON CONFLICT (project_id) DO UPDATE
      SET expires_at = excluded.expires_at, service_ids = excluded.service_ids,
          traits = excluded.traits, terms = excluded.terms;
  ELSE
    DELETE FROM project_listings WHERE project_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION project_query(text text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN plainto_tsquery('english'::regconfig, text);

CREATE OR REPLACE FUNCTION write_project_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM project_terms
     WHERE number = OLD.number AND term IN (
       SELECT unnest(OLD.terms) EXCEPT SELECT unnest(NEW.terms) WHERE TG_OP = 'UPDATE');
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO project_terms (term, number)
    SELECT term, NEW.number FROM unnest(NEW.terms) term ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER brief_files_hold_media AFTER INSERT OR DELETE OR UPDATE OF media_id ON brief_files
  FOR EACH ROW EXECUTE FUNCTION hold_brief_media();

CREATE OR REPLACE TRIGGER counted_on_delete AFTER DELETE ON project_applications
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_application_counts();

CREATE OR REPLACE TRIGGER counted_on_insert AFTER INSERT ON project_applications
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_application_counts();

CREATE OR REPLACE TRIGGER counted_on_update AFTER UPDATE ON project_applications
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_application_counts();

-- At commit, when the project's choices are written; whoever changes choices changes the project, too.
DROP TRIGGER IF EXISTS list_project ON project_briefs;
CREATE CONSTRAINT TRIGGER list_project AFTER INSERT OR UPDATE ON project_briefs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_project();

CREATE OR REPLACE TRIGGER write_project_terms AFTER INSERT OR DELETE OR UPDATE OF terms ON project_listings
  FOR EACH ROW EXECUTE FUNCTION write_project_terms();
