-- Whether the project accepts applications. It doesn't while an admin has hidden it.
CREATE OR REPLACE FUNCTION takes_applications(b project_briefs) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT b.status = 'open' AND is_unexpired(b) AND b.hidden_at IS NULL
$$;

-- Whether the viewer may see the project. A hidden one is shown only to those who have applied.
CREATE OR REPLACE FUNCTION shown_project(viewer uuid, project uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT b.id FROM project_briefs b
   WHERE b.id = project
     AND (b.hidden_at IS NULL
       OR EXISTS (SELECT FROM project_applications a WHERE a.project_id = b.id AND a.contributor_id = viewer)) OFFSET 0
$$;

-- A creator's newest briefs that accept applications, with their references, as profiles show them to someone who may
-- see the profile; null if there are none.
CREATE OR REPLACE FUNCTION open_briefs(creator uuid, viewer uuid) RETURNS TABLE (briefs json) LANGUAGE sql STABLE AS $$
  SELECT json_agg(json_build_object('id', b.id, 'title', b.title, 'budget', b.budget_details,
           'amount', amount_json(b.amount_unit, b.amount_low, b.amount_high),
           'pictures', (SELECT coalesce(json_agg(json_build_object('mediaId', m.id, 'name', m.name, 'width', m.width, 'height', m.height,
                                                   'widths', m.widths, 'tone', m.tone) ORDER BY f.created_at, f.id), '[]')
                          FROM brief_files f JOIN media m ON m.id = f.media_id AND m.kind = 'image' WHERE f.project_id = b.id),
           'applied', EXISTS (SELECT FROM project_applications a WHERE a.project_id = b.id AND a.contributor_id = viewer),
           'takesMine', EXISTS (SELECT FROM approved_contributor(viewer))) ORDER BY b.created_at DESC, b.id DESC)
    FROM (SELECT * FROM project_briefs o
           WHERE o.creator_id = creator AND takes_applications(o)
           ORDER BY o.created_at DESC, o.id DESC LIMIT 5) b
$$;

-- The first picture among a project's references, which represents it in its owner's lists. Returns no row if
-- there is none.
CREATE OR REPLACE FUNCTION first_reference(project uuid) RETURNS TABLE (picture json) LANGUAGE sql STABLE AS $$
  SELECT json_build_object('mediaId', m.id, 'width', m.width, 'height', m.height, 'widths', m.widths, 'tone', m.tone)
    FROM brief_files f JOIN media m ON m.id = f.media_id AND m.kind = 'image'
   WHERE f.project_id = project ORDER BY f.created_at, f.id LIMIT 1
$$;

-- False while the creator's account is held, because then no one gets their invitations.
CREATE OR REPLACE FUNCTION sends_invitations(creator uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u WHERE u.id = creator AND u.held_at IS NULL OFFSET 0
$$;

-- What a project asks for, on its page, on cards, and wherever it's scored.
CREATE OR REPLACE FUNCTION project_choices(project uuid)
  RETURNS TABLE ("serviceIds" integer[], "toolIds" integer[], "styleIds" integer[]) LANGUAGE sql STABLE AS $$
  SELECT ARRAY(SELECT s.service_id FROM project_brief_services s WHERE s.project_id = project ORDER BY 1),
         ARRAY(SELECT t.tool_id FROM project_brief_tools t WHERE t.project_id = project ORDER BY 1),
         ARRAY(SELECT v.visual_style_id FROM project_brief_visual_styles v WHERE v.project_id = project ORDER BY 1) OFFSET 0
$$;

-- What happened to a project, newest first, up to one line more than a page shows. The owner reads everything, except
-- lines about people they can't see.
CREATE OR REPLACE FUNCTION history_for_owner(project uuid, owner uuid, before bigint)
  RETURNS TABLE (id text, kind text, "contributorId" uuid, "fullName" text, note text, at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT e.id::text, e.kind::text, e.contributor_id, p.full_name, e.note, e.created_at
    FROM project_events e LEFT JOIN profiles p ON p.id = e.contributor_id
   WHERE e.project_id = project AND e.id < before
     AND (e.contributor_id IS NULL OR EXISTS (SELECT FROM reachable_or_removed(owner, e.contributor_id)))
   ORDER BY e.id DESC LIMIT 7
$$;

-- The same history for someone who has applied: the project's own lines and the ones about them.
CREATE OR REPLACE FUNCTION history_for_applicant(project uuid, person uuid, before bigint)
  RETURNS TABLE (id text, kind text, "contributorId" uuid, "fullName" text, note text, at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT e.id::text, e.kind::text, e.contributor_id, NULL, e.note, e.created_at
    FROM ((SELECT * FROM project_events WHERE project_id = project AND contributor_id IS NULL AND id < before
            ORDER BY id DESC LIMIT 7)
          UNION ALL
          (SELECT * FROM project_events WHERE project_id = project AND contributor_id = person AND id < before
            ORDER BY id DESC LIMIT 7)) e
   WHERE EXISTS (SELECT FROM project_applications a WHERE a.project_id = project AND a.contributor_id = person)
   ORDER BY e.id DESC LIMIT 7
$$;

-- The latest 50 people a project's owner has invited and can still see.
CREATE OR REPLACE FUNCTION people_invited(project uuid, owner uuid)
  RETURNS TABLE ("contributorId" uuid, name text, "invitedAt" timestamptz, state text) LANGUAGE sql STABLE AS $$
  SELECT i.contributor_id, p.full_name, i.created_at,
         CASE WHEN EXISTS (SELECT FROM project_applications a
                            WHERE a.project_id = i.project_id AND a.contributor_id = i.contributor_id) THEN 'applied'
              WHEN i.declined_at IS NOT NULL THEN 'declined' ELSE 'waiting' END
    FROM project_invitations i JOIN profiles p ON p.id = i.contributor_id
   WHERE i.project_id = project AND EXISTS (SELECT FROM reachable(owner, i.contributor_id))
   ORDER BY i.created_at DESC LIMIT 50
$$;

-- A contributor's newest 50 invitations that they haven't applied to or declined and can still apply to.
CREATE OR REPLACE FUNCTION open_invitations(contributor uuid)
  RETURNS TABLE ("projectId" uuid, title text, "creatorName" text, note text, "invitedAt" timestamptz) LANGUAGE sql STABLE AS $$
  SELECT b.id, b.title, p.full_name, i.note, i.created_at
    FROM project_invitations i JOIN project_briefs b ON b.id = i.project_id JOIN profiles p ON p.id = b.creator_id
   WHERE i.contributor_id = contributor AND i.declined_at IS NULL AND takes_applications(b)
     AND NOT EXISTS (SELECT FROM project_applications a
                      WHERE a.project_id = i.project_id AND a.contributor_id = i.contributor_id)
     AND EXISTS (SELECT FROM reachable(i.contributor_id, b.creator_id)) AND EXISTS (SELECT FROM sends_invitations(b.creator_id))
   ORDER BY i.created_at DESC LIMIT 50
$$;

-- The column project_briefs.words relies on it. PostgreSQL's parser looks ahead from each part of a word, such as 'a_a_a',
-- and from each '<!--', so 10,000 characters of them took 3 seconds. No word of a search is longer than 100 characters.
CREATE OR REPLACE FUNCTION project_words(text text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN to_tsvector('english'::regconfig, regexp_replace(replace(text, '<!', ' '), '(\S{100})', '\1 ', 'g'));

CREATE OR REPLACE FUNCTION project_query(text text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN plainto_tsquery('english'::regconfig, text);

-- Whether a project fits the filter of a person's own list. Null and empty text match everything; `in_status` is a
-- project_status.
CREATE OR REPLACE FUNCTION fits_project_filter(
  project uuid, in_status text, with_words text, service integer, tool integer, budget_type integer
) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT b.id FROM project_briefs b
   WHERE b.id = project AND (in_status IS NULL OR b.status::text = in_status)
     AND (with_words = '' OR b.words @@ project_query(with_words))
     AND (service IS NULL
       OR (SELECT true FROM project_brief_services s WHERE s.project_id = b.id AND s.service_id = service) IS TRUE)
     AND (tool IS NULL OR (SELECT true FROM project_brief_tools t WHERE t.project_id = b.id AND t.tool_id = tool) IS TRUE)
     AND (budget_type IS NULL OR b.budget_type_id = budget_type) OFFSET 0
$$;

-- Whether a project's amount is at least the one asked for, in the same unit (`unitNumbers`) and in cents.
CREATE OR REPLACE FUNCTION pays_at_least(unit amount_unit, high integer, asked_unit integer, asked integer)
  RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT price_mark(unit, high, high, 'creator') / 100000000 = asked_unit AND high >= asked
$$;

-- The same for a listing's traits, whose fifth part is the amount.
CREATE OR REPLACE FUNCTION listing_pays(traits text, asked_unit integer, asked integer)
  RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT pays_at_least((traits::json #>> '{4,unit}')::amount_unit, (traits::json #>> '{4,high}')::integer, asked_unit, asked)
$$;

-- People who applied, haven't withdrawn, and still have an account.
CREATE OR REPLACE FUNCTION project_applicants(project uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT a.contributor_id FROM project_applications a
   WHERE a.project_id = project AND a.status <> 'withdrawn' AND NOT EXISTS (SELECT FROM removed_account(a.contributor_id))
  OFFSET 0
$$;

-- The counts per folder that an owner sees. Blocked people are few, so they're counted each time and subtracted.
-- Declines are what's left of the total, because a decline that hasn't been announced yet is counted only there.
-- Returns no row until someone has applied.
CREATE OR REPLACE FUNCTION shown_application_counts(project uuid, owner uuid)
  RETURNS TABLE (total integer, waiting integer, shortlisted integer, archived integer, accepted integer, declined integer)
  LANGUAGE sql STABLE AS $$
  SELECT c.total - apart.total, c.waiting - apart.waiting, c.shortlisted - apart.shortlisted,
         c.archived - apart.archived, c.accepted - apart.accepted,
         c.total - c.waiting - c.shortlisted - c.archived - c.accepted - apart.declined
    FROM project_application_counts c CROSS JOIN (
      SELECT count(*)::int AS total,
             count(*) FILTER (WHERE a.status = 'pending' AND a.stage = 'new')::int AS waiting,
             count(*) FILTER (WHERE a.status = 'pending' AND a.stage = 'shortlisted')::int AS shortlisted,
             count(*) FILTER (WHERE a.status = 'pending' AND a.stage = 'archived')::int AS archived,
             count(*) FILTER (WHERE a.status = 'accepted')::int AS accepted,
             count(*) FILTER (WHERE a.status = 'declined' OR a.stage = 'declining')::int AS declined
        FROM blocked_from(owner) blocked
        JOIN project_applications a
          ON a.project_id = project AND a.contributor_id = blocked.id AND a.status <> 'withdrawn') apart
   WHERE c.project_id = project OFFSET 0
$$;

-- The faces of the three newest applicants who are waiting, for the owner's list. Read from the end of the index by
-- date.
CREATE OR REPLACE FUNCTION latest_applicants(project uuid, owner uuid) RETURNS TABLE (name text, "avatarUrl" text) LANGUAGE sql STABLE AS $$
  SELECT p.full_name, p.avatar_url FROM project_applications a JOIN profiles p ON p.id = a.contributor_id
   WHERE a.project_id = project AND a.status = 'pending' AND a.stage = 'new' AND a.hidden_at IS NULL
     AND EXISTS (SELECT FROM reachable(owner, a.contributor_id))
   ORDER BY a.created_at DESC, a.contributor_id DESC LIMIT 3
$$;

-- Whether an owner may decide an application now. They can't while its contributor is suspended, blocked or hidden,
-- or while an admin hides it. Reads the row's own `hidden_at`, so that a statement that waited for a lock checks it
-- again.
CREATE OR REPLACE FUNCTION decidable_application(owner uuid, person uuid, hidden_at timestamptz)
  RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT r.id FROM reachable(owner, person) r WHERE hidden_at IS NULL OFFSET 0
$$;

-- How many of the pending applications shown to an owner can't be decided now. Null beyond 200 pending ones, because
-- each one is checked. Returns no row until someone has applied.
CREATE OR REPLACE FUNCTION kept_applications(project uuid, owner uuid) RETURNS TABLE (n integer) LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN c.waiting + c.shortlisted + c.archived <= 200 THEN (
           SELECT count(*)::int FROM project_applications a
            WHERE a.project_id = project AND a.status = 'pending' AND a.stage <> 'declining'
              AND NOT EXISTS (SELECT FROM decidable_application(owner, a.contributor_id, a.hidden_at))
              AND NOT EXISTS (SELECT FROM blocked_between(owner, a.contributor_id))) END
    FROM project_application_counts c WHERE c.project_id = project OFFSET 0
$$;

-- A page of a project's applications for its owner, best matches or newest ones first: those in the given folders,
-- after the last row of the previous page, without blocked people. Reads at most a page of each folder.
CREATE OR REPLACE FUNCTION listed_applications(owner uuid, project uuid, sort text, statuses application_status[],
                                               stages application_stage[], after_percent integer, after_time timestamptz,
                                               after_person uuid, most integer)
  RETURNS TABLE (rank numeric, contributor_id uuid, percent integer, created_at timestamptz, hidden_at timestamptz)
  LANGUAGE sql STABLE AS $$
  SELECT a.* FROM unnest(statuses, stages) AS folder (status, stage)
   CROSS JOIN LATERAL (
     (SELECT b.percent::numeric AS rank, b.contributor_id, b.percent, b.created_at, b.hidden_at FROM project_applications b
       WHERE sort = 'match' AND b.project_id = project AND b.status = folder.status AND b.stage = folder.stage
         AND (b.percent, b.contributor_id) < (after_percent, after_person)
         AND NOT EXISTS (SELECT FROM blocked_between(owner, b.contributor_id))
       ORDER BY b.percent DESC, b.contributor_id DESC LIMIT most)
     UNION ALL
     (SELECT extract(epoch FROM b.created_at), b.contributor_id, b.percent, b.created_at, b.hidden_at FROM project_applications b
       WHERE sort = 'date' AND b.project_id = project AND b.status = folder.status AND b.stage = folder.stage
         AND (b.created_at, b.contributor_id) < (after_time, after_person)
         AND NOT EXISTS (SELECT FROM blocked_between(owner, b.contributor_id))
       ORDER BY b.created_at DESC, b.contributor_id DESC LIMIT most)) a
   ORDER BY a.rank DESC, a.contributor_id DESC LIMIT most
$$;

-- An application as the project's owner reads it, with what the project asks for and what the contributor offers. It
-- isn't available while its contributor is suspended, blocked or hidden, or while an admin hides it.
CREATE OR REPLACE FUNCTION application_for_owner(owner uuid, project uuid, person uuid)
  RETURNS TABLE ("isAvailable" boolean, "contributorId" uuid, "fullName" text, "avatarUrl" text, status text, stage text,
                 percent integer, note text, "portfolioLink" text, answers text[], "sampleIds" uuid[], "privateNote" text,
                 "declineNote" text, "appliedAt" timestamptz, "hasLeft" boolean, offered json, asked json)
  LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM reachable_or_removed(owner, a.contributor_id)) AND a.hidden_at IS NULL,
         a.contributor_id, p.full_name, p.avatar_url, CASE a.stage WHEN 'declining' THEN 'declined' ELSE a.status::text END,
         CASE a.stage WHEN 'declining' THEN 'new' ELSE a.stage::text END, a.percent, a.note, a.portfolio_link,
         a.answers, a.sample_ids, a.private_note, coalesce(a.announce_note, a.decline_note), a.created_at,
         EXISTS (SELECT FROM removed_account(a.contributor_id)),
         (SELECT traits FROM compared_traits(a.contributor_id)),
         (SELECT json_build_object('serviceIds', c."serviceIds", 'toolIds', c."toolIds", 'styleIds', c."styleIds",
                                   'budgetDetails', b.budget_details,
                                   'amount', amount_json(b.amount_unit, b.amount_low, b.amount_high)) FROM project_choices(b.id) c)
    FROM project_applications a JOIN project_briefs b ON b.id = a.project_id JOIN profiles p ON p.id = a.contributor_id
   WHERE b.id = project AND b.creator_id = owner AND a.contributor_id = person OFFSET 0
$$;

-- Fields that `application_for_owner` can't return yet, because processes of the previous release read all of
-- its columns.
CREATE OR REPLACE FUNCTION application_later(project uuid, person uuid) RETURNS TABLE (later json) LANGUAGE sql STABLE AS $$
  SELECT json_build_object('announceAt', a.announce_at, 'releasedAt', a.released_at, 'releaseReason', a.release_reason,
                           'location', p.location)
    FROM project_applications a JOIN profiles p ON p.id = a.contributor_id
   WHERE a.project_id = project AND a.contributor_id = person OFFSET 0
$$;

-- When the newest of a project's pending applications was sent, read from the end of each stage's index.
CREATE OR REPLACE FUNCTION newest_pending(project uuid) RETURNS TABLE (at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT max(latest.at) FROM unnest('{new,shortlisted,archived}'::application_stage[]) AS pending (stage)
   CROSS JOIN LATERAL (
     SELECT a.created_at AS at FROM project_applications a
      WHERE a.project_id = project AND a.status = 'pending' AND a.stage = pending.stage
      ORDER BY a.created_at DESC LIMIT 1) latest
$$;

-- What must end before a creator or contributor switches their account type. The switch withdraws applications to
-- people who can't be reached. Read by the page of a switch and by the switch itself (switching.server.ts).
CREATE OR REPLACE FUNCTION unfinished_work(person uuid) RETURNS TABLE (open_projects integer, pending_applications integer)
LANGUAGE sql STABLE AS $$
  SELECT (SELECT count(*)::int FROM project_briefs b WHERE b.creator_id = person AND b.status IN ('open', 'in_progress')),
         (SELECT count(*)::int FROM project_applications a JOIN project_briefs b ON b.id = a.project_id
           WHERE a.contributor_id = person AND a.status = 'pending' AND EXISTS (SELECT FROM reachable(person, b.creator_id)))
  OFFSET 0
$$;

-- An application's status as its contributor reads it.
CREATE OR REPLACE FUNCTION shown_status(a project_applications) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN a.released_at IS NULL THEN a.status::text ELSE 'released' END
$$;

-- Keeps the counts of applications per folder for the owner's page, without withdrawn ones. Runs for every write to
-- applications. A project that's being deleted gets no row. Callers that change several projects lock the counts first,
-- with lockCountsOf.
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

-- The words as index terms, cut to 60 characters, because a URL can be longer than an index allows.
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

-- Services, tools, styles, the beginning of the budget's text for older processes, and its amount, as JSON.
CREATE OR REPLACE FUNCTION project_traits(b project_briefs) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT json_build_array(c."serviceIds", c."toolIds", c."styleIds", left(b.budget_details, 200),
                          amount_json(b.amount_unit, b.amount_low, b.amount_high))::text
    FROM project_choices(b.id) c
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

-- Runs at commit, when the project's choices are written. Code that changes choices also changes the project.
DROP TRIGGER IF EXISTS list_project ON project_briefs;
CREATE CONSTRAINT TRIGGER list_project AFTER INSERT OR UPDATE ON project_briefs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_project();

-- For each of these creators who has any: the newest brief that accepts applications, how many such briefs there are
-- (up to 20), and their first three reference pictures. The caller has checked that the viewer may see the creators.
CREATE OR REPLACE FUNCTION leading_briefs(creators uuid[]) RETURNS TABLE (briefs json) LANGUAGE sql STABLE AS $$
  SELECT coalesce(json_agg(led), '[]') FROM unnest(creators) AS creator (id) CROSS JOIN LATERAL (
    WITH open AS MATERIALIZED (
      SELECT b.id, b.title, b.description, b.budget_details, b.amount_unit, b.amount_low, b.amount_high, b.created_at FROM project_briefs b
       WHERE b.creator_id = creator.id AND takes_applications(b) ORDER BY b.created_at DESC, b.id DESC LIMIT 20)
    SELECT creator.id AS "creatorId", o.id, o.title, left(o.description, 181) AS description, o.budget_details AS budget,
           amount_json(o.amount_unit, o.amount_low, o.amount_high) AS amount,
           (SELECT count(*) FROM open)::integer AS count,
           (SELECT coalesce(json_agg(shown), '[]') FROM (
              SELECT m.id AS "mediaId", m.name, m.width, m.height, m.widths, m.tone
                FROM open JOIN brief_files f ON f.project_id = open.id JOIN media m ON m.id = f.media_id AND m.kind = 'image'
               ORDER BY open.created_at DESC, f.created_at, f.id LIMIT 3) shown) AS pictures
      FROM open o ORDER BY o.created_at DESC, o.id DESC LIMIT 1) led
$$;

-- A contributor's latest applications, without hidden people's projects, as in their list.
CREATE OR REPLACE FUNCTION latest_applications(contributor uuid)
  RETURNS TABLE (id uuid, title text, creator text, status text, "appliedAt" timestamptz, "startDate" text, timeline text, picture json)
  LANGUAGE sql STABLE AS $$
  SELECT b.id, b.title, p.full_name, shown_status(a), a.created_at, b.start_date::text, b.timeline,
         (SELECT f.picture FROM first_reference(b.id) f)
    FROM project_applications a JOIN project_briefs b ON b.id = a.project_id LEFT JOIN profiles p ON p.id = b.creator_id
   WHERE a.contributor_id = contributor AND EXISTS (SELECT FROM reachable_or_removed(contributor, b.creator_id))
   ORDER BY a.created_at DESC, a.project_id DESC LIMIT 3
$$;

-- A creator's newest two projects that are open or in progress. The old function is dropped first, because it
-- returned no amount.
DROP FUNCTION IF EXISTS newest_own_projects(uuid);
CREATE OR REPLACE FUNCTION newest_own_projects(creator uuid)
  RETURNS TABLE (id uuid, title text, status text, "isExpired" boolean, budget text, amount json, applications integer, waiting integer, picture json)
  LANGUAGE sql STABLE AS $$
  SELECT b.id, b.title, b.status::text, NOT is_unexpired(b), left(b.budget_details, 80),
         amount_json(b.amount_unit, b.amount_low, b.amount_high), coalesce(c.total, 0),
         coalesce(c.waiting, 0), (SELECT f.picture FROM first_reference(b.id) f)
    FROM project_briefs b LEFT JOIN LATERAL shown_application_counts(b.id, creator) c ON true
   WHERE b.creator_id = creator AND b.status IN ('open', 'in_progress') ORDER BY b.created_at DESC, b.id DESC LIMIT 2
$$;

-- The creator's projects with applications that they haven't sorted: three of their newest 50, each with the total for
-- all 50 and two of the applicants.
CREATE OR REPLACE FUNCTION own_projects_to_sort(creator uuid)
  RETURNS TABLE (id uuid, title text, total integer, waiting integer, "inAll" integer, at timestamptz, faces json)
  LANGUAGE sql STABLE AS $$
  SELECT b.id, b.title, c.total, c.waiting, (sum(c.waiting) OVER ())::int, newest.at,
         (SELECT coalesce(json_agg(face), '[]') FROM (
            SELECT p.full_name AS name, p.avatar_url AS "avatarUrl"
              FROM project_applications a JOIN profiles p ON p.id = a.contributor_id
             WHERE a.project_id = b.id AND a.status = 'pending' AND a.stage = 'new'
               AND EXISTS (SELECT FROM reachable(creator, p.id))
             ORDER BY a.created_at DESC LIMIT 2) face)
    FROM (SELECT o.id, o.title FROM project_briefs o WHERE o.creator_id = creator AND o.status IN ('open', 'in_progress')
           ORDER BY o.created_at DESC LIMIT 50) b
   CROSS JOIN LATERAL shown_application_counts(b.id, creator) c
   CROSS JOIN LATERAL (SELECT n.at FROM newest_pending(b.id) n OFFSET 0) newest
   WHERE c.waiting > 0 ORDER BY newest.at DESC LIMIT 3
$$;
