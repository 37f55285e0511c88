import type { Transaction } from "~/platform/db.server";

/** What is not folded yet; after the account, whose Likes and matches write more as they go. */
export async function forgetEvents(tx: Transaction, userId: string): Promise<void> {
  await tx.memberEvent.deleteMany({ where: { memberId: userId } });
}
