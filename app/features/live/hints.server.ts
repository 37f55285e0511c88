import type { Hint } from "~/hint";
import { jobDb, Prisma, type Transaction } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import type { Outbox } from "~/platform/realtime/realtime.server";

/** SQL that writes a hint for each row of `payloads`, within the statement that makes the change. */
export const insertHints = (payloads: Prisma.Sql) =>
  Prisma.sql`INSERT INTO outbox_events (payload) ${payloads}`;

/** Writes a hint for these people in the change's transaction. It reaches open pages within a second of the commit. */
export async function storeHint(tx: Transaction, personIds: readonly string[], hint: Hint): Promise<void> {
  await storeHintAbout(tx, { to: personIds, hint });
}

/**
 * Writes a hint for everyone who may see what `payload` names, such as a conversation: see `announced`
 * (prisma/sql/live.sql).
 */
export async function storeHintAbout(tx: Transaction, payload: object): Promise<void> {
  await tx.$executeRaw`INSERT INTO outbox_events (payload) VALUES (${JSON.stringify(payload)}::jsonb)`;
}

/**
 * Claims one batch of pending rows; safe to run concurrently (SKIP LOCKED). The order doesn't matter: a hint names the
 * latest state, and clients ignore older ones.
 */
export const announcements: Outbox = {
  take: `
    taken AS (
      DELETE FROM outbox_events
       WHERE ctid = ANY (ARRAY(SELECT ctid FROM outbox_events LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING payload
    ), announcement AS (
      SELECT a.person_id, a.hint FROM (SELECT array_agg(payload) AS payloads FROM taken) t CROSS JOIN LATERAL announced(t.payloads) a
    )`,
  // The column has millisecond precision, and a time that's rounded up wouldn't be due yet.
  keep: `
    taken AS (
      DELETE FROM outbox_events
       WHERE ctid = ANY (ARRAY(SELECT ctid FROM outbox_events LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING payload
    ), kept AS (
      INSERT INTO carrier_events (payload, due_at) SELECT payload, date_trunc('milliseconds', now()) FROM taken
    ), announcement AS (
      SELECT a.person_id, a.hint FROM (SELECT array_agg(payload) AS payloads FROM taken) t CROSS JOIN LATERAL announced(t.payloads) a
    )`,
  lock: `
    WITH locked AS (
      SELECT id, payload FROM carrier_events WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
    ), announcement AS (
      SELECT a.about, a.hint, array_agg(a.person_id::text) AS people
        FROM (SELECT array_agg(payload) AS payloads FROM locked) l CROSS JOIN LATERAL announced(l.payloads) a
       GROUP BY a.about, a.hint
    )
    SELECT array_agg(l.id) AS ids, coalesce(a.people, '{}') AS "to", a.hint
      FROM locked l LEFT JOIN announcement a ON a.about = coalesce(l.payload->>'conversationId', l.payload::text)
     GROUP BY a.people, a.hint`,
  remove: "DELETE FROM carrier_events WHERE id = ANY ($1::bigint[])",
  postpone: "UPDATE carrier_events SET due_at = now() + interval '5 seconds' WHERE id = ANY ($1::bigint[])",
};

/** Deletes hints that no relay accepted within an hour; reconnecting clients refetch anyway. */
export async function sweepHints(): Promise<void> {
  const { count } = await jobDb.relayEvent.deleteMany({
    where: { createdAt: { lt: new Date(Date.now() - 3_600_000) } },
  });
  if (count > 0) log.warn({ hints: count }, "dropped hints that no relay accepted");
}
