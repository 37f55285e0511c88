-- Members from before sign-up made this record: Free, for 14 days from their joining, as they were treated without one.

INSERT INTO "user_subscriptions" ("user_id", "email", "tier_id", "current_period_start", "current_period_end")
SELECT u."id", u."email", t."id", u."created_at", u."created_at" + interval '14 days'
  FROM "users" u CROSS JOIN "subscription_tiers" t
 WHERE t."name" = 'free'
ON CONFLICT ("user_id") DO NOTHING;
