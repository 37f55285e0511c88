import { jobDb } from "~/platform/db.server";

/** Others' uses no longer say on whom: a person who leaves, or one of their things. Safe to repeat. */
export async function forgetInLedgers(userId: string): Promise<void> {
  await jobDb.$executeRaw`
    UPDATE usage_ledger SET subject_id = NULL, key = 'forgotten:' || id
     WHERE subject_id = ${userId}::uuid AND user_id <> ${userId}::uuid`;
}
