-- messaging: a copy of conversations.last_seq, so that what a person has not read is an index of its own

ALTER TABLE "conversation_participants" ADD COLUMN "last_seq" INTEGER NOT NULL DEFAULT 0;

UPDATE "conversation_participants" p SET "last_seq" = c."last_seq"
  FROM "conversations" c WHERE c."id" = p."conversation_id";

CREATE INDEX "conversation_participants_unread_idx" ON "conversation_participants" ("user_id")
  WHERE "last_seq" > "last_read_seq";

-- messaging: a hint waits for milliseconds; where there is a carrier it is kept until that has it

DROP INDEX "outbox_events_published_at_id_idx";
CREATE INDEX "outbox_events_kept_idx" ON "outbox_events" ("published_at", "id") WHERE "published_at" IS NOT NULL;
