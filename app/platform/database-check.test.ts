import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { createDatabase } from "../../tests/support/database";

const environment = { ...process.env };
const url = process.env.DATABASE_URL ?? "";
const bystander = `matchcut_test_bystander_${randomBytes(6).toString("hex")}`;
let other: Awaited<ReturnType<typeof createDatabase>>;
let admin: pg.Client;
beforeAll(async () => {
  other = await createDatabase(inject("databaseAdminUrl"));
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  // Undoes a setting that only tests have.
  await admin.query(`ALTER DATABASE ${admin.escapeIdentifier(admin.database ?? "")} RESET plan_cache_mode`);
  await admin.query(`CREATE ROLE ${bystander} LOGIN PASSWORD 'a'`);
});
afterAll(async () => {
  const { rows } = await admin.query(
    "SELECT rolname FROM pg_roles WHERE rolname LIKE current_database() || '_%'",
  );
  for (const { rolname } of [...rows, { rolname: bystander }]) await admin.query(`DROP ROLE ${rolname}`);
  await admin.end();
  await other.drop();
});
beforeEach(() => vi.resetModules());
afterEach(async () => {
  const { closeDatabase } = await import("./db.server");
  await closeDatabase();
  process.env = { ...environment };
});

/** The problems that the server reports instead of starting with these variables. */
async function problemsWith(variables: Record<string, string>): Promise<string[]> {
  Object.assign(process.env, variables);
  const { checkDatabase } = await import("./database-check.server");
  return checkDatabase().then(
    () => [],
    (error) => error.problems,
  );
}

function as(role: string, password: string): string {
  const address = new URL(url);
  [address.username, address.password] = [role, password];
  return address.href;
}

test("accepts a database whose sessions take the pools' settings, even for a role with few rights", async () => {
  expect(await problemsWith({})).toEqual([]);
  vi.resetModules();
  expect(await problemsWith({ DATABASE_URL_HEALTH: as(bystander, "a") })).toEqual([]);
});

test("refuses a URL that points to another database, and names its variable", async () => {
  for (const name of [
    "DATABASE_URL_PIPELINES",
    "DATABASE_URL_JOBS",
    "DATABASE_URL_HEALTH",
    "DATABASE_REPLICA_URL",
  ]) {
    vi.resetModules();
    process.env = { ...environment };
    expect(await problemsWith({ [name]: other.url })).toEqual([
      `${name} points to a different database than DATABASE_DIRECT_URL`,
    ]);
  }
});

test("refuses a wrong password, but accepts a database that's down, because it may come back", async () => {
  expect(await problemsWith({ DATABASE_URL_JOBS: as(bystander, "b") })).toEqual([
    expect.stringMatching(/^DATABASE_URL_JOBS can't be used: password authentication failed/),
  ]);
  for (const name of ["DATABASE_URL_JOBS", "DATABASE_REPLICA_URL"]) {
    vi.resetModules();
    expect(await problemsWith({ [name]: "postgresql://a@127.0.0.1:1/a" })).toEqual([]);
  }
});

test("behind a pooler, requires a role with its pool's settings for each variable, and a command creates the roles", async () => {
  const problems = await problemsWith({ DATABASE_PREPARE: "off" });
  for (const text of [
    /^DATABASE_URL opens sessions whose statement_timeout is 0, not 15000: .*database-roles/,
    /^DATABASE_URL_PIPELINES .* plan_cache_mode is auto, not force_generic_plan/,
    /^DATABASE_URL_JOBS .* statement_timeout is 0, not 225000/,
    /^DATABASE_URL_HEALTH .* statement_timeout is 0, not 800/,
  ])
    expect(problems).toContainEqual(expect.stringMatching(text));

  vi.resetModules();
  const { createDatabaseRoles } = await import("./database-roles.server");
  const made = await createDatabaseRoles();
  const addresses = Object.fromEntries(made.map(({ variable, address }) => [variable, address ?? ""]));
  vi.resetModules();
  expect(await problemsWith({ DATABASE_PREPARE: "off", ...addresses })).toEqual([]);

  // The server refuses settings from another DATABASE_TIMEOUT until the command has renewed them. The passwords stay.
  vi.resetModules();
  const slower = {
    DATABASE_PREPARE: "off",
    DATABASE_DIRECT_URL: url,
    DATABASE_TIMEOUT: "20000",
    ...addresses,
  };
  expect((await problemsWith(slower)).length).toBeGreaterThan(0);
  vi.resetModules();
  const again = await (await import("./database-roles.server")).createDatabaseRoles();
  expect(again.map(({ address }) => address)).toEqual([undefined, undefined, undefined, undefined]);
  vi.resetModules();
  expect(await problemsWith(slower)).toEqual([]);
});
