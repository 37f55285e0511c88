-- notifications: whom news is about, so that it goes with a block or a suspension

ALTER TABLE "notifications" ADD COLUMN "about_id" UUID;

UPDATE "notifications" n
   SET "about_id" = CASE WHEN m."creator_id" = n."user_id" THEN m."contributor_id" ELSE m."creator_id" END
  FROM "matches" m WHERE n."kind" = 'match' AND n."href" = '/matches/' || m."id";

UPDATE "notifications" n SET "about_id" = o."user_id"
  FROM "conversations" c JOIN "conversation_participants" o ON o."conversation_id" = c."id"
 WHERE n."kind" = 'message' AND n."href" = '/messages/' || c."id" AND c."direct_key" IS NOT NULL AND o."user_id" <> n."user_id";

CREATE INDEX "notifications_about_id_idx" ON "notifications"("about_id");

ALTER TABLE "notifications" ADD CONSTRAINT "notifications_about_id_fkey"
  FOREIGN KEY ("about_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- messaging: whether a member of a group has written or accepted, and what somebody has started in a day

ALTER TABLE "conversation_participants"
  ADD COLUMN "written_seq" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "accepted_at" TIMESTAMPTZ(3);

UPDATE "conversation_participants" p SET "written_seq" = w."seq"
  FROM (SELECT m."conversation_id", m."sender_id", max(m."seq") AS "seq"
          FROM "messages" m JOIN "conversations" c ON c."id" = m."conversation_id"
         WHERE c."direct_key" IS NULL GROUP BY 1, 2) w
 WHERE p."conversation_id" = w."conversation_id" AND p."user_id" = w."sender_id";

-- Members of groups that exist keep what they could do.
UPDATE "conversation_participants" p SET "accepted_at" = p."joined_at"
  FROM "conversations" c WHERE c."id" = p."conversation_id" AND c."direct_key" IS NULL AND p."state" = 'active';

CREATE INDEX "conversations_created_by_created_at_idx" ON "conversations"("created_by", "created_at" DESC);
