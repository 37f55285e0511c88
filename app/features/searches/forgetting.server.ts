import type { Transaction } from "~/platform/db.server";

/** That someone was a result of others' searches. Their own go with the account. */
export async function forgetInSearches(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM saved_search_results WHERE result_id = ${userId}::uuid`;
}
