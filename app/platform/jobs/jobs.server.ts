import { Logger, type Runner, run, type TaskList } from "graphile-worker";
import type { PoolClient, QueryConfig } from "pg";
import type { TimeOrder } from "../cursor";
import { jobPool, listenPool } from "../database-pools.server";
import { db, isDatabaseUnavailable, Prisma, readRows, type Transaction } from "../db.server";
import { log } from "../log.server";
import { type Count, countRows, type Page, pageOf } from "../paging.server";

export type Tasks = Record<string, (payload: Record<string, unknown>) => Promise<void>>;

interface When {
  inSeconds?: number;
  /**
   * While a job with this key is pending, no second job is added, and the first one stays scheduled for the same time.
   */
  key?: string;
}

/** SQL that adds a job for each selected row. A job is tried up to 12 times, with exponential back-off. */
export const addedJob = (task: string, payload: Record<string, unknown>, when: When = {}): Prisma.Sql =>
  Prisma.sql`graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts := 12,
      run_at := clock_timestamp() + make_interval(secs => ${when.inSeconds ?? 0}::int),
      job_key := ${when.key ?? null}::text, job_key_mode := 'preserve_run_at')`;

/** SQL like `addedJob`, but with a payload and a key in SQL, computed from each row. */
export const addedJobOfRow = (
  task: string,
  payload: Prisma.Sql,
  key: Prisma.Sql,
  inSeconds: number,
): Prisma.Sql =>
  Prisma.sql`graphile_worker.add_job(${task}, ${payload}, max_attempts := 12,
      run_at := clock_timestamp() + make_interval(secs => ${inSeconds}::int),
      job_key := ${key}, job_key_mode := 'preserve_run_at')`;

export async function addJob(
  tx: Transaction,
  task: string,
  payload: Record<string, unknown>,
  when: When = {},
): Promise<void> {
  const isPending = when.key ? pendingJob(when.key) : Prisma.sql`false`;
  await tx.$executeRaw`SELECT ${addedJob(task, payload, when)} WHERE NOT ${isPending}`;
}

/**
 * Whether a job with this key is still waiting for its first attempt. If so, makes it wait for this transaction to end,
 * too. This costs a fifth of adding the job again and wakes no worker. Reads a private table; see `lockFailed`.
 */
const pendingJob = (key: string) => Prisma.sql`EXISTS (
  SELECT FROM graphile_worker._private_jobs j
   WHERE j.key = ${key} AND j.locked_at IS NULL AND j.attempts = 0 FOR SHARE)`;

/** A job that has used up its attempts, without its payload. */
export interface FailedJob {
  id: string;
  task: string;
  /** An error's name and code. */
  cause: string;
  attempts: number;
  addedAt: Date;
  triedAt: Date;
}

const columns = `j.id::text, j.task_identifier AS task, coalesce(j.last_error, '') AS cause, j.attempts,
  j.created_at AS "addedAt", j.updated_at AS "triedAt"`;

/** Failed jobs of one task; empty for all tasks. */
const ofTask = (task: string) =>
  task
    ? Prisma.sql`j.attempts >= j.max_attempts AND j.task_identifier = ${task}`
    : Prisma.sql`j.attempts >= j.max_attempts`;

/** By ID, which grows with time. `after` is the ID of the last row before the page. */
export async function readFailedJobs(
  { task, sort }: { task: string; sort: TimeOrder },
  after: string | null,
  size: number,
): Promise<Page<FailedJob>> {
  const [beyond, direction] = sort === "newest" ? ["<", "DESC"] : [">", "ASC"];
  const isAfter = after ? Prisma.sql`AND j.id ${Prisma.raw(beyond)} ${after}::bigint` : Prisma.empty;
  const rows = await db.$queryRaw<FailedJob[]>`
    SELECT ${Prisma.raw(columns)} FROM graphile_worker.jobs j
     WHERE ${ofTask(task)} ${isAfter} ORDER BY j.id ${Prisma.raw(direction)} LIMIT ${size + 1}`;
  return pageOf(rows, size, ({ id }) => id);
}

export const countFailedJobs = (task: string): Promise<Count> =>
  countRows(Prisma.sql`SELECT FROM graphile_worker.jobs j WHERE ${ofTask(task)} ORDER BY j.id`);

/**
 * The names of all tasks that have ever had a job. No view of graphile-worker lists them, and its table has
 * been private since migration 16, so check this statement when upgrading.
 */
export async function listTasks(): Promise<string[]> {
  const rows = await readRows<{ name: string }>(
    "jobs-tasks",
    "SELECT t.identifier AS name FROM graphile_worker._private_tasks t ORDER BY 1",
    [],
  );
  return rows.map(({ name }) => name);
}

/**
 * Locks jobs in order, so that a second request waits here and then finds none of them. Uses the private table, because
 * the view `jobs` (graphile-worker's migration 17) has an outer join, so PostgreSQL can't lock its rows.
 */
async function lockFailed(tx: Transaction, ids: readonly string[]): Promise<FailedJob[]> {
  const locked = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT j.id FROM graphile_worker._private_jobs j
     WHERE j.id = ANY (${[...ids]}::bigint[]) AND j.attempts >= j.max_attempts AND j.locked_at IS NULL
     ORDER BY j.id FOR UPDATE`;
  if (locked.length === 0) return [];
  return tx.$queryRaw<FailedJob[]>`
    SELECT ${Prisma.raw(columns)} FROM graphile_worker.jobs j
     WHERE j.id = ANY (${locked.map(({ id }) => String(id))}::bigint[]) ORDER BY j.id`;
}

const idsOf = (jobs: readonly FailedJob[]) => Prisma.sql`${jobs.map(({ id }) => id)}::bigint[]`;

/** Retries jobs right away, with a fresh count of attempts. Returns the ones that had used up their attempts. */
export async function retryJobs(tx: Transaction, ids: readonly string[]): Promise<FailedJob[]> {
  const jobs = await lockFailed(tx, ids);
  if (jobs.length > 0)
    await tx.$executeRaw`SELECT graphile_worker.reschedule_jobs(${idsOf(jobs)}, run_at := now(), attempts := 0)`;
  return jobs;
}

/** Deletes jobs permanently. Returns the ones that had used up their attempts. */
export async function dropJobs(tx: Transaction, ids: readonly string[]): Promise<FailedJob[]> {
  const jobs = await lockFailed(tx, ids);
  if (jobs.length > 0) await tx.$executeRaw`SELECT graphile_worker.complete_jobs(${idsOf(jobs)})`;
  return jobs;
}

/**
 * graphile-worker doesn't catch a failure to mark a job as done or failed, and that would end the process. While
 * there's no connection, this pool's `connect` waits for one. If a connection breaks or a job can't be marked, the
 * statement fails with a code that graphile-worker retries where that's safe. Its list of such codes is fixed, and none
 * of its options and hooks can wrap a statement, so only the documented `pgPool` option is left (checked with 0.17.3).
 * Its calls with a callback are for LISTEN, and go to `listenPool` unchanged. This is a Proxy, because `jobPool` itself
 * must fail right away for other callers. While the jobs are being stopped, nothing waits for a connection. A mark that
 * gets none is dropped, and the job runs again.
 */
function waitingPool(isOver: () => boolean): typeof jobPool {
  const connect = async () => {
    while (true) {
      try {
        return retryable(await jobPool.connect());
      } catch (error) {
        if (jobPool.ending || isOver()) return unconnected(error);
        await new Promise((again) => setTimeout(again, 500).unref());
      }
    }
  };
  return new Proxy(jobPool, {
    get: (pool, name) =>
      name === "connect"
        ? (listen?: Parameters<typeof jobPool.connect>[0]) =>
            listen ? listenPool.connect(listen) : connect()
        : Reflect.get(pool, name),
  });
}

/** The statements that mark jobs, by graphile-worker's names for them. */
const isMarking = (asked: string | QueryConfig) =>
  typeof asked !== "string" && /^(complete_jobs?|fail_job)(_q)?\//.test(asked.name ?? "");

/**
 * Rejects every statement, except those whose rejection graphile-worker wouldn't catch: those never settle.
 */
function unconnected(error: unknown): PoolClient {
  const query = (asked: string | QueryConfig) =>
    isMarking(asked) ? new Promise<never>(() => {}) : Promise.reject(error);
  return { query, release: () => {} } as unknown as PoolClient;
}

/** PostgreSQL's "cannot connect now", which graphile-worker retries after three seconds. */
const retryCode = "57P03";

function retryable(client: PoolClient): PoolClient {
  const query = (asked: string | QueryConfig, values?: unknown[]) =>
    client.query(asked, values).catch((error: unknown) => {
      if (isMarking(asked)) log.warn({ err: error }, "retrying to mark a job");
      else if (!isDatabaseUnavailable(error)) throw error;
      throw Object.assign(error as Error, { code: retryCode });
    });
  return new Proxy(client, {
    get: (own, name) => {
      if (name === "query") return query;
      const value = Reflect.get(own, name);
      return typeof value === "function" ? value.bind(own) : value;
    },
  });
}

async function startJobs(tasks: Tasks, crontab: string, isOver: () => boolean): Promise<Runner> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, perform]) => [
      name,
      (payload) => perform((payload ?? {}) as Record<string, unknown>).catch(rethrowBare),
    ]),
  );
  return run({
    pgPool: waitingPool(isOver),
    taskList,
    crontab,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 5_000,
    logger: new Logger(() => (level, message, meta) => {
      if (level !== "error") return;
      const { job, error } = (meta ?? {}) as {
        job?: { task_identifier: string; attempts: number };
        error?: unknown;
      };
      // The text after a colon in an error's message may quote values.
      const what = message.split(/:| with error/)[0]?.slice(0, 100);
      log.error(
        { what, task: job?.task_identifier, attempt: job?.attempts, ...(error ? { err: error } : {}) },
        "jobs",
      );
    }),
  });
}

/** A task's error is stored and logged. Its message may quote an address or a link, so it's left out. */
function rethrowBare(thrown: unknown): never {
  const error: NodeJS.ErrnoException = thrown instanceof Error ? thrown : new Error();
  const bare = new Error([error.name, error.code].filter((part) => part !== undefined).join(" "));
  bare.name = error.name;
  const frames = error.stack?.split("\n").filter((line) => line.startsWith("    at ")) ?? [];
  bare.stack = [bare.message, ...frames].join("\n");
  throw bare;
}

/**
 * Starts once the database responds. Stopping hands running jobs back to the queue.
 * @param crontab in graphile-worker's format, times in UTC
 */
export function startJobsOnceThere(tasks: Tasks, crontab: string): { stop: () => Promise<void> } {
  let stopped = false;
  let runner: Awaited<ReturnType<typeof startJobs>> | undefined;
  const begin = async () => {
    while (!stopped && !runner) {
      try {
        await jobPool.query("SELECT");
        runner = await startJobs(tasks, crontab, () => stopped);
        runner.promise.catch((error) => log.error({ err: error }, "jobs stopped"));
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        log.warn({ err: error }, "jobs are waiting for the database");
        await new Promise((again) => setTimeout(again, 2_000).unref());
      }
    }
  };
  const started = begin().catch((error) => log.fatal({ err: error }, "jobs couldn't start"));
  return {
    stop: async () => {
      stopped = true;
      await Promise.race([started, new Promise((enough) => setTimeout(enough, 3_000).unref())]);
      await runner?.stop().catch(() => {});
    },
  };
}
