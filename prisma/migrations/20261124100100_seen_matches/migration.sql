-- When each side first opened the match's page; a match is new to a person until then. Those made so far count as seen:
-- a default of this moment fills existing rows without rewriting the table.
ALTER TABLE "matches"
  ADD COLUMN "creator_seen_at" TIMESTAMPTZ(3) DEFAULT now(),
  ADD COLUMN "contributor_seen_at" TIMESTAMPTZ(3) DEFAULT now();
ALTER TABLE "matches"
  ALTER COLUMN "creator_seen_at" DROP DEFAULT,
  ALTER COLUMN "contributor_seen_at" DROP DEFAULT;

-- Counted on every page.
CREATE INDEX "matches_new_to_creator_idx" ON "matches" ("creator_id") WHERE "creator_seen_at" IS NULL AND NOT "held";
CREATE INDEX "matches_new_to_contributor_idx" ON "matches" ("contributor_id") WHERE "contributor_seen_at" IS NULL AND NOT "held";
