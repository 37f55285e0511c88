import { createHash } from "node:crypto";
import type pg from "pg";
import { crowdStatements } from "../prisma/people.ts";
import { withClient } from "./databases.ts";

/** SQL for the id of the i-th of a kind. */
export const id = (kind: string, index: string | number = "i") => `md5('${kind} ' || (${index}))::uuid`;

/** The same id. */
export const idOf = (kind: string, index: number) =>
  createHash("md5")
    .update(`${kind} ${index}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** SQL rows `i`. */
export const numbers = (last: number | string, first: number | string = 1) =>
  `generate_series(${first}::bigint, ${last}) i`;

/** People of a kind, who have signed up; the columns are those of `prisma/people.ts`. */
export const people = (kind: string, count: number, columns: Record<string, string>) =>
  crowdStatements(numbers(count), {
    id: id(kind),
    email: `'${kind}-' || i || '@bench.example'`,
    full_name: "'Person ' || i",
    ...columns,
  });

/** Statements of one step run on two connections; steps run in turn. */
type Step = string | string[];

export interface Stage {
  steps: Step[];
  /** Tables whose indexes and keys are built after the steps. No foreign key may point at them. */
  bulk?: string[];
  /** Otherwise neither triggers run nor foreign keys are checked: the statements write what triggers would. */
  withTriggers?: boolean;
}

export async function fill(url: string, stages: Stage[]): Promise<void> {
  for (const { steps, bulk = [], withTriggers = false } of stages) {
    const rebuild = await withClient(url, (client) => dropIndexes(client, bulk));
    for (const step of steps) await runAtOnce(url, [step].flat(), withTriggers);
    await runAtOnce(url, rebuild, withTriggers);
  }
  await runAtOnce(url, ["VACUUM ANALYZE"], false);
  await runAtOnce(url, ["CHECKPOINT"], false);
}

async function runAtOnce(url: string, statements: string[], withTriggers: boolean): Promise<void> {
  const left = [...statements];
  const connections = Math.min(2, left.length);
  const work = async (client: pg.Client) => {
    await client.query("SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'");
    if (!withTriggers) await client.query("SET session_replication_role = replica");
    for (let next = left.shift(); next !== undefined; next = left.shift()) await client.query(next);
  };
  await Promise.all(Array.from({ length: connections }, () => withClient(url, work)));
}

/** Returns the statements that build them again. */
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
