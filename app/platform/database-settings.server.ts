import { env } from "./env.server";

/** Milliseconds for one statement of a page. The other limits derive from it. */
export const statementTimeout = env.DATABASE_TIMEOUT;

/**
 * The timeout for connecting, and again for the query. It's short, so that the health check responds within two
 * seconds.
 */
export const pingWithin = Math.min(800, statementTimeout);

/**
 * How many milliseconds a read in a pipeline waits for a lock. After that, the pool repeats the read and waits longer.
 */
const longestLockWait = 100;

function limitsOf(statement: number) {
  return {
    // Prisma's adapter writes times without their offset, and ignores the offset when it reads them.
    TimeZone: "UTC",
    statement_timeout: statement,
    lock_timeout: Math.round(0.75 * statement),
    idle_in_transaction_session_timeout: 3 * statement,
  };
}

/**
 * Pages look up rows by their indexes. PostgreSQL would scan a small table instead, once per card, which took a fifth
 * of its time for /discover in the demo. It would also keep using a plan that it made while a table was empty, until it
 * analyzes the table again. Before version 18, an unavoidable sequential scan would also trigger JIT compilation.
 */
const byIndex = { enable_seqscan: "off", jit: "off" };

/**
 * What a session of each pool needs. The pools send it when they connect. A pooler refuses that, so there each pool has
 * a role with these settings, which `npm run admin -- database-roles` creates.
 */
export const sessionSettings = {
  pages: { ...limitsOf(statementTimeout), ...byIndex },
  pipelines: {
    // Short, because other statements wait behind a slow one. A timeout ends the connection; a locked table only ends
    // the statement.
    ...limitsOf(Math.round(statementTimeout / 4)),
    lock_timeout: longestLockWait,
    ...byIndex,
    // Generic plans are made once for all values. By default, PostgreSQL's estimates decide whether it plans again.
    plan_cache_mode: "force_generic_plan",
  },
  // Jobs get fifteen times as long.
  jobs: limitsOf(15 * statementTimeout),
  health: { TimeZone: "UTC", statement_timeout: pingWithin },
};

export type PoolName = keyof typeof sessionSettings;

/** The variable that has each pool's URL. */
export const addressVariables = {
  pages: "DATABASE_URL",
  pipelines: "DATABASE_URL_PIPELINES",
  jobs: "DATABASE_URL_JOBS",
  health: "DATABASE_URL_HEALTH",
} as const satisfies Record<PoolName, string>;
