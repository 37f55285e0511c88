import { expect, test, vi } from "vitest";
import { jobPool } from "../database-pools.server";
import { db, pool, transaction } from "../db.server";
import { addJob, startJobsOnceThere } from "./jobs.server";

test("a job that fails while the database is away is marked once it is back", async () => {
  const { connectionString } = jobPool.options;
  const stateOf = async () => {
    const [job] = await db.$queryRaw<{ is_free: boolean; last_error: string | null }[]>`
      SELECT locked_at IS NULL AS is_free, last_error FROM graphile_worker.jobs WHERE task_identifier = 'failing'`;
    return job;
  };
  const isThere = () =>
    jobPool.connect().then(
      (client) => {
        client.release();
        return true;
      },
      () => false,
    );
  let goBack = () => {};
  const jobs = startJobsOnceThere(
    {
      failing: async () => {
        jobPool.options.connectionString = "postgresql://127.0.0.1:1/away";
        await pool.query(`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`);
        await expect.poll(isThere).toBe(false);
        goBack();
        throw new TypeError("on purpose");
      },
    },
    "",
  );
  try {
    const isAway = new Promise<void>((away) => {
      goBack = away;
    });
    await transaction((tx) => addJob(tx, "failing", {}));
    await isAway;
    expect(await stateOf()).toEqual({ is_free: false, last_error: null });
    jobPool.options.connectionString = connectionString;
    await expect.poll(stateOf).toEqual({ is_free: true, last_error: "TypeError" });
  } finally {
    jobPool.options.connectionString = connectionString;
    await jobs.stop();
  }
});

/** Starts jobs, and lets one finish and lose its connection while it is marked as done. */
async function breakMarking(task: string) {
  const holder = await pool.connect();
  const hold = async () => {
    await holder.query(`
      BEGIN; SELECT FROM graphile_worker._private_jobs WHERE task_id = (
        SELECT id FROM graphile_worker._private_tasks WHERE identifier = '${task}') FOR UPDATE`);
  };
  const jobs = startJobsOnceThere({ [task]: hold }, "");
  const endWaiting = async () => {
    const { rowCount } = await pool.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'delete from%_private_jobs%'`);
    return rowCount;
  };
  try {
    await transaction((tx) => addJob(tx, task, {}));
    await expect.poll(endWaiting, { timeout: 10_000 }).toBe(1);
    await holder.query("ROLLBACK");
  } finally {
    holder.release();
  }
  return jobs;
}

test("if the connection breaks while a job is marked, it is marked over another one", async () => {
  const jobs = await breakMarking("marking");
  const isLeft = () => db.$queryRaw`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'marking'`;
  await expect.poll(isLeft, { timeout: 15_000 }).toEqual([]);
  await jobs.stop();
}, 30_000);

test("a job that could not be marked before the end is left, and ends no process", async () => {
  const jobs = await breakMarking("late");
  const thrown = vi.fn();
  process.on("unhandledRejection", thrown);
  const connect = vi.spyOn(jobPool, "connect");
  try {
    await jobs.stop();
    await jobPool.end();
    connect.mockClear();
    await expect.poll(() => connect.mock.calls.length, { timeout: 10_000 }).toBe(1);
    await new Promise(setImmediate);
    expect(thrown).not.toHaveBeenCalled();
  } finally {
    process.off("unhandledRejection", thrown);
  }
}, 30_000);
