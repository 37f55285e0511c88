import type { Audience } from "~/features/live/outbox.server";

/**
 * A conversation's participants, including the sender's other browsers. Hints are merged per conversation, because a
 * client fetches all it lacks, except `changed`, which makes it refetch the whole page.
 */
export const conversationAudience: Audience = {
  key: "conversationId",
  of: (rows) => `
    SELECT n.about, p.user_id AS person_id, jsonb_build_object('conversationId', n.about, 'seq', n.seq)
             || CASE WHEN n.changed THEN '{"changed": 1}'::jsonb ELSE '{}' END AS hint
      FROM (SELECT payload->>'conversationId' AS about, max((payload->>'seq')::int) AS seq, bool_or(payload ? 'changed') AS changed
              FROM ${rows} GROUP BY 1) n
      JOIN conversations c ON c.id = n.about::uuid
      JOIN conversation_participants p ON p.conversation_id = c.id AND p.state IN ('active', 'requested')
     WHERE c.direct_key IS NULL OR NOT EXISTS (
       SELECT 1 FROM conversation_participants o
        WHERE o.conversation_id = c.id AND o.user_id <> p.user_id AND EXISTS (SELECT FROM blocked_between(p.user_id, o.user_id)))`,
};
