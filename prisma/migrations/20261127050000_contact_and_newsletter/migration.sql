-- A message waits for an answer; one form is stored once.
ALTER TABLE "contact_messages"
  ADD COLUMN "key" UUID NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN "user_id" UUID REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE,
  ADD COLUMN "state" TEXT NOT NULL DEFAULT 'waiting',
  ADD COLUMN "answer" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "handled_at" TIMESTAMPTZ(3),
  ADD COLUMN "handled_by" UUID REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT "contact_messages_state_check" CHECK ("state" IN ('waiting', 'answered', 'closed')),
  ADD CONSTRAINT "contact_messages_handled_check" CHECK (("state" = 'waiting') = ("handled_at" IS NULL)),
  ADD CONSTRAINT "contact_messages_answer_check" CHECK (char_length("answer") <= 10000);

CREATE UNIQUE INDEX "contact_messages_key_key" ON "contact_messages"("key");
CREATE INDEX "contact_messages_user_id_idx" ON "contact_messages"("user_id");
CREATE INDEX "contact_messages_handled_by_idx" ON "contact_messages"("handled_by");
DROP INDEX "contact_messages_created_at_idx";
-- The queue, the oldest first, and what was handled, the latest first.
CREATE INDEX "contact_messages_waiting_idx" ON "contact_messages"("created_at", "id") WHERE "state" = 'waiting';
CREATE INDEX "contact_messages_handled_idx" ON "contact_messages"("handled_at" DESC, "id" DESC) WHERE "state" <> 'waiting';

-- An address is subscribed once its owner has said so.
ALTER TABLE "newsletter_subscribers"
  ADD COLUMN "confirmed_at" TIMESTAMPTZ(3),
  ADD COLUMN "token_hash" BYTEA,
  ADD COLUMN "token_expires_at" TIMESTAMPTZ(3);

CREATE UNIQUE INDEX "newsletter_subscribers_token_hash_key" ON "newsletter_subscribers"("token_hash");
CREATE INDEX "newsletter_subscribers_confirmed_idx"
  ON "newsletter_subscribers"("confirmed_at" DESC, "id" DESC) WHERE "confirmed_at" IS NOT NULL;
CREATE INDEX "newsletter_subscribers_unconfirmed_idx"
  ON "newsletter_subscribers"("created_at") WHERE "confirmed_at" IS NULL;
