-- projects: how an owner sorts applicants, how each fits, how many there are, and invitations to apply.

CREATE TYPE "application_stage" AS ENUM ('new', 'shortlisted', 'archived');

ALTER TABLE "project_applications"
  ADD COLUMN "stage" "application_stage" NOT NULL DEFAULT 'new',
  ADD COLUMN "private_note" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "percent" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "scored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD CONSTRAINT "project_applications_private_note_check" CHECK (char_length("private_note") <= 2000),
  -- Only what still waits is sorted, so that status and stage together name one folder.
  ADD CONSTRAINT "project_applications_stage_check" CHECK ("status" = 'pending' OR "stage" = 'new');

CREATE INDEX "project_applications_by_match_idx"
  ON "project_applications" ("project_id", "status", "stage", "percent" DESC, "contributor_id" DESC);
CREATE INDEX "project_applications_by_date_idx"
  ON "project_applications" ("project_id", "status", "stage", "created_at" DESC, "contributor_id" DESC);

-- profiles: whose applications to score again.
CREATE INDEX "profiles_updated_at_idx" ON "profiles" ("updated_at");

ALTER TYPE "project_event_kind" ADD VALUE 'invitation_declined';
ALTER TYPE "project_event_kind" ADD VALUE 'expired';

CREATE INDEX "project_events_project_id_contributor_id_id_idx"
  ON "project_events" ("project_id", "contributor_id", "id");

CREATE TABLE "project_application_counts" (
  "project_id" UUID NOT NULL,
  "total" INTEGER NOT NULL DEFAULT 0,
  "waiting" INTEGER NOT NULL DEFAULT 0,
  "shortlisted" INTEGER NOT NULL DEFAULT 0,
  "archived" INTEGER NOT NULL DEFAULT 0,
  "accepted" INTEGER NOT NULL DEFAULT 0,
  "declined" INTEGER NOT NULL DEFAULT 0,

  CONSTRAINT "project_application_counts_pkey" PRIMARY KEY ("project_id")
);

ALTER TABLE "project_application_counts"
  ADD CONSTRAINT "project_application_counts_project_id_fkey"
    FOREIGN KEY ("project_id") REFERENCES "project_briefs" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By triggers, so that every statement that moves applications counts them. A project that is being deleted has no
-- numbers left, and gets none.
CREATE FUNCTION "move_application_counts"(
  project uuid, waiting int, shortlisted int, archived int, accepted int, declined int
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  added int := waiting + shortlisted + archived + accepted + declined;
BEGIN
  UPDATE "project_application_counts" c
     SET "total" = c."total" + added, "waiting" = c."waiting" + move_application_counts.waiting,
         "shortlisted" = c."shortlisted" + move_application_counts.shortlisted,
         "archived" = c."archived" + move_application_counts.archived,
         "accepted" = c."accepted" + move_application_counts.accepted,
         "declined" = c."declined" + move_application_counts.declined
   WHERE c."project_id" = project;
  IF NOT FOUND AND added > 0 THEN
    INSERT INTO "project_application_counts" AS c VALUES (project, added, waiting, shortlisted, archived, accepted, declined)
    ON CONFLICT ("project_id") DO UPDATE
      SET "total" = c."total" + excluded."total", "waiting" = c."waiting" + excluded."waiting",
          "shortlisted" = c."shortlisted" + excluded."shortlisted", "archived" = c."archived" + excluded."archived",
          "accepted" = c."accepted" + excluded."accepted", "declined" = c."declined" + excluded."declined";
  END IF;
END $$;

CREATE FUNCTION "keep_application_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved record;
  -- A statement has only the transition tables of its kind.
  gone text := 'SELECT "project_id", "status", "stage", -1 AS "by" FROM old_rows';
  come text := 'SELECT "project_id", "status", "stage", 1 AS "by" FROM new_rows';
BEGIN
  FOR moved IN EXECUTE format($query$
    SELECT "project_id" AS project,
           coalesce(sum("by") FILTER (WHERE "status" = 'pending' AND "stage" = 'new'), 0)::int AS waiting,
           coalesce(sum("by") FILTER (WHERE "status" = 'pending' AND "stage" = 'shortlisted'), 0)::int AS shortlisted,
           coalesce(sum("by") FILTER (WHERE "status" = 'pending' AND "stage" = 'archived'), 0)::int AS archived,
           coalesce(sum("by") FILTER (WHERE "status" = 'accepted'), 0)::int AS accepted,
           coalesce(sum("by") FILTER (WHERE "status" = 'declined'), 0)::int AS declined
      FROM (%s) rows GROUP BY "project_id" ORDER BY "project_id" $query$,
    CASE TG_OP WHEN 'INSERT' THEN come WHEN 'DELETE' THEN gone ELSE come || ' UNION ALL ' || gone END)
  LOOP
    CONTINUE WHEN (moved.waiting, moved.shortlisted, moved.archived, moved.accepted, moved.declined) = (0, 0, 0, 0, 0);
    PERFORM move_application_counts(
      moved.project, moved.waiting, moved.shortlisted, moved.archived, moved.accepted, moved.declined);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER "counted_on_insert" AFTER INSERT ON "project_applications"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_application_counts();
CREATE TRIGGER "counted_on_update" AFTER UPDATE ON "project_applications"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_application_counts();
CREATE TRIGGER "counted_on_delete" AFTER DELETE ON "project_applications"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_application_counts();

SELECT move_application_counts("project_id",
         count(*) FILTER (WHERE "status" = 'pending')::int, 0, 0,
         count(*) FILTER (WHERE "status" = 'accepted')::int, count(*) FILTER (WHERE "status" = 'declined')::int)
  FROM "project_applications" GROUP BY "project_id";

CREATE TABLE "project_invitations" (
  "project_id" UUID NOT NULL,
  "contributor_id" UUID NOT NULL,
  "note" TEXT NOT NULL DEFAULT '',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "declined_at" TIMESTAMPTZ(3),

  CONSTRAINT "project_invitations_pkey" PRIMARY KEY ("project_id", "contributor_id"),
  CONSTRAINT "project_invitations_note_check" CHECK (char_length("note") <= 1000)
);

CREATE INDEX "project_invitations_contributor_id_created_at_idx"
  ON "project_invitations" ("contributor_id", "created_at" DESC);

ALTER TABLE "project_invitations"
  ADD CONSTRAINT "project_invitations_project_id_fkey"
    FOREIGN KEY ("project_id") REFERENCES "project_briefs" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "project_invitations_contributor_id_fkey"
    FOREIGN KEY ("contributor_id") REFERENCES "contributor_profiles" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
