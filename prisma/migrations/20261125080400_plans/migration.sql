CREATE TYPE plan_type AS ENUM ('free', 'pay_per_post', 'pro', 'agency');

CREATE TYPE usage_kind AS ENUM ('swipe', 'message', 'post', 'save', 'match');

CREATE TABLE subscription_tiers (
    id serial NOT NULL,
    name plan_type NOT NULL,
    post_limit integer NOT NULL,
    match_limit integer NOT NULL,
    message_limit integer NOT NULL,
    swipes_per_day integer NOT NULL,
    saved_contributors_limit integer NOT NULL,
    monthly_cents integer,
    yearly_cents integer,
    once_cents integer,
    CONSTRAINT subscription_tiers_limits_check CHECK (LEAST(post_limit, match_limit, message_limit, swipes_per_day, saved_contributors_limit) >= 0),
    CONSTRAINT subscription_tiers_prices_check CHECK (LEAST(monthly_cents, yearly_cents, once_cents) >= 0),
    CONSTRAINT subscription_tiers_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX subscription_tiers_name_key ON subscription_tiers (name);

CREATE TABLE usage_ledger (
    id bigserial NOT NULL,
    user_id uuid NOT NULL,
    kind usage_kind NOT NULL,
    amount integer NOT NULL,
    key text NOT NULL,
    subject_id uuid,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT usage_ledger_amount_check CHECK (amount <> 0),
    CONSTRAINT usage_ledger_key_check CHECK (key <> ''),
    CONSTRAINT usage_ledger_pkey PRIMARY KEY (id),
    CONSTRAINT usage_ledger_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
-- Members read their ledger newest first.
CREATE INDEX usage_ledger_user_id_id_idx ON usage_ledger (user_id, id DESC);
CREATE UNIQUE INDEX usage_ledger_user_id_kind_key_key ON usage_ledger (user_id, kind, key);

CREATE TABLE user_subscriptions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    plan_type plan_type DEFAULT 'free' NOT NULL,
    tier_id integer,
    status text DEFAULT 'active' NOT NULL,
    current_period_start timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    current_period_end timestamptz(3) NOT NULL,
    cancel_at_period_end boolean DEFAULT false NOT NULL,
    stripe_customer_id text,
    stripe_subscription_id text,
    has_matched_contributor boolean DEFAULT false NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    billing_interval text,
    grace_until timestamptz(3),
    next_plan plan_type,
    next_interval text,
    sync_version integer DEFAULT 0 NOT NULL,
    CONSTRAINT user_subscriptions_intervals_check CHECK ((billing_interval IN ('month', 'year')) AND (next_interval IN ('month', 'year'))),
    CONSTRAINT user_subscriptions_period_check CHECK (current_period_start <= current_period_end),
    CONSTRAINT user_subscriptions_status_check CHECK (status IN ('active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused')),
    CONSTRAINT user_subscriptions_pkey PRIMARY KEY (id),
    CONSTRAINT user_subscriptions_tier_id_fkey FOREIGN KEY (tier_id) REFERENCES subscription_tiers(id) ON UPDATE CASCADE ON DELETE SET NULL,
    CONSTRAINT user_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);
-- Admins list them newest first, all or of one plan.
CREATE INDEX user_subscriptions_created_at_id_idx ON user_subscriptions (created_at, id);
CREATE INDEX user_subscriptions_plan_type_created_at_id_idx ON user_subscriptions (plan_type, created_at, id);
CREATE UNIQUE INDEX user_subscriptions_stripe_customer_id_key ON user_subscriptions (stripe_customer_id);
CREATE UNIQUE INDEX user_subscriptions_stripe_subscription_id_key ON user_subscriptions (stripe_subscription_id);
CREATE INDEX user_subscriptions_tier_id_idx ON user_subscriptions (tier_id);
CREATE UNIQUE INDEX user_subscriptions_user_id_key ON user_subscriptions (user_id);

CREATE TABLE user_usage (
    user_id uuid NOT NULL,
    post_count integer DEFAULT 0 NOT NULL,
    post_baseline integer DEFAULT 0 NOT NULL,
    message_count integer DEFAULT 0 NOT NULL,
    match_count integer DEFAULT 0 NOT NULL,
    swipe_count_today integer DEFAULT 0 NOT NULL,
    contributor_save_count integer DEFAULT 0 NOT NULL,
    last_swipe_reset date DEFAULT CURRENT_DATE NOT NULL,
    message_period_start timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    -- When the counted day began: a date alone can't tell how long ago that was in another time zone.
    swipes_since timestamptz(3),
    CONSTRAINT user_usage_counts_check CHECK (LEAST(post_count, post_baseline, message_count, match_count, swipe_count_today, contributor_save_count) >= 0),
    CONSTRAINT user_usage_pkey PRIMARY KEY (user_id),
    CONSTRAINT user_usage_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);

INSERT INTO subscription_tiers (id, name, post_limit, match_limit, message_limit, swipes_per_day, saved_contributors_limit, monthly_cents, yearly_cents, once_cents) VALUES
  (1, 'free', 1, 1, 1, 10, 5, NULL, NULL, 0),
  (2, 'pay_per_post', 1, 3, 3, 10, 5, NULL, NULL, 2500),
  (3, 'pro', 5, 10, 20, 50, 20, 2499, 24900, NULL),
  (4, 'agency', 999999, 999999, 999999, 999999, 999999, 7900, 74900, NULL);

SELECT setval(pg_get_serial_sequence('subscription_tiers', 'id'), 4);
