import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import {
  closePools,
  jobPool,
  pool,
  readPipelined,
  replicaJobPool,
  transactionLimits,
} from "./database-pools.server";
import { Prisma, PrismaClient } from "./generated/prisma/client";
import { nameOf } from "./statement-names.server";

const adapterOf = (connections: pg.Pool) =>
  new PrismaPg(connections, { statementNameGenerator: ({ sql }) => nameOf(sql) });

export const db = new PrismaClient({ adapter: adapterOf(pool), transactionOptions: transactionLimits });

/** For jobs that scan whole tables. */
export const jobDb = new PrismaClient({
  adapter: adapterOf(jobPool),
  transactionOptions: { ...transactionLimits, timeout: 15 * transactionLimits.timeout },
});

export type Transaction = Prisma.TransactionClient;
export { Prisma, pool };

/**
 * The only way to refuse inside a transaction: returning `{ ok: false, … }` rolls back everything that `act` has
 * written. Returns what `act` returns.
 * @param client `jobDb` for a job that changes a lot
 */
export async function transaction<Outcome>(
  act: (tx: Transaction) => Promise<Outcome>,
  client: Pick<PrismaClient, "$transaction"> = db,
): Promise<Outcome> {
  let refused: { error: Error; outcome: Outcome } | undefined;
  try {
    return await client.$transaction(async (tx) => {
      const outcome = await act(tx);
      if (!isRefusal(outcome)) return outcome;
      refused = { error: new Error("refused"), outcome };
      throw refused.error;
    });
  } catch (error) {
    if (refused && error === refused.error) return refused.outcome;
    throw error;
  }
}

/**
 * Thrown if the session that a transaction acts for has ended. Everything is rolled back. See
 * accounts/acting.server.ts.
 */
export class SessionEnded extends Error {
  override name = "SessionEnded";
}

function isRefusal(outcome: unknown): boolean {
  return typeof outcome === "object" && outcome !== null && "ok" in outcome && outcome.ok === false;
}

/**
 * Runs a named prepared statement, without Prisma's own work on it. A `name` must belong to one statement forever. int8
 * columns arrive as strings. The statement may run twice and others wait behind it, so it must neither write nor lock.
 */
export function readRows<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  return readPipelined<Row>({ name, text, values });
}

/** Like readRows, for a statement that writes. */
export async function writeRows<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values })).rows;
}

/**
 * SQL: equals one of these IDs. PostgreSQL assumes that an array parameter holds ten IDs, so for one or two, its
 * generic plan looks too expensive, and it would plan the statement every time.
 */
export const isAmong = (ids: readonly string[]): Prisma.Sql =>
  ids.length === 1 || ids.length === 2
    ? Prisma.sql`IN (${Prisma.join(ids.map((id) => Prisma.sql`${id}::uuid`))})`
    : Prisma.sql`= ANY (${[...ids]}::uuid[])`;

/** SQL: all of these conditions. Leaves out the ones that are false, null or empty. */
export const allOf = (conditions: readonly (Prisma.Sql | false | null | "")[]): Prisma.Sql =>
  Prisma.join([Prisma.sql`true`, ...conditions.filter((one) => one instanceof Prisma.Sql)], " AND ");

/** Whether an insert or update violated a unique key. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "P2002";
}

const unavailableCodes =
  /^(P1001|P1002|P1008|P1017|P2024|P2028|P2037|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|57P0[123]|08\w{3}|25006)$/;
/**
 * Out of space or connections, a statement or lock that took too long, a deadlock, an idle transaction, a broken disk, a
 * plan from before a migration.
 */
const overloadCodes = /^(53\d{3}|57014|55P03|40001|40P01|P2034|25P0[34]|58030|0A000)$/;
const unavailableTexts =
  /(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Can't reach database server|database system is (starting up|shutting down|in recovery)|Server has closed the connection)/i;

/** Whether the database didn't respond or couldn't work, so a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause: unknown = error, depth = 0; cause instanceof Object && depth < 5; depth += 1) {
    const { code, message, originalCode } = cause as {
      code?: unknown;
      message?: unknown;
      originalCode?: unknown;
    };
    for (const known of [code, originalCode].map(String)) {
      if (unavailableCodes.test(known) || overloadCodes.test(known)) return true;
    }
    if (unavailableTexts.test(String(message))) return true;
    cause =
      (cause as { cause?: unknown }).cause ??
      (cause as { meta?: { driverAdapterError?: unknown } }).meta?.driverAdapterError;
  }
  return false;
}

export async function closeDatabase(): Promise<void> {
  await Promise.all([db.$disconnect(), jobDb.$disconnect()]);
  await closePools();
}

/** Rows per fetch. They're all in memory at the same time. */
const batch = 500;

/**
 * Streams any number of rows through a cursor, for jobs.
 * @param isOnReplica whether the replica has everything that the job must see
 */
export async function* streamRows<Row>(
  text: string,
  values: unknown[],
  isOnReplica = false,
): AsyncGenerator<Row> {
  const client = await ((isOnReplica && replicaJobPool) || jobPool).connect();
  let isOver = false;
  try {
    await client.query("BEGIN READ ONLY");
    await client.query(`DECLARE streamed NO SCROLL CURSOR FOR ${text}`, values);
    for (;;) {
      const { rows } = await client.query(`FETCH ${batch} FROM streamed`);
      yield* rows as Row[];
      if (rows.length < batch) break;
    }
    await client.query("COMMIT");
    isOver = true;
  } finally {
    // If a reader stops midway, it leaves a transaction open, so the connection is closed.
    client.release(!isOver);
  }
}
