CREATE TABLE saved_contributors (
    creator_id uuid NOT NULL,
    contributor_id uuid NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    note text DEFAULT '' NOT NULL,
    percent integer DEFAULT 0 NOT NULL,
    scored_at timestamptz(3),
    removed_at timestamptz(3),
    CONSTRAINT saved_contributors_note_check CHECK (char_length(note) <= 2000),
    CONSTRAINT saved_contributors_percent_check CHECK ((percent >= 0) AND (percent <= 99)),
    CONSTRAINT saved_contributors_pkey PRIMARY KEY (creator_id, contributor_id),
    CONSTRAINT saved_contributors_contributor_id_fkey FOREIGN KEY (contributor_id) REFERENCES contributor_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT saved_contributors_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creator_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX saved_contributors_by_date_idx ON saved_contributors (creator_id, created_at DESC, contributor_id DESC);
CREATE INDEX saved_contributors_by_match_idx ON saved_contributors (creator_id, percent DESC, contributor_id DESC);
CREATE INDEX saved_contributors_contributor_id_idx ON saved_contributors (contributor_id);
CREATE INDEX saved_contributors_removed_idx ON saved_contributors (removed_at) WHERE (removed_at IS NOT NULL);
CREATE INDEX saved_contributors_unscored_idx ON saved_contributors (creator_id, contributor_id) WHERE (scored_at IS NULL);

CREATE TABLE saved_lists (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    creator_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT saved_lists_name_check CHECK ((char_length(name) <= 60) AND (name ~ '\S')),
    CONSTRAINT saved_lists_pkey PRIMARY KEY (id),
    CONSTRAINT saved_lists_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creator_profiles(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_lists_creator_id_name_key ON saved_lists (creator_id, name);
CREATE UNIQUE INDEX saved_lists_name_key ON saved_lists (creator_id, lower(name));

CREATE TABLE saved_list_items (
    list_id uuid NOT NULL,
    creator_id uuid NOT NULL,
    contributor_id uuid NOT NULL,
    CONSTRAINT saved_list_items_pkey PRIMARY KEY (list_id, contributor_id),
    CONSTRAINT saved_list_items_creator_id_contributor_id_fkey FOREIGN KEY (creator_id, contributor_id) REFERENCES saved_contributors(creator_id, contributor_id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT saved_list_items_list_id_fkey FOREIGN KEY (list_id) REFERENCES saved_lists(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX saved_list_items_creator_id_contributor_id_idx ON saved_list_items (creator_id, contributor_id);
