-- Somebody has asked to leave: at `leaves_at` the account is removed. Until `removal_begun_at` they may come back. A row
-- with `left_at` stands, without a name, for somebody who has left and of whom others keep something.
ALTER TABLE "users"
  ADD COLUMN "leaves_at" TIMESTAMPTZ(3),
  ADD COLUMN "removal_begun_at" TIMESTAMPTZ(3),
  ADD COLUMN "left_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "users_leaving_check"
    CHECK ("leaves_at" IS NOT NULL OR "removal_begun_at" IS NULL AND "left_at" IS NULL);

-- Few among many.
CREATE INDEX "users_leaving_idx" ON "users" ("id") WHERE "leaves_at" IS NOT NULL;

-- What is about them counts as read, as with somebody suspended.
CREATE TRIGGER "read_on_leaving" AFTER UPDATE OF "leaves_at" ON "users"
  FOR EACH ROW WHEN (OLD."leaves_at" IS NULL AND NEW."leaves_at" IS NOT NULL)
  EXECUTE FUNCTION read_notifications_of_suspended();
