import { db } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { maxTaken, type Outbox } from "~/platform/realtime/realtime.server";
import { areBlocked } from "./connections.server";

/**
 * Takes as many of the rows that wait as are taken at once, whoever else takes some, too. In no order: what is told
 * of a conversation is the newest, and whoever hears less than they have ignores it.
 */
const taken = `
  taken AS (
    DELETE FROM outbox_events
     WHERE ctid = ANY (ARRAY(SELECT ctid FROM outbox_events LIMIT ${maxTaken} FOR UPDATE SKIP LOCKED)) RETURNING payload
  )`;

/**
 * Says who may hear of some rows. Several of one conversation are told as one, for whoever hears it fetches all that
 * they lack; whether a message among them was changed is told, for that is looked at again. A person's other browsers hear of their own messages.
 */
const announcementOf = (rows: string) => `
  news AS (
    SELECT (payload->>'conversationId')::uuid AS conversation_id, max((payload->>'seq')::int) AS seq, bool_or(payload ? 'changed') AS changed
      FROM ${rows} GROUP BY 1
  ), announcement AS (
    SELECT p.user_id AS person_id, jsonb_build_object('conversationId', n.conversation_id, 'seq', n.seq)
             || CASE WHEN n.changed THEN '{"changed": 1}'::jsonb ELSE '{}' END AS hint
      FROM news n
      JOIN conversations c ON c.id = n.conversation_id
      JOIN conversation_participants p ON p.conversation_id = c.id AND p.state IN ('active', 'requested')
     WHERE c.direct_key IS NULL OR NOT EXISTS (
       SELECT 1 FROM conversation_participants o
        WHERE o.conversation_id = c.id AND o.user_id <> p.user_id AND ${areBlocked("p.user_id", "o.user_id")})
  )`;

/** The hints that wait, for the realtime port. */
export const outbox: Outbox = {
  take: `${taken}, ${announcementOf("taken")}`,
  // The column has whole milliseconds: rounded up, the row would not be due when it is looked for at once.
  keep: `${taken}, kept AS (
      INSERT INTO carrier_events (payload, due_at) SELECT payload, date_trunc('milliseconds', now()) FROM taken
    ), ${announcementOf("taken")}`,
  lock: `
    WITH locked AS (
      SELECT id, payload FROM carrier_events WHERE due_at <= now()
       ORDER BY due_at, id LIMIT ${maxTaken} FOR UPDATE SKIP LOCKED
    ), ${announcementOf("locked")}
    SELECT array_agg(l.id) AS ids, coalesce(a.people, '{}') AS "to", a.hint
      FROM locked l
      LEFT JOIN (SELECT hint, array_agg(person_id::text) AS people FROM announcement GROUP BY hint) a
        ON a.hint->>'conversationId' = l.payload->>'conversationId'
     GROUP BY a.people, a.hint`,
  remove: "DELETE FROM carrier_events WHERE id = ANY ($1::bigint[])",
  putOff: "UPDATE carrier_events SET due_at = now() + interval '5 seconds' WHERE id = ANY ($1::bigint[])",
};

/**
 * Removes hints that no relay has taken within an hour: it refuses them for good, or is gone. Whoever comes back
 * to their messages looks without them. Run by a timer.
 */
export async function sweepHints(): Promise<void> {
  const { count } = await db.relayEvent.deleteMany({
    where: { createdAt: { lt: new Date(Date.now() - 3_600_000) } },
  });
  if (count > 0) log.warn({ hints: count }, "hints were given up that no relay took");
}
