-- messaging: a hint waits for milliseconds in a table that is nearly always empty. Two indexes and a sequence to keep
-- up for that were most of what realtime cost those who write. What is kept for a carrier has a table of its own.

-- CreateTable
CREATE TABLE "carrier_events" (
    "id" BIGSERIAL NOT NULL,
    "payload" JSONB NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "carrier_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "carrier_events_due_at_id_idx" ON "carrier_events"("due_at", "id");

INSERT INTO "carrier_events" ("payload", "due_at", "created_at")
SELECT "payload", "published_at", "created_at" FROM "outbox_events" WHERE "published_at" IS NOT NULL ORDER BY "id";

DELETE FROM "outbox_events" WHERE "published_at" IS NOT NULL;

ALTER TABLE "outbox_events"
  DROP COLUMN "id",
  DROP COLUMN "topic",
  DROP COLUMN "created_at",
  DROP COLUMN "published_at";

-- A look reads the whole table, so what is gone is to make room soon.
ALTER TABLE "outbox_events" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
