import type pg from "pg";
import { log } from "../log.server";
import { noteFailure } from "../service-health.server";
import { type Loop, runOnConnection } from "./database-connection.server";
import {
  type LockedHint,
  maxTaken,
  type Outbox,
  type RealtimePort,
  type Relay,
} from "./realtime-port.server";

const firstWait = 250;
const longestWait = 30_000;

/**
 * Rows stay locked during the call to the relay, within the transaction that deletes them. If the process is killed,
 * another one sends them, possibly twice. Sends one batch at a time. While the relay is down, retries back off.
 */
export function startRelaying(databaseUrl: string, outbox: Outbox, relay: Promise<Relay>): RealtimePort {
  let wait = firstWait;

  async function relayRows(client: pg.Client, loop: Loop): Promise<void> {
    for (let isMore = true; !loop.isOver(); ) {
      if (!isMore) await loop.rest();
      if (loop.isOver()) return;
      await client.query("BEGIN");
      const { rows } = await client.query<LockedHint>({
        name: "realtime-lock",
        text: outbox.lock,
        values: [maxTaken],
      });
      const isDone = await send(rows);
      if (isDone) await settle(client, rows, isDone);
      await client.query("COMMIT");
      if (!isDone) await backOff(loop);
      isMore = !isDone || rows.flatMap((row) => row.ids).length >= maxTaken;
    }
  }

  /** For each hint, whether it's done (sent, or without recipients). Undefined if the relay is down. */
  async function send(rows: readonly LockedHint[]): Promise<boolean[] | undefined> {
    const due = rows.filter(({ to }) => to.length > 0);
    if (due.length === 0) return rows.map(() => true);
    try {
      const accepted = await (await relay).send(due);
      if (wait > firstWait) log.info("realtime's relay is back");
      wait = firstWait;
      const refused = new Set(due.filter((_, index) => !accepted[index]));
      return rows.map((row) => !refused.has(row));
    } catch (error) {
      noteFailure("realtime", error);
      if (wait === firstWait) log.warn({ err: error }, "realtime's relay isn't accepting hints");
      return undefined;
    }
  }

  async function settle(client: pg.Client, rows: readonly LockedHint[], isDone: boolean[]): Promise<void> {
    const done = rows.filter((_, index) => isDone[index]).flatMap(({ ids }) => ids);
    const refused = rows.filter((_, index) => !isDone[index]).flatMap(({ ids }) => ids);
    if (done.length > 0) await client.query(outbox.remove, [done]);
    if (refused.length === 0) return;
    log.warn({ hints: refused.length }, "realtime's relay refused hints; they'll be retried");
    await client.query(outbox.postpone, [refused]);
  }

  /** The jitter keeps processes from retrying at the same time. */
  async function backOff(loop: Loop): Promise<void> {
    await loop.pause(wait * (0.75 + Math.random() / 2));
    wait = Math.min(longestWait, wait * 2);
  }

  return runOnConnection(databaseUrl, "matchcut-carrying", relayRows);
}
