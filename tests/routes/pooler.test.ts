import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { paths } from "~/paths";
import { createDatabaseRoles } from "~/platform/database-roles.server";
import { sessionSettings } from "~/platform/database-settings.server";
import { db, pool } from "~/platform/db.server";
import { startApp } from "../support/app";
import { makeContributor, makeCreator } from "../support/people";
import { pgbouncerProgram, startPgbouncer } from "../support/pgbouncer";
import { as } from "../support/request";
import { press } from "../support/submitting";
import { until } from "../support/until";

const directUrl = process.env.DATABASE_URL ?? "";

describe.skipIf(!pgbouncerProgram())("behind PgBouncer in transaction mode", () => {
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
  let app: Awaited<ReturnType<typeof startApp>>;
  let variables: Record<string, string>;
  beforeAll(async () => {
    const roles = (await createDatabaseRoles()).map(({ variable, address = "" }) => ({
      variable,
      address: new URL(address),
    }));
    const server = new URL(directUrl);
    pooler = await startPgbouncer(
      server,
      [server, ...roles.map(({ address }) => address)].map((one) => [one.username, one.password]),
    );
    variables = {
      DATABASE_PREPARE: "off",
      DATABASE_DIRECT_URL: directUrl,
      ...Object.fromEntries(roles.map(({ variable, address }) => [variable, pooler.through(address)])),
    };
    app = await startApp({ jobs: true, env: variables });
  });
  afterAll(async () => {
    await app.stop();
    await pooler.stop();
    const { rows } = await pool.query<{ name: string }>(
      "SELECT quote_ident(rolname) AS name FROM pg_roles WHERE rolname LIKE current_database() || '_%'",
    );
    for (const { name } of rows) await pool.query(`DROP ROLE ${name}`);
  });

  test("sessions of each pool have its settings", async () => {
    vi.resetModules();
    const { connectionOf } = await import("~/platform/database-pools.server");
    for (const [name, settings] of Object.entries(sessionSettings)) {
      const client = new pg.Client(connectionOf(name as keyof typeof sessionSettings));
      await client.connect();
      const { rows } = await client.query<{ name: string; setting: string }>(
        "SELECT name, setting FROM pg_settings WHERE name = ANY ($1)",
        [Object.keys(settings)],
      );
      await client.end();
      const read = Object.fromEntries(rows.map((row) => [row.name, row.setting]));
      expect([name, read]).toEqual([
        name,
        Object.fromEntries(Object.entries(settings).map(([setting, value]) => [setting, String(value)])),
      ]);
    }
  });

  test("pages are read, and a swipe and a message are stored", async () => {
    const [creator, contributor] = [
      await makeCreator({ name: "Cleo Creator", services: ["Writer"] }),
      await makeContributor({ name: "Ari Approved", services: ["Writer"] }),
    ];
    for (const [visitor, path] of [
      [as(null), paths.home()],
      [as(null), paths.contributors()],
      [as(creator), paths.dashboard()],
      [as(creator), paths.discover()],
      [as(creator), paths.messages()],
      [as(contributor), paths.profile(creator.userId)],
    ] as const)
      expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);

    expect((await press(as(creator), paths.profile(contributor.userId), "Like")).status).toBe(303);
    expect((await press(as(contributor), paths.profile(creator.userId), "Like")).status).toBe(303);
    expect(await db.match.count({ where: { creatorId: creator.userId } })).toBe(1);
    const form = paths.newMessage({ to: contributor.userId });
    const sent = await press(as(creator), form, "Send", { Message: "Over a pooler" });
    expect(sent.status).toBe(303);
    expect((await as(contributor).get(sent.location)).text).toContain("Over a pooler");
  });

  test("hints and jobs arrive, because both listen on a direct connection", async () => {
    const [creator, contributor] = [await makeCreator(), await makeContributor()];
    const stream = await as(contributor).open(paths.live());
    await press(as(creator), paths.newMessage({ to: contributor.userId }), "Send", { Message: "Hello" });
    await until(() => expect(stream.body()).toContain(`"kind":"messages"`));
    stream.leave();
    const { rows } = await pool.query(`
      SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'LISTEN "jobs:insert"%' AND usename = current_user`);
    expect(rows).toEqual([{ n: 1 }]);
  });

  describe("the server refuses to start", () => {
    async function problemsWith(changes: Record<string, string>): Promise<string[]> {
      vi.resetModules();
      Object.assign(process.env, variables, changes);
      const { checkDatabase } = await import("~/platform/database-check.server");
      return checkDatabase().then(
        () => [],
        (error) => error.problems,
      );
    }

    test("if DATABASE_DIRECT_URL goes through the pooler, even one that accepts our settings and ignores them", async () => {
      const { username, password } = new URL(directUrl);
      const silent = await startPgbouncer(
        new URL(directUrl),
        [[username, password]],
        ["ignore_startup_parameters = options"],
      );
      for (const { through } of [pooler, silent])
        expect(await problemsWith({ DATABASE_DIRECT_URL: through(directUrl) })).toEqual([
          expect.stringMatching(/^DATABASE_DIRECT_URL goes through a pooler/),
        ]);
      await silent.stop();
    });

    test("if DATABASE_PREPARE says that there's no pooler", async () => {
      const problems = await problemsWith({ DATABASE_PREPARE: "on" });
      expect(problems).toHaveLength(4);
      for (const problem of problems)
        expect(problem).toMatch(/^DATABASE_URL\w* goes through a pooler: set DATABASE_PREPARE=off/);
    });

    test("if a pool is configured with another pool's role", async () => {
      const problems = await problemsWith({ DATABASE_URL_JOBS: variables.DATABASE_URL ?? "" });
      expect(problems.join()).toMatch(
        /^DATABASE_URL_JOBS opens sessions whose enable_seqscan|statement_timeout/,
      );
      expect(problems.every((problem) => problem.startsWith("DATABASE_URL_JOBS "))).toBe(true);
    });
  });
});
