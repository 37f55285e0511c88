import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "./env.server";
import { Prisma, PrismaClient } from "./generated/prisma/client";
import { log } from "./log.server";

/** One pool for Prisma and for the few hot queries that go to the driver directly. */
export const pool = new pg.Pool({
  connectionString: env.DATABASE_URL,
  max: env.DATABASE_POOL,
  connectionTimeoutMillis: 3_000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 15_000,
  application_name: "matchcut",
});
// An idle connection that breaks is replaced by the pool; without a listener it would end the process.
const onLost = (error: Error) => log.warn({ err: error }, "database connection lost");
pool.on("error", onLost);
pool.on("connect", (client) => client.on("error", onLost));

export const db = new PrismaClient({
  adapter: new PrismaPg(pool),
  transactionOptions: { maxWait: 3_000, timeout: 10_000 },
});

export type Transaction = Prisma.TransactionClient;
export { Prisma };

/**
 * Runs `act` in a transaction. A returned refusal, `{ ok: false, … }`, rolls back everything that `act` has written:
 * the one way to refuse inside a transaction.
 * @returns what `act` returns, a refusal as well
 */
export async function transaction<Outcome>(act: (tx: Transaction) => Promise<Outcome>): Promise<Outcome> {
  let refused: { error: Error; outcome: Outcome } | undefined;
  try {
    return await db.$transaction(async (tx) => {
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

function isRefusal(outcome: unknown): boolean {
  return typeof outcome === "object" && outcome !== null && "ok" in outcome && outcome.ok === false;
}

/**
 * A hot read as a named prepared statement, two to four times as fast as the same read through Prisma.
 * `name` must belong to one text for ever. int8 columns arrive as strings.
 */
export async function readRows<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values })).rows;
}

/** True for an insert or update that met a unique key. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

const unavailableCodes =
  /^(P1001|P1002|P1008|P1017|P2024|P2028|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|57P0[123]|08\d{3}|53300|25006)$/;
const unavailableTexts =
  /(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Can't reach database server|database system is (starting up|shutting down|in recovery)|Server has closed the connection)/i;

/** True when the database did not answer at all, as against answering with an error. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause: unknown = error, depth = 0; cause instanceof Object && depth < 5; depth += 1) {
    const { code, message, originalCode } = cause as {
      code?: unknown;
      message?: unknown;
      originalCode?: unknown;
    };
    if (unavailableCodes.test(String(code)) || unavailableCodes.test(String(originalCode))) return true;
    if (unavailableTexts.test(String(message))) return true;
    cause =
      (cause as { cause?: unknown }).cause ??
      (cause as { meta?: { driverAdapterError?: unknown } }).meta?.driverAdapterError;
  }
  return false;
}

/** Resolves while the database answers, rejects otherwise. */
export async function pingDatabase(): Promise<void> {
  await pool.query("SELECT 1");
}

export async function closeDatabase(): Promise<void> {
  await db.$disconnect();
  if (!pool.ended) await pool.end();
}
