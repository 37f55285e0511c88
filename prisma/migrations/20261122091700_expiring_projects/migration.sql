-- projects: of which expiry the owner was told that it is near, and the applicants that it has passed. Each index holds
-- only those still to tell.
ALTER TABLE "project_briefs"
  ADD COLUMN "told_expiry" TIMESTAMPTZ(3),
  ADD COLUMN "ended_expiry" TIMESTAMPTZ(3);

UPDATE "project_briefs" SET "ended_expiry" = "expires_at" WHERE "expires_at" <= now();

CREATE INDEX "project_briefs_expiry_to_tell_idx" ON "project_briefs" ("expires_at")
  WHERE "status" IN ('open', 'in_progress') AND "told_expiry" IS DISTINCT FROM "expires_at";
CREATE INDEX "project_briefs_expiry_to_end_idx" ON "project_briefs" ("expires_at")
  WHERE "status" IN ('open', 'in_progress') AND "ended_expiry" IS DISTINCT FROM "expires_at";
