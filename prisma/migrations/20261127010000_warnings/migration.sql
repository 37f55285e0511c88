-- What an admin told somebody about their conduct; they read it before they go on.
CREATE TABLE "warnings" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "words" TEXT NOT NULL DEFAULT '',
    "by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "taken_back_at" TIMESTAMPTZ(3),

    CONSTRAINT "warnings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "warnings_reason_check" CHECK ("reason" ~ '\S'),
    CONSTRAINT "warnings_words_check" CHECK (char_length("words") <= 2000)
);
ALTER TABLE "warnings"
  ADD CONSTRAINT "warnings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "warnings_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "warnings_user_id_created_at_idx" ON "warnings"("user_id", "created_at" DESC);
CREATE INDEX "warnings_by_id_idx" ON "warnings"("by_id");
-- Few at any time, looked up with each request.
CREATE INDEX "warnings_unread_idx" ON "warnings"("user_id", "created_at") WHERE "read_at" IS NULL AND "taken_back_at" IS NULL;

-- The warning or suspension that a case was decided with.
ALTER TABLE "report_cases" ADD COLUMN "measure_id" UUID;
ALTER TABLE "report_cases" DROP CONSTRAINT "report_cases_state_check";
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_state_check"
  CHECK ("state" IN ('open', 'dismissed', 'warned', 'hidden', 'suspended'));
