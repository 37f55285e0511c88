import { randomInt } from "node:crypto";
import type pg from "pg";
import { fill, id, numbers, withClient, withDatabase } from "./database.ts";
import { median, type Options, type Report, short } from "./report.ts";

const sizes = [2_000_000, 20_000_000];
const extrapolated = 100_000_000;
const [inserts, reads] = [2_000, 500];

/**
 * A table that never stops growing. In SQL, `i` is a row's number, and $1 in `read` is its owner, a person or a
 * conversation.
 */
interface Growing {
  table: string;
  /** How many rows each owner has. */
  each: number;
  columns: string;
  /** The values of row `i` of the owner numbered `o`. */
  values: string;
  /** The read that pages need most often. */
  read: string;
  /**
   * Changes one row in a hundred before vacuuming. The product never changes rows of a table without this, so as many
   * rows are added instead.
   */
  change?: string;
}

const owner = id("person", "o");
const old = "now() - make_interval(mins => (i % 500000)::int)";
const growing: Growing[] = [
  {
    table: "swipes",
    each: 100,
    columns: "actor_id, target_id, liked, created_at",
    values: `${owner}, ${id("stranger")}, i % 3 = 0, ${old}`,
    read: "SELECT count(*) FROM swipes WHERE actor_id = $1 AND created_at > now() - interval '1 month'",
    change: "DELETE FROM swipes WHERE hashtext(actor_id::text) % 100 = 0",
  },
  {
    table: "messages",
    each: 50,
    columns: "id, conversation_id, seq, sender_id, content, created_at",
    values: `gen_random_uuid(), ${owner}, i, ${id("sender", "o")}, repeat('Hello, everyone. ', (1 + i % 7)::int), ${old}`,
    read: "SELECT * FROM messages WHERE conversation_id = $1 ORDER BY seq DESC LIMIT 50",
    change: "UPDATE messages SET edited_at = now() WHERE seq % 100 = 1",
  },
  {
    table: "notifications",
    each: 50,
    columns: "user_id, kind, title, href, event_key, read_at, created_at",
    values: `${owner}, 'match', 'It is a match', '/matches', 'growth:' || i, CASE WHEN i % 10 > 0 THEN now() END, ${old}`,
    read: "SELECT * FROM notifications WHERE user_id = $1 ORDER BY created_at DESC LIMIT 20",
    change: "UPDATE notifications SET read_at = now() WHERE hashtext(event_key) % 100 = 0",
  },
  {
    table: "usage_ledger",
    each: 40,
    columns: "user_id, kind, amount, key, created_at",
    values: `${owner}, 'swipe', 1, gen_random_uuid(), ${old}`,
    read: "SELECT * FROM usage_ledger WHERE user_id = $1 ORDER BY id DESC LIMIT 20",
  },
  {
    table: "audit_log",
    each: 20,
    columns: "actor_id, action, subject_id, details, created_at",
    values: `${id("admin", "o % 50")}, 'bench:act', ${owner}, jsonb_build_object('reason', 'A reason of the usual length'), ${old}`,
    read: "SELECT * FROM audit_log WHERE subject_id = $1 ORDER BY created_at DESC, id DESC LIMIT 50",
  },
];

type Measured = Awaited<ReturnType<typeof measure>>;

const inserting = (
  { table, columns, values, each }: Growing,
  last: number | string,
  first: number | string,
) =>
  `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${numbers(last, first)}, LATERAL (SELECT i / ${each} AS o) owners`;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** Fills the table to a size, and measures inserts one by one, the hot read and the vacuum. */
function measure(options: Options, one: Growing, size: number) {
  return withDatabase(options, "matchcut_bench_growth", async (url) => {
    await fill(url, [{ steps: [inserting(one, size, 1)], bulk: [one.table] }]);
    return withClient(url, async (client) => {
      // Foreign keys are off, because they'd look up rows in other tables, which this doesn't fill.
      await client.query("SET session_replication_role = replica; SET maintenance_work_mem = '256MB'");
      const { rows } = await client.query(
        "SELECT pg_table_size($1::regclass)::float8 AS rows, pg_indexes_size($1::regclass)::float8 AS indexes",
        [one.table],
      );
      const owners = size / one.each;
      const values = one.values.replaceAll(/\bo\b/g, "$2::bigint").replaceAll(/\bi\b/g, "$1::bigint");
      const insert = { name: "insert", text: `INSERT INTO ${one.table} (${one.columns}) SELECT ${values}` };
      const before = await walPosition(client);
      const insertTimes = [];
      for (let n = 1; n <= inserts; n += 1) {
        const at = [size + n, randomInt(owners)];
        insertTimes.push(await timed(() => client.query({ ...insert, values: at })));
      }
      const wal = (await walPosition(client)) - before;
      const readTimes = [];
      for (let n = 1; n <= reads; n += 1) {
        const { rows: found } = await client.query(`SELECT ${id("person", "$1::bigint")} AS id`, [
          randomInt(owners),
        ]);
        readTimes.push(
          await timed(() => client.query({ name: "read", text: one.read, values: [found[0].id] })),
        );
      }
      const more = inserting(one, size + inserts + size / 100, size + inserts + 1);
      await client.query(one.change ?? more);
      const vacuum = await timed(() => client.query(`VACUUM ${one.table}`));
      return {
        ...{ table: one.table, size },
        ...{ bytes: rows[0].rows / size, indexBytes: rows[0].indexes / size },
        ...{
          insert: median(insertTimes),
          wal: wal / inserts,
          read: median(readTimes),
          vacuum: vacuum / 1_000,
        },
      };
    });
  });
}

const walPosition = async (client: pg.Client): Promise<number> =>
  Number((await client.query("SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes")).rows[0].bytes);

/**
 * Estimates the figures for more rows: the vacuum's time grows in proportion to the table, and every other figure by
 * the same amount for each factor of ten as it did in the last step.
 */
function extrapolate(small: Measured, large: Measured): Measured {
  const times = extrapolated / large.size;
  const further = (from: number, to: number) => Math.max(to, to + (to - from) * Math.log10(times));
  return {
    ...large,
    size: extrapolated,
    insert: further(small.insert, large.insert),
    read: further(small.read, large.read),
    wal: further(small.wal, large.wal),
    vacuum: large.vacuum * times,
  };
}

/** Measures the tables that never stop growing, one after another. */
export async function measureGrowth(options: Options): Promise<Report> {
  const all: Measured[] = [];
  for (const one of growing) {
    const measured: Measured[] = [];
    for (const size of options.quick ? sizes.slice(0, 1) : sizes) {
      measured.push(await measure(options, one, size));
      console.log(`  ${one.table}, ${short(size)} rows`);
    }
    const [small, large] = measured;
    all.push(...measured, ...(small && large ? [extrapolate(small, large)] : []));
  }
  return {
    tables: [
      {
        title: "Tables that never stop growing",
        rows: all.map(({ table, size, bytes, indexBytes, insert, wal, read, vacuum }) => ({
          "": `${table}, ${short(size / 1e6)} million${size === extrapolated ? ", extrapolated" : ""}`,
          "bytes per row": bytes,
          "and in indexes": indexBytes,
          GB: ((bytes + indexBytes) * size) / 1e9,
          "insert ms": insert,
          "WAL bytes": wal,
          "hot read ms": read,
          "vacuum s": vacuum,
        })),
      },
    ],
    limits: [],
    notes: [
      "Each insert is a transaction of one row, without foreign keys. One row in a hundred is changed or added before the vacuum.",
    ],
  };
}
