import pg from "pg";
import { log } from "../log.server";
import type { Hint, Hub } from "./hub.server";
import { maxTaken, type RealtimeSide } from "./realtime-side.server";

export const channel = "matchcut_live";
/** How long a look waits after the one before, so that what is committed close together goes out together. */
const collectFor = 10;
/** How often it looks by itself, for what a process left that was killed after its commit. */
const lookEvery = 1_000;
const reconnectAfter = 500;

/**
 * PostgreSQL carries the hints: each process listens on a connection of its own, and announces over it what waits.
 * Taking and notifying are one statement, so that whatever breaks, a hint is announced or waits still. Each time the
 * connection is there anew, everybody looks again, for nothing was heard in between.
 */
export function startLocalSide(databaseUrl: string, hub: Hub, take: string): RealtimeSide {
  const announce = announceWith(take);
  let stopped = false;
  let nudged = false;
  let wake = () => {};

  async function connect(): Promise<pg.Client> {
    const line = new pg.Client({
      connectionString: databaseUrl,
      application_name: "matchcut-live",
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      query_timeout: 10_000,
      statement_timeout: 10_000,
    });
    line.on("error", () => wake());
    line.on("end", () => wake());
    line.on("notification", ({ payload }) => deliver(hub, payload ?? ""));
    try {
      await line.connect();
      // What is taken need not be on disk before it is announced: after a crash it would be announced once more.
      await line.query(`SET synchronous_commit = off; LISTEN ${channel}`);
    } catch (error) {
      await close(line);
      throw error;
    }
    return line;
  }

  /** Until a nudge, the next look, or the end. */
  async function rest(): Promise<void> {
    if (!nudged && !stopped) {
      await new Promise<void>((rested) => {
        const timer = setTimeout(rested, lookEvery);
        wake = () => {
          clearTimeout(timer);
          rested();
        };
      });
    }
    nudged = false;
  }

  /** Announces what waits, again and again, until the connection breaks. */
  async function announceOver(line: pg.Client): Promise<void> {
    let lookedAt = 0;
    for (let isMore = false; !stopped; ) {
      if (!isMore) await rest();
      if (stopped) return;
      await pause(lookedAt + collectFor - Date.now());
      lookedAt = Date.now();
      const { rows } = await line.query<{ taken: number }>({ name: "realtime-announce", text: announce });
      isMore = (rows[0]?.taken ?? 0) >= maxTaken;
    }
  }

  async function run(): Promise<void> {
    let isAway = false;
    while (!stopped) {
      let line: pg.Client | undefined;
      try {
        line = await connect();
        isAway = false;
        hub.catchUp();
        nudged = true;
        await announceOver(line);
      } catch (error) {
        if (!stopped && !isAway) log.warn({ err: error }, "realtime waits for the database");
        isAway = true;
      }
      if (line) await close(line);
      if (!stopped) await pause(reconnectAfter);
    }
  }

  const running = run();
  return {
    nudge() {
      nudged = true;
      wake();
    },
    async stop() {
      stopped = true;
      wake();
      await Promise.race([running, pause(2_000)]);
    },
  };
}

/** What goes over the channel: lists of who is told what. */
export function payloadOf(to: readonly string[], hint: Hint): string {
  return JSON.stringify([{ to, hint }]);
}

function deliver(hub: Hub, payload: string): void {
  const told = JSON.parse(payload) as { to: string[]; hint: Hint }[];
  for (const { to, hint } of told) hub.deliver(to, hint);
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

/** A server that does not answer is not waited for. */
async function close(line: pg.Client): Promise<void> {
  await Promise.race([line.end().catch(() => {}), pause(1_000)]);
}

function pause(milliseconds: number): Promise<void> {
  return milliseconds <= 0
    ? Promise.resolve()
    : new Promise((over) => setTimeout(over, milliseconds).unref());
}
