import type { Transaction } from "~/platform/db.server";

/**
 * A reward stays with who has earned it, without whom it was for; the rest goes with the accounts. The hash of the address
 * stays, so that joining again earns no second one.
 */
export async function forgetInReferrals(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE referrals SET invitee_id = NULL
     WHERE invitee_id = ${userId}::uuid AND rewarded_at IS NOT NULL`;
}
