import type { Transaction } from "~/platform/db.server";

/**
 * Deletes what someone who leaves wrote to us, signed in or from their address.
 * @param email null if it was never proved to be theirs
 */
export async function forgetInContact(
  tx: Transaction,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM contact_messages WHERE user_id = ${userId}::uuid OR lower(email) = lower(${email}::text)`;
}
