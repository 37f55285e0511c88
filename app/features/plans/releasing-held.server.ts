import type { Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";

/** `discovery` runs it; features below it queue it. */
export const releaseHeldTask = "discovery:release-held-of";

/**
 * Call it in every transaction that may make room for a person's held matches, on either side: a raised limit, a
 * match taken back, an approval, a removed block.
 */
export async function queueHeldRelease(tx: Transaction, personId: string): Promise<void> {
  await addJob(tx, releaseHeldTask, { personId });
}
