import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type DatabaseProxy, startDatabaseProxy } from "../../tests/support/database-proxy";

type Database = typeof import("./db.server");

let proxy: DatabaseProxy;
let database: Database;
beforeAll(async () => {
  await setDefault("timezone", "America/New_York");
  // Undoes a setting that only tests have.
  await setDefault("plan_cache_mode", "auto");
  proxy = await startDatabaseProxy(process.env.DATABASE_URL ?? "");
  Object.assign(process.env, { DATABASE_URL: proxy.url, DATABASE_TIMEOUT: "1500", DATABASE_POOL: "2" });
  database = await import("./db.server");
});
afterAll(async () => {
  await proxy.mend();
  await database.closeDatabase();
  await proxy.stop();
});

/**
 * Sets a default for the database's sessions, as a server's configuration does. Many servers use their machine's time
 * zone.
 */
async function setDefault(setting: string, value: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query(
    `ALTER DATABASE ${client.escapeIdentifier(client.database ?? "")} SET ${setting} TO '${value}'`,
  );
  await client.end();
}

async function isAway(work: () => Promise<unknown>): Promise<boolean> {
  return work().then(
    () => false,
    (error: unknown) => database.isDatabaseUnavailable(error),
  );
}

test("the database and the app agree on times, no matter what the server's time zone is", async () => {
  const { db } = database;
  const moment = new Date("2027-02-28T23:30:00Z");
  const [read] = await db.$queryRaw<{ moment: Date; text: string; today: string }[]>`
    SELECT ${moment.toISOString()}::timestamptz AS moment, ${moment}::timestamptz::text AS text,
           (${moment}::timestamptz::date)::text AS today`;
  expect(read).toEqual({ moment, text: "2027-02-28 23:30:00+00", today: "2027-02-28" });
});

test("every connection reads and writes in UTC: for pages, for jobs and for shared reads", async () => {
  const { db, jobDb, readRows, writeRows } = database;
  type Answer = { pid: number; zone: string; mode: string };
  const asked = `SELECT pg_backend_pid() AS pid, current_setting('TimeZone') AS zone,
    current_setting('plan_cache_mode') AS mode`;
  const read = () => readRows<Answer>("test-zone", asked, []);
  // The first reads may not find a pipeline yet. After that, both pipelines and the pool each handle some of the reads.
  const pipelined = async () => {
    const answers = (await Promise.all(Array.from({ length: 100 }, read))).flat();
    expect(new Set(answers.map(({ zone }) => zone))).toEqual(new Set(["UTC"]));
    return new Set(answers.filter(({ mode }) => mode === "force_generic_plan").map(({ pid }) => pid)).size;
  };
  await expect.poll(pipelined).toBe(2);
  const others = [
    await db.$queryRawUnsafe<Answer[]>(asked),
    await jobDb.$queryRawUnsafe<Answer[]>(asked),
    await writeRows<Answer>("test-zone-write", asked, []),
  ].flat();
  expect(others.map(({ zone, mode }) => `${zone} ${mode}`)).toEqual(Array(3).fill("UTC auto"));
});

test("pages find rows by their index even in a table of one row, and jobs scan that table", async () => {
  const { pool, readRows, jobDb } = database;
  await pool.query("CREATE TABLE one_row AS SELECT 1 AS id");
  await pool.query("CREATE UNIQUE INDEX one_row_key ON one_row (id)");
  await pool.query("ANALYZE one_row");
  type Line = { "QUERY PLAN": string };
  const text = "EXPLAIN SELECT FROM one_row WHERE id = 1";
  const plans = [
    await pool.query<Line>(text).then(({ rows }) => rows),
    await readRows<Line>("test-one-row", text, []),
    await jobDb.$queryRawUnsafe<Line[]>(text),
  ].map(([line]) => /Index|Seq/.exec(line?.["QUERY PLAN"] ?? "")?.[0]);
  expect(plans).toEqual(["Index", "Index", "Seq"]);
});

describe("prepared statements", () => {
  const kept = "SELECT count(*)::int AS n FROM pg_prepared_statements";
  type Kept = { n: number };

  /** How many statements each kind of connection has prepared. */
  async function countKept({ db, jobDb, readRows, writeRows }: Database): Promise<number[]> {
    const ways = [
      () => db.$queryRawUnsafe<Kept[]>(kept),
      () => db.$transaction((tx) => tx.$queryRawUnsafe<Kept[]>(kept)),
      () => jobDb.$queryRawUnsafe<Kept[]>(kept),
      () => readRows<Kept>("test-kept", kept, []),
      () => writeRows<Kept>("test-kept", kept, []),
    ];
    const counts: number[] = [];
    for (const ask of ways)
      counts.push(Math.max(...[await ask(), await ask(), await ask()].map(([row]) => row?.n ?? 0)));
    return counts;
  }

  test("are kept by each connection, including Prisma's", async () => {
    for (const count of await countKept(database)) expect(count).toBeGreaterThan(0);
  });

  test("aren't used behind a pooler that couldn't keep them", async () => {
    vi.resetModules();
    process.env.DATABASE_PREPARE = "off";
    const unprepared = await import("./db.server");
    try {
      expect(await countKept(unprepared)).toEqual([0, 0, 0, 0, 0]);
    } finally {
      delete process.env.DATABASE_PREPARE;
      await unprepared.closeDatabase();
    }
  });

  test("have at most a thousand names, and each name belongs to one statement", async () => {
    vi.resetModules();
    const { nameOf, plannedEachTime } = await import("./statement-names.server");
    expect(nameOf(`SELECT ${plannedEachTime}`)).toBe("");
    const nameAll = () => Array.from({ length: 1_500 }, (_, n) => nameOf(`SELECT ${n}`));
    const named = nameAll().filter(Boolean);
    expect(named).toHaveLength(1_000);
    expect(new Set(named).size).toBe(1_000);
    expect(nameAll().filter(Boolean)).toEqual(named);
    // Don't keep these names, because a check after all the tests counts the names in use.
    vi.resetModules();
  });

  describe("after a migration that changes their result", () => {
    const text = (table: string) => `SELECT n FROM ${table}`;
    /** Enough to use both connections of the pool and both pipelines. */
    const times = 20;

    async function migrateBetween(table: string, work: () => Promise<unknown[]>): Promise<unknown[]> {
      const { pool } = database;
      await pool.query(`CREATE TABLE ${table} AS SELECT 1 AS n`);
      await Promise.all(Array.from({ length: times }, work));
      await pool.query(`ALTER TABLE ${table} ALTER n TYPE text`);
      return Promise.all(Array.from({ length: times }, work));
    }

    test.each([
      ["pages' reads", () => database.readRows("test-stale-read", text("stale_reads"), []), "stale_reads"],
      [
        "named writes",
        () => database.writeRows("test-stale-write", text("stale_writes"), []),
        "stale_writes",
      ],
      [
        "Prisma's statements",
        () => database.db.$queryRawUnsafe<unknown[]>(text("stale_prisma")),
        "stale_prisma",
      ],
      ["jobs' statements", () => database.jobDb.$queryRawUnsafe<unknown[]>(text("stale_jobs")), "stale_jobs"],
    ])("%s are repeated", async (_, work, table) => {
      for (const rows of await migrateBetween(table, work)) expect(rows).toEqual([{ n: "1" }]);
    });

    test("only they lose their name, and not a statement that fails for another reason", async () => {
      const { noteStalePlan, prepared } = await import("./statement-names.server");
      const query = { name: "test-renamed", text: "SELECT 1 AS renamed" };
      expect(noteStalePlan({ code: "22012" }, query)).toBe(false);
      expect(prepared(query)).toEqual(query);
      expect(noteStalePlan({ code: "0A000" }, query)).toBe(true);
      expect(prepared(query)).toEqual({ ...query, name: undefined });
    });

    test("a transaction fails as if the database were down, and its connection is closed", async () => {
      const { db, pool } = database;
      const work = () =>
        db.$transaction((tx) =>
          tx.$queryRawUnsafe<{ n: unknown; pid: number }[]>(`
          SELECT n, pg_backend_pid() AS pid FROM stale_transaction`),
        );
      await pool.query("CREATE TABLE stale_transaction AS SELECT 1 AS n");
      const both = (await Promise.all([work(), work()])).flat().map(({ pid }) => pid);
      await pool.query("ALTER TABLE stale_transaction ALTER n TYPE text");
      expect(await isAway(work)).toBe(true);
      const after = (await Promise.all([work(), work(), work()])).flat();
      expect(after.map(({ n }) => n)).toEqual(["1", "1", "1"]);
      const { rows } = await pool.query("SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1)", [both]);
      expect(rows.length).toBeLessThan(new Set(both).size);
    });
  });
});

describe("a slow statement is canceled", () => {
  test("for a page sooner than for a job", async () => {
    const { db, jobDb } = database;
    expect(await isAway(() => db.$queryRaw`SELECT pg_sleep(2)::text`)).toBe(true);
    expect(await isAway(() => jobDb.$queryRaw`SELECT pg_sleep(2)::text`)).toBe(false);
  });

  test("while it waits for a lock", async () => {
    const { db } = database;
    const holder = new pg.Client({ connectionString: proxy.url });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
    expect(await isAway(() => db.user.count())).toBe(true);
    expect(await isAway(() => db.$queryRaw`SELECT count(*)::int FROM users`)).toBe(true);
    expect(await isAway(() => db.$transaction((tx) => tx.user.count()))).toBe(true);
    expect(await isAway(() => database.readRows("test-users", "SELECT id FROM users", []))).toBe(true);
    await holder.end();
    expect(await db.user.count()).toBe(0);
  });

  test("and an idle transaction releases its locks", async () => {
    const { db, pool } = database;
    const idle = await pool.connect();
    const ended = new Promise((gone) => idle.once("error", gone));
    await idle.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
    await ended;
    idle.release(true);
    expect(await db.user.count()).toBe(0);
  });
});

test("connections that don't respond anymore are replaced, even during a transaction", async () => {
  const { db, pool } = database;
  await Promise.all([db.user.count(), db.user.count()]);
  const before = pool.totalCount;
  proxy.freeze();
  const asked = [
    isAway(() => db.$transaction((tx) => tx.user.count())),
    isAway(() => db.user.count()),
    isAway(() => db.user.count()),
  ];
  expect(await Promise.all(asked)).toEqual([true, true, true]);
  // Only new connections get through. The frozen ones stay frozen.
  proxy.acceptNew();
  await expect.poll(() => db.user.count().catch(() => "away")).toBe(0);
  expect(await Promise.all([db.user.count(), db.user.count(), db.user.count()])).toEqual([0, 0, 0]);
  expect(pool.totalCount).toBeLessThanOrEqual(before);
});

test("PgBouncer's errors count as a database outage", async () => {
  const refusing = `DO $$ BEGIN RAISE EXCEPTION 'query_wait_timeout' USING ERRCODE = '08P01'; END $$`;
  expect(await isAway(() => database.db.$executeRawUnsafe(refusing))).toBe(true);
  expect(await isAway(() => database.pool.query(refusing))).toBe(true);
});

test("a deadlock counts as a database outage, and so does a server whose name can't be resolved", async () => {
  const { db, pool } = database;
  const deadlock = `DO $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END $$`;
  expect(await isAway(() => db.$executeRawUnsafe(deadlock))).toBe(true);
  expect(await isAway(() => db.$transaction((tx) => tx.$executeRawUnsafe(deadlock)))).toBe(true);
  expect(await isAway(() => pool.query(deadlock))).toBe(true);
  const lost = new pg.Client({ host: "nowhere.invalid" });
  expect(await isAway(() => lost.connect())).toBe(true);
});

test("our own errors don't count as a database outage", async () => {
  expect(await isAway(() => database.db.$queryRaw`SELECT 1/0`)).toBe(false);
  expect(await isAway(() => database.db.$queryRaw`SELECT nonsense`)).toBe(false);
});

describe("reads that share a connection", () => {
  async function withClient<Result>(act: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ connectionString: proxy.url });
    await client.connect();
    try {
      return await act(client);
    } finally {
      await client.end();
    }
  }

  const echo = async (n: number) => {
    const [row] = await database.readRows<{ n: number }>("test-echo", "SELECT $1::int AS n", [n]);
    return row?.n;
  };
  const numbers = Array.from({ length: 200 }, (_, n) => n);

  test("get their own results", async () => {
    expect(await Promise.all(numbers.map(echo))).toEqual(numbers);
  });

  test("finish even if another read fails or is slow", async () => {
    const { readRows } = database;
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const failed = readRows("test-failure", "SELECT 1 / $1::int", [0]).catch((error: unknown) => error);
    const slow = readRows("test-slow", "SELECT pg_sleep($1)", [0.7]).then(note("slow"));
    const quick = Promise.all(numbers.slice(0, 20).map(echo)).then(note("quick"));
    await Promise.all([slow, quick]);
    expect(order).toEqual(["quick", "slow"]);
    expect(String(await failed)).toContain("division by zero");
  });

  test("are repeated when their connection is lost", async () => {
    await withClient(async (client) => {
      const sleeping = numbers.slice(0, 6).map(async (n) => {
        const [row] = await database.readRows<{ n: number }>(
          "test-lost",
          "SELECT $1::int AS n, pg_sleep(0.3) /* sleeping */",
          [n],
        );
        return row?.n;
      });
      // Idle connections stay, because the pool can't know right away that it has lost one.
      const endReads = () =>
        client.query(`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND state = 'active' AND query LIKE '%/* sleeping */'`);
      await expect.poll(async () => (await endReads()).rowCount).toBeGreaterThan(0);
      expect(await Promise.all(sleeping)).toEqual(numbers.slice(0, 6));
    });
    expect(await Promise.all(numbers.map(echo))).toEqual(numbers);
  });

  test("stop waiting for a locked table right away, and the pool repeats them, so that other reads don't wait", async () => {
    const locked = () =>
      database.readRows("test-locked", "SELECT count(*)::int AS n FROM newsletter_subscribers", []);
    await withClient(async (client) => {
      await client.query("BEGIN; LOCK TABLE newsletter_subscribers IN ACCESS EXCLUSIVE MODE");
      const reads = [locked(), locked(), locked()];
      // These reads queue behind the locked ones, on the same two connections.
      expect(await Promise.all([1, 2, 3, 4].map(echo))).toEqual([1, 2, 3, 4]);
      // The locked reads wait in the pool, once it has connected. The transaction would see the same activity each time.
      const countWaiting = (watcher: pg.Client) =>
        watcher.query(`
          SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%newsletter_subscribers%'`);
      await withClient((watcher) =>
        expect.poll(async () => (await countWaiting(watcher)).rowCount).toBeGreaterThan(0),
      );
      await client.query("COMMIT");
      expect(await Promise.all(reads)).toHaveLength(3);
    });
  });
});
