-- Hidden by an admin, who can show it again. A profile: to others, its person is not there, except where they talk already.
ALTER TABLE "users" ADD COLUMN "profile_hidden_at" TIMESTAMPTZ(3);
-- Few among many people, as those suspended.
CREATE INDEX "users_profile_hidden_idx" ON "users" ("id") WHERE "profile_hidden_at" IS NOT NULL;
ALTER TABLE "project_briefs" ADD COLUMN "hidden_at" TIMESTAMPTZ(3);
ALTER TABLE "project_applications" ADD COLUMN "hidden_at" TIMESTAMPTZ(3);
ALTER TABLE "conversations" ADD COLUMN "hidden_at" TIMESTAMPTZ(3);

-- The case that hides something.
CREATE INDEX "report_cases_hidden_idx" ON "report_cases"("kind", "subject_id") WHERE "state" = 'hidden';
