import { realpathSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";
import { withSchemaEngine } from "./schema-engine.ts";

/** Any number that nothing else in this database locks. */
const migrationLock = 7_214_530_118;

/** Of a database that is not there yet, or has just been restarted: refused, reset, no such host, starting up. */
const notYet = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "57P03",
  "53300",
]);

const quiet = new Logger(() => () => {});

async function connectWithin(databaseUrl: string, milliseconds: number): Promise<pg.Client> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
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

/**
 * A migration that failed, or whose process was killed, has left nothing but its mark, since each one happens
 * entirely or not at all. The mark would stop all that come later, so it is set to rolled back.
 */
async function forgetFailures(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known");
  if (!rows[0].known) return;
  await client.query(
    "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL",
  );
}

/**
 * Brings a database up to date: the migrations of `migrationsFolder`, then those of the job queue. Waits up to
 * a minute for a database that is still starting. Several processes may call it at once; one works, the others
 * wait for it.
 * @returns the names of the migrations that were applied now
 * @throws the database's error; the migration that met it has then changed nothing
 */
export async function migrate(databaseUrl: string, migrationsFolder = defaultMigrations): Promise<string[]> {
  const client = await connectWithin(databaseUrl, 60_000);
  try {
    await client.query("SET lock_timeout = '5min'");
    await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    await forgetFailures(client);
    const applied = await withSchemaEngine(databaseUrl, (engine) => engine.applyMigrations(migrationsFolder));
    await runMigrations({ connectionString: databaseUrl, logger: quiet });
    return applied;
  } finally {
    await client.end();
  }
}

/** Right for both places from which this file runs: scripts/ and build/. */
export const defaultMigrations = fileURLToPath(new URL("../prisma/migrations", import.meta.url));

async function main(): Promise<number> {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) {
    console.error("DATABASE_URL is missing: the postgresql:// address of the database to migrate.");
    return 1;
  }
  try {
    const applied = await migrate(databaseUrl);
    console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "The database is up to date.");
    return 0;
  } catch (error) {
    console.error(
      `The database could not be migrated: ${error instanceof Error ? error.message : String(error)}`,
    );
    return 1;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  // The engine's own timers would hold the process for another ten seconds.
  process.exit(await main());
}
