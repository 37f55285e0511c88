-- Enough people have joined by the person's invitations (`championAt`).
CREATE OR REPLACE FUNCTION growth_champion(person uuid) RETURNS TABLE (joined bigint) LANGUAGE sql STABLE AS $$
  SELECT enough.joined FROM (
    SELECT count(*) AS joined FROM (
      SELECT FROM referrals r WHERE r.referrer_id = person AND r.rewarded_at IS NOT NULL LIMIT 5) counted) enough
   WHERE enough.joined = 5
$$;
