import { Logger, type Runner, run, type TaskList } from "graphile-worker";
import { jobPool } from "../database-pools.server";
import { isDatabaseUnavailable, Prisma, type Transaction } from "../db.server";
import { log } from "../log.server";

export type Tasks = Record<string, (payload: Record<string, unknown>) => Promise<void>>;

interface When {
  inSeconds?: number;
  /** While a job with this key is pending, no second is added, and the first keeps its time. */
  key?: string;
}

/** SQL: adds a job for each row that is selected. Tried up to 12 times, with exponential back-off. */
export const addedJob = (task: string, payload: Record<string, unknown>, when: When = {}): Prisma.Sql =>
  Prisma.sql`graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts := 12,
      run_at := clock_timestamp() + make_interval(secs => ${when.inSeconds ?? 0}::int),
      job_key := ${when.key ?? null}::text, job_key_mode := 'preserve_run_at')`;

/** One job, as `addedJob`. */
export async function addJob(
  tx: Transaction,
  task: string,
  payload: Record<string, unknown>,
  when: When = {},
): Promise<void> {
  await tx.$executeRaw`SELECT ${addedJob(task, payload, when)}`;
}

/** SELECT: since when (`at`) each job that is tried no more has been there. The queue holds unfinished jobs alone. */
export const failedJobs =
  "SELECT j.created_at AS at FROM graphile_worker.jobs j WHERE j.attempts >= j.max_attempts";

async function startJobs(tasks: Tasks, crontab: string): Promise<Runner> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, perform]) => [
      name,
      (payload) => perform((payload ?? {}) as Record<string, unknown>).catch(rethrowBare),
    ]),
  );
  return run({
    pgPool: jobPool,
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
      // After a colon come errors, which may quote values.
      const what = message.split(/:| with error/)[0]?.slice(0, 100);
      log.error(
        { what, task: job?.task_identifier, attempt: job?.attempts, ...(error ? { err: error } : {}) },
        "jobs",
      );
    }),
  });
}

/** A task's error is stored and logged, and its message may quote an address or a link. */
function rethrowBare(thrown: unknown): never {
  const error: NodeJS.ErrnoException = thrown instanceof Error ? thrown : new Error();
  const bare = new Error([error.name, error.code].filter((part) => part !== undefined).join(" "));
  bare.name = error.name;
  const frames = error.stack?.split("\n").filter((line) => line.startsWith("    at ")) ?? [];
  bare.stack = [bare.message, ...frames].join("\n");
  throw bare;
}

/**
 * Starts once the database answers. Stopping hands running jobs back.
 * @param crontab in graphile-worker's form, times in UTC
 */
export function startJobsOnceThere(tasks: Tasks, crontab: string): { stop: () => Promise<void> } {
  let stopped = false;
  let runner: Awaited<ReturnType<typeof startJobs>> | undefined;
  const begin = async () => {
    while (!stopped && !runner) {
      try {
        runner = await startJobs(tasks, crontab);
        runner.promise.catch((error) => log.error({ err: error }, "jobs stopped"));
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        log.warn({ err: error }, "jobs wait for the database");
        await new Promise((again) => setTimeout(again, 2_000).unref());
      }
    }
  };
  const started = begin().catch((error) => log.fatal({ err: error }, "jobs cannot start"));
  return {
    stop: async () => {
      stopped = true;
      await Promise.race([started, new Promise((enough) => setTimeout(enough, 3_000).unref())]);
      await runner?.stop().catch(() => {});
    },
  };
}
