CREATE TABLE newsletter_subscribers (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    email text NOT NULL,
    source text DEFAULT 'website' NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    confirmed_at timestamptz(3),
    token_hash bytea,
    token_expires_at timestamptz(3),
    CONSTRAINT newsletter_subscribers_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 320)) AND (email ~ '^[^\s@]+@[^\s@]+$')),
    CONSTRAINT newsletter_subscribers_pkey PRIMARY KEY (id)
);
CREATE INDEX newsletter_subscribers_confirmed_email_idx ON newsletter_subscribers (lower(email) COLLATE "C") WHERE (confirmed_at IS NOT NULL);
CREATE INDEX newsletter_subscribers_confirmed_idx ON newsletter_subscribers (confirmed_at DESC, id DESC) WHERE (confirmed_at IS NOT NULL);
CREATE UNIQUE INDEX newsletter_subscribers_email_key ON newsletter_subscribers (lower(email));
CREATE UNIQUE INDEX newsletter_subscribers_token_hash_key ON newsletter_subscribers (token_hash);
CREATE INDEX newsletter_subscribers_unconfirmed_idx ON newsletter_subscribers (created_at) WHERE (confirmed_at IS NULL);
