import pg from "pg";
import {
  addressVariables,
  type PoolName,
  pingWithin,
  sessionSettings,
  statementTimeout,
} from "./database-settings.server";
import { env } from "./env.server";
import { log } from "./log.server";
import { isOnReplica } from "./replica.server";
import { noteFailure } from "./service-health.server";
import { isPooled, noteStalePlan, prepared } from "./statement-names.server";

/** The time from a request's last byte to the response, no matter what the database does. 9 seconds by default. */
export const answerWithin = 2.25 * statementTimeout;

/** `maxWait` is how long to wait for a connection. */
export const transactionLimits = { maxWait: 0.75 * statementTimeout, timeout: 2 * statementTimeout };

const optionsOf = (name: PoolName) =>
  Object.entries(sessionSettings[name])
    .map(([setting, value]) => `-c ${setting}=${value}`)
    .join(" ");

/** The options that a pool connects with. */
export function connectionOf(name: PoolName): pg.PoolConfig {
  const { statement_timeout: statement } = sessionSettings[name];
  return {
    connectionString: env[addressVariables[name]],
    application_name: "matchcut",
    ...(isPooled ? {} : { options: optionsOf(name) }),
    connectionTimeoutMillis: 0.75 * statement,
    // A little longer than the server takes to cancel the statement.
    query_timeout: 1.25 * statement,
    keepAlive: true,
    // Long, because a new connection has to plan every statement again.
    idleTimeoutMillis: 600_000,
  };
}

const readTimeout = "Query read timeout";

/**
 * Drops a connection whose query got no response. pg only rejects the query, and the connection's next query would wait
 * behind it. Also drops a connection that refused a transaction's statement because of its old plan, which makes the
 * transaction fail. pg has no event for either, so this wraps `query` (checked with 8.23.1).
 */
class ImpatientClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...all: unknown[]) => unknown;
    this.query = ((asked: pg.QueryConfig, ...rest: unknown[]) => {
      const result = query(prepared(asked), ...rest);
      if (result instanceof Promise) {
        result.catch((error: Error) => {
          if (noteStalePlan(error, asked) || error.message === readTimeout) this.drop();
        });
      }
      return result;
    }) as typeof this.query;
  }

  /**
   * Ends the connection as pg's pool does after a connection timeout. The documented `end()` wouldn't emit the 'error'
   * that `onLost` needs.
   */
  private drop(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }
}

/** The pool replaces a broken idle connection. Without a listener, the error would crash the process. */
function onLost(error: Error): void {
  noteFailure("database", error);
  log.warn({ err: error }, "database connection lost");
}

/**
 * Outside transactions, the pool repeats a statement that was refused because of its old plan, on another connection.
 */
function createPool(name: PoolName, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...connectionOf(name), Client: ImpatientClient, ...config });
  const query = pool.query.bind(pool) as (...all: unknown[]) => unknown;
  pool.query = ((asked: pg.QueryConfig, ...rest: unknown[]) => {
    const result = query(asked, ...rest);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      if (!noteStalePlan(error, asked)) throw error;
      return query(asked, ...rest);
    });
  }) as typeof pool.query;
  pool.on("error", onLost);
  pool.on("connect", (client) => client.on("error", onLost));
  return pool;
}

/** The options for reads that may be out of date. Undefined without a replica. */
export const replicaConnection = replicaConnectionOf("pages");

function replicaConnectionOf(name: PoolName): pg.PoolConfig | undefined {
  if (!env.DATABASE_REPLICA_URL) return undefined;
  const { options, ...connection } = connectionOf(name);
  return {
    ...connection,
    connectionString: env.DATABASE_REPLICA_URL,
    // The URL may point to the primary, which would accept a write.
    ...(options && { options: `${options} -c default_transaction_read_only=on` }),
  };
}

export const replicaPool =
  replicaConnection && createPool("pages", { ...replicaConnection, max: env.DATABASE_POOL });

/** A write that's declared as a read must fail instead of running on the primary. */
const isRefusedWrite = (error: unknown) => (error as { code?: unknown }).code === "25006";

/** Runs a query on the replica if `fromReplica` allows it. If that fails, repeats it on the primary. */
function preferReplica(primary: pg.Pool): pg.Pool {
  const query = primary.query.bind(primary) as (...all: unknown[]) => unknown;
  const onReplica = replicaPool?.query.bind(replicaPool) as
    | ((...all: unknown[]) => Promise<unknown>)
    | undefined;
  if (!onReplica) return primary;
  primary.query = ((...asked: unknown[]) => {
    if (!isOnReplica()) return query(...asked);
    return onReplica(...asked).catch((error: unknown) => {
      if (isRefusedWrite(error)) throw error;
      log.warn({ err: error }, "repeating a read on the primary");
      return query(...asked);
    });
  }) as typeof primary.query;
  return primary;
}

/** For pages: Prisma, named statements that write, and reads that no pipeline has room for. */
export const pool = preferReplica(createPool("pages", { max: env.DATABASE_POOL }));

/**
 * A connection that sends statements without waiting for earlier responses, so that many pages can share it. /discover
 * takes a fifth less CPU time than with the pool alone.
 */
class Pipeline {
  /** How many statements have no response yet. */
  waiting = 0;
  private client: Promise<pg.Client> | undefined;

  async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
    this.waiting += 1;
    try {
      this.client ??= this.connect();
      return (await (await this.client).query<Row>(prepared(query))).rows;
    } finally {
      this.waiting -= 1;
    }
  }

  /** Like pg's pool, this doesn't wait for the server to close the connection. */
  async end(): Promise<void> {
    const client = await this.client?.catch(() => undefined);
    void client?.end();
  }

  private connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...connectionOf("pipelines"), pipeline: true });
    const connected = client.connect().then(() => client);
    const forget = () => {
      if (this.client === connected) this.client = undefined;
    };
    client.on("error", onLost);
    client.once("end", forget);
    connected.catch(forget);
    return connected;
  }
}

const pipelines = [new Pipeline(), new Pipeline()] as const;
/** The maximum number of statements in a pipeline. It's low, because they wait for each other. */
const mostWaiting = 16;
/** Used instead of pipelines behind a pooler, which would spread their statements over its connections. */
const pooledReads = isPooled ? createPool("pipelines", { max: env.DATABASE_POOL }) : undefined;

/**
 * Reads through the pipeline with fewer statements. If that fails, another statement may be the cause, so the pool
 * repeats the read and gives it more time. The pool also handles reads while the pipelines are full.
 */
export async function readPipelined<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
  if (isOnReplica()) return (await pool.query<Row>(query)).rows;
  const [first, second] = pipelines;
  const pipeline = second.waiting < first.waiting ? second : first;
  if (pipeline.waiting < mostWaiting) {
    try {
      return pooledReads ? (await pooledReads.query<Row>(query)).rows : await pipeline.query<Row>(query);
    } catch (error) {
      noteStalePlan(error, query);
      log.warn({ err: error, statement: query.name }, "retrying a read on the pool");
    }
  }
  return (await pool.query<Row>(query)).rows;
}

/** A separate pool, so that jobs don't take connections from pages. */
export const jobPool = createPool("jobs", { max: 4 });

const replicaHealth = replicaConnectionOf("health");
/** A separate pool for statements that take no time, so that they don't wait behind pages. */
export const replicaPingPool =
  replicaHealth && createPool("health", { ...replicaHealth, max: 1, connectionTimeoutMillis: pingWithin });

const replicaJobs = replicaConnectionOf("jobs");
/** For jobs that read a lot. */
export const replicaJobPool = replicaJobs && createPool("jobs", { ...replicaJobs, max: 2 });

/** Connects to PostgreSQL itself, bypassing any pooler. */
export const directConnection: pg.PoolConfig = {
  ...connectionOf("jobs"),
  connectionString: env.DATABASE_DIRECT_URL,
  options: optionsOf("jobs"),
};

/** For LISTEN, which a pooler wouldn't forward. */
export const listenPool = createPool("jobs", { ...directConnection, max: 1 });

/** For statements that take no time. */
export const pingPool = createPool("health", {
  max: 1,
  connectionTimeoutMillis: pingWithin,
  query_timeout: pingWithin,
  idleTimeoutMillis: 30_000,
});
let ping: Promise<unknown> | undefined;

/** Rejects if the database doesn't respond. Concurrent calls share one query. */
export async function pingDatabase(): Promise<void> {
  ping ??= pingPool
    .query("SELECT 1")
    .catch((error: unknown) => {
      noteFailure("database", error);
      throw error;
    })
    .finally(() => {
      ping = undefined;
    });
  await ping;
}

export async function closePools(): Promise<void> {
  const replicas = [replicaPool, replicaPingPool, replicaJobPool];
  const all = [pool, pooledReads, ...replicas, jobPool, listenPool, pingPool];
  const open = all.filter((one) => one && !one.ended);
  await Promise.all([...pipelines, ...open].map((one) => one?.end()));
}
