CREATE TABLE saved_searches (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    pace text NOT NULL,
    seen_to bigint NOT NULL,
    next_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    -- When to retry a digest that failed; next_at keeps its time of day.
    retry_at timestamptz(3),
    CONSTRAINT saved_searches_name_check CHECK ((char_length(name) >= 1) AND (char_length(name) <= 80)),
    CONSTRAINT saved_searches_pace_check CHECK (pace IN ('daily', 'weekly', 'off')),
    CONSTRAINT saved_searches_query_check CHECK (char_length(query) <= 4000),
    CONSTRAINT saved_searches_pkey PRIMARY KEY (id),
    CONSTRAINT saved_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
-- What the job takes next.
CREATE INDEX saved_searches_due_idx ON saved_searches (next_at) WHERE (pace <> 'off');
CREATE UNIQUE INDEX saved_searches_user_id_kind_query_key ON saved_searches (user_id, kind, query);

CREATE TABLE saved_search_results (
    search_id uuid NOT NULL,
    result_id uuid NOT NULL,
    told_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT saved_search_results_pkey PRIMARY KEY (search_id, result_id),
    CONSTRAINT saved_search_results_search_id_fkey FOREIGN KEY (search_id) REFERENCES saved_searches(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX saved_search_results_result_id_idx ON saved_search_results (result_id);
