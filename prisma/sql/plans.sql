-- The plan in force, its limits, and what counts toward them.

-- `subscriptionPlans` in TypeScript.
CREATE OR REPLACE FUNCTION is_subscription(plan plan_type) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT plan IN ('pro', 'agency')
$$;

-- Pay-per-post lapses with its period. A subscription counts while the provider reports it active, through the grace
-- period of a failed payment, and until the end of the period that was paid for. The provider's other states never
-- count. Without a row, the plan is Free.
CREATE OR REPLACE FUNCTION plan_name(s user_subscriptions) RETURNS plan_type LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN s.plan_type = 'pay_per_post' AND s.current_period_end > now()
                OR is_subscription(s.plan_type) AND CASE s.status
                     WHEN 'past_due' THEN s.grace_until IS NULL OR s.grace_until > now()
                     WHEN 'canceled' THEN s.current_period_end > now()
                     ELSE s.status IN ('active', 'trialing') AND NOT (s.cancel_at_period_end AND s.current_period_end <= now())
                   END
              THEN s.plan_type ELSE 'free' END
$$;

-- The four plans. If a plan's row is missing, it has the specification's limits and prices.
CREATE OR REPLACE VIEW tiers_in_force AS
  SELECT name, post_limit, match_limit, message_limit, swipes_per_day, saved_contributors_limit,
         monthly_cents, yearly_cents, once_cents
    FROM subscription_tiers
   UNION ALL
  SELECT f.*
    FROM (VALUES ('free'::plan_type, 1, 1, 1, 10, 5, NULL::int, NULL::int, 0),
                 ('pay_per_post', 1, 3, 3, 10, 5, NULL, NULL, 2500),
                 ('pro', 5, 10, 20, 50, 20, 2499, 24900, NULL),
                 ('agency', 999999, 999999, 999999, 999999, 999999, 7900, 74900, NULL)) f (name)
   WHERE NOT EXISTS (SELECT FROM subscription_tiers t WHERE t.name = f.name);

-- A row for each account.
CREATE OR REPLACE VIEW plans_in_force AS
  SELECT u.id AS user_id, t.name, t.post_limit, t.match_limit, t.message_limit, t.swipes_per_day, t.saved_contributors_limit,
         s.current_period_start, s.current_period_end
    FROM users u LEFT JOIN user_subscriptions s ON s.user_id = u.id
    JOIN tiers_in_force t ON t.name = plan_name(s);

-- Named lists, advanced filters, priority, file sharing, analytics; `hasProFeatures` in TypeScript.
CREATE OR REPLACE FUNCTION pro_features(person uuid) RETURNS TABLE (user_id uuid) LANGUAGE sql STABLE AS $$
  SELECT s.user_id FROM user_subscriptions s WHERE s.user_id = person AND is_subscription(plan_name(s)) OFFSET 0
$$;

-- `unlimited` in TypeScript.
CREATE OR REPLACE FUNCTION is_unlimited(counted integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT counted >= 999999
$$;

-- When today began in a zone.
CREATE OR REPLACE FUNCTION latest_midnight(zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT day_start((now() AT TIME ZONE zone)::date, zone)
$$;

-- The midnight that a row of user_usage counts its swipes from; null without a row.
CREATE OR REPLACE FUNCTION swipes_began(since timestamptz, reset date, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce(since, day_start(reset, zone))
$$;

-- Swipes reset at midnight, but at most every 20 hours, so that no one gets a second day's swipes by changing their
-- time zone. A day when daylight saving time begins has only 23 hours.
CREATE OR REPLACE FUNCTION swipes_count(since timestamptz, reset date, zone text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT swipes_began(since, reset, zone) > latest_midnight(zone) - interval '20 hours'
$$;

-- The next midnight when swipes reset.
CREATE OR REPLACE FUNCTION swipes_reset_at(since timestamptz, reset date, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT day_start((now() AT TIME ZONE zone)::date
                   + CASE WHEN day_start((now() AT TIME ZONE zone)::date + 1, zone)
                               < swipes_began(since, reset, zone) + interval '20 hours' THEN 2 ELSE 1 END, zone)
$$;

-- Today's swipes. No row means 0.
CREATE OR REPLACE FUNCTION swipes_today(person uuid, zone text) RETURNS TABLE (n integer) LANGUAGE sql STABLE AS $$
  SELECT u.swipe_count_today FROM user_usage u
   WHERE u.user_id = person AND swipes_count(u.swipes_since, u.last_swipe_reset, zone)
$$;

-- Billing months start on the day of the month that the period started on, as they do at the provider. In a month
-- without that day, they start on its last day.
CREATE OR REPLACE FUNCTION month_number(at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT (extract(year FROM at) * 12 + extract(month FROM at))::int
$$;

CREATE OR REPLACE FUNCTION months_since(anchor timestamptz, at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT month_number(at) - month_number(anchor)
         - (anchor + make_interval(months => month_number(at) - month_number(anchor)) > at)::int
$$;

-- The starts of the billing month that contains `at` and of the next one.
CREATE OR REPLACE FUNCTION billing_month_start(anchor timestamptz, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT anchor + make_interval(months => months_since(anchor, at))
$$;

CREATE OR REPLACE FUNCTION billing_month_end(anchor timestamptz, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT anchor + make_interval(months => months_since(anchor, at) + 1)
$$;

-- The starts of the month of a period that contains `at`, and of the next one. Months are counted back from the period's
-- end: after February 28, the provider's month of someone who subscribed on the 31st ends on March 31, not on the 28th.
CREATE OR REPLACE FUNCTION period_month_start(begins timestamptz, ends timestamptz, at timestamptz)
RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(begins, billing_month_start(ends, at))
$$;

CREATE OR REPLACE FUNCTION period_month_end(ends timestamptz, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT billing_month_end(ends, at)
$$;

-- Whether the messages counted since `counted_since` are from an earlier billing month. Only Pro counts by month.
CREATE OR REPLACE FUNCTION messages_reset(plan plan_type, begins timestamptz, ends timestamptz, counted_since timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT plan = 'pro' AND counted_since < period_month_start(begins, ends, now())
$$;

-- How many of a row's messages count; 0 without a row.
CREATE OR REPLACE FUNCTION messages_used(
  counted integer, counted_since timestamptz, plan plan_type, begins timestamptz, ends timestamptz)
RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN messages_reset(plan, begins, ends, counted_since) THEN 0 ELSE coalesce(counted, 0) END
$$;

-- Processes of the previous release call this function and the next one.
CREATE OR REPLACE FUNCTION messages_reset(plan plan_type, anchor timestamptz, counted_since timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT plan = 'pro' AND counted_since < billing_month_start(anchor, now())
$$;

CREATE OR REPLACE FUNCTION messages_used(counted integer, counted_since timestamptz, plan plan_type, anchor timestamptz)
RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN messages_reset(plan, anchor, counted_since) THEN 0 ELSE coalesce(counted, 0) END
$$;

CREATE OR REPLACE FUNCTION is_unexpired(b project_briefs) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT b.expires_at IS NULL OR b.expires_at > now()
$$;

-- Whether the project counts toward its owner's plan.
CREATE OR REPLACE FUNCTION is_active_post(b project_briefs) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT b.status IN ('open', 'in_progress') AND is_unexpired(b)
$$;

CREATE OR REPLACE FUNCTION active_posts(creator uuid) RETURNS TABLE (n integer) LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM project_briefs b WHERE b.creator_id = creator AND is_active_post(b)
$$;

-- How many matches a plan allows. Pro allows 10 per active post, or 10 without any.
CREATE OR REPLACE FUNCTION matches_allowed(plan plan_type, match_limit integer, creator uuid) RETURNS TABLE (n integer)
LANGUAGE sql STABLE AS $$
  SELECT match_limit * CASE WHEN plan = 'pro' THEN greatest(1, count(*)::int) ELSE 1 END
    FROM project_briefs b WHERE b.creator_id = creator AND is_active_post(b)
$$;

-- A row for each account: the plan in force with what counts toward it. Swipes depend on the reader's time zone, so
-- they're in swipes_today.
CREATE OR REPLACE VIEW usage_in_force AS
  SELECT t.*, coalesce(u.match_count, 0) AS matches_used, coalesce(u.contributor_save_count, 0) AS saves_used,
         coalesce(u.post_baseline, 0) AS post_baseline,
         messages_used(u.message_count, u.message_period_start, t.name, t.current_period_start, t.current_period_end)
           AS messages_used,
         greatest(0, (SELECT n FROM active_posts(t.user_id)) - coalesce(u.post_baseline, 0)) AS posts_used,
         (SELECT n FROM matches_allowed(t.name, t.match_limit, t.user_id)) AS matches_allowed
    FROM plans_in_force t LEFT JOIN user_usage u ON u.user_id = t.user_id;

-- A row if the person is a hire to whom the creator's messages aren't counted: someone accepted for a project and not let
-- go, and among the latest of them, as many as the plan has matches.
CREATE OR REPLACE FUNCTION uncounted_hire(creator uuid, person uuid) RETURNS TABLE (contributor_id uuid)
LANGUAGE sql STABLE AS $$
  WITH hires AS (
    SELECT a.contributor_id, max(coalesce(a.decided_at, a.created_at)) AS since
      FROM project_briefs b JOIN project_applications a ON a.project_id = b.id
     WHERE b.creator_id = creator AND a.status = 'accepted' AND a.released_at IS NULL
     GROUP BY a.contributor_id
  )
  SELECT h.contributor_id FROM hires h
   WHERE h.contributor_id = person
     AND (SELECT count(*) FROM hires later WHERE (later.since, later.contributor_id) > (h.since, h.contributor_id))
         < (SELECT t.matches_allowed FROM usage_in_force t WHERE t.user_id = creator)
$$;

-- What the plan in force says about messages, for pages with a composer.
CREATE OR REPLACE FUNCTION message_use(person uuid) RETURNS TABLE (plan plan_type, used integer, "limit" integer)
LANGUAGE sql STABLE AS $$
  SELECT t.name, t.messages_used, t.message_limit FROM usage_in_force t WHERE t.user_id = person
$$;

-- The same for messages to one person. The limit is null if they aren't counted.
CREATE OR REPLACE FUNCTION message_use(person uuid, other uuid) RETURNS TABLE (plan plan_type, used integer, "limit" integer)
LANGUAGE sql STABLE AS $$
  SELECT use.plan, use.used, CASE WHEN NOT EXISTS (SELECT FROM uncounted_hire(person, other)) THEN use."limit" END
    FROM message_use(person) use
$$;

-- When a post created now expires; null means never. `postDays` in TypeScript.
CREATE OR REPLACE FUNCTION post_expiry(plan plan_type) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT now() + CASE plan WHEN 'free' THEN interval '14 days' WHEN 'pay_per_post' THEN interval '30 days' END
$$;

-- No matter how an account is deleted, its subscription must end at the provider.
CREATE OR REPLACE FUNCTION abandon_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO abandoned_customers (customer_id) VALUES (OLD.stripe_customer_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_subscriptions_abandon_customer AFTER DELETE ON user_subscriptions
  FOR EACH ROW WHEN (old.stripe_customer_id IS NOT NULL) EXECUTE FUNCTION abandon_customer();
