-- What someone had written when their form arrived without their session; for a day, and only for the same account.
CREATE TABLE unsent_forms (
    user_id uuid NOT NULL,
    path text NOT NULL,
    fields jsonb NOT NULL,
    shown text[] NOT NULL,
    had_file boolean NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT unsent_forms_pkey PRIMARY KEY (user_id),
    CONSTRAINT unsent_forms_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX unsent_forms_created_at_idx ON unsent_forms (created_at);
