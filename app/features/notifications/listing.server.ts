import { cursorOf, readCursor } from "~/platform/cursor";
import { readRows } from "~/platform/db.server";

/** Not accounts' Actor: this feature is below accounts and knows people only by id. */
type Reader = { userId: string };

export interface NotificationView {
  id: string;
  title: string;
  body: string;
  href: string | null;
  isUnread: boolean;
  /** ISO 8601. */
  createdAt: string;
}

type NotificationRow = Omit<NotificationView, "isUnread" | "createdAt"> & {
  is_unread: boolean;
  created_at: Date;
};

const columns = `n.id, n.title, n.body, n.href, n.read_at IS NULL AS is_unread, n.created_at`;

const pageSize = 20;

/**
 * Newest first, paged; none about hidden people.
 * @param before the previous page's `next`
 */
export async function listNotifications(
  actor: Reader,
  before: string | null = null,
): Promise<{ notifications: NotificationView[]; next: string | null }> {
  const [createdAt, id] = readCursor(before);
  const rows = await readRows<NotificationRow>(
    "notifications-list",
    `SELECT ${columns} FROM notifications n
      WHERE n.user_id = $1 AND (n.created_at, n.id) < ($2::timestamptz, $3::uuid) AND EXISTS (SELECT FROM shown_notice($1, n.about_id, n.kind))
      ORDER BY n.created_at DESC, n.id DESC LIMIT $4`,
    [actor.userId, createdAt, id, pageSize + 1],
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    notifications: shown.map(viewOf),
    next: rows.length > pageSize && last ? cursorOf(last.created_at, last.id) : null,
  };
}

/** Newest first, at most 10; none about hidden people. */
export async function listUnread(actor: Reader): Promise<NotificationView[]> {
  const rows = await readRows<NotificationRow>(
    "notifications-unread",
    `SELECT ${columns} FROM notifications n
      WHERE n.user_id = $1 AND n.read_at IS NULL AND EXISTS (SELECT FROM shown_notice($1, n.about_id, n.kind))
      ORDER BY n.created_at DESC LIMIT 10`,
    [actor.userId],
  );
  return rows.map(viewOf);
}

function viewOf({ is_unread, created_at, ...row }: NotificationRow): NotificationView {
  return { ...row, isUnread: is_unread, createdAt: created_at.toISOString() };
}
