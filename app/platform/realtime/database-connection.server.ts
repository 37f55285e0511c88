import pg from "pg";
import { log } from "../log.server";
import { noteFailure } from "../service-health.server";
import type { RealtimePort } from "./realtime-port.server";

const reconnectAfter = 500;
/** Finds rows left by a process that was killed after its commit. */
const pollInterval = 1_000;

export interface Loop {
  isOver(): boolean;
  /** Waits until a nudge, the next poll or the end. */
  rest(): Promise<void>;
  /** Waits that long and ignores nudges. Ends early only when stopping. */
  pause(milliseconds: number): Promise<void>;
}

/**
 * Runs `work` over a dedicated connection, which is reopened whenever it breaks.
 * @param name the application_name
 * @param work starts with each new connection and rejects when it breaks
 */
export function runOnConnection(
  databaseUrl: string,
  name: string,
  work: (client: pg.Client, loop: Loop) => Promise<void>,
): RealtimePort {
  let stopped = false;
  let nudged = false;
  let wake = () => {};
  let end = () => {};
  const ended = new Promise<void>((over) => {
    end = over;
  });

  const loop: Loop = {
    isOver: () => stopped,
    async rest() {
      if (!nudged && !stopped) {
        await new Promise<void>((rested) => {
          const timer = setTimeout(rested, pollInterval);
          wake = () => {
            clearTimeout(timer);
            rested();
          };
        });
      }
      nudged = false;
    },
    pause: (milliseconds) =>
      milliseconds <= 0 || stopped ? Promise.resolve() : Promise.race([pause(milliseconds), ended]),
  };

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: name,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      query_timeout: 10_000,
      statement_timeout: 10_000,
      // A hanging process must not keep its locks forever.
      idle_in_transaction_session_timeout: 30_000,
    });
    client.on("error", () => wake());
    client.on("end", () => wake());
    try {
      await client.connect();
    } catch (error) {
      await close(client);
      throw error;
    }
    return client;
  }

  async function run(): Promise<void> {
    let isAway = false;
    while (!stopped) {
      let client: pg.Client | undefined;
      try {
        client = await connect();
        isAway = false;
        await work(client, loop);
      } catch (error) {
        if (!stopped) noteFailure("realtime", error);
        if (!stopped && !isAway)
          log.warn({ err: error, client: name }, "realtime is waiting for the database");
        isAway = true;
      }
      if (client) await close(client);
      await loop.pause(reconnectAfter);
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
      end();
      wake();
      await Promise.race([running, pause(2_000)]);
    },
  };
}

/** Doesn't wait for a server that doesn't respond. */
async function close(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), pause(1_000)]);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((over) => setTimeout(over, milliseconds).unref());
}
