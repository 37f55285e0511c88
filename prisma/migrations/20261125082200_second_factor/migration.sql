CREATE TABLE authenticator_apps (
    user_id uuid NOT NULL,
    secret bytea NOT NULL,
    session_id uuid,
    started_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    confirmed_at timestamptz(3),
    last_step integer DEFAULT 0 NOT NULL,
    CONSTRAINT authenticator_apps_pkey PRIMARY KEY (user_id),
    CONSTRAINT authenticator_apps_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT authenticator_apps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX authenticator_apps_session_id_idx ON authenticator_apps (session_id);

CREATE TABLE passkey_challenges (
    challenge text NOT NULL,
    purpose text NOT NULL,
    user_id uuid,
    session_id uuid,
    name text,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT passkey_challenges_purpose_check CHECK (purpose IN ('sign-in', 'second-step', 'confirm', 'add')),
    CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge),
    CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);
-- One of each purpose for a person; none for guests.
CREATE UNIQUE INDEX passkey_challenges_session_id_purpose_key ON passkey_challenges (session_id, purpose);
CREATE INDEX passkey_challenges_user_id_idx ON passkey_challenges (user_id);

-- Passkeys sign in on their own, and serve as a second factor.
CREATE TABLE passkeys (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_used_at timestamptz(3),
    CONSTRAINT passkeys_pkey PRIMARY KEY (id),
    CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);

CREATE TABLE recovery_codes (
    code_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    used_at timestamptz(3),
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (code_hash),
    CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX recovery_codes_user_id_idx ON recovery_codes (user_id);
