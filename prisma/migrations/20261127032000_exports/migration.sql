-- Copies of everything about a person. The key of the file is known before the file, so that none is forgotten.
CREATE TABLE "exports" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "file_key" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "exports_state_check" CHECK ("state" IN ('waiting', 'ready', 'failed')),
    CONSTRAINT "exports_ended_check" CHECK (("state" = 'waiting') = ("ended_at" IS NULL))
);
CREATE INDEX "exports_user_id_created_at_idx" ON "exports"("user_id", "created_at" DESC);
CREATE INDEX "exports_created_at_idx" ON "exports"("created_at");
-- One at a time.
CREATE UNIQUE INDEX "exports_waiting_key" ON "exports"("user_id") WHERE "state" = 'waiting';
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
