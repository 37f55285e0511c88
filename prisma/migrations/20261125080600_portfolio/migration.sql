CREATE TABLE work_samples (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    profile_id uuid NOT NULL,
    key uuid DEFAULT gen_random_uuid() NOT NULL,
    "position" integer NOT NULL,
    kind text NOT NULL,
    media_id uuid,
    still_id uuid,
    url text,
    title text NOT NULL,
    part text DEFAULT '' NOT NULL,
    service_id integer,
    made_on date,
    is_cover boolean DEFAULT false NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    removed_at timestamptz(3),
    link_title text DEFAULT '' NOT NULL,
    link_asked_at timestamptz(3),
    hidden_at timestamptz(3),
    CONSTRAINT work_samples_content_check CHECK (((kind = 'link') = (url IS NOT NULL)) AND ((kind = 'link') = (media_id IS NULL))),
    CONSTRAINT work_samples_kind_check CHECK (kind IN ('image', 'pdf', 'video', 'link')),
    CONSTRAINT work_samples_link_title_check CHECK (char_length(link_title) <= 200),
    CONSTRAINT work_samples_part_check CHECK (char_length(part) <= 300),
    CONSTRAINT work_samples_still_check CHECK ((kind <> 'image') OR (still_id IS NULL)),
    CONSTRAINT work_samples_title_check CHECK ((char_length(title) <= 120) AND (title ~ '\S')),
    CONSTRAINT work_samples_url_check CHECK ((url ~ '^https?://') AND (char_length(url) <= 2000)),
    CONSTRAINT work_samples_pkey PRIMARY KEY (id),
    CONSTRAINT work_samples_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT work_samples_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT work_samples_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT work_samples_still_id_fkey FOREIGN KEY (still_id) REFERENCES media(id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE UNIQUE INDEX work_samples_cover_key ON work_samples (profile_id) WHERE (is_cover AND (removed_at IS NULL));
CREATE UNIQUE INDEX work_samples_media_id_key ON work_samples (media_id);
CREATE UNIQUE INDEX work_samples_profile_id_key_key ON work_samples (profile_id, key);
CREATE INDEX work_samples_profile_id_position_id_idx ON work_samples (profile_id, "position", id);
CREATE INDEX work_samples_removed_idx ON work_samples (removed_at) WHERE (removed_at IS NOT NULL);
CREATE INDEX work_samples_service_id_idx ON work_samples (service_id);
CREATE UNIQUE INDEX work_samples_still_id_key ON work_samples (still_id);
