import type pg from "pg";
import { type Shift, workOverLine } from "./database-line.server";
import type { Hint, Hub } from "./hub.server";
import { maxTaken, type RealtimeSide } from "./realtime-side.server";

export const channel = "matchcut_live";
/** How long a look waits after the one before, so that what is committed close together goes out together. */
const collectFor = 10;
/** Where so many come together, a batch twice as large costs the writers half as many. */
const manyTaken = 20;
const collectManyFor = 40;

/**
 * PostgreSQL carries the hints: each process listens on a connection of its own, and announces over it what waits.
 * Taking and notifying are one statement, so that whatever breaks, a hint is announced or waits still. Each time the
 * connection is there anew, everybody looks again, for nothing was heard in between.
 * @param take an Outbox's `take` or `keep`
 * @param onTaken called when rows were taken
 */
export function startLocalSide(
  databaseUrl: string,
  hub: Hub,
  take: string,
  onTaken = () => {},
): RealtimeSide {
  const announce = announceWith(take);

  /** Announces what waits, again and again, until the connection breaks. */
  async function announceOver(line: pg.Client, shift: Shift): Promise<void> {
    let lookedAt = 0;
    let taken = 0;
    for (let isMore = true; !shift.isOver(); ) {
      if (!isMore) await shift.rest();
      if (shift.isOver()) return;
      await shift.pause(lookedAt + (taken < manyTaken ? collectFor : collectManyFor) - Date.now());
      lookedAt = Date.now();
      const { rows } = await line.query<{ taken: number }>({ name: "realtime-announce", text: announce });
      taken = rows[0]?.taken ?? 0;
      isMore = taken >= maxTaken;
      if (taken > 0) onTaken();
    }
  }

  return workOverLine(databaseUrl, "matchcut-live", async (line, shift) => {
    line.on("notification", ({ payload }) => deliver(hub, payload ?? ""));
    // What is taken need not be on disk before it is announced: after a crash it would be announced once more.
    await line.query(`SET synchronous_commit = off; LISTEN ${channel}`);
    hub.catchUp();
    await announceOver(line, shift);
  });
}

/** What goes over the channel: lists of who is told what. */
export function payloadOf(to: readonly string[], hint: Hint): string {
  return JSON.stringify([{ to, hint }]);
}

function deliver(hub: Hub, payload: string): void {
  const told = JSON.parse(payload) as { to: string[]; hint: Hint }[];
  for (const { to, hint } of told) hub.deliverAnnounced(to, hint);
}

/**
 * One statement. A payload must stay below 8,000 bytes: 80 people and their hint take at most 3,900, and a payload
 * is full with the first of these that passes 4,000.
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
