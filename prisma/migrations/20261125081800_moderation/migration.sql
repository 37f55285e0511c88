-- Groups the reports about one thing.
CREATE TABLE report_cases (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    reported_id uuid NOT NULL,
    state text DEFAULT 'open' NOT NULL,
    urgency integer NOT NULL,
    reasons text[] NOT NULL,
    report_count integer DEFAULT 0 NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    latest_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    decisions integer DEFAULT 0 NOT NULL,
    decision_reason text,
    decision_words text DEFAULT '' NOT NULL,
    decided_at timestamptz(3),
    decided_by_id uuid,
    -- The warning or suspension that a case was decided with.
    measure_id uuid,
    CONSTRAINT report_cases_decision_check CHECK ((state = 'open') = (decided_at IS NULL)),
    CONSTRAINT report_cases_kind_check CHECK (kind IN ('profile', 'sample', 'message', 'conversation', 'project', 'application')),
    CONSTRAINT report_cases_state_check CHECK (state IN ('open', 'dismissed', 'warned', 'hidden', 'suspended')),
    CONSTRAINT report_cases_urgency_check CHECK ((urgency >= 1) AND (urgency <= 3)),
    CONSTRAINT report_cases_pkey PRIMARY KEY (id),
    CONSTRAINT report_cases_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT report_cases_reported_id_fkey FOREIGN KEY (reported_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX report_cases_decided_by_id_idx ON report_cases (decided_by_id);
-- Finds the case that hides something.
CREATE INDEX report_cases_hidden_idx ON report_cases (kind, subject_id) WHERE (state = 'hidden');
-- An appeal finds the case of a warning or a suspension.
CREATE INDEX report_cases_measure_id_idx ON report_cases (measure_id);
-- New reports join it.
CREATE UNIQUE INDEX report_cases_open_key ON report_cases (kind, subject_id) WHERE (state = 'open');
CREATE INDEX report_cases_reported_id_created_at_idx ON report_cases (reported_id, created_at DESC);
-- One index for each order of the admins' list.
CREATE INDEX report_cases_state_created_at_id_idx ON report_cases (state, created_at, id);
CREATE INDEX report_cases_state_decided_at_id_idx ON report_cases (state, decided_at DESC, id DESC);
CREATE INDEX report_cases_state_report_count_created_at_id_idx ON report_cases (state, report_count, created_at, id);
CREATE INDEX report_cases_state_urgency_created_at_id_idx ON report_cases (state, urgency, created_at, id);
CREATE INDEX report_cases_subject_id_idx ON report_cases (subject_id);

-- Against a warning, a suspension or a hidden thing, which may have been deleted since.
CREATE TABLE appeals (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    decision_id uuid NOT NULL,
    round integer DEFAULT 0 NOT NULL,
    case_id uuid,
    against_id uuid,
    words text NOT NULL,
    state text DEFAULT 'open' NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    answer text DEFAULT '' NOT NULL,
    decided_at timestamptz(3),
    decided_by_id uuid,
    CONSTRAINT appeals_decided_check CHECK ((state = 'open') = (decided_at IS NULL)),
    CONSTRAINT appeals_kind_check CHECK (kind IN ('warning', 'hiding', 'suspension')),
    CONSTRAINT appeals_state_check CHECK (state IN ('open', 'granted', 'refused', 'closed')),
    CONSTRAINT appeals_words_check CHECK ((words ~ '\S') AND (char_length(words) <= 2000) AND (char_length(answer) <= 2000)),
    CONSTRAINT appeals_pkey PRIMARY KEY (id),
    CONSTRAINT appeals_against_id_fkey FOREIGN KEY (against_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT appeals_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT appeals_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT appeals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX appeals_against_id_idx ON appeals (against_id);
CREATE INDEX appeals_case_id_idx ON appeals (case_id);
CREATE INDEX appeals_decided_by_id_idx ON appeals (decided_by_id);
-- Once per decision, however often it is sent.
CREATE UNIQUE INDEX appeals_kind_decision_id_round_key ON appeals (kind, decision_id, round);
CREATE INDEX appeals_state_created_at_id_idx ON appeals (state, created_at, id);
CREATE INDEX appeals_user_id_idx ON appeals (user_id);

CREATE TABLE reports (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    reporter_id uuid,
    reported_id uuid NOT NULL,
    reason text NOT NULL,
    details text DEFAULT '' NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    case_id uuid NOT NULL,
    guest_key text,
    snapshot jsonb NOT NULL,
    -- A report holds the files of what it is about.
    media_ids uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
    CONSTRAINT reports_details_check CHECK (char_length(details) <= 5000),
    CONSTRAINT reports_not_oneself_check CHECK (reporter_id <> reported_id),
    CONSTRAINT reports_reason_check CHECK (reason ~ '\S'),
    CONSTRAINT reports_pkey PRIMARY KEY (id),
    CONSTRAINT reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT reports_reported_id_fkey FOREIGN KEY (reported_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL
);
CREATE UNIQUE INDEX reports_case_id_guest_key_key ON reports (case_id, guest_key);
-- One a person and case, however often it is sent; guests are known by a keyed hash of their network.
CREATE UNIQUE INDEX reports_case_id_reporter_id_key ON reports (case_id, reporter_id);
CREATE INDEX reports_media_ids_idx ON reports USING gin (media_ids);
CREATE INDEX reports_reported_id_idx ON reports (reported_id);
CREATE INDEX reports_reporter_id_idx ON reports (reporter_id);
