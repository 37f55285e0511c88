import { db, type Transaction } from "~/platform/db.server";

/** An approved refund is on its way, or was refused or returned: until it has arrived, the account stays. */
export async function awaitsRefund(userId: string): Promise<boolean> {
  return (await db.refundRequest.count({ where: { userId, status: { in: ["accepted", "failed"] } } })) > 0;
}

export async function hasPaid(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT FROM payments WHERE user_id = ${userId}::uuid)
        OR EXISTS (SELECT FROM receipts WHERE user_id = ${userId}::uuid) AS has`;
  return row?.has === true;
}

/** The law asks for the amounts and the provider's ids, not for the person, whom the provider's receipts name. */
export async function forgetInPayments(tx: Transaction, userId: string, namelessId: string): Promise<void> {
  await tx.$executeRaw`UPDATE payments SET user_id = ${namelessId}::uuid WHERE user_id = ${userId}::uuid`;
  await tx.$executeRaw`
    UPDATE receipts SET user_id = ${namelessId}::uuid, url = NULL WHERE user_id = ${userId}::uuid`;
  await tx.$executeRaw`
    UPDATE refund_requests SET user_id = ${namelessId}::uuid, reason = '', note = '' WHERE user_id = ${userId}::uuid`;
}
