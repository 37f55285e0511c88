import { expect, test } from "vitest";
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
