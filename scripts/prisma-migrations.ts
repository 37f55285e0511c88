import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/**
 * How long a migration waits for a table's lock, in ms. Other statements on the table queue behind it, so it gives up
 * early, lets them pass, and tries again.
 */
const tableWait = 3_000;
const tries = 20;

export interface Migration {
  name: string;
  script: string;
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names
      .sort()
      .map(async (name) => ({ name, script: await readFile(join(folder, name, "migration.sql"), "utf8") })),
  );
}

const checksumOf = (script: string) => createHash("sha256").update(script).digest("hex");

/** Ignores line endings, which depend on the checkout. */
function hasChecksum(script: string, checksum: string): boolean {
  const unix = script.replaceAll("\r\n", "\n");
  return [script, unix, unix.replaceAll("\n", "\r\n")].some((text) => checksumOf(text) === checksum);
}

/** Prisma's own table, so that Prisma's commands see the same migrations as applied. */
const createTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/** Marks failed migrations as rolled back, so that they run again. They've changed nothing. */
const forgetFailures = `
  UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL`;

/**
 * Returns the migrations that haven't been applied yet, in order.
 * @throws if the file of an applied migration has changed, because the state of the database is then unknown
 */
async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    "SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  const changed = migrations.filter(({ name, script }) => {
    const checksum = applied.get(name);
    return checksum !== undefined && !hasChecksum(script, checksum);
  });
  if (changed.length > 0) {
    const names = changed.map(({ name }) => name).join(", ");
    throw new Error(
      `${names} was changed after it was applied. Restore the file and add a new migration instead.`,
    );
  }
  const first = migrations[0]?.name ?? "";
  const merged = rows.find(({ migration_name: name }) => name < first);
  if (merged)
    throw new Error(
      `${merged.migration_name} was merged into the baselines that begin with ${first}, before the first release. ` +
        "Start over with an empty database; locally: rm -r .data",
    );
  return migrations.filter(({ name }) => !applied.has(name));
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT set_config('lock_timeout', $1, true)", [`${tableWait}ms`]);
    await work();
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

const lockNotAvailable = "55P03";

async function patiently(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(client, work);
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable || attempt === tries) throw error;
      await pause(500);
    }
  }
}

/** Runs the script and records it, in a single transaction. */
async function apply(client: pg.Client, { name, script }: Migration): Promise<void> {
  await client.query(script);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksumOf(script), name],
  );
}

/**
 * Applies new migrations. The caller must hold the lock that keeps other processes out.
 * @returns the names of the applied migrations
 * @throws the database's error, or an error if the file of an applied migration has changed
 */
export async function applyPending(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query(createTable);
  await client.query(forgetFailures);
  const pending = await findPending(client, migrations);
  for (const migration of pending) await patiently(client, () => apply(client, migration));
  return pending.map(({ name }) => name);
}

/**
 * A file with a feature's functions, views and triggers. It can run again after a change, because every statement
 * replaces what an earlier run created.
 */
export interface Rules {
  file: string;
  script: string;
}

export async function readRules(folder: string): Promise<Rules[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file) => ({
      file,
      script: (await readFile(join(folder, file), "utf8")).replaceAll("\r\n", "\n"),
    })),
  );
}

/**
 * Runs the files whose text has changed since they last ran, in one transaction. A function may call one from a later
 * file, but what a view calls must already exist.
 * @returns the names of the files that ran
 */
export async function applyRules(client: pg.Client, rules: Rules[]): Promise<string[]> {
  await client.query(
    "CREATE TABLE IF NOT EXISTS _sql_files (file text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL)",
  );
  const { rows } = await client.query<{ file: string; checksum: string }>(
    "SELECT file, checksum FROM _sql_files",
  );
  const applied = new Map(rows.map(({ file, checksum }) => [file, checksum]));
  const changed = rules.filter(({ file, script }) => applied.get(file) !== checksumOf(script));
  if (changed.length === 0) return [];
  await patiently(client, async () => {
    await client.query("SET LOCAL check_function_bodies = off");
    for (const { file, script } of changed) {
      await client.query(script);
      await client.query(
        `INSERT INTO _sql_files (file, checksum, applied_at) VALUES ($1, $2, now())
         ON CONFLICT (file) DO UPDATE SET checksum = excluded.checksum, applied_at = excluded.applied_at`,
        [file, checksumOf(script)],
      );
    }
  });
  return changed.map(({ file }) => file);
}
