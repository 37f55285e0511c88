import type { Transaction } from "~/platform/db.server";

export type AlertType = "contributor_approval";

/**
 * Puts something on the admins' list, in the caller's transaction. While one of its type about a person is unread,
 * there is no second: a unique index says so, and the insert goes on without an error.
 */
export async function alertAdmins(
  tx: Transaction,
  alert: { type: AlertType; userId: string; message: string },
): Promise<void> {
  await tx.adminNotification.createMany({ data: [alert], skipDuplicates: true });
}

/** Takes what is about a person off the admins' list: it has been dealt with. */
export async function settleAlert(tx: Transaction, type: AlertType, userId: string): Promise<void> {
  await tx.adminNotification.updateMany({
    where: { type, userId, status: "unread" },
    data: { status: "read" },
  });
}

/** Puts the latest of what was about a person back on the admins' list, with its old time: it waits as before. */
export async function reopenAlert(tx: Transaction, type: AlertType, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE admin_notifications SET status = 'unread'
     WHERE id = (SELECT id FROM admin_notifications WHERE type = ${type} AND user_id = ${userId}::uuid
                  ORDER BY created_at DESC LIMIT 1)`;
}
