import { createHash, createHmac } from "node:crypto";
import pg from "pg";
import { crowdStatements } from "../prisma/people.ts";
import { productEnvironment } from "./processes.ts";
import type { Options } from "./report.ts";

export async function withClient<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Runs the function on a copy of the template, or on an empty database, which is dropped afterward. */
export async function withDatabase<Result>(
  { adminUrl, template = "template1" }: Pick<Options, "adminUrl"> & Partial<Options>,
  name: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const asAdmin = (statement: string) => withClient(adminUrl, (client) => client.query(statement));
  await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  try {
    return await use(url.href);
  } finally {
    await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

/** SQL for the ID of the i-th row of a kind. */
export const id = (kind: string, index: string | number = "i") => `md5('${kind} ' || (${index}))::uuid`;

/** The same ID, computed here. */
export const idOf = (kind: string, index: number) =>
  createHash("md5")
    .update(`${kind} ${index}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** SQL for rows numbered `i`. */
export const numbers = (last: number | string, first: number | string = 1) =>
  `generate_series(${first}::bigint, ${last}) i`;

/**
 * SQL that stores people who have signed up, with IDs of this kind. It writes the same columns as `prisma/people.ts`.
 */
export const people = (kind: string, count: number, columns: Record<string, string>, first = 1) =>
  crowdStatements(numbers(first + count - 1, first), {
    id: id(kind),
    email: `'${kind}-' || i || '@bench.example'`,
    full_name: "'Person ' || i",
    ...columns,
  });

const tokenLength = 43;

/** SQL that stores sessions for people of the kind `person`: `count` of them, from number `first` on. */
export const sessions = (count: number, first = 1) =>
  `INSERT INTO sessions (user_id, token_hash, expires_at, ends_at)
   SELECT ${id("person")}, sha256(convert_to(lpad(i::text, ${tokenLength}, '0'), 'UTF8')), now() + interval '1 day', now() + interval '1 day'
     FROM ${numbers(first + count - 1, first)}`;

/** Contributors, each with a session. */
export const participants = (count: number) => [
  ...people("person", count, { user_type: "'contributor'::user_type" }),
  sessions(count),
];

/** A contributor with a session. */
export function participant(index: number): { id: string; token: string; cookie: string } {
  const token = String(index).padStart(tokenLength, "0");
  const signature = createHmac("sha256", productEnvironment.SESSION_SECRET).update(`session:${token}`);
  const value = Buffer.from(JSON.stringify(`${token}.${signature.digest("base64url")}`)).toString("base64");
  return { id: idOf("person", index), token, cookie: `session=${encodeURIComponent(value)}` };
}

export interface Stage {
  /**
   * Steps run one after another. The statements in a nested list share two connections, so two of them run at a time.
   */
  steps: (string | string[])[];
  /** Tables whose indexes and keys are dropped first and built after the steps. No foreign key may refer to them. */
  bulk?: string[];
  /** Whether triggers run and foreign keys are checked. Otherwise, the statements must write what triggers would. */
  withTriggers?: boolean;
}

export async function fill(url: string, stages: Stage[]): Promise<void> {
  for (const { steps, bulk = [], withTriggers = false } of stages) {
    const rebuild = await withClient(url, (client) => dropIndexes(client, bulk));
    for (const step of [...steps, rebuild]) await runAtOnce(url, [step].flat(), withTriggers);
  }
  await withClient(url, (client) => client.query("VACUUM ANALYZE"));
  await withClient(url, (client) => client.query("CHECKPOINT"));
}

async function runAtOnce(url: string, statements: string[], withTriggers: boolean): Promise<void> {
  const left = [...statements];
  const work = async (client: pg.Client) => {
    await client.query("SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'");
    if (!withTriggers) await client.query("SET session_replication_role = replica");
    for (let next = left.shift(); next !== undefined; next = left.shift()) await client.query(next);
  };
  await Promise.all(statements.slice(0, 2).map(() => withClient(url, work)));
}

/** Drops the indexes and returns the statements that rebuild them. */
async function dropIndexes(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `SELECT CASE WHEN k.conname IS NULL THEN format('DROP INDEX %I', i.relname)
                 ELSE format('ALTER TABLE %I DROP CONSTRAINT %I', t.relname, k.conname) END AS off,
            CASE WHEN k.conname IS NULL THEN pg_get_indexdef(x.indexrelid)
                 ELSE format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, k.conname, pg_get_constraintdef(k.oid)) END AS on
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
       LEFT JOIN pg_constraint k ON k.conindid = x.indexrelid AND k.contype = 'p'
      WHERE t.relname = ANY ($1) AND t.relnamespace = 'public'::regnamespace
      ORDER BY t.relname, i.relname`,
    [tables],
  );
  for (const { off } of rows) await client.query(off);
  return rows.map(({ on }) => on);
}
