-- Whether enough people have joined through the person's invitations (`championAt`).
CREATE OR REPLACE FUNCTION growth_champion(person uuid) RETURNS TABLE (joined bigint) LANGUAGE sql STABLE AS $$
  SELECT enough.joined FROM (
    SELECT count(*) AS joined FROM (
      SELECT FROM referrals r WHERE r.referrer_id = person AND r.rewarded_at IS NOT NULL LIMIT 5) counted) enough
   WHERE enough.joined = 5
$$;

-- Whether an invitation counts: both accounts are open, neither is held as one of many sign-ups, and the invited person
-- has done what a reward requires.
CREATE OR REPLACE FUNCTION earns_reward(referrer uuid, invitee uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT i.id FROM users i
   WHERE i.id = invitee AND i.confirmed_at IS NOT NULL AND i.held_at IS NULL AND is_open(i)
     AND EXISTS (SELECT FROM in_decks(i.id))
     AND EXISTS (SELECT FROM users r WHERE r.id = referrer AND r.held_at IS NULL AND is_open(r)) OFFSET 0
$$;

-- How many people have earned a member a reward by joining, and two of those who joined through their
-- invitation.
CREATE OR REPLACE FUNCTION joined_by(referrer uuid) RETURNS TABLE (rewarded integer, faces json) LANGUAGE sql STABLE AS $$
  SELECT (SELECT count(*)::int FROM referrals r WHERE r.referrer_id = referrer AND r.rewarded_at IS NOT NULL),
         (SELECT coalesce(json_agg(face), '[]') FROM (
            SELECT p.full_name AS name, p.avatar_url AS "avatarUrl" FROM referrals r JOIN profiles p ON p.id = r.invitee_id
             WHERE r.referrer_id = referrer AND r.refused IS NULL AND EXISTS (SELECT FROM reachable(referrer, r.invitee_id))
             ORDER BY r.created_at DESC LIMIT 2) face)
$$;
