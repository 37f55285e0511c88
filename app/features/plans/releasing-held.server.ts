import type { Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";

/** The job that completes a person's held matches. `discovery` runs it; features below it queue it. */
export const releaseHeldTask = "discovery:release-held-of";

/**
 * Queues the release of a person's held matches, on either side. Called in every transaction that may make room for
 * one: a raised limit, a match taken back, an approval, a removed block.
 */
export async function queueHeldRelease(tx: Transaction, personId: string): Promise<void> {
  await addJob(tx, releaseHeldTask, { personId });
}
