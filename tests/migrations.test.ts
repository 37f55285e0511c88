import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { defaultMigrations, defaultRules, migrate } from "../scripts/migrate.ts";
import { createDatabase } from "./support/database.ts";
import { withSchemaEngine } from "./support/schema-engine.ts";
import { until } from "./support/until";

const schema = fileURLToPath(new URL("../prisma/schema", import.meta.url));
const features = fileURLToPath(new URL("../app/features", import.meta.url));
const names = ["20261125080000_catalog", "20261125080100_accounts"];
const rules = (await readdir(defaultRules)).sort();

let database: Awaited<ReturnType<typeof createDatabase>>;

function eachWith(template?: string): void {
  beforeEach(async () => {
    database = await createDatabase(inject("databaseAdminUrl"), template);
  });
  afterEach(() => database.drop());
}

async function rows(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const added = "20991231000000_added";

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "matchcut-migrations-"));
  try {
    await cp(defaultMigrations, folder, { recursive: true });
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function addMigration(folder: string, script: string): Promise<void> {
  await mkdir(join(folder, added), { recursive: true });
  await writeFile(join(folder, added, "migration.sql"), script);
}

/** The first column of the trigger table in a feature's README. */
async function triggersIn(feature: string): Promise<string[]> {
  const readme = await readFile(join(features, feature, "README.md"), "utf8");
  const [, table = ""] = readme.split("| trigger ");
  return [...table.matchAll(/^\| (\w+) /gm)].map(([, name = ""]) => name);
}

/** How many statements are waiting for a lock on a table. */
async function waitingFor(table: string): Promise<number> {
  const [row] = await rows(
    `SELECT count(*)::int AS n FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`,
  );
  return Number(row?.n);
}

describe("migrations", () => {
  eachWith();

  test("result in exactly the Prisma schema", async () => {
    const drift = await withSchemaEngine(database.url, (engine) =>
      engine.diff({ migrations: defaultMigrations }, { schema }),
    );
    expect(drift).toBe("");
  });

  test("are applied once when three processes start together, and change nothing afterward", async () => {
    const applied = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    const [list = [], ...more] = applied.filter((one) => one.length > 0);
    expect([list, more]).toEqual([expect.arrayContaining(names), []]);
    expect(await rows("SELECT count(*)::int AS n FROM services")).toEqual([{ n: 37 }]);
    const before = await rows("SELECT * FROM _prisma_migrations ORDER BY migration_name");
    expect(await migrate(database.url)).toEqual([]);
    expect(await rows("SELECT * FROM _prisma_migrations ORDER BY migration_name")).toEqual(before);
  });

  test("continue where Prisma's engine stopped", async () => {
    const applied = await withSchemaEngine(database.url, (engine) =>
      engine.applyMigrations(defaultMigrations),
    );
    expect(applied).toEqual(expect.arrayContaining(names));
    expect(await migrate(database.url)).toEqual(rules);
  });
});

/** Each test begins with a copy of the template, which the same function has migrated. */
describe("migrations that have been applied", () => {
  eachWith(inject("databaseTemplate"));

  test("refuse a database from before the baselines, and explain how to start over", async () => {
    await rows(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('x', 'y', '20251121080000_tables', now())`);
    await expect(migrate(database.url)).rejects.toThrow(
      /20251121080000_tables .* Start over .* rm -r \.data/,
    );
  });

  test("create the job queue's functions", async () => {
    const [job] = await rows("SELECT (graphile_worker.add_job('nothing', '{}')).id IS NOT NULL AS added");
    expect(job).toEqual({ added: true });
  });

  test("are recorded as Prisma records them, so its own engine finds nothing left to do", async () => {
    expect(
      await withSchemaEngine(database.url, (engine) => engine.applyMigrations(defaultMigrations)),
    ).toEqual([]);
  });

  test("wait for a locked table without blocking its readers", async () => {
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await withFolder(async (folder) => {
      await addMigration(folder, 'ALTER TABLE "users" ADD COLUMN "shoe_size" int;');
      await reader.query('BEGIN; SELECT count(*) FROM "users"');
      const applying = migrate(database.url, folder);
      await until(async () => expect(await waitingFor("users")).toBe(1));
      // Readers queue behind a migration that's waiting for the lock, so this read succeeds only after the migration
      // has given up.
      await rows('SELECT count(*) FROM "users"');
      await reader.query("COMMIT");
      expect(await applying).toEqual([added]);
    });
    await reader.end();
  });

  test("refuse a file that was changed after it was applied, ignoring line endings", async () => {
    await withFolder(async (folder) => {
      const file = join(folder, names[1] ?? "", "migration.sql");
      const script = await readFile(file, "utf8");
      await writeFile(file, script.replaceAll("\n", "\r\n"));
      expect(await migrate(database.url, folder)).toEqual([]);
      await writeFile(file, `${script}\nSELECT 1;\n`);
      await addMigration(folder, "CREATE TABLE later (id int);");
      await expect(migrate(database.url, folder)).rejects.toThrow(/20261125080100_accounts was changed/);
      expect(await rows("SELECT to_regclass('later') AS later")).toEqual([{ later: null }]);
    });
  });

  test("from a newer version are ignored by an older one", async () => {
    await withFolder(async (folder) => {
      await addMigration(folder, "CREATE TABLE later (id int);");
      await migrate(database.url, folder);
    });
    expect(await migrate(database.url)).toEqual([]);
  });

  test("continue after one was killed halfway", async () => {
    await rows(`INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'y', '${added}')`);
    await withFolder(async (folder) => {
      await addMigration(folder, "CREATE TABLE later (id int);");
      expect(await migrate(database.url, folder)).toEqual([added]);
    });
  });

  test("are atomic, and can be fixed and run again", async () => {
    await withFolder(async (folder) => {
      const broken = "CREATE TABLE half (id int);\nINSERT INTO half VALUES ('a;b');\n";
      await addMigration(folder, broken);
      await expect(migrate(database.url, folder)).rejects.toThrow(/invalid input syntax for type integer/);
      expect(await rows("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
      await addMigration(folder, "CREATE TABLE half (id int);\n");
      expect(await migrate(database.url, folder)).toEqual([added]);
    });
  });

  test("rerun a changed file of functions and triggers, leave the others alone, and do so atomically", async () => {
    const folder = await mkdtemp(join(tmpdir(), "matchcut-sql-"));
    try {
      await cp(defaultRules, folder, { recursive: true });
      await writeFile(
        join(folder, "zones.sql"),
        "CREATE OR REPLACE FUNCTION zone_of() RETURNS int LANGUAGE sql AS 'SELECT 1';",
      );
      expect(await migrate(database.url, defaultMigrations, folder)).toEqual(["zones.sql"]);
      await writeFile(
        join(folder, "zones.sql"),
        "CREATE OR REPLACE FUNCTION zone_of() RETURNS int LANGUAGE sql AS 'SELECT 2';",
      );
      expect(await migrate(database.url, defaultMigrations, folder)).toEqual(["zones.sql"]);
      await writeFile(
        join(folder, "zones.sql"),
        "CREATE OR REPLACE FUNCTION zone_of() RETURNS int LANGUAGE sql AS 'SELECT 3'; SELECT 1/0;",
      );
      await expect(migrate(database.url, defaultMigrations, folder)).rejects.toThrow("division by zero");
      expect(await rows("SELECT zone_of() AS zone")).toEqual([{ zone: 2 }]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("create exactly the triggers that the features' READMEs list", async () => {
    const listed = (await Promise.all((await readdir(features)).map(triggersIn))).flat().sort();
    const made = await rows(`
      SELECT DISTINCT tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace`);
    expect(made.map(({ name }) => String(name)).sort()).toEqual(listed);
  });

  test("create functions whose bodies are still valid when their files run again", async () => {
    for (const file of rules) await rows(await readFile(join(defaultRules, file), "utf8"));
  });
});
