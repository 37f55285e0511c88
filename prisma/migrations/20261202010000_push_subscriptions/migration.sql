-- Null until somebody chooses: each kind has its own default.
ALTER TABLE "notification_settings" ADD COLUMN "by_push" BOOLEAN;

-- One for each session, which ends it.
CREATE TABLE "push_subscriptions" (
  "session_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "endpoint" TEXT NOT NULL,
  "p256dh" TEXT NOT NULL,
  "auth" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("session_id"),
  CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "push_subscriptions_endpoint_check" CHECK ("endpoint" LIKE 'https://%' AND char_length("endpoint") <= 1000)
);

CREATE INDEX "push_subscriptions_user_id_idx" ON "push_subscriptions"("user_id");
CREATE INDEX "push_subscriptions_endpoint_idx" ON "push_subscriptions"("endpoint");
