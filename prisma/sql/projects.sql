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

-- An owner's page reads how many applications are in each folder, without withdrawn ones. Counted for every writer of
-- applications; a project that is being deleted gets no row. Callers that change several projects lock the counts first, by
-- lockCountsOf.
CREATE OR REPLACE FUNCTION count_application(a project_applications, by integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF a.status = 'withdrawn' THEN RETURN; END IF;
  UPDATE project_application_counts c
     SET total = c.total + by,
         waiting = c.waiting + by * (a.status = 'pending' AND a.stage = 'new')::int,
         shortlisted = c.shortlisted + by * (a.status = 'pending' AND a.stage = 'shortlisted')::int,
         archived = c.archived + by * (a.status = 'pending' AND a.stage = 'archived')::int,
         accepted = c.accepted + by * (a.status = 'accepted')::int,
         declined = c.declined + by * (a.status = 'declined')::int
   WHERE c.project_id = a.project_id;
  IF NOT FOUND AND by > 0 THEN
    INSERT INTO project_application_counts (project_id) VALUES (a.project_id) ON CONFLICT DO NOTHING;
    PERFORM count_application(a, by);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION count_applications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.project_id, OLD.status, OLD.stage) = (NEW.project_id, NEW.status, NEW.stage) THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM count_application(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM count_application(NEW, 1); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_applications AFTER INSERT OR DELETE OR UPDATE OF project_id, status, stage
  ON project_applications FOR EACH ROW EXECUTE FUNCTION count_applications();

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
    INSERT INTO project_listings (number, project_id, creator_id, posted_at, expires_at, service_ids, traits, terms)
    VALUES (b.number, b.id, b.creator_id, b.created_at, b.expires_at,
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

-- At commit, when the project's choices are written; whoever changes choices changes the project, too.
DROP TRIGGER IF EXISTS list_project ON project_briefs;
CREATE CONSTRAINT TRIGGER list_project AFTER INSERT OR UPDATE ON project_briefs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_project();
