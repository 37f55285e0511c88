import type pg from "pg";
import type { Hint } from "~/hint";
import { noteSuccess } from "../service-health.server";
import { type Loop, runOnConnection } from "./database-connection.server";
import type { Hub } from "./hub.server";
import { maxTaken, type RealtimePort } from "./realtime-port.server";

export const channel = "matchcut_live";
/** A delay that lets hints committed in quick succession go out together. */
const batchPause = 10;
/** A longer delay under load. Batches that are twice as large interrupt writers half as often. */
const largeBatch = 20;
const largeBatchPause = 40;

/**
 * Each process listens on its own connection and announces pending rows over it. A single statement deletes the rows
 * and notifies, so a hint is always either announced or pending. After a reconnect, everyone checks for missed hints.
 * @param take an Outbox's `take` or `keep`
 * @param onTaken called when rows were taken
 */
export function startLocalRealtime(
  databaseUrl: string,
  hub: Hub,
  take: string,
  onTaken = () => {},
): RealtimePort {
  const announce = announceWith(take);

  /** Runs until the connection breaks. */
  async function announceOver(client: pg.Client, loop: Loop): Promise<void> {
    let polledAt = 0;
    let taken = 0;
    for (let isMore = true; !loop.isOver(); ) {
      if (!isMore) await loop.rest();
      if (loop.isOver()) return;
      await loop.pause(polledAt + (taken < largeBatch ? batchPause : largeBatchPause) - Date.now());
      polledAt = Date.now();
      const { rows } = await client.query<{ taken: number }>({
        name: "realtime-announce",
        text: announce,
        values: [maxTaken],
      });
      taken = rows[0]?.taken ?? 0;
      noteSuccess("realtime");
      isMore = taken >= maxTaken;
      if (taken > 0) onTaken();
    }
  }

  return runOnConnection(databaseUrl, "matchcut-live", async (client, loop) => {
    client.on("notification", ({ payload }) => deliver(hub, payload ?? ""));
    // Not waiting for the disk is faster. The worst case after a crash is that a hint is announced again.
    await client.query(`SET synchronous_commit = off; LISTEN ${channel}`);
    hub.catchUp();
    await announceOver(client, loop);
  });
}

/** Encodes lists of recipients and their hint. */
export function payloadOf(to: readonly string[], hint: Hint): string {
  return JSON.stringify([{ to, hint }]);
}

function deliver(hub: Hub, payload: string): void {
  const announced = JSON.parse(payload) as { to: string[]; hint: Hint }[];
  for (const { to, hint } of announced) hub.deliverAnnounced(to, hint);
}

/**
 * A NOTIFY payload must stay below 8,000 bytes. 80 recipients and their hint take at most 3,900 bytes, and a payload is
 * complete once an entry takes it past 4,000.
 */
function announceWith(take: string): string {
  return `
    WITH ${take}, item AS (
      SELECT row_number() OVER () AS n, json_build_object('to', json_agg(person_id), 'hint', hint)::text AS text
        FROM (SELECT person_id, hint, row_number() OVER (PARTITION BY hint) / 80 AS part FROM announcement) a
       GROUP BY hint, part
    ), payload AS (
      SELECT '[' || string_agg(text, ',') || ']' AS text
        FROM (SELECT text, sum(octet_length(text) + 1) OVER (ORDER BY n) / 4000 AS part FROM item) i
       GROUP BY part
    )
    SELECT (SELECT count(*)::int FROM taken) AS taken, (SELECT count(pg_notify('${channel}', text)) FROM payload)`;
}
