import { db, type Transaction } from "~/platform/db.server";

/** Whoever is told: this room stands below accounts and knows people by id alone. */
type Reader = { userId: string };

export interface Notification {
  userId: string;
  kind: "match" | "vetting" | "message";
  title: string;
  body: string;
  href?: string;
  /** The event that this tells of: told once per key. */
  eventKey: string;
}

/** Tells people something on their own pages, in the caller's transaction. */
export async function notify(tx: Transaction, ...notifications: Notification[]): Promise<void> {
  if (notifications.length > 0)
    await tx.notification.createMany({ data: notifications, skipDuplicates: true });
}

/** Takes back the notification of an event that is undone, in the caller's transaction. */
export async function withdrawNotification(tx: Transaction, eventKey: string): Promise<void> {
  await tx.notification.deleteMany({ where: { eventKey } });
}

/** Marks what people were told of one link as read, in the caller's transaction: it leads nowhere any more. */
export async function dismissNotifications(tx: Transaction, userIds: string[], href: string): Promise<void> {
  await tx.notification.updateMany({
    where: { userId: { in: userIds }, readAt: null, href },
    data: { readAt: new Date() },
  });
}

export interface NotificationView {
  id: string;
  kind: string;
  title: string;
  body: string;
  href: string | null;
  createdAt: string;
}

/** The actor's unread notifications, newest first, at most 10. */
export async function listUnread(actor: Reader): Promise<NotificationView[]> {
  const rows = await db.notification.findMany({
    where: { userId: actor.userId, readAt: null },
    orderBy: { createdAt: "desc" },
    take: 10,
    select: { id: true, kind: true, title: true, body: true, href: true, createdAt: true },
  });
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Marks all of the actor's notifications, or those of one link, as read. */
export async function markRead(actor: Reader, href?: string): Promise<void> {
  await db.notification.updateMany({
    where: { userId: actor.userId, readAt: null, ...(href ? { href } : {}) },
    data: { readAt: new Date() },
  });
}
