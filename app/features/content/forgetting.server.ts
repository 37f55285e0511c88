import type { Transaction } from "~/platform/db.server";

/** A subscription of the address ends, and what was written from it to the place goes. */
export async function forgetAddress(tx: Transaction, email: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM newsletter_subscribers WHERE lower(email) = lower(${email})`;
  await tx.$executeRaw`DELETE FROM contact_messages WHERE lower(email) = lower(${email})`;
}
