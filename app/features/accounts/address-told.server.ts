import type { Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";

/** Features above, which know the address elsewhere, follow it. */
export const addressChangedTask = "accounts:address-changed";

/** In the transaction that gives an account another address. */
export async function tellOfAddress(tx: Transaction, userId: string): Promise<void> {
  await addJob(tx, addressChangedTask, { userId });
}
