import type { Transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";

/** Handled by features that store a copy of the address. */
export const addressChangedTask = "accounts:address-changed";

/** Handled by features that have something to do once an address is confirmed. */
export const addressConfirmedTask = "accounts:address-confirmed";

/** Queues the jobs that follow a change of address. Call it in the transaction that changes the address. */
export async function tellOfAddress(tx: Transaction, userId: string): Promise<void> {
  await addJob(tx, addressChangedTask, { userId });
}

/** Queues the jobs that follow once an address is confirmed. Call it in the transaction that confirms the address. */
export async function tellOfConfirmation(tx: Transaction, userId: string): Promise<void> {
  await addJob(tx, addressConfirmedTask, { userId });
}
