-- projects: a form sent twice posts once; screening questions and their answers; the history that both sides read.

CREATE TYPE "project_event_kind" AS ENUM (
  'posted', 'edited', 'extended', 'completed', 'cancelled', 'reopened',
  'invited', 'applied', 'withdrawn', 'accepted', 'declined', 'taken_back');

ALTER TABLE "project_briefs"
  ADD COLUMN "post_key" TEXT,
  ADD COLUMN "questions" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD CONSTRAINT "project_briefs_questions_check" CHECK (
    cardinality("questions") <= 5 AND array_position("questions", NULL) IS NULL
    AND char_length(array_to_string("questions", '')) <= 2500);

CREATE UNIQUE INDEX "project_briefs_creator_id_post_key_key" ON "project_briefs" ("creator_id", "post_key");

ALTER TABLE "project_applications"
  ADD COLUMN "answers" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "decline_note" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "decided_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "project_applications_answers_check" CHECK (
    cardinality("answers") <= 5 AND array_position("answers", NULL) IS NULL
    AND char_length(array_to_string("answers", '')) <= 10000),
  ADD CONSTRAINT "project_applications_decline_note_check" CHECK (char_length("decline_note") <= 2000);

CREATE TABLE "project_events" (
  "id" BIGSERIAL NOT NULL,
  "project_id" UUID NOT NULL,
  "kind" "project_event_kind" NOT NULL,
  "actor_id" UUID,
  "contributor_id" UUID,
  "note" TEXT NOT NULL DEFAULT '',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "project_events_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "project_events_note_check" CHECK (char_length("note") <= 2000)
);

CREATE INDEX "project_events_project_id_id_idx" ON "project_events" ("project_id", "id");
CREATE INDEX "project_events_actor_id_idx" ON "project_events" ("actor_id");
CREATE INDEX "project_events_contributor_id_idx" ON "project_events" ("contributor_id");

ALTER TABLE "project_events"
  ADD CONSTRAINT "project_events_project_id_fkey"
    FOREIGN KEY ("project_id") REFERENCES "project_briefs" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "project_events_actor_id_fkey"
    FOREIGN KEY ("actor_id") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT "project_events_contributor_id_fkey"
    FOREIGN KEY ("contributor_id") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
