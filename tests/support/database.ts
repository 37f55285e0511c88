import { randomBytes } from "node:crypto";
import { appendFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL for creating and dropping databases. */
    databaseAdminUrl: string;
    /** The migrated, empty database that every test file copies. */
    databaseTemplate: string;
    filesFolder: string;
  }
}

async function asAdmin(adminUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function addressOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

const randomName = (kind: string) => `matchcut_${kind}_${randomBytes(6).toString("hex")}`;

/** Creates an empty database, or a copy of `template`. The returned `drop` also disconnects its clients. */
export async function createDatabase(
  adminUrl: string,
  template = "template0",
): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = randomName("test");
  // Copying the files takes a third of the time of the default strategy, which writes each page of the template to the
  // log.
  await asAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const drop = () => asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  return { name, url: addressOf(adminUrl, name), drop };
}

interface Databases {
  adminUrl: string;
  template: string;
  filesFolder: string;
  stop(): Promise<void>;
}

/** Starts a cluster unless DATABASE_ADMIN_URL names one. */
async function startDatabases(): Promise<Databases> {
  // These are imported only when needed: every test file loads this module, but only the global setup starts a cluster.
  const { startThrowawayPostgres } = await import("../../scripts/embedded-postgres.ts");
  const { migrate } = await import("../../scripts/migrate.ts");
  const given = process.env.DATABASE_ADMIN_URL;
  const cluster = given ? undefined : await startThrowawayPostgres({ inMemory: true });
  const adminUrl = given ?? cluster?.url() ?? "";
  const template = randomName("template");
  await asAdmin(adminUrl, `CREATE DATABASE ${template} TEMPLATE template0`);
  await migrate(addressOf(adminUrl, template));
  const filesFolder = await mkdtemp(join(tmpdir(), "matchcut-files-"));
  return {
    adminUrl,
    template,
    filesFolder,
    async stop() {
      await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
      await cluster?.stop();
      const noted = await readFile(statementsIn(filesFolder), "utf8").catch(() => "");
      console.log(
        `All test files together named ${new Set(noted.trim().split("\n")).size} of Prisma's statements. One process names at most 1,000.`,
      );
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}

const statementsIn = (filesFolder: string) => join(filesFolder, "statements");

/** Notes the statements that a test file named, so that the run can print how many there are. */
export const noteStatements = (filesFolder: string, names: string[]): Promise<void> =>
  appendFile(statementsIn(filesFolder), names.map((name) => `${name}\n`).join(""));

/** Vitest loads this module once per project, so what they share is on globalThis. */
const run = globalThis as { matchcutDatabases?: { users: number; started: Promise<Databases> } };

/** Starts the databases for the first of Vitest's projects, and shares them with the others. */
export default async function prepareDatabases(project: TestProject): Promise<() => Promise<void>> {
  run.matchcutDatabases ??= { users: 0, started: startDatabases() };
  const shared = run.matchcutDatabases;
  shared.users += 1;
  const databases = await shared.started;
  project.provide("databaseAdminUrl", databases.adminUrl);
  project.provide("databaseTemplate", databases.template);
  project.provide("filesFolder", databases.filesFolder);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await databases.stop();
  };
}

/**
 * Creates a database for the test file, and points the environment at it. Call it before importing the app's files,
 * which read the environment when they load; setup.ts does this.
 * @returns a function that cleans up
 */
export async function provideDatabase(
  adminUrl: string,
  template: string,
  filesFolder: string,
): Promise<() => Promise<void>> {
  const { name, url, drop } = await createDatabase(adminUrl, template);
  // A test rarely runs a statement more than five times, so PostgreSQL would plan nearly every run again.
  await asAdmin(adminUrl, `ALTER DATABASE ${name} SET plan_cache_mode = force_generic_plan`);
  const dataFolder = join(filesFolder, name);
  await mkdir(dataFolder);
  Object.assign(process.env, {
    // Tests run on busy machines, so this limit is generous. Tests of the limits set their own.
    DATABASE_TIMEOUT: "15000",
    APP_MODE: "test",
    // These also apply to tests that start the product in production mode.
    ADMIN_SECOND_FACTOR: "offered",
    DRAIN_TIME: "0",
    APP_URL: "http://localhost",
    DATABASE_URL: url,
    DATABASE_POOL: "8",
    DATA_DIR: dataFolder,
    // Uploads stay here until they're stored.
    TMPDIR: dataFolder,
    LOG_LEVEL: "silent",
    SESSION_SECRET: randomBytes(32).toString("hex"),
  });
  return drop;
}
