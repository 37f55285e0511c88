import { db, type Transaction } from "~/platform/db.server";

/**
 * Whether a refund that the person requested is approved but hasn't arrived: it's in progress, or was refused or
 * returned. The account can't be removed until it has arrived. A refund that's owed because the account started over
 * doesn't delay the removal.
 */
export async function awaitsRefund(userId: string): Promise<boolean> {
  const isUnderWay = { status: { in: ["accepted", "failed"] }, occasion: "asked" };
  return (await db.refundRequest.count({ where: { userId, ...isUnderWay } })) > 0;
}

const paid = (userId: string) => ({ userId, status: { notIn: ["pending", "expired", "failed"] } });

/** Whether a person ever paid, even if the payment was refunded. */
export async function hasPaid(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`SELECT FROM has_paid(${userId}::uuid)`;
  return rows.length > 0;
}

/**
 * The law requires us to keep the amounts and the provider's IDs. The person isn't part of that, so the links to
 * receipts, which name them, are deleted. A checkout that was never paid is deleted with the account.
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
