import type { Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";

/** Opens a case for an admin; handled by `moderation`. */
export const reportHeldTask = "moderation:report-held";

export const holdReasons = ["same", "links", "sign-ups"] as const;
export type HoldReason = (typeof holdReasons)[number];

/**
 * Call it in the transaction that holds a message or an account for review.
 * @param held if it names no message, the account itself is held
 */
export async function reportHeld(
  tx: Transaction,
  held: { personId: string; messageId?: string; why: HoldReason },
): Promise<void> {
  await addJob(tx, reportHeldTask, held);
}

/** Releases the account's first messages from review. */
export async function releaseAccount(tx: Transaction, personId: string): Promise<void> {
  await tx.user.updateMany({ where: { id: personId, heldAt: { not: null } }, data: { heldAt: null } });
}
