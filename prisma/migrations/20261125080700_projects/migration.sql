CREATE TYPE application_stage AS ENUM ('new', 'shortlisted', 'archived');

CREATE TYPE application_status AS ENUM ('pending', 'accepted', 'declined', 'withdrawn');

CREATE TYPE project_event_kind AS ENUM ('posted', 'edited', 'extended', 'completed', 'cancelled', 'reopened', 'invited', 'applied', 'withdrawn', 'accepted', 'declined', 'taken_back', 'invitation_declined', 'expired');

CREATE TYPE project_status AS ENUM ('open', 'in_progress', 'completed', 'cancelled');

-- The one text search configuration.
CREATE FUNCTION project_words(text text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN to_tsvector('english'::regconfig, text);

CREATE TABLE project_briefs (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    creator_id uuid NOT NULL,
    title text NOT NULL,
    description text DEFAULT '' NOT NULL,
    budget_type_id integer,
    budget_details text DEFAULT '' NOT NULL,
    deliverables text DEFAULT '' NOT NULL,
    start_date date,
    timeline text DEFAULT '' NOT NULL,
    is_ongoing boolean DEFAULT false NOT NULL,
    brand_link text,
    status project_status DEFAULT 'open' NOT NULL,
    expires_at timestamptz(3),
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    post_key text,
    questions text[] DEFAULT ARRAY[]::text[] NOT NULL,
    told_expiry timestamptz(3),
    ended_expiry timestamptz(3),
    words tsvector GENERATED ALWAYS AS (project_words(((title || ' ') || description))) STORED,
    number bigserial NOT NULL,
    hidden_at timestamptz(3),
    CONSTRAINT project_briefs_brand_link_check CHECK ((brand_link ~ '^https?://') AND (char_length(brand_link) <= 2000)),
    CONSTRAINT project_briefs_budget_details_check CHECK (char_length(budget_details) <= 2000),
    CONSTRAINT project_briefs_deliverables_check CHECK (char_length(deliverables) <= 5000),
    CONSTRAINT project_briefs_description_check CHECK (char_length(description) <= 10000),
    CONSTRAINT project_briefs_questions_check CHECK ((cardinality(questions) <= 5) AND (array_position(questions, NULL::text) IS NULL) AND (char_length(array_to_string(questions, '')) <= 2500)),
    CONSTRAINT project_briefs_timeline_check CHECK (char_length(timeline) <= 1000),
    CONSTRAINT project_briefs_title_check CHECK ((char_length(title) <= 200) AND (title ~ '\S')),
    CONSTRAINT project_briefs_pkey PRIMARY KEY (id),
    CONSTRAINT project_briefs_budget_type_id_fkey FOREIGN KEY (budget_type_id) REFERENCES budget_types(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT project_briefs_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creator_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX project_briefs_budget_type_id_idx ON project_briefs (budget_type_id);
CREATE INDEX project_briefs_created_at_idx ON project_briefs (created_at);
CREATE INDEX project_briefs_creator_id_created_at_idx ON project_briefs (creator_id, created_at DESC);
CREATE UNIQUE INDEX project_briefs_creator_id_post_key_key ON project_briefs (creator_id, post_key);
CREATE INDEX project_briefs_expiry_to_end_idx ON project_briefs (expires_at) WHERE ((status IN ('open', 'in_progress')) AND (ended_expiry IS DISTINCT FROM expires_at));
CREATE INDEX project_briefs_expiry_to_tell_idx ON project_briefs (expires_at) WHERE ((status IN ('open', 'in_progress')) AND (told_expiry IS DISTINCT FROM expires_at));
CREATE INDEX project_briefs_status_created_at_idx ON project_briefs (status, created_at DESC);
-- Admins find projects by the beginning of their title, and open the reports about one.
CREATE INDEX project_briefs_title_idx ON project_briefs (lower(title) COLLATE "C");

CREATE TABLE project_application_counts (
    project_id uuid NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    waiting integer DEFAULT 0 NOT NULL,
    shortlisted integer DEFAULT 0 NOT NULL,
    archived integer DEFAULT 0 NOT NULL,
    accepted integer DEFAULT 0 NOT NULL,
    declined integer DEFAULT 0 NOT NULL,
    CONSTRAINT project_application_counts_pkey PRIMARY KEY (project_id),
    CONSTRAINT project_application_counts_project_id_fkey FOREIGN KEY (project_id) REFERENCES project_briefs(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE project_applications (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    project_id uuid NOT NULL,
    contributor_id uuid NOT NULL,
    note text NOT NULL,
    portfolio_link text,
    status application_status DEFAULT 'pending' NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    answers text[] DEFAULT ARRAY[]::text[] NOT NULL,
    decline_note text DEFAULT '' NOT NULL,
    decided_at timestamptz(3),
    stage application_stage DEFAULT 'new' NOT NULL,
    private_note text DEFAULT '' NOT NULL,
    percent integer DEFAULT 0 NOT NULL,
    scored_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    sample_ids uuid[] DEFAULT '{}' NOT NULL,
    hidden_at timestamptz(3),
    CONSTRAINT project_applications_answers_check CHECK ((cardinality(answers) <= 5) AND (array_position(answers, NULL::text) IS NULL) AND (char_length(array_to_string(answers, '')) <= 10000)),
    CONSTRAINT project_applications_decline_note_check CHECK (char_length(decline_note) <= 2000),
    CONSTRAINT project_applications_note_check CHECK (char_length(note) <= 5000),
    CONSTRAINT project_applications_portfolio_link_check CHECK ((portfolio_link ~ '^https?://') AND (char_length(portfolio_link) <= 2000)),
    CONSTRAINT project_applications_private_note_check CHECK (char_length(private_note) <= 2000),
    CONSTRAINT project_applications_sample_ids_check CHECK (cardinality(sample_ids) <= 5),
    CONSTRAINT project_applications_stage_check CHECK ((status = 'pending') OR (stage = 'new')),
    CONSTRAINT project_applications_pkey PRIMARY KEY (id),
    CONSTRAINT project_applications_contributor_id_fkey FOREIGN KEY (contributor_id) REFERENCES contributor_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT project_applications_project_id_fkey FOREIGN KEY (project_id) REFERENCES project_briefs(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX project_applications_by_date_idx ON project_applications (project_id, status, stage, created_at DESC, contributor_id DESC);
CREATE INDEX project_applications_by_match_idx ON project_applications (project_id, status, stage, percent DESC, contributor_id DESC);
CREATE INDEX project_applications_contributor_id_created_at_idx ON project_applications (contributor_id, created_at DESC);
CREATE UNIQUE INDEX project_applications_project_id_contributor_id_key ON project_applications (project_id, contributor_id);

CREATE TABLE project_brief_services (
    project_id uuid NOT NULL,
    service_id integer NOT NULL,
    CONSTRAINT project_brief_services_pkey PRIMARY KEY (project_id, service_id),
    CONSTRAINT project_brief_services_project_id_fkey FOREIGN KEY (project_id) REFERENCES project_briefs(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT project_brief_services_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX project_brief_services_service_id_idx ON project_brief_services (service_id);

CREATE TABLE project_brief_tools (
    project_id uuid NOT NULL,
    tool_id integer NOT NULL,
    CONSTRAINT project_brief_tools_pkey PRIMARY KEY (project_id, tool_id),
    CONSTRAINT project_brief_tools_project_id_fkey FOREIGN KEY (project_id) REFERENCES project_briefs(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT project_brief_tools_tool_id_fkey FOREIGN KEY (tool_id) REFERENCES tools(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX project_brief_tools_tool_id_idx ON project_brief_tools (tool_id);

CREATE TABLE project_brief_visual_styles (
    project_id uuid NOT NULL,
    visual_style_id integer NOT NULL,
    CONSTRAINT project_brief_visual_styles_pkey PRIMARY KEY (project_id, visual_style_id),
    CONSTRAINT project_brief_visual_styles_project_id_fkey FOREIGN KEY (project_id) REFERENCES project_briefs(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT project_brief_visual_styles_visual_style_id_fkey FOREIGN KEY (visual_style_id) REFERENCES visual_styles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX project_brief_visual_styles_visual_style_id_idx ON project_brief_visual_styles (visual_style_id);

CREATE TABLE project_drafts (
    creator_id uuid NOT NULL,
    key uuid NOT NULL,
    fields jsonb DEFAULT '{}' NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT project_drafts_pkey PRIMARY KEY (creator_id),
    CONSTRAINT project_drafts_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creator_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);

-- Reference pictures and files of a brief: a draft's until it is posted, then the project's.
CREATE TABLE brief_files (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    key uuid NOT NULL,
    creator_id uuid NOT NULL,
    draft_of uuid,
    project_id uuid,
    media_id uuid NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT brief_files_brief_check CHECK ((num_nonnulls(draft_of, project_id) = 1) AND (draft_of = creator_id)),
    CONSTRAINT brief_files_pkey PRIMARY KEY (id),
    CONSTRAINT brief_files_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creator_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT brief_files_draft_of_fkey FOREIGN KEY (draft_of) REFERENCES project_drafts(creator_id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT brief_files_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT brief_files_project_id_fkey FOREIGN KEY (project_id) REFERENCES project_briefs(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX brief_files_creator_id_key_key ON brief_files (creator_id, key);
CREATE INDEX brief_files_draft_of_idx ON brief_files (draft_of);
CREATE INDEX brief_files_media_id_idx ON brief_files (media_id);
CREATE INDEX brief_files_project_id_created_at_idx ON brief_files (project_id, created_at);

CREATE TABLE project_events (
    id bigserial NOT NULL,
    project_id uuid NOT NULL,
    kind project_event_kind NOT NULL,
    actor_id uuid,
    contributor_id uuid,
    note text DEFAULT '' NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT project_events_note_check CHECK (char_length(note) <= 2000),
    CONSTRAINT project_events_pkey PRIMARY KEY (id),
    CONSTRAINT project_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT project_events_contributor_id_fkey FOREIGN KEY (contributor_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT project_events_project_id_fkey FOREIGN KEY (project_id) REFERENCES project_briefs(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX project_events_actor_id_idx ON project_events (actor_id);
CREATE INDEX project_events_contributor_id_idx ON project_events (contributor_id);
CREATE INDEX project_events_project_id_contributor_id_id_idx ON project_events (project_id, contributor_id, id);
CREATE INDEX project_events_project_id_id_idx ON project_events (project_id, id);

CREATE TABLE project_invitations (
    project_id uuid NOT NULL,
    contributor_id uuid NOT NULL,
    note text DEFAULT '' NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    declined_at timestamptz(3),
    CONSTRAINT project_invitations_note_check CHECK (char_length(note) <= 1000),
    CONSTRAINT project_invitations_pkey PRIMARY KEY (project_id, contributor_id),
    CONSTRAINT project_invitations_contributor_id_fkey FOREIGN KEY (contributor_id) REFERENCES contributor_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT project_invitations_project_id_fkey FOREIGN KEY (project_id) REFERENCES project_briefs(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX project_invitations_contributor_id_created_at_idx ON project_invitations (contributor_id, created_at DESC);

CREATE TABLE project_listings (
    number bigint NOT NULL,
    project_id uuid NOT NULL,
    creator_id uuid NOT NULL,
    expires_at timestamptz(3),
    service_ids integer[] NOT NULL,
    traits text NOT NULL,
    terms text[] NOT NULL,
    CONSTRAINT project_listings_pkey PRIMARY KEY (number),
    CONSTRAINT project_listings_project_id_fkey FOREIGN KEY (project_id) REFERENCES project_briefs(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX project_listings_expires_at_idx ON project_listings (expires_at);
CREATE UNIQUE INDEX project_listings_project_id_key ON project_listings (project_id);

CREATE TABLE project_terms (
    term text NOT NULL COLLATE "C",
    number bigint NOT NULL,
    CONSTRAINT project_terms_pkey PRIMARY KEY (term, number)
);
