import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { until } from "../../../tests/support/until";
import { jobPool } from "../database-pools.server";
import { db, pool, transaction } from "../db.server";
import { addJob, startJobsOnceThere } from "./jobs.server";

/** Lets a test end the jobs' connections without touching its own. */
const jobsName = "jobs";
jobPool.options.application_name = jobsName;
const { connectionString } = jobPool.options;

const unhandled = vi.fn();
beforeAll(() => void process.on("unhandledRejection", unhandled));
afterAll(() => void process.off("unhandledRejection", unhandled));

/** Ends the jobs' connections and makes new ones fail. */
async function takeDatabaseAway() {
  jobPool.options.connectionString = "postgresql://127.0.0.1:1/away";
  // Repeatedly, because a connection that's being opened right now isn't listed yet.
  const isThere = async () => {
    await pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1", [
      jobsName,
    ]);
    return jobPool.connect().then(
      (client) => {
        client.release();
        return true;
      },
      () => false,
    );
  };
  await expect.poll(isThere).toBe(false);
}

const bringDatabaseBack = () => {
  jobPool.options.connectionString = connectionString;
};

async function stateOf(task: string) {
  const [job] = await db.$queryRaw<{ is_free: boolean; last_error: string | null }[]>`
    SELECT locked_at IS NULL AS is_free, last_error FROM graphile_worker.jobs WHERE task_identifier = ${task}`;
  return job;
}

test("a job that fails while the database is down is marked as failed once it's back", async () => {
  let goOn = () => {};
  const isAway = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  // Once it's marked, the job may run again before the jobs stop.
  let runs = 0;
  const failing = async () => {
    runs += 1;
    if (runs === 1) await takeDatabaseAway();
    goOn();
    throw new TypeError("on purpose");
  };
  const jobs = startJobsOnceThere({ failing }, "");
  try {
    await transaction((tx) => addJob(tx, "failing", {}));
    await isAway;
    expect(await stateOf("failing")).toEqual({ is_free: false, last_error: null });
    bringDatabaseBack();
    await expect.poll(async () => (await stateOf("failing"))?.last_error).toBe("TypeError");
  } finally {
    bringDatabaseBack();
    await jobs.stop();
  }
});

test("a job that fails while the database is down and the jobs are stopping stays locked, without an unhandled rejection", async () => {
  let goOn = (_stopped: Promise<void>) => {};
  const stopped = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const connect = vi.spyOn(jobPool, "connect");
  const stopping = async () => {
    await takeDatabaseAway();
    goOn(jobs.stop());
    throw new TypeError("on purpose");
  };
  const jobs = startJobsOnceThere({ stopping }, "");
  try {
    await transaction((tx) => addJob(tx, "stopping", {}));
    await stopped;
    await Promise.allSettled(connect.mock.results.map(({ value }) => value));
    await new Promise(setImmediate);
    expect(unhandled).not.toHaveBeenCalled();
    expect(await stateOf("stopping")).toEqual({ is_free: false, last_error: null });
  } finally {
    connect.mockRestore();
    bringDatabaseBack();
  }
});

test("a job that's still waiting isn't rewritten, and doesn't start before the transaction that needs it ends", async () => {
  const key = "reminding:1";
  const reminding = vi.fn(async () => {});
  await transaction((tx) => addJob(tx, "reminding", {}, { key }));
  const jobs = await transaction(async (tx) => {
    await addJob(tx, "reminding", {}, { key });
    const started = startJobsOnceThere({ reminding, other: async () => {} }, "");
    await transaction((other) => addJob(other, "other", {}));
    // The worker has taken every job it can.
    await expect.poll(() => stateOf("other")).toBeUndefined();
    expect(reminding).not.toHaveBeenCalled();
    const [job] = await tx.$queryRaw<{ revision: number }[]>`
      SELECT revision FROM graphile_worker.jobs WHERE key = ${key}`;
    expect(job?.revision).toBe(0);
    return started;
  });
  try {
    await expect.poll(() => reminding.mock.calls.length).toBe(1);
  } finally {
    await jobs.stop();
  }
});

test("a job that has started or failed is added again", async () => {
  const key = "again:1";
  await transaction((tx) => addJob(tx, "again", { n: 1 }, { key, inSeconds: 3_600 }));
  const change = (set: string) =>
    pool.query(`UPDATE graphile_worker._private_jobs SET ${set} WHERE key = '${key}'`);
  const count = async () =>
    (
      await db.$queryRaw<unknown[]>`
    SELECT FROM graphile_worker.jobs WHERE task_identifier = 'again' AND attempts = 0`
    ).length;
  await change("attempts = 12");
  await transaction((tx) => addJob(tx, "again", { n: 2 }, { key, inSeconds: 3_600 }));
  expect(await count()).toBe(1);
  await change("attempts = 1, locked_at = now(), locked_by = 'a worker'");
  await transaction((tx) => addJob(tx, "again", { n: 3 }, { key, inSeconds: 3_600 }));
  expect(await count()).toBe(1);
});

/** Starts jobs and blocks the worker's deletion of a finished one. */
async function holdMarking(task: string) {
  const holder = await pool.connect();
  const hold = async () => {
    await holder.query(`
      BEGIN; SELECT FROM graphile_worker._private_jobs WHERE task_id = (
        SELECT id FROM graphile_worker._private_tasks WHERE identifier = '${task}') FOR UPDATE`);
  };
  const jobs = startJobsOnceThere({ [task]: hold }, "");
  await transaction((tx) => addJob(tx, task, {}));
  const findMarking = async () => {
    const { rows } = await pool.query<{ pid: number }>(`
      SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'delete from%_private_jobs%'`);
    return rows.map(({ pid }) => pid);
  };
  const [pid] = await until(async () => {
    const found = await findMarking();
    expect(found).toHaveLength(1);
    return found;
  });
  const breakConnection = async () => {
    await pool.query("SELECT pg_terminate_backend($1)", [pid]);
    await holder.query("ROLLBACK");
    holder.release();
  };
  return { jobs, breakConnection };
}

test("if the connection breaks while a job is being marked as done, another connection marks the job", async () => {
  const { jobs, breakConnection } = await holdMarking("marking");
  await breakConnection();
  await expect.poll(() => stateOf("marking")).toBeUndefined();
  await jobs.stop();
});

// Ends the pool, so this test must be last.
test("a job that couldn't be marked as done before shutdown stays locked, without an unhandled rejection", async () => {
  const { jobs, breakConnection } = await holdMarking("late");
  await jobs.stop();
  const connect = vi.spyOn(jobPool, "connect");
  const ended = jobPool.end();
  await breakConnection();
  await ended;
  await expect.poll(() => connect.mock.calls.length).toBe(1);
  await new Promise(setImmediate);
  expect(unhandled).not.toHaveBeenCalled();
  expect(await stateOf("late")).toEqual({ is_free: false, last_error: null });
});
