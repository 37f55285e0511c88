-- A saved contributor who became a creator kept the slot that they took. No count is above what is saved otherwise.

WITH too_many AS (
  SELECT u.user_id, u.contributor_save_count - saved.count AS excess
    FROM user_usage u
   CROSS JOIN LATERAL (
     SELECT count(*)::int FROM saved_contributors s WHERE s.creator_id = u.user_id AND s.removed_at IS NULL) saved
   WHERE u.contributor_save_count > saved.count
), entered AS (
  INSERT INTO usage_ledger (user_id, kind, amount, key)
  SELECT user_id, 'save', -excess, 'save:switched:' || gen_random_uuid() FROM too_many
)
UPDATE user_usage u SET contributor_save_count = greatest(0, u.contributor_save_count - t.excess), updated_at = now()
  FROM too_many t WHERE t.user_id = u.user_id;
