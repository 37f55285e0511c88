import { db, readRows } from "~/platform/db.server";

/**
 * Not recorded, because any request may change them: rate limits, decks, the last use of sessions, sent hints, the
 * health of services, and the list of processes. `_prisma_migrations` and `_sql_files` belong to the migrations.
 */
const volatile = [
  ...["rate_limits", "decks", "deck_cards", "sessions", "outbox_events", "carrier_events"],
  ...["service_health", "processes"],
  "_prisma_migrations",
  "_sql_files",
];

/** The triggers record a write in its own transaction, so nothing is left of one that's rolled back. */
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

/**
 * Starts recording writes, once per test file. This waits for running transactions, so call it before the first
 * request.
 */
export function noteWrites(): Promise<unknown> {
  noting ??= db.$transaction(statements.map((statement) => db.$executeRawUnsafe(statement)));
  return noting;
}

interface TableWrites {
  writes: number;
  /** The number of rows inserted minus the number deleted. */
  added: number;
}

const totals: Record<string, TableWrites> = {};

/**
 * What has been written to each table since `noteWrites`. Two results are equal if nothing was written in between. This
 * runs thousands of times, and is fifty times as fast as hashing the rows. It counts and deletes the records of writes,
 * except those of open transactions, which the next call counts.
 */
export async function writesSoFar(): Promise<Record<string, TableWrites>> {
  await noteWrites();
  const notes = await readRows<{ name: string; added: number }>(
    "tests-writes",
    "DELETE FROM noted.writes RETURNING table_name AS name, added",
    [],
  );
  for (const { name, added } of notes) {
    const total = totals[name] ?? { writes: 0, added: 0 };
    totals[name] = { writes: total.writes + 1, added: total.added + added };
  }
  return { ...totals };
}
