import { listNotifications, type NotificationView } from "~/features/notifications/listing.server";
import { db } from "~/platform/db.server";

/** A person's unread notifications, newest first, and how many message requests are waiting for their reply. */
export async function findUnread(person: {
  userId: string;
}): Promise<{ notifications: NotificationView[]; requests: number }> {
  const [{ notifications }, rows] = await Promise.all([
    listNotifications(person),
    db.$queryRaw<{ n: number }[]>`SELECT n FROM requests_waiting(${person.userId}::uuid)`,
  ]);
  return { notifications: notifications.filter(({ isUnread }) => isUnread), requests: rows[0]?.n ?? 0 };
}
