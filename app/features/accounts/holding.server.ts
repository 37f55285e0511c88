import type { Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";

/** The task that opens a case about what's held, for an admin. `moderation` handles it. */
export const reportHeldTask = "moderation:report-held";

export const holdReasons = ["same", "links", "sign-ups"] as const;
export type HoldReason = (typeof holdReasons)[number];

/**
 * Reports what's held. Call it in the transaction that holds a message or an account.
 * @param held without `messageId`, it's the account that's held
 */
export async function reportHeld(
  tx: Transaction,
  held: { personId: string; messageId?: string; why: HoldReason },
): Promise<void> {
  await addJob(tx, reportHeldTask, held);
}

/** Stops holding the first messages of an account. */
export async function releaseAccount(tx: Transaction, personId: string): Promise<void> {
  await tx.user.updateMany({ where: { id: personId, heldAt: { not: null } }, data: { heldAt: null } });
}
