import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type DatabaseProxy, startDatabaseProxy } from "../../../tests/support/database-proxy";
import { numberedHint } from "../../../tests/support/hints";
import { until } from "../../../tests/support/until";
import { pool } from "../db.server";
import { runOnConnection } from "./database-connection.server";
import { createHub, type Hub } from "./hub.server";
import { startLocalRealtime } from "./local-realtime.server";
import type { RealtimePort } from "./realtime-port.server";

const take = `
  taken AS (
    DELETE FROM waiting WHERE id = ANY (ARRAY(SELECT id FROM waiting ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING person_id, n
  ), announcement AS (SELECT person_id, jsonb_build_object('kind', 'messages', 'conversationId', 'numbered', 'seq', n) AS hint FROM taken)`;

interface Process {
  hub: Hub;
  adapter: RealtimePort;
}
const running: Process[] = [];
const proxies: DatabaseProxy[] = [];

beforeAll(() => pool.query("CREATE TABLE waiting (id bigserial PRIMARY KEY, person_id uuid, n int)"));
beforeEach(() => pool.query("TRUNCATE waiting"));
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ adapter }) => adapter.stop()));
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()));
});

/** A process of the app, consisting of a hub and a database connection. Resolves once it's listening. */
async function start(url = process.env.DATABASE_URL ?? "", onTaken?: () => void): Promise<Process> {
  const hub = createHub();
  const connected = new Promise<void>((resolve) => {
    const unsubscribe = hub.subscribe("starting", () => {
      unsubscribe();
      resolve();
    });
  });
  const adapter = startLocalRealtime(url, hub, take, onTaken);
  const started = { hub, adapter };
  running.push(started);
  await connected;
  return started;
}

/** "again" marks a request to check for missed hints. */
function collectHints(hub: Hub, personId: string): (number | "again")[] {
  const received: (number | "again")[] = [];
  hub.subscribe(personId, (hint) => received.push("seq" in hint ? Number(hint.seq) : "again"));
  return received;
}

const leave = (personIds: string[], numbers: number[]) =>
  pool.query(
    "INSERT INTO waiting (person_id, n) SELECT p, n FROM unnest($1::uuid[]) p, unnest($2::int[]) n ORDER BY n",
    [personIds, numbers],
  );
const isEmpty = async () => (await pool.query("SELECT FROM waiting")).rowCount === 0;
const sorted = (received: (number | "again")[]) =>
  [...received].sort((one, other) => Number(one) - Number(other));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("two processes behind one database", () => {
  test("each receive every hint once, no matter which one announces it, and no one else receives any", async () => {
    const [one, other] = [await start(), await start()];
    const [person, stranger] = [randomUUID(), randomUUID()];
    const listeners = [one, other].map(({ hub }) => collectHints(hub, person));
    const ofStranger = collectHints(one.hub, stranger);
    await Promise.all(
      upTo(40).map(async (n) => {
        await leave([person], [n]);
        (n % 2 ? one : other).adapter.nudge();
      }),
    );
    for (const received of listeners) await until(() => expect(sorted(received)).toEqual(upTo(40)));
    expect(ofStranger).toEqual([]);
    expect(await isEmpty()).toBe(true);
  });

  test("find rows left by a killed process without a nudge", async () => {
    const person = randomUUID();
    await leave([person], [1]);
    const { hub } = await start();
    const received = collectHints(hub, person);
    await leave([person], [2]);
    await until(() => expect(received).toContain(2));
    expect(await isEmpty()).toBe(true);
  });

  test("say once per batch that they've taken rows, so that the relay starts", async () => {
    let taken = 0;
    const { adapter } = await start(undefined, () => {
      taken += 1;
    });
    expect(taken).toBe(0);
    await leave([randomUUID()], [1, 2, 3]);
    adapter.nudge();
    await until(() => expect(taken).toBe(1));
    expect(await isEmpty()).toBe(true);
  });

  test("splits payloads for many people and for many hints", async () => {
    const { hub, adapter } = await start();
    const crowd = Array.from({ length: 300 }, () => randomUUID());
    const listeners = crowd.map((person) => collectHints(hub, person));
    await leave(crowd, [1]);
    await leave(crowd.slice(0, 1), upTo(1_200).slice(1));
    adapter.nudge();
    await until(() => expect(sorted(listeners[0] ?? [])).toEqual(upTo(1_200)));
    for (const received of listeners.slice(1)) await until(() => expect(received).toEqual([1]));
  });
});

describe("a connection that breaks", () => {
  test("is replaced, and tells all listeners to check for missed hints", async () => {
    const { hub } = await start();
    const person = randomUUID();
    const received = collectHints(hub, person);
    const { rowCount } = await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'matchcut-live'`,
    );
    expect(rowCount).toBe(1);
    await until(() => expect(received).toEqual(["again"]));
    await leave([person], [1]);
    await until(() => expect(received).toEqual(["again", 1]));
  });

  test("loses nothing while the database is down, because hints are announced afterward", async () => {
    const proxy = await startDatabaseProxy(process.env.DATABASE_URL ?? "");
    proxies.push(proxy);
    const { hub, adapter } = await start(proxy.url);
    const person = randomUUID();
    const received = collectHints(hub, person);
    await proxy.cut();
    await leave([person], [1, 2, 3]);
    adapter.nudge();
    expect(await isEmpty()).toBe(false);
    await proxy.mend();
    // The order doesn't matter: each hint causes a fetch, which returns everything in order.
    await until(() => expect(sorted(received.slice(1))).toEqual([1, 2, 3]));
    expect(received[0]).toBe("again");
    expect(await isEmpty()).toBe(true);
  });

  test("that breaks repeatedly loses nothing: listeners receive each number or a hint to check again after it", async () => {
    const person = randomUUID();
    const proxy = await startDatabaseProxy(process.env.DATABASE_URL ?? "");
    proxies.push(proxy);
    const [steady, shaky] = [await start(), await start(proxy.url)];
    const received = { steady: collectHints(steady.hub, person), shaky: collectHints(shaky.hub, person) };
    for (const n of upTo(8)) {
      await leave([person], [n]);
      shaky.adapter.nudge();
      await proxy.cut();
      await proxy.mend();
    }
    await until(() => expect(new Set(received.steady)).toEqual(new Set(upTo(8))));
    // Duplicates are allowed; losses aren't.
    await until(() => expect(received.shaky.includes(8) || received.shaky.at(-1) === "again").toBe(true));
  });
});

test("a hint that's delivered early reaches local listeners once, and other processes as usual", async () => {
  const [here, there] = [await start(), await start()];
  const person = randomUUID();
  const [near, far] = [collectHints(here.hub, person), collectHints(there.hub, person)];
  here.hub.deliverFirst([person], numberedHint(1));
  expect(near).toEqual([1]);
  await leave([person], [1, 2]);
  there.adapter.nudge();
  await until(() => expect(sorted(far)).toEqual([1, 2]));
  await until(() => expect(sorted(near)).toEqual([1, 2]));
});

test("a connection rests until it's nudged, and doesn't miss a nudge that comes while it's working", async () => {
  // The clock is stopped, so only a nudge can end a rest.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  let rounds = 0;
  let midway = () => {};
  const adapter = runOnConnection(process.env.DATABASE_URL ?? "", "resting", async (client, loop) => {
    while (!loop.isOver()) {
      rounds += 1;
      midway();
      await client.query("SELECT");
      await loop.rest();
    }
  });
  try {
    await vi.waitUntil(() => rounds > 0);
    for (let query = 0; query < 20; query += 1) await pool.query("SELECT");
    expect(rounds).toBe(1);
    midway = () => {
      midway = () => {};
      adapter.nudge();
    };
    adapter.nudge();
    await vi.waitUntil(() => rounds > 2);
    for (let query = 0; query < 20; query += 1) await pool.query("SELECT");
    expect(rounds).toBe(3);
  } finally {
    vi.useRealTimers();
    await adapter.stop();
  }
});
