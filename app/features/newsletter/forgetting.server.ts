import type { Transaction } from "~/platform/db.server";

/** Ends the subscription of an address that was proved to be the leaver's. */
export async function forgetSubscriber(tx: Transaction, email: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM newsletter_subscribers WHERE lower(email) = lower(${email})`;
}
