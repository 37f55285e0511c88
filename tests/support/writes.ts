import { db, readRows } from "~/platform/db.server";

/** They may change with any request: throttles, sent hints, touched sessions, filled decks, health. */
const volatile = [
  ...["rate_limits", "decks", "deck_cards", "sessions", "outbox_events", "carrier_events"],
  "service_health",
  "_prisma_migrations",
];

/** Inside each writing transaction, so that one that is rolled back leaves nothing. */
const statements = [
  `CREATE SCHEMA noted`,
  `CREATE UNLOGGED TABLE noted.writes (table_name text NOT NULL, added smallint NOT NULL)`,
  `CREATE FUNCTION noted.write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO noted.writes
     VALUES (TG_TABLE_NAME, CASE TG_OP WHEN 'INSERT' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END);
     RETURN NULL;
   END $$`,
  `DO $$ DECLARE name text; BEGIN
     FOR name IN SELECT table_name FROM information_schema.tables
                  WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
                    AND table_name NOT IN (${volatile.map((name) => `'${name}'`).join()})
     LOOP
       EXECUTE format('CREATE TRIGGER noted_rows AFTER INSERT OR DELETE ON %I
                       FOR EACH ROW EXECUTE FUNCTION noted.write()', name);
       EXECUTE format('CREATE TRIGGER noted_changes AFTER UPDATE ON %I FOR EACH ROW
                       WHEN (OLD.*::text IS DISTINCT FROM NEW.*::text) EXECUTE FUNCTION noted.write()', name);
       EXECUTE format('CREATE TRIGGER noted_emptying AFTER TRUNCATE ON %I
                       FOR EACH STATEMENT EXECUTE FUNCTION noted.write()', name);
     END LOOP;
   END $$`,
];

let noting: Promise<unknown> | undefined;

/** From now on, once per test file. Best before the first request: it waits for running transactions. */
export function noteWrites(): Promise<unknown> {
  noting ??= db.$transaction(statements.map((statement) => db.$executeRawUnsafe(statement)));
  return noting;
}

interface TableWrites {
  writes: number;
  /** Inserted minus deleted rows. */
  added: number;
}

/**
 * Of each table that was written to since `noteWrites`: equal before and after a request that changed nothing. Fifty
 * times as fast as hashing the rows, thousands of times a run.
 */
export async function writesSoFar(): Promise<Record<string, TableWrites>> {
  await noteWrites();
  const rows = await readRows<{ name: string; writes: number; added: number }>(
    "tests-writes",
    "SELECT table_name AS name, count(*)::int AS writes, sum(added)::int AS added FROM noted.writes GROUP BY 1",
    [],
  );
  return Object.fromEntries(rows.map(({ name, ...counts }) => [name, counts]));
}
