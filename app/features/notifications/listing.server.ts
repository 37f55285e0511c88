import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { cursorOf, readCursor } from "~/platform/cursor";
import { db, Prisma, readRows, type Transaction, writeRows } from "~/platform/db.server";
import { type WithIsoTimes, withIsoTimes } from "~/platform/iso-times";
import { pageOf } from "~/platform/paging.server";
import { sendHint } from "~/platform/realtime/realtime.server";

/** Not Actor from accounts, because this feature is below accounts and knows people only by ID. */
type Reader = { userId: string };

type NotificationRow = {
  id: string;
  title: string;
  body: string;
  href: string | null;
  /** The person that it's about. */
  aboutId: string | null;
  isUnread: boolean;
  createdAt: Date;
};

export type NotificationView = WithIsoTimes<NotificationRow>;

const pageSize = 20;

/**
 * Newest first, in pages. Leaves out hidden people.
 * @param before the previous page's `next`
 */
export async function listNotifications(
  actor: Reader,
  before: string | null = null,
): Promise<{ notifications: NotificationView[]; next: string | null }> {
  const [createdAt, id] = readCursor(before);
  const rows = await readRows<NotificationRow>(
    "notifications-list",
    `SELECT n.id, n.title, n.body, n.href, n.about_id AS "aboutId", n.read_at IS NULL AS "isUnread", n.created_at AS "createdAt"
       FROM notifications n
      WHERE n.user_id = $1 AND (n.created_at, n.id) < ($2::timestamptz, $3::uuid)
        AND EXISTS (SELECT FROM shown_notice($1, n.about_id, n.kind))
      ORDER BY n.created_at DESC, n.id DESC LIMIT $4`,
    [actor.userId, createdAt, id, pageSize + 1],
  );
  const page = pageOf(rows, pageSize, (row) => cursorOf(row.createdAt, row.id));
  return { notifications: page.rows.map(withIsoTimes), next: page.next };
}

/** Marks as read the notifications that link to the page the actor opened. `href` is the page's path. */
export async function markRead(actor: Reader, href: string): Promise<void> {
  await markOwn(actor, Prisma.sql`n.href = ${href}`);
}

/**
 * Marks notifications that link to the page being opened, no matter how the actor got there, and returns the unread
 * count. Writes nothing unless the session's statement has found one (`hasUnreadHere`), so a notification that arrives
 * later stays unread until the next view.
 * @param address path and query, as given to `findActor`
 */
export async function markReadHere(
  actor: Reader & { unreadNotifications: number; hasUnreadHere: boolean },
  address: string,
): Promise<number> {
  if (!actor.hasUnreadHere) return actor.unreadNotifications;
  const [left] = await writeRows<{ n: number }>(
    "notifications-mark-here",
    `WITH marked AS (
       UPDATE notifications SET read_at = now() WHERE id = ANY (ARRAY(
         SELECT n.id FROM notifications n WHERE n.user_id = $1 AND n.read_at IS NULL AND leads_to(n, $2) ORDER BY n.id FOR UPDATE)))
     SELECT count(*)::int AS n FROM (
       SELECT FROM notifications n
        WHERE n.user_id = $1 AND n.read_at IS NULL AND leads_to(n, $2) IS NOT TRUE LIMIT 100) counted`,
    [actor.userId, address],
  );
  return left?.n ?? actor.unreadNotifications;
}

/** Also marks those about hidden people. */
export async function markAllRead(actor: Reader): Promise<void> {
  if ((await markOwn(actor, Prisma.sql`true`)) > 0) await hintToOwnPages(actor);
}

/**
 * Marks notifications about hidden people, which would be counted, although no list shows them. A block or
 * suspension marks existing ones but misses those written concurrently.
 */
export async function markHiddenRead(actor: Reader): Promise<void> {
  const hidden = Prisma.sql`NOT EXISTS (SELECT FROM shown_notice(n.user_id, n.about_id, n.kind))`;
  if ((await markOwn(actor, hidden)) > 0) await hintToOwnPages(actor);
}

/**
 * Marks every reader's notifications about a person being hidden.
 * @param sparesMessages for a hidden profile, whose conversations continue
 */
export async function markReadAbout(
  tx: Transaction,
  personId: string,
  sparesMessages: boolean,
): Promise<void> {
  await markWhere(
    tx,
    Prisma.sql`n.about_id = ${personId}::uuid AND NOT (${sparesMessages} AND n.kind = 'message')`,
  );
}

/** When one person blocks another, marks their notifications about each other as read. */
export async function markReadBetween(tx: Transaction, one: string, other: string): Promise<void> {
  const pairs = Prisma.sql`(${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid)`;
  await markWhere(tx, Prisma.sql`(n.user_id, n.about_id) IN (${pairs})`);
}

/**
 * Marks a notification as read, along with all others that link to the same page, and returns that link. Refused:
 * 'not-found' if there's no such notification, or if it's someone else's, withdrawn, or about someone who's hidden.
 */
export async function openNotification(
  actor: Reader,
  id: string,
): Promise<Outcome<"not-found", { href: string | null }>> {
  if (!isId(id)) return { ok: false, refused: "not-found" };
  const [opened] = await readRows<{ href: string | null; isUnread: boolean }>(
    "notifications-open",
    `SELECT n.href, n.read_at IS NULL AS "isUnread" FROM notifications n
      WHERE n.id = $2 AND n.user_id = $1 AND EXISTS (SELECT FROM shown_notice($1, n.about_id, n.kind))`,
    [actor.userId, id],
  );
  if (!opened) return { ok: false, refused: "not-found" };
  const { href, isUnread } = opened;
  if (isUnread) {
    await markOwn(actor, Prisma.sql`(n.id = ${id}::uuid OR n.href = ${href})`);
    await hintToOwnPages(actor);
  }
  return { ok: true, href };
}

const markOwn = ({ userId }: Reader, which: Prisma.Sql) =>
  markWhere(db, Prisma.sql`n.user_id = ${userId}::uuid AND ${which}`);

/** Locks in ID order, like every bulk change, to avoid deadlocks. Returns how many it marked. */
function markWhere(tx: Transaction, which: Prisma.Sql): Promise<number> {
  return tx.$executeRaw`
    UPDATE notifications SET read_at = now() WHERE id = ANY (ARRAY(
      SELECT n.id FROM notifications n WHERE n.read_at IS NULL AND ${which} ORDER BY n.id FOR UPDATE))`;
}

/** Updates the count in other tabs and on other devices. */
const hintToOwnPages = ({ userId }: Reader) => sendHint([userId], { kind: "notifications" });
