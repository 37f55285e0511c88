-- Changes of a person's email address. A number, because undoing one undoes those after it.
CREATE TABLE "address_changes" (
    "id" BIGSERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "old_email" TEXT NOT NULL,
    "new_email" TEXT NOT NULL,
    "confirm_hash" BYTEA,
    "undo_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "undo_until" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "address_changes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "address_changes_undone_check" CHECK ("undone_at" IS NULL OR "closed_at" IS NOT NULL)
);

CREATE UNIQUE INDEX "address_changes_confirm_hash_key" ON "address_changes"("confirm_hash");
CREATE UNIQUE INDEX "address_changes_undo_hash_key" ON "address_changes"("undo_hash");
CREATE INDEX "address_changes_user_id_idx" ON "address_changes"("user_id");
CREATE INDEX "address_changes_undo_until_idx" ON "address_changes"("undo_until");

-- One link at a time confirms.
CREATE UNIQUE INDEX "address_changes_open_key" ON "address_changes"("user_id")
  WHERE "confirmed_at" IS NULL AND "closed_at" IS NULL;

-- An address that may still be given back is nobody else's.
CREATE INDEX "address_changes_kept_idx" ON "address_changes"(lower("old_email"))
  WHERE "confirmed_at" IS NOT NULL AND "undone_at" IS NULL;

ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A subscription's copy of the address follows the account's.
CREATE FUNCTION "copy_address_to_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "user_subscriptions" SET "email" = NEW."email" WHERE "user_id" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "users_copy_address" AFTER UPDATE OF "email" ON "users"
  FOR EACH ROW WHEN (OLD."email" IS DISTINCT FROM NEW."email")
  EXECUTE FUNCTION "copy_address_to_subscription"();
