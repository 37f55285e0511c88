-- A decision about a person, if it's still in force, so that they can appeal it. Granting an appeal ends it. Hiding
-- something again is a new decision, in the next round.
CREATE OR REPLACE FUNCTION decisions_in_force(person uuid, decision uuid)
RETURNS TABLE (kind text, round int, case_id uuid, by_id uuid, thing text, reason text, words text, at timestamptz, until timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT 'warning', 0, c.id, d.by_id, NULL, d.reason, d.words, d.created_at, NULL::timestamptz
    FROM warnings d LEFT JOIN report_cases c ON c.measure_id = d.id
   WHERE d.id = decision AND d.user_id = person AND d.taken_back_at IS NULL
  UNION ALL
  SELECT 'suspension', 0, c.id, d.by_id, NULL, d.reason, d.words, d.created_at, d.until
    FROM suspensions d LEFT JOIN report_cases c ON c.measure_id = d.id
   WHERE d.id = decision AND d.user_id = person AND d.ended_at IS NULL AND (d.until IS NULL OR d.until > now())
  UNION ALL
  SELECT 'hiding', d.decisions, d.id, d.decided_by_id, d.kind, d.decision_reason, d.decision_words, d.decided_at, NULL
    FROM report_cases d WHERE d.id = decision AND d.reported_id = person AND d.state = 'hidden'
$$;

-- The decision that an appeal is about, while it's in force.
CREATE OR REPLACE FUNCTION appealed_decision(appeal appeals) RETURNS TABLE (case_id uuid) LANGUAGE sql STABLE AS $$
  SELECT d.case_id FROM decisions_in_force(appeal.user_id, appeal.decision_id) d
   WHERE d.kind = appeal.kind AND d.round = appeal.round
$$;

-- Admins who could decide, other than `admin` and the person who's appealing.
CREATE OR REPLACE FUNCTION other_admins(admin uuid, person uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
  SELECT u.id FROM users u WHERE u.is_admin AND is_open(u) AND u.id NOT IN (admin, person)
$$;
