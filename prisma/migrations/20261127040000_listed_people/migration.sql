-- Admins list people, by when they joined, all, of one type, or in one state of vetting.
CREATE INDEX "profiles_created_at_id_idx" ON "profiles" ("created_at", "id");
CREATE INDEX "profiles_user_type_created_at_id_idx" ON "profiles" ("user_type", "created_at", "id");
CREATE INDEX "contributor_profiles_status_created_at_id_idx" ON "contributor_profiles" ("status", "created_at", "id");
-- And the mails to one person, newest first.
CREATE INDEX "outbox_mails_user_id_created_at_id_idx" ON "outbox_mails" ("user_id", "created_at", "id");
DROP INDEX "outbox_mails_user_id_idx";
