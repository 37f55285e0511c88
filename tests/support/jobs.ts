import { db } from "~/platform/db.server";

/** Takes a task's waiting jobs from the queue and returns the arguments that callers passed, oldest first. */
export async function takeJobs(task: string): Promise<Record<string, unknown>[]> {
  const jobs = await db.$queryRaw<{ id: string; payload: Record<string, unknown> }[]>`
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier = ${task} RETURNING j.id::text, j.payload`;
  return jobs.sort((one, other) => Number(one.id) - Number(other.id)).map(({ payload }) => payload);
}
