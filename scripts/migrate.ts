import { realpathSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";
import { applyPending, applyRules, readMigrations, readRules } from "./prisma-migrations.ts";

const migrationLock = 7_214_530_118;

/** Errors of a database that hasn't started yet or has just restarted: refused, reset, no such host, starting up. */
const notYet = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "57P03",
  "53300",
]);

/** Long, because a statement may rewrite a large table. */
const limits = {
  statement_timeout: 1_800_000,
  query_timeout: 1_810_000,
  idle_in_transaction_session_timeout: 300_000,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
};

const quiet = new Logger(() => () => {});

async function connectWithin(databaseUrl: string, milliseconds: number): Promise<pg.Client> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const client = new pg.Client({ connectionString: databaseUrl, ...limits });
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (!notYet.has(String((error as { code?: unknown }).code)) || Date.now() > deadline) throw error;
      await pause(500);
    }
  }
}

async function runQueueMigrations(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, ...limits });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await runMigrations({ pgPool: pool, logger: quiet });
  } finally {
    await pool.end();
  }
}

/**
 * Applies the migrations in `migrationsFolder`, then the files in `rulesFolder` that have changed, then the job queue's
 * migrations. Waits up to a minute for a database that's starting. It's safe to call from several processes at once.
 * @returns the names of the newly applied migrations and files
 * @throws the database's error; a migration that fails changes nothing
 */
export async function migrate(
  databaseUrl: string,
  migrationsFolder = defaultMigrations,
  rulesFolder = defaultRules,
): Promise<string[]> {
  const migrations = await readMigrations(migrationsFolder);
  const rules = await readRules(rulesFolder);
  const client = await connectWithin(databaseUrl, 60_000);
  try {
    await client.query("SET lock_timeout = '5min'");
    await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    const applied = await applyPending(client, migrations);
    const files = await applyRules(client, rules);
    await runQueueMigrations(databaseUrl);
    return [...applied, ...files];
  } finally {
    await client.end();
  }
}

/** These paths work from scripts/ and from build/. */
export const defaultMigrations = fileURLToPath(new URL("../prisma/migrations", import.meta.url));
export const defaultRules = fileURLToPath(new URL("../prisma/sql", import.meta.url));

async function main(): Promise<number> {
  // Uses a direct connection if there is one, because a pooler may run each statement in a different session, and the
  // lock belongs to a session.
  const databaseUrl = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
  if (!databaseUrl) {
    console.error("DATABASE_URL is missing. Set it to the postgresql:// address of the database to migrate.");
    return 1;
  }
  try {
    const applied = await migrate(databaseUrl);
    console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "The database is up to date.");
    return 0;
  } catch (error) {
    console.error(`The migration failed: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main();
}
