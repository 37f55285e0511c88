import { isReachableBy } from "~/features/visibility/seeing.server";
import { db, readRows, type Transaction } from "~/platform/db.server";
import type { Kind } from "./kinds";

/** Not accounts' Actor: this feature is below accounts and knows people only by id. */
type Reader = { userId: string };

export interface Notification {
  userId: string;
  kind: Kind;
  title: string;
  body: string;
  href?: string;
  /** Shown only while the reader may see this person. */
  aboutId?: string;
  /** One notification is written per key. */
  eventKey: string;
}

export async function notify(tx: Transaction, ...notifications: Notification[]): Promise<void> {
  if (notifications.length > 0)
    await tx.notification.createMany({ data: notifications, skipDuplicates: true });
}

export async function withdrawNotification(tx: Transaction, eventKey: string): Promise<void> {
  await tx.notification.deleteMany({ where: { eventKey } });
}

export interface NotificationView {
  id: string;
  kind: string;
  title: string;
  body: string;
  href: string | null;
  createdAt: string;
}

type NotificationRow = Omit<NotificationView, "createdAt"> & { created_at: Date };

/** Newest first, at most 10; none about hidden people. */
export async function listUnread(actor: Reader): Promise<NotificationView[]> {
  const rows = await readRows<NotificationRow>(
    "notifications-unread",
    `SELECT n.id, n.kind, n.title, n.body, n.href, n.created_at FROM notifications n
      WHERE n.user_id = $1 AND n.read_at IS NULL AND (n.about_id IS NULL OR ${isReachableBy("$1", "n.about_id")})
      ORDER BY n.created_at DESC LIMIT 10`,
    [actor.userId],
  );
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() }));
}

/** All of them, or those of one link. */
export async function markRead(actor: Reader, href?: string): Promise<void> {
  await db.notification.updateMany({
    where: { userId: actor.userId, readAt: null, ...(href ? { href } : {}) },
    data: { readAt: new Date() },
  });
}
