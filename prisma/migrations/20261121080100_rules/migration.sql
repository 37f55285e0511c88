-- What schema.prisma cannot say: expression and partial indexes, checks, a sequence.

-- accounts

CREATE UNIQUE INDEX "users_email_key" ON "users" (lower("email"));

ALTER TABLE "users"
  ADD CONSTRAINT "users_email_check" CHECK (char_length("email") BETWEEN 3 AND 320 AND "email" ~ '^[^\s@]+@[^\s@]+$');

ALTER TABLE "rate_limits"
  ADD CONSTRAINT "rate_limits_points_check" CHECK ("points" >= 0);

-- catalog

ALTER TABLE "services"
  ADD CONSTRAINT "services_need_category_check" CHECK ("need_category" IN ('creative', 'strategic'));

-- notifications

ALTER TABLE "notifications"
  ADD CONSTRAINT "notifications_title_check" CHECK ("title" ~ '\S');

CREATE INDEX "notifications_unread_idx" ON "notifications" ("user_id", "created_at" DESC) WHERE "read_at" IS NULL;

CREATE UNIQUE INDEX "admin_notifications_one_unread_approval" ON "admin_notifications" ("user_id")
  WHERE "type" = 'contributor_approval' AND "status" = 'unread';

ALTER TABLE "outbox_mails"
  ADD CONSTRAINT "outbox_mails_attempts_check" CHECK ("attempts" >= 0);

CREATE INDEX "outbox_mails_unsent_idx" ON "outbox_mails" ("created_at") WHERE "sent_at" IS NULL;

-- profiles

ALTER TABLE "profiles"
  ADD CONSTRAINT "profiles_full_name_check" CHECK (char_length("full_name") <= 100 AND "full_name" ~ '\S'),
  ADD CONSTRAINT "profiles_bio_check" CHECK (char_length("bio") <= 2000),
  ADD CONSTRAINT "profiles_current_project_check" CHECK (char_length("current_project") <= 2000),
  ADD CONSTRAINT "profiles_style_description_check" CHECK (char_length("style_description") <= 2000),
  ADD CONSTRAINT "profiles_other_tools_check" CHECK (char_length("other_tools") <= 2000),
  ADD CONSTRAINT "profiles_projects_good_at_check" CHECK (char_length("projects_good_at") <= 2000),
  ADD CONSTRAINT "profiles_location_check" CHECK (char_length("location") <= 200),
  ADD CONSTRAINT "profiles_price_range_check" CHECK (char_length("price_range") <= 200),
  ADD CONSTRAINT "profiles_turnaround_time_check" CHECK (char_length("turnaround_time") <= 200),
  ADD CONSTRAINT "profiles_availability_check" CHECK ("availability" IN ('available', 'limited', 'unavailable')),
  ADD CONSTRAINT "profiles_experience_level_check"
    CHECK ("experience_level" IN ('beginner', 'intermediate', 'advanced', 'expert'));

ALTER TABLE "profile_links"
  ADD CONSTRAINT "profile_links_key_check"
    CHECK ("key" IN ('youtube', 'twitter', 'instagram', 'linkedin', 'website', 'behance')),
  ADD CONSTRAINT "profile_links_url_check" CHECK ("url" ~ '^https?://' AND char_length("url") <= 2000);

ALTER TABLE "portfolio_items"
  ADD CONSTRAINT "portfolio_items_kind_check" CHECK ("kind" IN ('image', 'video', 'pdf')),
  ADD CONSTRAINT "portfolio_items_bytes_check" CHECK ("bytes" >= 0);

ALTER TABLE "contributor_profiles"
  ADD CONSTRAINT "contributor_profiles_portfolio_url_check"
    CHECK ("portfolio_url" ~ '^https?://' AND char_length("portfolio_url") <= 2000),
  ADD CONSTRAINT "contributor_profiles_rejection_reason_check" CHECK (char_length("rejection_reason") <= 2000);

ALTER TABLE "profile_listings"
  ADD CONSTRAINT "profile_listings_seq_check" CHECK ("seq" > 0),
  ADD CONSTRAINT "profile_listings_service_id_check" CHECK ("service_id" >= 0);

CREATE SEQUENCE "profile_listing_seq" AS bigint;

-- plans

ALTER TABLE "subscription_tiers"
  ADD CONSTRAINT "subscription_tiers_limits_check" CHECK (
    least("post_limit", "match_limit", "message_limit", "swipes_per_day", "saved_contributors_limit") >= 0
  );

ALTER TABLE "user_subscriptions"
  ADD CONSTRAINT "user_subscriptions_status_check" CHECK (
    "status" IN ('active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused')
  ),
  ADD CONSTRAINT "user_subscriptions_period_check" CHECK ("current_period_start" <= "current_period_end");

ALTER TABLE "user_usage"
  ADD CONSTRAINT "user_usage_counts_check" CHECK (
    least("post_count", "post_baseline", "message_count", "match_count", "swipe_count_today", "contributor_save_count") >= 0
  );

ALTER TABLE "usage_ledger"
  ADD CONSTRAINT "usage_ledger_amount_check" CHECK ("amount" IN (1, -1)),
  ADD CONSTRAINT "usage_ledger_key_check" CHECK ("key" <> '');

ALTER TABLE "payments"
  ADD CONSTRAINT "payments_status_check" CHECK ("status" IN ('pending', 'paid', 'failed', 'expired', 'refunded')),
  ADD CONSTRAINT "payments_amount_cents_check" CHECK ("amount_cents" >= 0);

CREATE INDEX "payment_events_unprocessed_idx" ON "payment_events" ("received_at") WHERE "processed_at" IS NULL;

-- messaging

ALTER TABLE "conversations"
  ADD CONSTRAINT "conversations_last_seq_check" CHECK ("last_seq" >= 0),
  ADD CONSTRAINT "conversations_direct_key_check" CHECK (
    "direct_key" ~ '^[0-9a-f-]{36}:[0-9a-f-]{36}$'
    AND split_part("direct_key", ':', 1) COLLATE "C" < split_part("direct_key", ':', 2) COLLATE "C"
  );

ALTER TABLE "conversation_participants"
  ADD CONSTRAINT "conversation_participants_seqs_check" CHECK ("last_read_seq" >= 0 AND "mailed_seq" >= 0);

ALTER TABLE "messages"
  ADD CONSTRAINT "messages_seq_check" CHECK ("seq" > 0),
  ADD CONSTRAINT "messages_content_check"
    CHECK (char_length("content") <= 5000 AND ("content" ~ '\S' OR "deleted_at" IS NOT NULL));

CREATE INDEX "outbox_events_unpublished_idx" ON "outbox_events" ("id") WHERE "published_at" IS NULL;

-- projects

ALTER TABLE "project_briefs"
  ADD CONSTRAINT "project_briefs_title_check" CHECK (char_length("title") <= 200 AND "title" ~ '\S'),
  ADD CONSTRAINT "project_briefs_description_check" CHECK (char_length("description") <= 10000),
  ADD CONSTRAINT "project_briefs_deliverables_check" CHECK (char_length("deliverables") <= 5000),
  ADD CONSTRAINT "project_briefs_budget_details_check" CHECK (char_length("budget_details") <= 2000),
  ADD CONSTRAINT "project_briefs_timeline_check" CHECK (char_length("timeline") <= 1000),
  ADD CONSTRAINT "project_briefs_brand_link_check"
    CHECK ("brand_link" ~ '^https?://' AND char_length("brand_link") <= 2000);

ALTER TABLE "project_applications"
  ADD CONSTRAINT "project_applications_note_check" CHECK (char_length("note") <= 5000),
  ADD CONSTRAINT "project_applications_portfolio_link_check"
    CHECK ("portfolio_link" ~ '^https?://' AND char_length("portfolio_link") <= 2000);

-- discovery

ALTER TABLE "swipes"
  ADD CONSTRAINT "swipes_not_oneself_check" CHECK ("actor_id" <> "target_id");

-- Who likes me and waits for my answer; whom I passed, and may see again after a while.
CREATE INDEX "swipes_likes_received_idx" ON "swipes" ("target_id", "actor_id") WHERE "liked";
CREATE INDEX "swipes_passes_idx" ON "swipes" ("actor_id", "created_at") WHERE NOT "liked";

ALTER TABLE "matches"
  ADD CONSTRAINT "matches_not_oneself_check" CHECK ("creator_id" <> "contributor_id");

CREATE INDEX "matches_held_idx" ON "matches" ("creator_id", "created_at") WHERE "held";

ALTER TABLE "deck_cards"
  ADD CONSTRAINT "deck_cards_not_oneself_check" CHECK ("viewer_id" <> "person_id");

ALTER TABLE "saved_lists"
  ADD CONSTRAINT "saved_lists_name_check" CHECK (char_length("name") <= 100 AND "name" ~ '\S');

-- referrals

ALTER TABLE "referral_codes"
  ADD CONSTRAINT "referral_codes_code_check" CHECK (char_length("code") BETWEEN 8 AND 36);

ALTER TABLE "referrals"
  ADD CONSTRAINT "referrals_not_oneself_check" CHECK ("referrer_id" <> "invitee_id");

ALTER TABLE "boosts"
  ADD CONSTRAINT "boosts_span_check" CHECK ("starts_at" <= "ends_at");

-- moderation

ALTER TABLE "blocks"
  ADD CONSTRAINT "blocks_not_oneself_check" CHECK ("blocker_id" <> "blocked_id");

ALTER TABLE "reports"
  ADD CONSTRAINT "reports_not_oneself_check" CHECK ("reporter_id" <> "reported_id"),
  ADD CONSTRAINT "reports_reason_check" CHECK ("reason" ~ '\S'),
  ADD CONSTRAINT "reports_details_check" CHECK (char_length("details") <= 5000);

-- content

CREATE UNIQUE INDEX "newsletter_subscribers_email_key" ON "newsletter_subscribers" (lower("email"));

ALTER TABLE "newsletter_subscribers"
  ADD CONSTRAINT "newsletter_subscribers_email_check"
    CHECK (char_length("email") BETWEEN 3 AND 320 AND "email" ~ '^[^\s@]+@[^\s@]+$');

ALTER TABLE "contact_messages"
  ADD CONSTRAINT "contact_messages_subject_check"
    CHECK ("subject" IN ('general', 'support', 'billing', 'partnership', 'feedback')),
  ADD CONSTRAINT "contact_messages_message_check" CHECK (char_length("message") <= 10000 AND "message" ~ '\S');
