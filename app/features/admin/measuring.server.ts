import { failedMails } from "~/features/notifications/mailing.server";
import { waitingMails } from "~/features/notifications/unsent-mails.server";
import { readRows } from "~/platform/db.server";
import { dueJobs, failedJobs } from "~/platform/jobs/jobs.server";
import { metricsText, type QueueDepth } from "~/platform/metrics.server";

/** Each a SELECT of `at`. */
const queues: Record<QueueDepth["queue"], string> = {
  jobs: dueJobs,
  jobs_failed: failedJobs,
  mails: waitingMails,
  mails_failed: failedMails,
};

const depthsText = Object.entries(queues)
  .map(
    ([queue, select]) => `
    SELECT '${queue}' AS queue, count(*)::int AS count,
           coalesce(greatest(0, extract(epoch FROM now() - min(at))), 0)::float AS seconds FROM (${select}) every_one`,
  )
  .join(" UNION ALL ");

/** What this process counted, and how much background work there is, in one statement. */
export async function readMetrics(): Promise<{ body: string; contentType: string }> {
  return metricsText(await readRows<QueueDepth>("admin-queue-depths", depthsText, []));
}
