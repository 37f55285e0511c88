import type { Actor } from "~/features/accounts/actor";
import type { Act } from "~/features/accounts/acts";
import { recordAct } from "~/features/accounts/auditing.server";
import { type Transaction, transaction } from "~/platform/db.server";
import {
  countFailedJobs,
  dropJobs,
  type FailedJob,
  listTasks,
  readFailedJobs,
  retryJobs,
} from "~/platform/jobs/jobs.server";
import { type Count, everyRow } from "~/platform/paging.server";
import type { JobsFilter } from "./jobs-filter";
import type { TendOutcome } from "./tending-mail.server";

/** A background job that gave up. Times are ISO 8601. */
export interface FailedJobView {
  id: string;
  task: string;
  cause: string;
  attempts: number;
  addedAt: string;
  triedAt: string;
}

const pageSize = 20;
const jobIdPattern = /^[1-9]\d{0,17}$/;

/** A page with its number, and the names of jobs, in three queries. Empty for non-admins. */
export async function listJobs(
  admin: Actor,
  filter: JobsFilter,
  after: string | null,
): Promise<{ jobs: FailedJobView[]; next: string | null; tasks: string[] } & Count> {
  if (!admin.isAdmin) return { jobs: [], next: null, tasks: [], count: 0, isMore: false };
  const from = after && jobIdPattern.test(after) ? after : null;
  const [{ rows, next }, count, tasks] = await Promise.all([
    readFailedJobs(filter, from, pageSize),
    countFailedJobs(filter.task),
    listTasks(),
  ]);
  return { jobs: rows.map(viewOf), next, tasks, ...count };
}

const viewOf = ({ addedAt, triedAt, ...job }: FailedJob): FailedJobView => ({
  ...job,
  addedAt: addedAt.toISOString(),
  triedAt: triedAt.toISOString(),
});

export const jobColumns = ["Id", "Job", "Cause", "Attempts", "Added (UTC)", "Tried (UTC)"];

/** The rows of `jobColumns`, of all pages of a filter, read as they are taken. None for non-admins. */
export async function* jobRows(admin: Actor, filter: JobsFilter): AsyncGenerator<string[]> {
  if (!admin.isAdmin) return;
  for await (const row of everyRow((after, size) => readFailedJobs(filter, after, size))) {
    const { id, task, cause, attempts, addedAt, triedAt } = viewOf(row);
    yield [id, task, cause, String(attempts), addedAt, triedAt];
  }
}

/** They are tried at once, as if for the first time. Each is recorded. Refused: 'not-admin'. */
export function retryJobsAs(admin: Actor, jobIds: readonly string[]): Promise<TendOutcome> {
  return tend(admin, jobIds, retryJobs, "job.retry", "waiting");
}

/** They are gone for good. Each is recorded. Refused: 'not-admin'. */
export function dropJobsAs(admin: Actor, jobIds: readonly string[]): Promise<TendOutcome> {
  return tend(admin, jobIds, dropJobs, "job.drop", "dropped");
}

async function tend(
  admin: Actor,
  jobIds: readonly string[],
  change: (tx: Transaction, ids: readonly string[]) => Promise<FailedJob[]>,
  act: Act,
  state: string,
): Promise<TendOutcome> {
  if (!admin.isAdmin) return { ok: false, refused: "not-admin" };
  return transaction(async (tx) => {
    const jobs = await change(
      tx,
      jobIds.filter((id) => jobIdPattern.test(id)),
    );
    for (const { id, task, cause, attempts } of jobs) {
      await recordAct(tx, admin, act, null, {
        thing: `${task} ${id}`,
        before: { job: "failed", cause, attempts },
        after: { job: state },
      });
    }
    return { ok: true as const, count: jobs.length };
  });
}
