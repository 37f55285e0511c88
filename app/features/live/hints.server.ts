import { jobDb, Prisma, type Transaction } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { maxTaken, type Outbox } from "~/platform/realtime/realtime.server";

/** SQL that writes a hint for each row of `payloads`, within the statement that makes the change. */
export const insertHints = (payloads: Prisma.Sql) =>
  Prisma.sql`INSERT INTO outbox_events (payload) ${payloads}`;

/** Reaches open pages within a second of the commit. */
export async function storeHint(
  tx: Transaction,
  personIds: readonly string[],
  hint: Readonly<Record<string, string | number>>,
): Promise<void> {
  const payload = JSON.stringify({ to: personIds, hint });
  await tx.$executeRaw`${insertHints(Prisma.sql`VALUES (${payload}::jsonb)`)}`;
}

/** Who may receive the hints that have `key`. */
export interface Audience {
  key: string;
  /**
   * @param rows a relation of hints, each as `payload`
   * @returns SQL that selects `about text`, the key's value; `person_id uuid`; and `hint jsonb`, one for all of that
   * person's hints about it
   */
  of(rows: string): string;
}

const named = (rows: string) => `
  SELECT payload::text AS about, person::uuid AS person_id, payload->'hint' AS hint
    FROM ${rows} CROSS JOIN LATERAL jsonb_array_elements_text(payload->'to') AS person`;

/**
 * Claims one batch of pending rows; safe to run concurrently (SKIP LOCKED). Order does not matter: a hint names the
 * latest state, and clients ignore older ones.
 */
export function outboxFor(audiences: readonly Audience[]): Outbox {
  const about = `coalesce(${audiences.map(({ key }) => `payload->>'${key}', `).join("")}payload::text)`;
  const announcementOf = (rows: string) => {
    const of = audiences.map(({ key, of }, n) => ({ name: `of_${n}`, key, of }));
    return `
      named AS (SELECT payload FROM ${rows} WHERE payload ? 'to'),
      ${of.map(({ name, key }) => `${name} AS (SELECT payload FROM ${rows} WHERE payload ? '${key}'),`).join("\n")}
      announcement AS (${[named("named"), ...of.map((one) => one.of(one.name))].join("\nUNION ALL\n")})`;
  };
  return {
    take: `${taken}, ${announcementOf("taken")}`,
    // The column has millisecond precision: rounded up, a time would not be due yet.
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
      LEFT JOIN (SELECT about, hint, array_agg(person_id::text) AS people FROM announcement GROUP BY about, hint) a
        ON a.about = ${about}
     GROUP BY a.people, a.hint`,
    remove: "DELETE FROM carrier_events WHERE id = ANY ($1::bigint[])",
    postpone: "UPDATE carrier_events SET due_at = now() + interval '5 seconds' WHERE id = ANY ($1::bigint[])",
  };
}

const taken = `
  taken AS (
    DELETE FROM outbox_events
     WHERE ctid = ANY (ARRAY(SELECT ctid FROM outbox_events LIMIT ${maxTaken} FOR UPDATE SKIP LOCKED)) RETURNING payload
  )`;

/** Deletes hints that no relay accepted within an hour; reconnecting clients fetch anyway. */
export async function sweepHints(): Promise<void> {
  const { count } = await jobDb.relayEvent.deleteMany({
    where: { createdAt: { lt: new Date(Date.now() - 3_600_000) } },
  });
  if (count > 0) log.warn({ hints: count }, "hints were given up that no relay took");
}
