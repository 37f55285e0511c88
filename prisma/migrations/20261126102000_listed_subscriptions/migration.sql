-- Admins list them newest first, all or of one plan.
CREATE INDEX "user_subscriptions_created_at_id_idx" ON "user_subscriptions" ("created_at", "id");
CREATE INDEX "user_subscriptions_plan_type_created_at_id_idx" ON "user_subscriptions" ("plan_type", "created_at", "id");
