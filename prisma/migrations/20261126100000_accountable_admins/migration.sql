-- The audit log says who did what about whom, for good.

-- About the person, like every other act; the request is a detail.
UPDATE "audit_log" a
   SET "subject_id" = r."user_id", "details" = a."details" || jsonb_build_object('requestId', r."id")
  FROM "refund_requests" r
 WHERE a."action" IN ('approve-refund', 'decline-refund') AND r."id" = a."subject_id";

-- An admin's own deletion must not make their acts nobody's: the id stays, which says nothing about a deleted person.
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_actor_id_fkey";

CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- Read newest first, of all, of a person on either side, or of one kind.
CREATE INDEX "audit_log_created_at_id_idx" ON "audit_log" ("created_at", "id");
CREATE INDEX "audit_log_subject_id_created_at_id_idx" ON "audit_log" ("subject_id", "created_at", "id");
CREATE INDEX "audit_log_actor_id_created_at_id_idx" ON "audit_log" ("actor_id", "created_at", "id");
CREATE INDEX "audit_log_action_created_at_id_idx" ON "audit_log" ("action", "created_at", "id");
DROP INDEX "audit_log_created_at_idx";
DROP INDEX "audit_log_subject_id_idx";
DROP INDEX "audit_log_actor_id_idx";

-- A few people among all.
CREATE INDEX "users_admins_idx" ON "users" ("id") WHERE "is_admin";
