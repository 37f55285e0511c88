-- Prices of the plans, the state of subscriptions at the payment provider, payments, receipts and refund requests.

ALTER TABLE "subscription_tiers"
  ADD COLUMN "monthly_cents" INTEGER,
  ADD COLUMN "yearly_cents" INTEGER,
  ADD COLUMN "once_cents" INTEGER,
  ADD CONSTRAINT "subscription_tiers_prices_check" CHECK (least("monthly_cents", "yearly_cents", "once_cents") >= 0);

UPDATE "subscription_tiers" SET "once_cents" = 0 WHERE "name" = 'free';
UPDATE "subscription_tiers" SET "once_cents" = 2500 WHERE "name" = 'pay_per_post';
UPDATE "subscription_tiers" SET "monthly_cents" = 2499, "yearly_cents" = 24900 WHERE "name" = 'pro';
UPDATE "subscription_tiers" SET "monthly_cents" = 7900, "yearly_cents" = 74900 WHERE "name" = 'agency';

ALTER TABLE "user_subscriptions"
  ADD COLUMN "billing_interval" TEXT,
  ADD COLUMN "grace_until" TIMESTAMPTZ(3),
  ADD COLUMN "next_plan" "plan_type",
  ADD COLUMN "next_interval" TEXT,
  ADD COLUMN "sync_version" INTEGER NOT NULL DEFAULT 0,
  ADD CONSTRAINT "user_subscriptions_intervals_check"
    CHECK ("billing_interval" IN ('month', 'year') AND "next_interval" IN ('month', 'year'));

ALTER TABLE "payments"
  ALTER COLUMN "checkout_session_id" DROP NOT NULL,
  ADD COLUMN "billing_interval" TEXT,
  ADD COLUMN "refunded_cents" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "payment_intent_id" TEXT,
  ADD COLUMN "subscription_id" TEXT,
  ADD COLUMN "paid_at" TIMESTAMPTZ(3),
  ADD COLUMN "ends_at" TIMESTAMPTZ(3),
  DROP CONSTRAINT "payments_status_check",
  ADD CONSTRAINT "payments_status_check"
    CHECK ("status" IN ('pending', 'paid', 'failed', 'expired', 'refunded', 'disputed')),
  ADD CONSTRAINT "payments_billing_interval_check" CHECK ("billing_interval" IN ('month', 'year')),
  ADD CONSTRAINT "payments_refunded_cents_check" CHECK ("refunded_cents" >= 0);

-- A double click finds the checkout that is open.
CREATE UNIQUE INDEX "payments_open_checkout_idx" ON "payments" ("user_id", "price_id") WHERE "status" = 'pending';
CREATE INDEX "payments_pending_idx" ON "payments" ("created_at") WHERE "status" = 'pending';

ALTER TABLE "payment_events" ADD COLUMN "customer_id" TEXT;
CREATE INDEX "payment_events_open_of_customer_idx" ON "payment_events" ("customer_id") WHERE "processed_at" IS NULL;

CREATE TABLE "receipts" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "number" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "url" TEXT,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "receipts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "receipts_url_check" CHECK ("url" ~ '^https?://'),
    CONSTRAINT "receipts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "receipts_user_id_issued_at_idx" ON "receipts"("user_id", "issued_at" DESC);

CREATE TABLE "refund_requests" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "payment_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'requested',
    "amount_cents" INTEGER NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "refund_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "refund_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "refund_requests_status_check"
      CHECK ("status" IN ('requested', 'accepted', 'declined', 'refunded', 'failed')),
    CONSTRAINT "refund_requests_texts_check" CHECK (char_length("reason") <= 2000 AND char_length("note") <= 2000),
    CONSTRAINT "refund_requests_amount_check" CHECK ("amount_cents" > 0),
    CONSTRAINT "refund_requests_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "refund_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "refund_requests_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "refund_requests_payment_id_key" ON "refund_requests"("payment_id");
CREATE INDEX "refund_requests_user_id_idx" ON "refund_requests"("user_id");
CREATE INDEX "refund_requests_decided_by_id_idx" ON "refund_requests"("decided_by_id");
CREATE INDEX "refund_requests_waiting_idx" ON "refund_requests" ("created_at", "id") WHERE "status" = 'requested';

CREATE TABLE "abandoned_customers" (
    "customer_id" TEXT NOT NULL,
    "abandoned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "abandoned_customers_pkey" PRIMARY KEY ("customer_id")
);

-- However an account is deleted, its subscription must end at the provider.
CREATE FUNCTION "abandon_customer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO abandoned_customers (customer_id) VALUES (OLD.stripe_customer_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "user_subscriptions_abandon_customer" AFTER DELETE ON "user_subscriptions"
  FOR EACH ROW WHEN (OLD.stripe_customer_id IS NOT NULL) EXECUTE FUNCTION "abandon_customer"();
