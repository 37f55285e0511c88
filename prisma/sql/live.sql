-- The recipients of each hint in `payloads` at the time it's sent: `about` names the hint, `hint` is what they receive.
-- A hint names its recipients itself, or it's about something with an audience. Runs for each batch of the outbox.
CREATE OR REPLACE FUNCTION announced(payloads jsonb[]) RETURNS TABLE (about text, person_id uuid, hint jsonb) LANGUAGE sql STABLE AS $$
  SELECT payload::text, person::uuid, payload->'hint'
    FROM unnest(payloads) AS payload CROSS JOIN LATERAL jsonb_array_elements_text(payload->'to') AS person
  UNION ALL
  SELECT h.conversation_id::text, h.person_id, h.hint FROM conversation_hints(payloads) h
$$;
