import type { Transaction } from "~/platform/db.server";

/** Nobody keeps a person who is no contributor any more. Gives the slots back. */
export async function unsaveEverywhere(tx: Transaction, contributorId: string): Promise<void> {
  await tx.savedContributor.deleteMany({ where: { contributorId } });
}
