-- A purchase that resets uses writes them back as one ledger row of a negative amount.
ALTER TABLE "usage_ledger"
  DROP CONSTRAINT "usage_ledger_amount_check",
  ADD CONSTRAINT "usage_ledger_amount_check" CHECK ("amount" <> 0);

-- Members read their ledger newest first; ids have no ties.
CREATE INDEX "usage_ledger_user_id_id_idx" ON "usage_ledger" ("user_id", "id" DESC);
DROP INDEX "usage_ledger_user_id_created_at_idx";

-- A plan works from its fallback values where its row is missing.
ALTER TABLE "user_subscriptions"
  ALTER COLUMN "tier_id" DROP NOT NULL,
  DROP CONSTRAINT "user_subscriptions_tier_id_fkey",
  ADD CONSTRAINT "user_subscriptions_tier_id_fkey"
    FOREIGN KEY ("tier_id") REFERENCES "subscription_tiers"("id") ON DELETE SET NULL ON UPDATE CASCADE;
