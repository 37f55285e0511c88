import { readRows } from "~/platform/db.server";
import { metricsText, type QueueDepth } from "~/platform/metrics.server";

const depthsText = `
  SELECT queue, count(at)::int AS count,
         coalesce(greatest(0, extract(epoch FROM now() - min(at))), 0)::float AS seconds
    FROM unnest('{jobs,jobs_failed,mails,mails_failed}'::text[]) AS queue
    LEFT JOIN (
      SELECT CASE WHEN j.attempts < j.max_attempts THEN 'jobs' ELSE 'jobs_failed' END AS queue,
             CASE WHEN j.attempts < j.max_attempts THEN j.run_at ELSE j.created_at END AS at
        FROM graphile_worker.jobs j
       WHERE j.attempts >= j.max_attempts OR j.run_at <= now() AND j.locked_at IS NULL
      UNION ALL
      SELECT 'mails', m.created_at FROM outbox_mails m WHERE is_due(m)
      UNION ALL
      SELECT 'mails_failed', m.created_at FROM outbox_mails m WHERE is_failed(m)) due USING (queue)
   GROUP BY queue`;

/** What this process counted, and how much background work there is, in one statement. */
export async function readMetrics(): Promise<{ body: string; contentType: string }> {
  return metricsText(await readRows<QueueDepth>("admin-queue-depths", depthsText, []));
}
