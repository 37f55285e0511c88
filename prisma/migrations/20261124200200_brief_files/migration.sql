-- Reference pictures and files of a brief: a draft's until it is posted, then the project's.
CREATE TABLE "brief_files" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid(),
  "key" UUID NOT NULL,
  "creator_id" UUID NOT NULL,
  "draft_of" UUID,
  "project_id" UUID,
  "media_id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "brief_files_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "brief_files_brief_check" CHECK (num_nonnulls("draft_of", "project_id") = 1 AND "draft_of" = "creator_id")
);
CREATE UNIQUE INDEX "brief_files_creator_id_key_key" ON "brief_files" ("creator_id", "key");
CREATE UNIQUE INDEX "brief_files_media_id_key" ON "brief_files" ("media_id");
CREATE INDEX "brief_files_project_id_created_at_idx" ON "brief_files" ("project_id", "created_at");
CREATE INDEX "brief_files_draft_of_idx" ON "brief_files" ("draft_of");
ALTER TABLE "brief_files"
  ADD CONSTRAINT "brief_files_creator_id_fkey" FOREIGN KEY ("creator_id") REFERENCES "creator_profiles" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "brief_files_draft_of_fkey" FOREIGN KEY ("draft_of") REFERENCES "project_drafts" ("creator_id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "brief_files_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project_briefs" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "brief_files_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE TRIGGER "brief_files_hold_media" AFTER INSERT OR DELETE OR UPDATE OF "media_id" ON "brief_files"
  FOR EACH ROW EXECUTE FUNCTION "hold_media"('media_id');
