import type { Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";

/** Features above, which know the address elsewhere, follow it. */
export const addressChangedTask = "accounts:address-changed";

/** Features above, to which a confirmed address matters, follow it. */
export const addressConfirmedTask = "accounts:address-confirmed";

/** In the transaction that gives an account another address. */
export async function tellOfAddress(tx: Transaction, userId: string): Promise<void> {
  await addJob(tx, addressChangedTask, { userId });
}

/** In the transaction that confirms an account's address. */
export async function tellOfConfirmation(tx: Transaction, userId: string): Promise<void> {
  await addJob(tx, addressConfirmedTask, { userId });
}
