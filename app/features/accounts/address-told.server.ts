import type { Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";

/** Features that also store the address handle this task. */
export const addressChangedTask = "accounts:address-changed";

/** Features that depend on a confirmed address handle this task. */
export const addressConfirmedTask = "accounts:address-confirmed";

/** Call it in the transaction that changes the address. */
export async function tellOfAddress(tx: Transaction, userId: string): Promise<void> {
  await addJob(tx, addressChangedTask, { userId });
}

/** Call it in the transaction that confirms the address. */
export async function tellOfConfirmation(tx: Transaction, userId: string): Promise<void> {
  await addJob(tx, addressConfirmedTask, { userId });
}
