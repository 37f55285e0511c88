-- When somebody proved that the account's address is theirs. Everybody who is here already counts as confirmed: a column
-- with a default is filled without rewriting the table, and new rows have none.
ALTER TABLE "users" ADD COLUMN "confirmed_at" TIMESTAMPTZ(3) DEFAULT now();
ALTER TABLE "users" ALTER COLUMN "confirmed_at" DROP DEFAULT;

CREATE TABLE "confirmation_links" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "confirmation_links_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "confirmation_links_token_hash_key" ON "confirmation_links"("token_hash");
CREATE INDEX "confirmation_links_user_id_idx" ON "confirmation_links"("user_id");
ALTER TABLE "confirmation_links" ADD CONSTRAINT "confirmation_links_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
