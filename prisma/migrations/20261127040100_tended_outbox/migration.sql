-- Admins try mails again, or stop them.
ALTER TABLE "outbox_mails" ADD COLUMN "retried_at" TIMESTAMPTZ(3);
ALTER TABLE "outbox_mails" ADD COLUMN "stopped_at" TIMESTAMPTZ(3);
-- While a job sends it, so that a second one does not.
ALTER TABLE "outbox_mails" ADD COLUMN "sending_at" TIMESTAMPTZ(3);

CREATE INDEX "outbox_mails_failing_idx" ON "outbox_mails" ("created_at", "id")
  WHERE "sent_at" IS NULL AND "stopped_at" IS NULL AND "last_error" <> 'turned off';
DROP INDEX "outbox_mails_failed_idx";
CREATE INDEX "outbox_mails_untried_idx" ON "outbox_mails" ("created_at", "id")
  WHERE "sent_at" IS NULL AND "stopped_at" IS NULL AND "last_error" IS NULL AND NOT "waits_for_digest";
