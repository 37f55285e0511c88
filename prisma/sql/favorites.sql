-- A contributor whose profile goes frees the slot that they took. An older process deletes rows of people who are
-- there, and counts that itself. A creator who leaves has no account any more.
CREATE OR REPLACE FUNCTION free_saved_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_ledger (user_id, kind, amount, key)
  SELECT id, 'save', -1, 'save:left:' || gen_random_uuid() FROM users
   WHERE id = OLD.creator_id AND NOT EXISTS (SELECT FROM contributor_profiles WHERE id = OLD.contributor_id);
  IF FOUND THEN
    UPDATE user_usage SET contributor_save_count = greatest(0, contributor_save_count - 1) WHERE user_id = OLD.creator_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER saved_contributors_free_slot AFTER DELETE ON saved_contributors
  FOR EACH ROW WHEN (old.removed_at IS NULL) EXECUTE FUNCTION free_saved_slot();

-- A creator's favorites show the person: a contributor who is findable.
CREATE OR REPLACE FUNCTION shown_favorite(creator uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT p.id FROM profiles p
   WHERE p.id = person AND p.user_type = 'contributor' AND EXISTS (SELECT FROM findable(creator, p.id)) OFFSET 0
$$;
