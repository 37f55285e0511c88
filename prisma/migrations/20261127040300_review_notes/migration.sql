-- A rejection that asks for changes: the contributor reads it as such.
ALTER TABLE "contributor_profiles" ADD COLUMN "changes_asked" BOOLEAN NOT NULL DEFAULT false;
-- Decisions of the last minutes, which can be taken back.
CREATE INDEX "contributor_profiles_reviewed_at_idx" ON "contributor_profiles" ("reviewed_at");

-- What admins write to each other about a contributor.
CREATE TABLE "review_notes" (
    "id" UUID NOT NULL,
    "contributor_id" UUID NOT NULL,
    "author_id" UUID,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "review_notes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "review_notes_text_check" CHECK (char_length("text") BETWEEN 1 AND 2000)
);
ALTER TABLE "review_notes"
  ADD CONSTRAINT "review_notes_contributor_id_fkey" FOREIGN KEY ("contributor_id") REFERENCES "contributor_profiles"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "review_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "profiles"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "review_notes_contributor_id_created_at_idx" ON "review_notes" ("contributor_id", "created_at");
CREATE INDEX "review_notes_author_id_idx" ON "review_notes" ("author_id");
