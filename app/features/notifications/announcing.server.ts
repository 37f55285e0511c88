import { insertHints } from "~/features/live/hints.server";
import { tidyLine } from "~/lines";
import { Prisma, type Transaction } from "~/platform/db.server";
import { type Kind, mailKindOf } from "./kinds";
import { type NewMail, queueMail } from "./mailing.server";
import { pushLater } from "./pushing.server";

export interface News {
  userId: string;
  kind: Kind;
  title: string;
  body: string;
  href?: string;
  /** The person it's about. It's shown only while the reader may see them. */
  aboutId?: string;
  /**
   * At most one notification and one email per key. Another message makes its conversation's notification
   * unread again.
   */
  eventKey: string;
  /**
   * The event's email. The kind and subject default to those of the notification. If it's missing, no email is sent.
   */
  mail?: Pick<NewMail, "lines"> & Partial<Omit<NewMail, "userId" | "aboutId" | "eventKey">>;
}

/** Matches and messages send their own hints. */
const kindsWithHint: readonly Kind[] = ["match", "message"];

/**
 * Announces events on the site, by push and by email, each as its reader prefers, and sends hints to open pages. Later
 * changes of preferences affect only emails that haven't been sent.
 */
export async function announce(tx: Transaction, ...news: News[]): Promise<void> {
  if (news.length === 0) return;
  // Titles contain text that people wrote, so each is made a plain line, like an email's subject.
  const notifications = news.map(({ mail: _, ...one }) => ({ ...one, title: tidyLine(one.title) }));
  const isMessage = ({ kind }: Notification) => kind === "message";
  await store(tx, notifications.filter(isMessage), renewed);
  await store(
    tx,
    notifications.filter((one) => !isMessage(one)),
    Prisma.sql`DO NOTHING`,
  );
  await pushLater(
    tx,
    notifications.map(({ eventKey }) => eventKey),
  );
  for (const { userId, kind, title, aboutId, eventKey, mail } of news)
    if (mail)
      await queueMail(tx, { userId, kind: mailKindOf(kind), subject: title, aboutId, eventKey, ...mail });
}

type Notification = Omit<News, "mail">;

/**
 * A new message makes its conversation's notification unread again if it was read, and leaves an unread one as it is.
 */
const renewed = Prisma.sql`
  DO UPDATE SET title = excluded.title, body = excluded.body, about_id = excluded.about_id, created_at = now(), read_at = NULL
   WHERE stands.read_at IS NOT NULL`;

/** Existing rows are locked in ID order, as in every bulk change, to avoid deadlocks. */
async function store(
  tx: Transaction,
  notifications: readonly Notification[],
  again: Prisma.Sql,
): Promise<void> {
  if (notifications.length === 0) return;
  const hints = Prisma.sql`
    SELECT jsonb_build_object('to', jsonb_agg(DISTINCT user_id), 'hint', '{"kind": "notifications"}'::jsonb)
      FROM stored WHERE kind <> ALL (${[...kindsWithHint]}::text[]) HAVING count(*) > 0`;
  await tx.$executeRaw`
    WITH stored AS (
      INSERT INTO notifications AS stands (user_id, kind, title, body, href, about_id, event_key)
      SELECT "userId", kind, title, body, href, "aboutId", "eventKey"
        FROM jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb)
          AS n ("userId" uuid, kind text, title text, body text, href text, "aboutId" uuid, "eventKey" text)
       WHERE NOT EXISTS (SELECT 1 FROM notification_settings s
                          WHERE s.user_id = "userId" AND s.kind = n.kind AND NOT s.on_page)
       ORDER BY (SELECT e.id FROM notifications e WHERE e.event_key = "eventKey")
      ON CONFLICT (event_key) ${again} RETURNING user_id, kind
    )
    ${insertHints(hints)}`;
}

/**
 * Withdraws a person's notifications of one kind and their pending digest emails. Runs in ID order, like every bulk
 * change.
 */
export async function withdrawAllOf(tx: Transaction, kind: Kind, personId: string): Promise<void> {
  const isTheirs = Prisma.sql`kind = ${kind} AND (user_id = ${personId}::uuid OR about_id = ${personId}::uuid)`;
  await withdrawWhere(tx, isTheirs);
  await tx.$executeRaw`
    DELETE FROM outbox_mails WHERE id = ANY (ARRAY(
      SELECT id FROM outbox_mails WHERE waits_for_digest AND ${isTheirs} ORDER BY id FOR UPDATE))`;
}

export async function withdrawNotifications(tx: Transaction, eventKeys: readonly string[]): Promise<void> {
  await withdrawWhere(tx, Prisma.sql`event_key = ANY (${[...eventKeys]}::text[])`);
}

/** Locks in ID order, like every bulk change, to avoid deadlocks. */
const withdrawWhere = (tx: Transaction, which: Prisma.Sql) =>
  tx.$executeRaw`
    DELETE FROM notifications WHERE id = ANY (ARRAY(
      SELECT id FROM notifications WHERE ${which} ORDER BY id FOR UPDATE))`;

/** The only type of item so far. */
const type = "contributor_approval";

/** A unique index allows one unread item per type and person, so a second one is ignored. */
export async function alertAdmins(tx: Transaction, userId: string, message: string): Promise<void> {
  await tx.adminNotification.createMany({ data: [{ type, userId, message }], skipDuplicates: true });
}

/** Marks the items about a person as read. */
export async function resolveAlert(tx: Transaction, userId: string): Promise<void> {
  await tx.adminNotification.updateMany({
    where: { type, userId, status: "unread" },
    data: { status: "read" },
  });
}

/** Marks the latest item about a person as unread, with its original time. */
export async function reopenAlert(tx: Transaction, userId: string): Promise<void> {
  const latest = await tx.adminNotification.findFirst({
    where: { type, userId },
    orderBy: { createdAt: "desc" },
    select: { id: true },
  });
  if (latest) await tx.adminNotification.updateMany({ where: latest, data: { status: "unread" } });
}
