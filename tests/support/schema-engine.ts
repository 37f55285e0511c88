import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import type { DiffTarget, MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";

const { CHAR, TEXT } = pg.types.builtins;
const characterColumn = 6;

/** By result, the columns of PostgreSQL's one-letter type "char". */
const letterColumns = new WeakMap<object, number[]>();

/**
 * The adapter rejects the one-letter type "char", which PostgreSQL's catalog has, so this reports the columns as text
 * and remembers which they were.
 */
class CatalogPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: pg's query has many signatures, and this passes on all of them
  override async query(...given: any[]): Promise<any> {
    const result = await (super.query as (...all: unknown[]) => Promise<pg.QueryResult>)(...given);
    const letters: number[] = [];
    for (const [index, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== CHAR) continue;
      field.dataTypeID = TEXT;
      letters.push(index);
    }
    if (letters.length > 0) letterColumns.set(result.rows, letters);
    return result;
  }
}

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type WasmModule = typeof import("@prisma/schema-engine-wasm") & { __wbg_set_wasm(exports: object): void };
type BindAdapter = (factory: object) => object;

const require = createRequire(import.meta.url);
const noFilter = { externalTables: [], externalEnums: [] };

let loaded: Promise<WasmModule> | undefined;

/** The engine's last error message, which it sets just before it traps. */
const lastMessage = {
  text: "",
  set_message(text: string) {
    lastMessage.text = text;
  },
};

/** Node can't import .wasm files, so the package's own entry file doesn't work (checked with 7.10.0). */
async function loadEngine(): Promise<WasmModule> {
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: lastMessage });
  const folder = dirname(require.resolve("@prisma/schema-engine-wasm"));
  const binding: WasmModule = await import(pathToFileURL(join(folder, "schema_engine_bg.js")).href);
  const bytes = await readFile(join(folder, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": { ...binding } });
  binding.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return binding;
}

/** Loads the binding that the engine calls, from the adapter's own copy. */
function loadBinding(): BindAdapter {
  const ofAdapter = createRequire(require.resolve("@prisma/adapter-pg"));
  return ofAdapter("@prisma/driver-adapter-utils").bindMigrationAwareSqlAdapterFactory;
}

/**
 * The original adapter splits a script at every semicolon and runs each part on any connection. This one runs a script
 * on a single connection, so a migration is atomic.
 */
async function connect(
  databaseUrl: string,
  failures: unknown[],
  onClose?: () => Promise<void>,
): Promise<Adapter> {
  const pool = new CatalogPool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => {});
  const adapter = await new PrismaPg(pool).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (statement) => {
    const found = await queryRaw(statement);
    for (const index of letterColumns.get(found.rows) ?? []) found.columnTypes[index] = characterColumn;
    return found;
  };
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script);
    } catch (failure) {
      failures.push(failure);
      throw failure;
    }
  };
  adapter.dispose = async () => {
    if (!pool.ended) await pool.end();
    await onClose?.();
  };
  return adapter;
}

async function connectToShadow(databaseUrl: string, failures: unknown[]): Promise<Adapter> {
  const name = `shadow_${randomUUID().replaceAll("-", "")}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return connect(url.href, failures, () => run(`DROP DATABASE IF EXISTS ${name}`));
}

async function readMigrations(folder: string): Promise<MigrationList> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const lockfile = await readFile(join(folder, "migration_lock.toml"), "utf8").catch(() => null);
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: lockfile },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.sort().map(async (path) => ({
        path,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok" as const, value: await readFile(join(folder, path, "migration.sql"), "utf8") },
        },
      })),
    ),
  };
}

/** What to compare: nothing, a folder of migrations, or a folder of schema files. */
type DiffSide = "empty" | { migrations: string } | { schema: string };

type OpenSchemaEngine = {
  /** The SQL that changes one side into the other; empty if they're the same. */
  diff(from: DiffSide, to: DiffSide): Promise<string>;
  /** Applies migrations as `prisma migrate deploy` does, and returns their names. */
  applyMigrations(folder: string): Promise<string[]>;
};

/**
 * The engine has a single memory per process, which concurrent uses would corrupt, so each use waits for the one before
 * it.
 */
let lastUse: Promise<unknown> = Promise.resolve();

/**
 * Opens Prisma's schema engine for a database, and closes it after `work`. Production doesn't migrate with it; tests
 * ask it whether the result is what Prisma expects. Comparing migrations requires the right to create databases.
 */
export function withSchemaEngine<T>(
  databaseUrl: string,
  work: (engine: OpenSchemaEngine) => Promise<T>,
): Promise<T> {
  const result = lastUse.then(() => useSchemaEngine(databaseUrl, work));
  lastUse = result.catch(() => {});
  return result;
}

async function readSchema(folder: string): Promise<{ path: string; content: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".prisma")).sort();
  return Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      content: await readFile(join(folder, name), "utf8"),
    })),
  );
}

async function useSchemaEngine<T>(
  databaseUrl: string,
  work: (engine: OpenSchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= loadEngine();
  const { SchemaEngine } = await loaded;
  const failures: unknown[] = [];
  const open: Adapter[] = [];
  const keep = async (adapter: Promise<Adapter>) => {
    open.push(await adapter);
    return adapter;
  };
  const factory = {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => keep(connect(databaseUrl, failures)),
    connectToShadowDb: () => keep(connectToShadow(databaseUrl, failures)),
  };

  const target = async (side: DiffSide): Promise<DiffTarget> => {
    if (side === "empty") return { tag: "empty" };
    if ("migrations" in side) return { tag: "migrations", ...(await readMigrations(side.migrations)) };
    return {
      tag: "schemaDatamodel",
      files: await readSchema(side.schema),
    };
  };

  let engine: SchemaEngine | undefined;
  try {
    engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, loadBinding()(factory));
    const { diff, applyMigrations } = {
      diff: engine.diff.bind(engine),
      applyMigrations: engine.applyMigrations.bind(engine),
    };
    return await work({
      async diff(from, to) {
        const result = await diff({
          from: await target(from),
          to: await target(to),
          script: true,
          exitCode: true,
          filters: noFilter,
        });
        return result.exitCode === 0 ? "" : (result.stdout ?? "");
      },
      async applyMigrations(folder) {
        const result = await applyMigrations({
          migrationsList: await readMigrations(folder),
          filters: noFilter,
        });
        return result.appliedMigrationNames;
      },
    });
  } catch (error) {
    throw failures.at(-1) ?? error;
  } finally {
    for (const adapter of open) await adapter.dispose();
  }
}
