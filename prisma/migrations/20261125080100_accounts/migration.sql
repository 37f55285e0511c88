CREATE TABLE audit_log (
    id bigserial NOT NULL,
    actor_id uuid,
    action text NOT NULL,
    subject_id uuid,
    details jsonb DEFAULT '{}' NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_action_created_at_id_idx ON audit_log (action, created_at, id);
CREATE INDEX audit_log_actor_id_created_at_id_idx ON audit_log (actor_id, created_at, id);
-- Read newest first, of all, of a person on either side, or of one kind.
CREATE INDEX audit_log_created_at_id_idx ON audit_log (created_at, id);
CREATE INDEX audit_log_subject_id_created_at_id_idx ON audit_log (subject_id, created_at, id);

CREATE TABLE rate_limits (
    key varchar(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint,
    CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expire_idx ON rate_limits (expire);

CREATE TABLE users (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    is_admin boolean DEFAULT false NOT NULL,
    time_zone text,
    suspended_at timestamptz(3),
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    -- Whether members show each other that they have read a message.
    read_receipts boolean DEFAULT true NOT NULL,
    -- Null with a suspended_at means for good. A date that has passed means not suspended.
    suspended_until timestamptz(3),
    appearance text DEFAULT 'system' NOT NULL,
    saves_data boolean DEFAULT false NOT NULL,
    shows_online boolean DEFAULT true NOT NULL,
    appears_in_search boolean DEFAULT true NOT NULL,
    -- An admin has hidden the profile: others see the person only in conversations that exist.
    profile_hidden_at timestamptz(3),
    -- First messages to strangers are held for an admin.
    held_at timestamptz(3),
    second_factor boolean DEFAULT false NOT NULL,
    confirmed_at timestamptz(3),
    leaves_at timestamptz(3),
    removal_begun_at timestamptz(3),
    left_at timestamptz(3),
    CONSTRAINT users_appearance_check CHECK (appearance IN ('system', 'light', 'dark')),
    CONSTRAINT users_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 320)) AND (email ~ '^[^\s@]+@[^\s@]+$')),
    CONSTRAINT users_leaving_check CHECK ((leaves_at IS NOT NULL) OR ((removal_begun_at IS NULL) AND (left_at IS NULL))),
    CONSTRAINT users_suspended_until_check CHECK ((suspended_until IS NULL) OR ((suspended_at IS NOT NULL) AND (suspended_until > suspended_at))),
    CONSTRAINT users_pkey PRIMARY KEY (id)
);
-- A few people among all.
CREATE INDEX users_admins_idx ON users (id) WHERE is_admin;
CREATE INDEX users_created_at_idx ON users (created_at);
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
-- Few among many.
CREATE INDEX users_leaving_idx ON users (id) WHERE (leaves_at IS NOT NULL);
-- Few among many.
CREATE INDEX users_profile_hidden_idx ON users (id) WHERE (profile_hidden_at IS NOT NULL);
-- Few among many.
CREATE INDEX users_suspended_idx ON users (id) WHERE (suspended_at IS NOT NULL);

-- The audit log is kept for good, so names that an admin changed are stored here and deleted with their person.
CREATE TABLE act_names (
    act_id bigint NOT NULL,
    person_id uuid NOT NULL,
    before text NOT NULL,
    after text NOT NULL,
    CONSTRAINT act_names_pkey PRIMARY KEY (act_id),
    CONSTRAINT act_names_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX act_names_person_id_idx ON act_names (person_id);

-- Changes of a person's email address. A number, because undoing one undoes those after it.
CREATE TABLE address_changes (
    id bigserial NOT NULL,
    user_id uuid NOT NULL,
    old_email text NOT NULL,
    new_email text NOT NULL,
    confirm_hash bytea,
    undo_hash bytea NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    undo_until timestamptz(3) NOT NULL,
    confirmed_at timestamptz(3),
    closed_at timestamptz(3),
    undone_at timestamptz(3),
    CONSTRAINT address_changes_undone_check CHECK ((undone_at IS NULL) OR (closed_at IS NOT NULL)),
    CONSTRAINT address_changes_pkey PRIMARY KEY (id),
    CONSTRAINT address_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX address_changes_confirm_hash_key ON address_changes (confirm_hash);
-- An address that a person may still take back cannot be used for another account.
CREATE INDEX address_changes_kept_idx ON address_changes (lower(old_email)) WHERE ((confirmed_at IS NOT NULL) AND (undone_at IS NULL));
-- One link at a time confirms.
CREATE UNIQUE INDEX address_changes_open_key ON address_changes (user_id) WHERE ((confirmed_at IS NULL) AND (closed_at IS NULL));
CREATE UNIQUE INDEX address_changes_undo_hash_key ON address_changes (undo_hash);
CREATE INDEX address_changes_undo_until_idx ON address_changes (undo_until);
CREATE INDEX address_changes_user_id_idx ON address_changes (user_id);

CREATE TABLE confirmation_links (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT confirmation_links_pkey PRIMARY KEY (id),
    CONSTRAINT confirmation_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX confirmation_links_token_hash_key ON confirmation_links (token_hash);
CREATE INDEX confirmation_links_user_id_idx ON confirmation_links (user_id);

CREATE TABLE recovery_links (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    used_at timestamptz(3),
    CONSTRAINT recovery_links_pkey PRIMARY KEY (id),
    CONSTRAINT recovery_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX recovery_links_token_hash_key ON recovery_links (token_hash);
CREATE INDEX recovery_links_user_id_idx ON recovery_links (user_id);

CREATE TABLE sessions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    user_agent text DEFAULT '' NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_seen_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    ends_at timestamptz(3) NOT NULL,
    confirmed_at timestamptz(3),
    CONSTRAINT sessions_pkey PRIMARY KEY (id),
    CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
CREATE UNIQUE INDEX sessions_token_hash_key ON sessions (token_hash);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);

-- A form that was sent before the second factor was asked again; kept for minutes.
CREATE TABLE kept_forms (
    session_id uuid NOT NULL,
    path text NOT NULL,
    fields jsonb NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT kept_forms_pkey PRIMARY KEY (session_id),
    CONSTRAINT kept_forms_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON UPDATE CASCADE ON DELETE CASCADE
);

-- Signing in reads the latest.
CREATE TABLE suspensions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    reason text NOT NULL,
    words text DEFAULT '' NOT NULL,
    until timestamptz(3),
    by_id uuid,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    ended_at timestamptz(3),
    ended_by_id uuid,
    -- A suspension for good canceled the renewal of a subscription; lifting it restores the renewal.
    canceled_renewal boolean DEFAULT false NOT NULL,
    CONSTRAINT suspensions_reason_check CHECK (reason ~ '\S'),
    CONSTRAINT suspensions_words_check CHECK (char_length(words) <= 2000),
    CONSTRAINT suspensions_pkey PRIMARY KEY (id),
    CONSTRAINT suspensions_by_id_fkey FOREIGN KEY (by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT suspensions_ended_by_id_fkey FOREIGN KEY (ended_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT suspensions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX suspensions_by_id_idx ON suspensions (by_id);
CREATE INDEX suspensions_ended_by_id_idx ON suspensions (ended_by_id);
-- A person is suspended once at a time.
CREATE UNIQUE INDEX suspensions_running_key ON suspensions (user_id) WHERE (ended_at IS NULL);
CREATE INDEX suspensions_user_id_created_at_idx ON suspensions (user_id, created_at DESC);

-- A member reads a warning before they can go on.
CREATE TABLE warnings (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    reason text NOT NULL,
    words text DEFAULT '' NOT NULL,
    by_id uuid,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    read_at timestamptz(3),
    taken_back_at timestamptz(3),
    CONSTRAINT warnings_reason_check CHECK (reason ~ '\S'),
    CONSTRAINT warnings_words_check CHECK (char_length(words) <= 2000),
    CONSTRAINT warnings_pkey PRIMARY KEY (id),
    CONSTRAINT warnings_by_id_fkey FOREIGN KEY (by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT warnings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX warnings_by_id_idx ON warnings (by_id);
-- Few at any time, looked up with each request.
CREATE INDEX warnings_unread_idx ON warnings (user_id, created_at) WHERE ((read_at IS NULL) AND (taken_back_at IS NULL));
CREATE INDEX warnings_user_id_created_at_idx ON warnings (user_id, created_at DESC);
