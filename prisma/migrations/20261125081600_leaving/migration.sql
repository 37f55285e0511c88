-- Archives of a person's data. The file's key is stored before the file, so that no file is left behind.
CREATE TABLE exports (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    state text DEFAULT 'waiting' NOT NULL,
    file_key text NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    ended_at timestamptz(3),
    CONSTRAINT exports_ended_check CHECK ((state = 'waiting') = (ended_at IS NULL)),
    CONSTRAINT exports_state_check CHECK (state IN ('waiting', 'ready', 'failed')),
    CONSTRAINT exports_pkey PRIMARY KEY (id),
    CONSTRAINT exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX exports_created_at_idx ON exports (created_at);
CREATE INDEX exports_user_id_created_at_idx ON exports (user_id, created_at DESC);
-- One at a time.
CREATE UNIQUE INDEX exports_waiting_key ON exports (user_id) WHERE (state = 'waiting');
