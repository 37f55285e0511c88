import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { type Cluster, ensureDatabase, startPostgres } from "../../scripts/embedded-postgres";
import { migrate } from "../../scripts/migrate";
import { startApp } from "../support/app";
import type { Person } from "../support/people";
import { startReplica } from "../support/replica";
import { as } from "../support/request";
import { press } from "../support/submitting";
import { until } from "../support/until";

const token = "a-token-for-the-metrics-of-tests";
let folder: string;
let primary: Cluster;
let replica: Cluster;
/** Queries the replica; `home` queries the primary. */
let away: pg.Client;
let home: pg.Client;
let app: Awaited<ReturnType<typeof startApp>>;
let admin: Person;
let db: typeof import("~/platform/db.server");
let people: typeof import("../support/people");
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matchcut-replica-"));
  const place = (name: string) => join(folder, name);
  primary = await startPostgres(place("primary"));
  const url = await ensureDatabase(primary, "matchcut");
  await migrate(url);
  replica = await startReplica(primary, place("primary"), place("replica"));
  const addresses = { DATABASE_URL: url, DATABASE_REPLICA_URL: replica.url("matchcut") };
  Object.assign(process.env, addresses);
  vi.resetModules();
  [db, people] = [await import("~/platform/db.server"), await import("../support/people")];
  admin = await people.makeAdmin();
  app = await startApp({ jobs: true, env: { ...addresses, METRICS_TOKEN: token } });
  away = new pg.Client({ connectionString: replica.url("matchcut") });
  home = new pg.Client({ connectionString: url });
  for (const client of [away, home]) {
    client.on("error", () => {});
    await client.connect();
  }
  await untilState("current");
}, 120_000);
afterAll(async () => {
  await app.stop();
  await db.closeDatabase();
  await Promise.all([away.end().catch(() => {}), home.end()]);
  await replica.stop();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

async function metrics(): Promise<string> {
  return (await as(null).get("/metrics", { headers: { Authorization: `Bearer ${token}` } })).html;
}

const untilState = (state: string) =>
  until(async () => expect(await metrics()).toContain(`matchcut_replica_state{state="${state}"} 1`));

/**
 * Whether the last statement of one of the product's connections to that server contains this text and began after a
 * given time.
 */
async function ranOn(client: pg.Client, text: string, since: Date): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity
      WHERE datname = 'matchcut' AND pid <> pg_backend_pid() AND query LIKE $1 AND query_start >= $2`,
    [`%${text}%`, since],
  );
  return rows.length > 0;
}

const untilReplicaHasIt = async () => {
  const { rows } = await home.query("SELECT pg_current_wal_insert_lsn() AS at");
  await until(async () => {
    const { rows: there } = await away.query("SELECT pg_last_wal_replay_lsn() >= $1 AS is", [rows[0]?.at]);
    expect(there).toEqual([{ is: true }]);
  });
};

describe("reads from a replica", () => {
  test.each([
    ["the directory", () => as(null).get(paths.contributors({ after: "w1" })), "WITH ORDINALITY AS one"],
    ["the landing page", () => as(null).get(`${paths.home()}?from=a`), "WITH ORDINALITY AS one"],
    [
      "a sitemap",
      () => as(null).get(sitePaths.sitemapPart("contributors-0")),
      "profile_id AND EXISTS (SELECT FROM findable",
    ],
    ["an admin list", () => as(admin).get(adminPaths.subscribers()), "FROM newsletter_subscribers n"],
    ["an admin list's file", () => as(admin).get(`${adminPaths.refunds()}.csv`), "refund"],
    ["analytics", async () => as(await people.makeContributor()).get(paths.analytics()), "member_activity"],
  ])("%s is read from the replica", async (_, read, text) => {
    const begun = new Date();
    expect((await read()).status).toBe(200);
    expect([await ranOn(away, text, begun), await ranOn(home, text, begun)]).toEqual([true, false]);
  });
});

describe("while the replica has stopped following the primary", () => {
  beforeAll(() => away.query("SELECT pg_wal_replay_pause()"));
  afterAll(async () => {
    await away.query("SELECT pg_wal_replay_resume()");
    await untilState("current");
  });

  test("people see what they've just written", async () => {
    const { rows } = await home.query<{ id: string }>(`
      INSERT INTO newsletter_subscribers (email, source, confirmed_at) VALUES ('zoe@example.com', 'footer', now())
      RETURNING id`);
    await away.query("SELECT pg_wal_replay_resume()");
    await untilReplicaHasIt();
    await untilState("current");
    await away.query("SELECT pg_wal_replay_pause()");
    const visitor = as(admin);
    const list = () => visitor.get(adminPaths.subscribers());
    expect((await list()).text).toContain("zoe@example.com");
    const place = adminPaths.removeSubscriber(rows[0]?.id ?? "");
    const removed = await press(visitor, place, "Remove", { Reason: "They asked us to, by phone." });
    expect(removed.status).toBe(303);
    expect((await list()).text).not.toContain("zoe@example.com");
  });

  test("everything is read from the primary once the delay exceeds the limit", async () => {
    await people.makeMember();
    await untilState("late");
    expect(Number(/^matchcut_replica_delay_seconds (.*)$/m.exec(await metrics())?.[1])).toBeGreaterThan(10);
    await home.query(`
      INSERT INTO newsletter_subscribers (email, source, confirmed_at) VALUES ('yan@example.com', 'footer', now())`);
    expect((await as(admin).get(adminPaths.subscribers())).text).toContain("yan@example.com");
    expect((await as(admin).get(paths.admin())).text).toMatch(
      /Replica Late \d+\.\d seconds behind the primary\. Reads go to the primary\./,
    );
  });
});

test("a copy of someone's data is read from the replica, once the replica has everything they wrote before they asked", async () => {
  const person = await people.makeCreator({ name: "Cleo Creator", bio: "Written just now" });
  const begun = new Date();
  await press(as(person), paths.ownData(), "Make a copy");
  const link = await until(async () => {
    const { html } = await as(person).get(paths.ownData());
    const [address] = new RegExp(`${paths.dataExport("")}[0-9a-f-]{36}`).exec(html) ?? [];
    if (!address) throw new Error("it isn't ready");
    return address;
  });
  expect((await as(person).get(link)).status).toBe(200);
  // Only exports use transactions on the replica.
  expect(await ranOn(away, "COMMIT", begun)).toBe(true);
});

test("everything is read from the primary if the replica has been promoted, or is down", async () => {
  const [address, visitor] = [adminPaths.subscribers(), as(admin)];
  await away.query("SELECT pg_promote()");
  await untilState("away");
  await away.query(
    "INSERT INTO newsletter_subscribers (email, source, confirmed_at) VALUES ('stray@example.com', 'footer', now())",
  );
  const page = await visitor.get(address);
  expect([page.status, page.text.includes("stray@example.com")]).toEqual([200, false]);
  await replica.stop();
  expect((await visitor.get(address)).status).toBe(200);
  expect((await visitor.get(paths.admin())).text).toContain("Replica Failing Reads go to the primary.");
  expect(await metrics()).toContain('matchcut_replica_state{state="away"} 1');
});
