import { maxTaken } from "~/platform/realtime/realtime.server";
import { areBlocked } from "./connections.server";

/**
 * SQL for the realtime port: removes hints that wait, and says who may hear of them. Several of one conversation are
 * told as one, for whoever hears it fetches all that they lack. A person's other browsers hear of their own messages.
 */
export const takeAnnouncements = `
  taken AS (
    DELETE FROM outbox_events WHERE id = ANY (ARRAY(
      SELECT id FROM outbox_events WHERE published_at IS NULL ORDER BY id LIMIT ${maxTaken} FOR UPDATE SKIP LOCKED))
    RETURNING payload
  ), news AS (
    SELECT (payload->>'conversationId')::uuid AS conversation_id, max((payload->>'seq')::int) AS seq
      FROM taken GROUP BY 1
  ), announcement AS (
    SELECT p.user_id AS person_id, jsonb_build_object('conversationId', n.conversation_id, 'seq', n.seq) AS hint
      FROM news n
      JOIN conversations c ON c.id = n.conversation_id
      JOIN conversation_participants p ON p.conversation_id = c.id AND p.state IN ('active', 'requested')
     WHERE c.direct_key IS NULL OR NOT EXISTS (
       SELECT 1 FROM conversation_participants o
        WHERE o.conversation_id = c.id AND o.user_id <> p.user_id AND ${areBlocked("p.user_id", "o.user_id")})
  )`;
