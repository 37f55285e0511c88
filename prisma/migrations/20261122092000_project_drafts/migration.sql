-- project_drafts: what a creator has typed into a brief that is not posted yet.

CREATE TABLE "project_drafts" (
  "creator_id" UUID NOT NULL,
  "key" UUID NOT NULL,
  "fields" JSONB NOT NULL DEFAULT '{}',
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "project_drafts_pkey" PRIMARY KEY ("creator_id")
);

ALTER TABLE "project_drafts"
  ADD CONSTRAINT "project_drafts_creator_id_fkey"
    FOREIGN KEY ("creator_id") REFERENCES "creator_profiles" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
