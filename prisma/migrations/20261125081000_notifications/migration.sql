CREATE TYPE read_status AS ENUM ('unread', 'read');

CREATE TABLE admin_notifications (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    user_id uuid NOT NULL,
    message text NOT NULL,
    status read_status DEFAULT 'unread' NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT admin_notifications_pkey PRIMARY KEY (id),
    CONSTRAINT admin_notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX admin_notifications_one_unread_approval ON admin_notifications (user_id) WHERE ((type = 'contributor_approval') AND (status = 'unread'));
CREATE INDEX admin_notifications_status_created_at_idx ON admin_notifications (status, created_at DESC);
CREATE INDEX admin_notifications_user_id_idx ON admin_notifications (user_id);

CREATE TABLE mail_schedules (
    user_id uuid NOT NULL,
    pace text DEFAULT 'each' NOT NULL,
    last_digest_on date,
    CONSTRAINT mail_schedules_pace_check CHECK (pace IN ('each', 'daily', 'none')),
    CONSTRAINT mail_schedules_pkey PRIMARY KEY (user_id),
    CONSTRAINT mail_schedules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE notification_settings (
    user_id uuid NOT NULL,
    kind text NOT NULL,
    by_mail boolean DEFAULT true NOT NULL,
    on_page boolean DEFAULT true NOT NULL,
    -- Null: the kind's default.
    by_push boolean,
    CONSTRAINT notification_settings_pkey PRIMARY KEY (user_id, kind),
    CONSTRAINT notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE notifications (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    body text DEFAULT '' NOT NULL,
    href text,
    event_key text NOT NULL,
    read_at timestamptz(3),
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    about_id uuid,
    CONSTRAINT notifications_title_check CHECK (title ~ '\S'),
    CONSTRAINT notifications_pkey PRIMARY KEY (id),
    CONSTRAINT notifications_about_id_fkey FOREIGN KEY (about_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX notifications_about_id_idx ON notifications (about_id);
CREATE UNIQUE INDEX notifications_event_key_key ON notifications (event_key);
-- Opening a page marks the notifications that lead to it.
CREATE INDEX notifications_unread_href_idx ON notifications (user_id, href) WHERE (read_at IS NULL);
CREATE INDEX notifications_unread_idx ON notifications (user_id, created_at DESC) WHERE (read_at IS NULL);
CREATE INDEX notifications_user_id_created_at_idx ON notifications (user_id, created_at DESC);

CREATE TABLE outbox_mails (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid,
    to_address text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    text_body text NOT NULL,
    html_body text NOT NULL,
    event_key text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    provider_id text,
    sent_at timestamptz(3),
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    href text,
    waits_for_digest boolean DEFAULT false NOT NULL,
    digest_key text,
    retried_at timestamptz(3),
    stopped_at timestamptz(3),
    -- The lease of the job that sends it.
    sending_at timestamptz(3),
    unsubscribe_href text,
    -- The person a mail is about. A digest leaves out people who are hidden by then; forgetInMails clears it.
    about_id uuid,
    CONSTRAINT outbox_mails_attempts_check CHECK (attempts >= 0),
    CONSTRAINT outbox_mails_pkey PRIMARY KEY (id),
    CONSTRAINT outbox_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
-- Deleting an account removes the mails about it.
CREATE INDEX outbox_mails_about_idx ON outbox_mails (about_id) WHERE (about_id IS NOT NULL);
CREATE INDEX outbox_mails_created_at_idx ON outbox_mails (created_at DESC);
CREATE UNIQUE INDEX outbox_mails_event_key_key ON outbox_mails (event_key);
CREATE INDEX outbox_mails_failing_idx ON outbox_mails (created_at, id) WHERE ((sent_at IS NULL) AND (stopped_at IS NULL) AND (last_error <> 'turned off'));
CREATE INDEX outbox_mails_unsent_address_idx ON outbox_mails (lower(to_address) COLLATE "C") WHERE ((sent_at IS NULL) AND (stopped_at IS NULL));
CREATE INDEX outbox_mails_unsent_idx ON outbox_mails (created_at) WHERE (sent_at IS NULL);
CREATE INDEX outbox_mails_untried_idx ON outbox_mails (created_at, id) WHERE ((sent_at IS NULL) AND (stopped_at IS NULL) AND (last_error IS NULL) AND (NOT waits_for_digest));
-- The mails to one person, newest first.
CREATE INDEX outbox_mails_user_id_created_at_id_idx ON outbox_mails (user_id, created_at, id);
CREATE INDEX outbox_mails_waiting_idx ON outbox_mails (user_id, created_at) WHERE waits_for_digest;
-- The daily sweep of mail texts reads only the mails that still have one.
CREATE INDEX outbox_mails_with_text_idx ON outbox_mails (created_at) WHERE (text_body <> '');

-- One for each session; it goes with the session.
CREATE TABLE push_subscriptions (
    session_id uuid NOT NULL,
    user_id uuid NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT push_subscriptions_endpoint_check CHECK ((endpoint ~~ 'https://%') AND (char_length(endpoint) <= 1000)),
    CONSTRAINT push_subscriptions_pkey PRIMARY KEY (session_id),
    CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_endpoint_idx ON push_subscriptions (endpoint);
CREATE INDEX push_subscriptions_user_id_idx ON push_subscriptions (user_id);
