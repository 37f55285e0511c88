import { db, jobDb } from "~/platform/db.server";
import { log } from "~/platform/log.server";
import { returnHealthNotes, services, takeHealthNotes } from "~/platform/service-health.server";
import type { HealthView } from "./health";

/**
 * Adds what this process has noted since the last time, in one statement, none without notes. What cannot be stored is
 * kept for the next time: the database itself may be what failed.
 */
export async function storeHealth(): Promise<void> {
  const notes = takeHealthNotes();
  if (notes.size === 0) return;
  const rows = [...notes].map(([service, { succeededAt, failedAt, cause }]) => ({
    service,
    succeeded: succeededAt?.toISOString(),
    failed: failedAt?.toISOString(),
    cause,
  }));
  try {
    await jobDb.$executeRaw`
      INSERT INTO service_health AS h (service, succeeded_at, failed_at, cause)
      SELECT service, succeeded, failed, coalesce(cause, '')
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS note (service text, succeeded timestamptz, failed timestamptz, cause text)
       ORDER BY service
      ON CONFLICT (service) DO UPDATE SET
        succeeded_at = greatest(h.succeeded_at, excluded.succeeded_at),
        cause = CASE WHEN excluded.failed_at > coalesce(h.failed_at, '-infinity') THEN excluded.cause ELSE h.cause END,
        failed_at = greatest(h.failed_at, excluded.failed_at)`;
  } catch (error) {
    returnHealthNotes(notes);
    log.warn({ err: error }, "the health of services could not be stored");
  }
}

/** Each service, also one that has not been used. The database works, or nothing could be read. */
export async function readHealth(now = new Date()): Promise<HealthView[]> {
  const rows = await db.serviceHealth.findMany();
  return services.map((service) => {
    const row = rows.find((one) => one.service === service);
    const succeededAt = service === "database" ? now : row?.succeededAt;
    return {
      service,
      succeededAt: succeededAt?.toISOString() ?? null,
      failedAt: row?.failedAt?.toISOString() ?? null,
      cause: row?.cause ?? "",
    };
  });
}
