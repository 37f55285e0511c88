import type { Actor } from "~/features/accounts/actor";
import type { Act } from "~/features/accounts/acts";
import { recordAct } from "~/features/accounts/auditing.server";
import { type Transaction, transaction } from "~/platform/db.server";
import { dropJobs, type FailedJob, listFailedJobs, retryJobs } from "~/platform/jobs/jobs.server";
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

/** The longest there first. Empty for non-admins. */
export async function listJobs(
  admin: Actor,
  after: string | null,
): Promise<{ jobs: FailedJobView[]; next: string | null }> {
  if (!admin.isAdmin) return { jobs: [], next: null };
  const from = after && jobIdPattern.test(after) ? after : null;
  const rows = await listFailedJobs(from, pageSize + 1);
  const shown = rows.slice(0, pageSize);
  return {
    jobs: shown.map(({ addedAt, triedAt, ...job }) => ({
      ...job,
      addedAt: addedAt.toISOString(),
      triedAt: triedAt.toISOString(),
    })),
    next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  };
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
