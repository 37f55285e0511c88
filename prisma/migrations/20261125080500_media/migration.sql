CREATE TABLE media (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    owner_id uuid,
    kind text NOT NULL,
    file_key text NOT NULL,
    ending text DEFAULT '' NOT NULL,
    bytes bigint NOT NULL,
    width integer DEFAULT 0 NOT NULL,
    height integer DEFAULT 0 NOT NULL,
    widths integer[] DEFAULT '{}' NOT NULL,
    milliseconds integer DEFAULT 0 NOT NULL,
    name text DEFAULT '' NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    released_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT media_bytes_check CHECK (bytes >= 0),
    CONSTRAINT media_ending_check CHECK ((kind = 'image') = (ending = '')),
    CONSTRAINT media_kind_check CHECK (kind IN ('image', 'pdf', 'video', 'file')),
    CONSTRAINT media_name_check CHECK (char_length(name) <= 200),
    CONSTRAINT media_widths_check CHECK ((kind = 'image') = (cardinality(widths) > 0)),
    CONSTRAINT media_pkey PRIMARY KEY (id),
    CONSTRAINT media_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL
);
CREATE UNIQUE INDEX media_file_key_key ON media (file_key);
CREATE INDEX media_owner_id_bytes_idx ON media (owner_id, bytes);
CREATE INDEX media_released_idx ON media (released_at) WHERE (released_at IS NOT NULL);

CREATE TABLE uploads (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    bytes bigint NOT NULL,
    name text DEFAULT '' NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    -- An upload stays until its file is stored, so that a form sent twice does not ask for the file again.
    taken_at timestamptz(3),
    -- The lease of the one request that appends to the upload.
    held_by uuid,
    held_until timestamptz(3),
    is_wanted boolean DEFAULT false NOT NULL,
    CONSTRAINT uploads_bytes_check CHECK (bytes > 0),
    CONSTRAINT uploads_name_check CHECK (char_length(name) <= 200),
    CONSTRAINT uploads_pkey PRIMARY KEY (id),
    CONSTRAINT uploads_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX uploads_created_at_idx ON uploads (created_at);
CREATE INDEX uploads_owner_id_idx ON uploads (owner_id);
