import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { defaultMigrations, migrate } from "../scripts/migrate.ts";
import { createDatabase } from "./support/database.ts";
import { withSchemaEngine } from "./support/schema-engine.ts";

const schema = fileURLToPath(new URL("../prisma/schema", import.meta.url));
const names = ["20261121080000_tables", "20261121080100_rules", "20261121080200_catalog"];

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

/** Statements waiting for a lock on a table. */
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

  test("give older members their Free plan record, and leave other records alone", async () => {
    const folder = await mkdtemp(join(tmpdir(), "matchcut-migrations-"));
    try {
      await cp(defaultMigrations, folder, { recursive: true });
      await rm(join(folder, "20261121235200_first_subscriptions"), { recursive: true });
      await migrate(database.url, folder);
      await rows(`INSERT INTO users (email, password_hash, created_at) VALUES
        ('early@example.com', 'x', '2026-10-01T12:00:00Z'), ('paying@example.com', 'x', now())`);
      await rows(`INSERT INTO user_subscriptions (user_id, email, plan_type, tier_id, current_period_end)
        SELECT u.id, u.email, 'pro', t.id, now() + interval '1 month' FROM users u, subscription_tiers t
         WHERE u.email = 'paying@example.com' AND t.name = 'pro'`);
      expect(await migrate(database.url)).toEqual(["20261121235200_first_subscriptions"]);
      expect(
        await rows(`SELECT s.email, s.plan_type, t.name, s.current_period_end - u.created_at = interval '14 days' AS fortnight
          FROM user_subscriptions s JOIN users u ON u.id = s.user_id JOIN subscription_tiers t ON t.id = s.tier_id ORDER BY 1`),
      ).toEqual([
        { email: "early@example.com", plan_type: "free", name: "free", fortnight: true },
        { email: "paying@example.com", plan_type: "pro", name: "pro", fortnight: false },
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("take the names of earlier acts out of the audit log, which no one else may change", async () => {
    await withFolder(async (folder) => {
      const [moving, id] = ["20261203010100_act_names", "00000000-0000-4000-8000-000000000001"];
      await rm(join(folder, moving), { recursive: true });
      await migrate(database.url, folder);
      await rows(`INSERT INTO users (id, email, password_hash) VALUES ('${id}', 'a@example.com', 'x')`);
      const details = '{"reason": "Ours", "before": {"name": "Old"}, "after": {"name": "New"}}';
      await rows(`INSERT INTO audit_log (action, subject_id, details) VALUES ('person.rename', '${id}', '${details}'),
        ('person.rename', gen_random_uuid(), '${details}'), ('usage.reset', '${id}', '{"before": {"posts": 1}}')`);
      expect(await migrate(database.url)).toEqual([moving]);
      expect(await rows("SELECT details FROM audit_log ORDER BY id")).toEqual([
        { details: { reason: "Ours" } },
        { details: { reason: "Ours" } },
        { details: { before: { posts: 1 } } },
      ]);
      expect(await rows("SELECT person_id, before, after FROM act_names")).toEqual([
        { person_id: id, before: "Old", after: "New" },
      ]);
      await expect(rows("UPDATE audit_log SET details = '{}'")).rejects.toThrow("append-only");
    });
  });

  test("make ordinary conversations of requests between people who have connected since, and of no others", async () => {
    await withFolder(async (folder) => {
      const repair = "20261209010000_connected_requests";
      await rm(join(folder, repair), { recursive: true });
      await migrate(database.url, folder);
      const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
      const users = [1, 2, 3, 4, 5].map((n) => `('${id(n)}', '${n}@example.com', 'x')`);
      await rows(`INSERT INTO users (id, email, password_hash) VALUES ${users.join()}`);
      const profiles = [1, 2, 3, 4, 5].map(
        (n) => `('${id(n)}', 'Pat', '${n > 4 ? "creator" : "contributor"}')`,
      );
      await rows(`INSERT INTO profiles (id, full_name, user_type) VALUES ${profiles.join()}`);
      await rows(`INSERT INTO creator_profiles (id) VALUES ('${id(5)}');
        INSERT INTO contributor_profiles (id) SELECT id FROM profiles WHERE user_type = 'contributor';
        INSERT INTO matches (creator_id, contributor_id, held) VALUES ('${id(5)}', '${id(1)}', false), ('${id(5)}', '${id(2)}', true), ('${id(5)}', '${id(3)}', false)`);
      // Matched; held; matched, with a held message; strangers.
      await rows(`INSERT INTO conversations (id, direct_key, last_seq)
        SELECT id, id || ':${id(5)}', 1 FROM contributor_profiles;
        INSERT INTO conversation_participants (conversation_id, user_id, last_seq) SELECT id, id, 1 FROM conversations;
        INSERT INTO conversation_participants (conversation_id, user_id, last_seq, state, is_held)
        SELECT id, '${id(5)}', 1, CASE WHEN id = '${id(3)}' THEN 'left' ELSE 'requested' END::participant_state, id = '${id(3)}'
          FROM conversations`);
      expect(await migrate(database.url)).toEqual([repair]);
      expect(
        await rows(
          `SELECT state::text, is_held FROM conversation_participants WHERE user_id = '${id(5)}' ORDER BY conversation_id`,
        ),
      ).toEqual(["active", "requested", "active", "requested"].map((state) => ({ state, is_held: false })));
    });
  });

  test("continue where Prisma's engine has applied them", async () => {
    const applied = await withSchemaEngine(database.url, (engine) =>
      engine.applyMigrations(defaultMigrations),
    );
    expect(applied).toEqual(expect.arrayContaining(names));
    expect(await migrate(database.url)).toEqual([]);
  });
});

/** By the same function, before the first test: each begins with a copy. */
describe("migrations, once they are applied,", () => {
  eachWith(inject("databaseTemplate"));

  test("create the job queue's functions", async () => {
    const [job] = await rows("SELECT (graphile_worker.add_job('nothing', '{}')).id IS NOT NULL AS added");
    expect(job).toEqual({ added: true });
  });

  test("are recorded as Prisma records them, so that its own engine finds nothing left to do", async () => {
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
      await vi.waitFor(async () => expect(await waitingFor("users")).toBe(1), 10_000);
      // A new reader gets in only once the migration gives up its lock attempt.
      await rows('SELECT count(*) FROM "users"');
      await reader.query("COMMIT");
      expect(await applying).toEqual([added]);
    });
    await reader.end();
  }, 30_000);

  test("refuse a file changed after it was applied, ignoring line endings", async () => {
    await withFolder(async (folder) => {
      const file = join(folder, names[1] ?? "", "migration.sql");
      const script = await readFile(file, "utf8");
      await writeFile(file, script.replaceAll("\n", "\r\n"));
      expect(await migrate(database.url, folder)).toEqual([]);
      await writeFile(file, `${script}\nSELECT 1;\n`);
      await addMigration(folder, "CREATE TABLE later (id int);");
      await expect(migrate(database.url, folder)).rejects.toThrow(/20261121080100_rules was changed/);
      expect(await rows("SELECT to_regclass('later') AS later")).toEqual([{ later: null }]);
    });
  });

  test("of a newer version are ignored by an older one", async () => {
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

  test("are atomic, and can be fixed and rerun", async () => {
    await withFolder(async (folder) => {
      const broken = "CREATE TABLE half (id int);\nINSERT INTO half VALUES ('a;b');\n";
      await addMigration(folder, broken);
      await expect(migrate(database.url, folder)).rejects.toThrow(/invalid input syntax for type integer/);
      expect(await rows("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
      await addMigration(folder, "CREATE TABLE half (id int);\n");
      expect(await migrate(database.url, folder)).toEqual([added]);
    });
  });
});
