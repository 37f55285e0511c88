import { readRows } from "./db.server";

interface StoredHealth {
  service: string;
  succeededAt: Date | null;
  failedAt: Date | null;
  cause: string;
}

/**
 * What all processes have stored, and PostgreSQL's version, such as "15.14", which the left join returns even if nothing
 * has been stored yet. Debian's builds add their package's version, which isn't returned.
 */
export async function readHealthNotes(): Promise<{ rows: StoredHealth[]; version: string }> {
  const rows = await readRows<StoredHealth & { version: string }>(
    "service-health",
    `SELECT coalesce(service, '') AS service, succeeded_at AS "succeededAt", failed_at AS "failedAt",
            coalesce(cause, '') AS cause, split_part(current_setting('server_version'), ' ', 1) AS version
       FROM (SELECT) once LEFT JOIN service_health ON true`,
    [],
  );
  return { rows, version: rows[0]?.version ?? "" };
}
