-- messaging: a copy of conversations.last_seq, so that what a person has not read is an index of its own

ALTER TABLE "conversation_participants" ADD COLUMN "last_seq" INTEGER NOT NULL DEFAULT 0;

UPDATE "conversation_participants" p SET "last_seq" = c."last_seq"
  FROM "conversations" c WHERE c."id" = p."conversation_id";

CREATE INDEX "conversation_participants_unread_idx" ON "conversation_participants" ("user_id")
  WHERE "last_seq" > "last_read_seq";

-- messaging: hints come and go by their ids, and few ever wait

DROP INDEX "outbox_events_published_at_id_idx";
DROP INDEX "outbox_events_unpublished_idx";
