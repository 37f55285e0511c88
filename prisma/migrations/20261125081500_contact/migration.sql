CREATE TABLE contact_messages (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    subject text NOT NULL,
    message text NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    key uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid,
    state text DEFAULT 'waiting' NOT NULL,
    answer text DEFAULT '' NOT NULL,
    handled_at timestamptz(3),
    handled_by uuid,
    CONSTRAINT contact_messages_answer_check CHECK (char_length(answer) <= 10000),
    CONSTRAINT contact_messages_handled_check CHECK ((state = 'waiting') = (handled_at IS NULL)),
    CONSTRAINT contact_messages_message_check CHECK ((char_length(message) <= 10000) AND (message ~ '\S')),
    CONSTRAINT contact_messages_state_check CHECK (state IN ('waiting', 'answered', 'closed')),
    CONSTRAINT contact_messages_subject_check CHECK (subject IN ('general', 'support', 'billing', 'partnership', 'feedback')),
    CONSTRAINT contact_messages_pkey PRIMARY KEY (id),
    CONSTRAINT contact_messages_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT contact_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL
);
CREATE INDEX contact_messages_email_idx ON contact_messages (lower(email) COLLATE "C");
CREATE INDEX contact_messages_handled_by_idx ON contact_messages (handled_by);
CREATE INDEX contact_messages_handled_idx ON contact_messages (handled_at DESC, id DESC) WHERE (state <> 'waiting');
CREATE UNIQUE INDEX contact_messages_key_key ON contact_messages (key);
CREATE INDEX contact_messages_name_idx ON contact_messages (lower(name) COLLATE "C");
CREATE INDEX contact_messages_user_id_idx ON contact_messages (user_id);
-- The queue, the oldest first, and what was handled, the latest first.
CREATE INDEX contact_messages_waiting_idx ON contact_messages (created_at, id) WHERE (state = 'waiting');
