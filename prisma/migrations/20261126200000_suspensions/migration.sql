-- Until when somebody is suspended; null with a `suspended_at`: for good. Once it is over, it counts as none.
ALTER TABLE "users" ADD COLUMN "suspended_until" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD CONSTRAINT "users_suspended_until_check"
  CHECK ("suspended_until" IS NULL OR "suspended_at" IS NOT NULL AND "suspended_until" > "suspended_at");

-- Why and how long, of each; accounts reads the latest at sign-in.
CREATE TABLE "suspensions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "words" TEXT NOT NULL DEFAULT '',
    "until" TIMESTAMPTZ(3),
    "by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by_id" UUID,

    CONSTRAINT "suspensions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "suspensions_reason_check" CHECK ("reason" ~ '\S'),
    CONSTRAINT "suspensions_words_check" CHECK (char_length("words") <= 2000)
);
ALTER TABLE "suspensions"
  ADD CONSTRAINT "suspensions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "suspensions_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT "suspensions_ended_by_id_fkey" FOREIGN KEY ("ended_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "suspensions_user_id_created_at_idx" ON "suspensions"("user_id", "created_at" DESC);
CREATE INDEX "suspensions_by_id_idx" ON "suspensions"("by_id");
CREATE INDEX "suspensions_ended_by_id_idx" ON "suspensions"("ended_by_id");
-- A person is suspended once at a time.
CREATE UNIQUE INDEX "suspensions_running_key" ON "suspensions"("user_id") WHERE "ended_at" IS NULL;

-- Also when an earlier one is over and was never lifted.
DROP TRIGGER "read_on_suspension" ON "users";
CREATE TRIGGER "read_on_suspension" AFTER UPDATE OF "suspended_at" ON "users"
  FOR EACH ROW WHEN (NEW."suspended_at" IS NOT NULL AND OLD."suspended_at" IS DISTINCT FROM NEW."suspended_at")
  EXECUTE FUNCTION read_notifications_of_suspended();

-- Hidden by an admin, who can show it again: a message then also counts as deleted, a sample as removed.
ALTER TABLE "messages" ADD COLUMN "hidden_at" TIMESTAMPTZ(3);
ALTER TABLE "work_samples" ADD COLUMN "hidden_at" TIMESTAMPTZ(3);
