CREATE TYPE participant_state AS ENUM ('active', 'requested', 'ignored', 'left');

CREATE TABLE conversations (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    title text,
    direct_key text,
    created_by uuid,
    last_seq integer DEFAULT 0 NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    hidden_at timestamptz(3),
    CONSTRAINT conversations_direct_key_check CHECK ((direct_key ~ '^[0-9a-f-]{36}:[0-9a-f-]{36}$') AND ((split_part(direct_key, ':', 1) COLLATE "C") < (split_part(direct_key, ':', 2) COLLATE "C"))),
    CONSTRAINT conversations_last_seq_check CHECK (last_seq >= 0),
    CONSTRAINT conversations_pkey PRIMARY KEY (id)
);
CREATE INDEX conversations_created_by_created_at_idx ON conversations (created_by, created_at DESC);
CREATE UNIQUE INDEX conversations_direct_key_key ON conversations (direct_key);

CREATE TABLE conversation_participants (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    conversation_id uuid NOT NULL,
    user_id uuid NOT NULL,
    state participant_state DEFAULT 'active' NOT NULL,
    last_read_seq integer DEFAULT 0 NOT NULL,
    mailed_seq integer DEFAULT 0 NOT NULL,
    active_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    joined_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_seq integer DEFAULT 0 NOT NULL,
    -- The two of this conversation are in a block: a copy, so that one row says whether it counts as unread.
    is_blocked boolean DEFAULT false NOT NULL,
    written_seq integer DEFAULT 0 NOT NULL,
    accepted_at timestamptz(3),
    -- A first message that is held for an admin: it looks sent to its sender, and its recipients have left.
    is_held boolean DEFAULT false NOT NULL,
    CONSTRAINT conversation_participants_held_check CHECK ((NOT is_held) OR (state = 'left')),
    CONSTRAINT conversation_participants_seqs_check CHECK ((last_read_seq >= 0) AND (mailed_seq >= 0)),
    CONSTRAINT conversation_participants_pkey PRIMARY KEY (id),
    CONSTRAINT conversation_participants_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT conversation_participants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX conversation_participants_conversation_id_user_id_key ON conversation_participants (conversation_id, user_id);
-- The dashboard counts open requests.
CREATE INDEX conversation_participants_requested_idx ON conversation_participants (user_id) WHERE (state = 'requested');
CREATE INDEX conversation_participants_unread_idx ON conversation_participants (user_id) WHERE (last_seq > last_read_seq);
CREATE INDEX conversation_participants_user_id_active_at_conversation_id_idx ON conversation_participants (user_id, active_at DESC, conversation_id);

CREATE TABLE messages (
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    seq integer NOT NULL,
    sender_id uuid,
    content text NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    edited_at timestamptz(3),
    deleted_at timestamptz(3),
    -- A file sent with a message, private to the conversation's people.
    media_id uuid,
    -- Hidden by an admin; it also counts as deleted.
    hidden_at timestamptz(3),
    CONSTRAINT messages_content_check CHECK ((char_length(content) <= 5000) AND ((content ~ '\S') OR (deleted_at IS NOT NULL) OR (media_id IS NOT NULL))),
    CONSTRAINT messages_seq_check CHECK (seq > 0),
    CONSTRAINT messages_pkey PRIMARY KEY (id),
    CONSTRAINT messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT messages_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL
);
CREATE UNIQUE INDEX messages_conversation_id_seq_key ON messages (conversation_id, seq);
-- BRIN: the largest table by far, whose rows are in this order.
CREATE INDEX messages_created_at_idx ON messages USING brin (created_at);
CREATE UNIQUE INDEX messages_media_id_key ON messages (media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX messages_sender_id_idx ON messages (sender_id);
