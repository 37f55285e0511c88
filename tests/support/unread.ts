import { listNotifications, type NotificationView } from "~/features/notifications/listing.server";
import { db } from "~/platform/db.server";

/** How many message requests await a person's reply, and their unread notifications, newest first. */
export async function findUnread(person: {
  userId: string;
}): Promise<{ notifications: NotificationView[]; requests: number }> {
  const [{ notifications }, rows] = await Promise.all([
    listNotifications(person),
    db.$queryRaw<{ n: number }[]>`SELECT n FROM requests_waiting(${person.userId}::uuid)`,
  ]);
  return { notifications: notifications.filter(({ isUnread }) => isUnread), requests: rows[0]?.n ?? 0 };
}
