import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { defaultMigrations, migrate } from "../scripts/migrate.ts";
import { withSchemaEngine } from "../scripts/schema-engine.ts";
import { createDatabase } from "./support/database.ts";

const schema = fileURLToPath(new URL("../prisma/schema", import.meta.url));
const names = ["20261121080000_tables", "20261121080100_rules", "20261121080200_catalog"];

let database: Awaited<ReturnType<typeof createDatabase>>;

beforeEach(async () => {
  database = await createDatabase(inject("databaseAdminUrl"));
});
afterEach(() => database.drop());

async function rows(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe("migrations", () => {
  test("lead to exactly what the Prisma schema says", async () => {
    const drift = await withSchemaEngine(database.url, (engine) =>
      engine.diff({ migrations: defaultMigrations }, { schema }),
    );
    expect(drift).toBe("");
  });

  test("apply once, and then change nothing", async () => {
    expect(await migrate(database.url)).toEqual(expect.arrayContaining(names));
    const before = await rows("SELECT * FROM _prisma_migrations ORDER BY migration_name");
    expect(await migrate(database.url)).toEqual([]);
    expect(await rows("SELECT * FROM _prisma_migrations ORDER BY migration_name")).toEqual(before);
  });

  test("apply once when three processes start together", async () => {
    const applied = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(applied.filter((list) => list.length > 0)).toHaveLength(1);
    expect(await rows("SELECT count(*)::int AS n FROM services")).toEqual([{ n: 37 }]);
  });

  test("make the job queue's functions", async () => {
    await migrate(database.url);
    const [job] = await rows("SELECT (graphile_worker.add_job('nothing', '{}')).id IS NOT NULL AS added");
    expect(job).toEqual({ added: true });
  });

  test("happen entirely or not at all, and can be put right", async () => {
    const folder = await mkdtemp(join(tmpdir(), "matchcut-migrations-"));
    try {
      await cp(defaultMigrations, folder, { recursive: true });
      const broken = "CREATE TABLE half (id int);\nINSERT INTO half VALUES ('a;b');\n";
      await cp(join(folder, names[0] ?? ""), join(folder, "20991231000000_broken"), { recursive: true });
      await writeFile(join(folder, "20991231000000_broken", "migration.sql"), broken);
      await expect(migrate(database.url, folder)).rejects.toThrow(/invalid input syntax for type integer/);
      expect(await rows("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
      await writeFile(
        join(folder, "20991231000000_broken", "migration.sql"),
        "CREATE TABLE half (id int);\n",
      );
      expect(await migrate(database.url, folder)).toEqual(["20991231000000_broken"]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
