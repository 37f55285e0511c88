CREATE TABLE first_replies (
    conversation_id uuid NOT NULL,
    member_id uuid NOT NULL,
    seconds integer NOT NULL,
    replied_at timestamptz(3) NOT NULL,
    CONSTRAINT first_replies_pkey PRIMARY KEY (conversation_id, member_id),
    CONSTRAINT first_replies_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX first_replies_member_id_replied_at_idx ON first_replies (member_id, replied_at);

CREATE TABLE member_days (
    member_id uuid NOT NULL,
    day date NOT NULL,
    views integer DEFAULT 0 NOT NULL,
    guest_views integer DEFAULT 0 NOT NULL,
    likes integer DEFAULT 0 NOT NULL,
    matches integer DEFAULT 0 NOT NULL,
    sent integer DEFAULT 0 NOT NULL,
    accepted integer DEFAULT 0 NOT NULL,
    received integer DEFAULT 0 NOT NULL,
    CONSTRAINT member_days_pkey PRIMARY KEY (member_id, day),
    CONSTRAINT member_days_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX member_days_day_idx ON member_days (day);

CREATE TABLE member_events (
    id bigserial NOT NULL,
    member_id uuid NOT NULL,
    kind text NOT NULL,
    amount integer DEFAULT 1 NOT NULL,
    at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT member_events_kind_check CHECK (kind IN ('view', 'guest_view', 'like', 'match', 'sent', 'accepted', 'received')),
    CONSTRAINT member_events_pkey PRIMARY KEY (id)
);
CREATE INDEX member_events_member_id_idx ON member_events (member_id);

CREATE TABLE profile_views (
    profile_id uuid NOT NULL,
    viewer_id uuid NOT NULL,
    day date NOT NULL,
    CONSTRAINT profile_views_not_oneself_check CHECK (profile_id <> viewer_id),
    CONSTRAINT profile_views_pkey PRIMARY KEY (profile_id, viewer_id, day),
    CONSTRAINT profile_views_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT profile_views_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX profile_views_viewer_id_idx ON profile_views (viewer_id);
