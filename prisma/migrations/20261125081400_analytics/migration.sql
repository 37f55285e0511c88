CREATE TABLE member_days (
    member_id uuid NOT NULL,
    day date NOT NULL,
    views integer DEFAULT 0 NOT NULL,
    guest_views integer DEFAULT 0 NOT NULL,
    CONSTRAINT member_days_pkey PRIMARY KEY (member_id, day),
    CONSTRAINT member_days_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX member_days_day_idx ON member_days (day);

CREATE TABLE member_events (
    id bigserial NOT NULL,
    member_id uuid NOT NULL,
    kind text NOT NULL,
    at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT member_events_kind_check CHECK (kind IN ('view', 'guest_view')),
    CONSTRAINT member_events_pkey PRIMARY KEY (id),
    CONSTRAINT member_events_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
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
