import { db, type Transaction } from "~/platform/db.server";

/** An approved refund is on its way, or was refused or returned: until it has arrived, the account stays. */
export async function awaitsRefund(userId: string): Promise<boolean> {
  return (await db.refundRequest.count({ where: { userId, status: { in: ["accepted", "failed"] } } })) > 0;
}

const paid = (userId: string) => ({ userId, status: { notIn: ["pending", "expired", "failed"] } });

export async function hasPaid(tx: Transaction, userId: string): Promise<boolean> {
  const payments = await tx.payment.count({ where: paid(userId) });
  return payments > 0 || (await tx.receipt.count({ where: { userId } })) > 0;
}

/**
 * The law asks for the amounts and the provider's ids, not for the person, whom the provider's receipts name. A checkout
 * that was never paid goes with the account.
 */
export async function forgetInPayments(
  tx: Transaction,
  userId: string,
  deletedUserId: string,
): Promise<void> {
  await tx.payment.updateMany({ where: paid(userId), data: { userId: deletedUserId } });
  await tx.receipt.updateMany({ where: { userId }, data: { userId: deletedUserId, url: null } });
  await tx.refundRequest.updateMany({
    where: { userId },
    data: { userId: deletedUserId, reason: "", note: "" },
  });
}
