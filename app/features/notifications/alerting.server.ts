import type { Transaction } from "~/platform/db.server";

export type AlertType = "contributor_approval";

/** A unique index allows one unread item per type and person; a second is ignored. */
export async function alertAdmins(
  tx: Transaction,
  alert: { type: AlertType; userId: string; message: string },
): Promise<void> {
  await tx.adminNotification.createMany({ data: [alert], skipDuplicates: true });
}

/** Marks the items about a person as read. */
export async function resolveAlert(tx: Transaction, type: AlertType, userId: string): Promise<void> {
  await tx.adminNotification.updateMany({
    where: { type, userId, status: "unread" },
    data: { status: "read" },
  });
}

/** Marks the latest item about a person as unread, with its original time. */
export async function reopenAlert(tx: Transaction, type: AlertType, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE admin_notifications SET status = 'unread'
     WHERE id = (SELECT id FROM admin_notifications WHERE type = ${type} AND user_id = ${userId}::uuid
                  ORDER BY created_at DESC LIMIT 1)`;
}
