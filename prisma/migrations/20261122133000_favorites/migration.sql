-- Notes, sorting and undo of saved contributors; names of lists.

ALTER TABLE "saved_contributors"
  ADD COLUMN "note" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "percent" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "scored_at" TIMESTAMPTZ(3),
  ADD COLUMN "removed_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "saved_contributors_note_check" CHECK (char_length("note") <= 2000),
  ADD CONSTRAINT "saved_contributors_percent_check" CHECK ("percent" BETWEEN 0 AND 99);

CREATE INDEX "saved_contributors_by_date_idx" ON "saved_contributors"("creator_id", "created_at" DESC, "contributor_id" DESC);
CREATE INDEX "saved_contributors_by_match_idx" ON "saved_contributors"("creator_id", "percent" DESC, "contributor_id" DESC);
CREATE INDEX "saved_contributors_unscored_idx" ON "saved_contributors"("creator_id", "contributor_id") WHERE "scored_at" IS NULL;
CREATE INDEX "saved_contributors_removed_idx" ON "saved_contributors"("removed_at") WHERE "removed_at" IS NOT NULL;

-- No code has written a list yet.
ALTER TABLE "saved_lists"
  DROP CONSTRAINT "saved_lists_name_check",
  ADD CONSTRAINT "saved_lists_name_check" CHECK (char_length("name") <= 60 AND "name" ~ '\S');
CREATE UNIQUE INDEX "saved_lists_name_key" ON "saved_lists"("creator_id", lower("name"));

-- A contributor whose profile goes frees the slot that they took. An older process deletes rows of people who are
-- there, and counts that itself. A creator who leaves has no account any more.
CREATE FUNCTION "free_saved_slot"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_ledger (user_id, kind, amount, key)
  SELECT id, 'save', -1, 'save:left:' || gen_random_uuid() FROM users
   WHERE id = OLD.creator_id AND NOT EXISTS (SELECT FROM contributor_profiles WHERE id = OLD.contributor_id);
  IF FOUND THEN
    UPDATE user_usage SET contributor_save_count = greatest(0, contributor_save_count - 1) WHERE user_id = OLD.creator_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "saved_contributors_free_slot" AFTER DELETE ON "saved_contributors"
  FOR EACH ROW WHEN (OLD.removed_at IS NULL) EXECUTE FUNCTION "free_saved_slot"();
