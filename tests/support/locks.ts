import { expect } from "vitest";
import { pool } from "~/platform/db.server";
import { until } from "./until";

const waiting =
  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/** Waits until this many statements in the test's database are waiting for a lock. */
export async function untilLockWait(count = 1): Promise<void> {
  await until(async () => expect((await pool.query(waiting)).rowCount).toBeGreaterThanOrEqual(count));
}
