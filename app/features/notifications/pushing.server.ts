import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import { db, Prisma, readRows, type Transaction, transaction } from "~/platform/db.server";
import { addedJobOfRow, addJob } from "~/platform/jobs/jobs.server";
import { log } from "~/platform/log.server";
import { push } from "~/platform/push/push.server";
import {
  BusyPush,
  GonePush,
  isPushEndpoint,
  type PushAddress,
  UnfitPush,
} from "~/platform/push/push-port.server";
import { pushWords, quietKinds } from "./kinds";

export const sendPushTask = "notifications:push";

/** In seconds: how long a push message waits, so people who have the page open have read the notification by then. */
const pushDelay = 10;
/** In seconds; older messages are dropped. */
const timeToLive = 86_400;

/**
 * Queues a job for each device of the people just notified who want this kind pushed, in the same transaction.
 * @param eventKeys the keys of the notifications that the transaction may have written
 */
export async function pushLater(tx: Transaction, eventKeys: readonly string[]): Promise<void> {
  if (!push) return;
  const payload = Prisma.sql`json_build_object('notificationId', n.id, 'sessionId', d.session_id)`;
  const job = addedJobOfRow(
    sendPushTask,
    payload,
    Prisma.sql`'push:' || n.id || ':' || d.session_id`,
    pushDelay,
  );
  await tx.$executeRaw`
    SELECT ${job}
      FROM notifications n JOIN push_subscriptions d ON d.user_id = n.user_id
      LEFT JOIN notification_settings s ON s.user_id = n.user_id AND s.kind = n.kind
     WHERE n.event_key = ANY (${[...eventKeys]}::text[])
       -- Written by this transaction: now() is the time when it began.
       AND n.created_at = now()::timestamptz(3)
       AND coalesce(s.by_push, n.kind <> ALL (${quietKinds()}::text[]))`;
}

interface Due extends PushAddress {
  kind: string;
  href: string | null;
}

/**
 * The job that sends a push message. It sends nothing about events that were read, withdrawn or hidden in the meantime,
 * and nothing to a signed-out device. The message gives only the kind of event and names no one.
 * @throws to be retried later
 */
export async function sendPush(notificationId: string, sessionId: string): Promise<void> {
  if (!push) return;
  const [due] = await readRows<Due>(
    "notifications-push",
    `SELECT n.kind, n.href, d.endpoint, d.p256dh, d.auth
       FROM notifications n
       JOIN push_subscriptions d ON d.user_id = n.user_id AND d.session_id = $2
       JOIN sessions s ON s.id = d.session_id AND s.expires_at > now() AND s.ends_at > now()
       JOIN users u ON u.id = n.user_id AND is_open(u)
      WHERE n.id = $1 AND n.read_at IS NULL AND n.created_at > now() - make_interval(secs => $3)
        AND EXISTS (SELECT FROM shown_notice(n.user_id, n.about_id, n.kind))`,
    [notificationId, sessionId, timeToLive],
  );
  if (!due) return;
  const { kind, href, ...address } = due;
  const text = JSON.stringify({
    title: "Matchcut",
    body: pushWords(kind),
    path: href ?? paths.notifications(),
  });
  try {
    await push.send(address, { text, topic: notificationId.replaceAll("-", ""), timeToLive });
  } catch (error) {
    if (error instanceof GonePush) return forget(sessionId, address.endpoint);
    if (error instanceof BusyPush) return sendLater(notificationId, sessionId, error.seconds);
    if (!(error instanceof UnfitPush)) throw error;
    log.warn({ notificationId, why: error.message }, "a push message was refused");
  }
}

/** Deletes a device's subscription, unless its endpoint has changed since. */
async function forget(sessionId: string, endpoint: string): Promise<void> {
  await db.pushSubscription.deleteMany({ where: { sessionId, endpoint } });
}

/** This can't go on forever, because `sendPush` skips notifications that are too old. */
const sendLater = (notificationId: string, sessionId: string, inSeconds: number) =>
  addJob(db, sendPushTask, { notificationId, sessionId }, { inSeconds });

/** Not Actor from accounts, because this feature is below accounts. */
type Device = { userId: string; sessionId: string };

/** Null if push isn't configured. */
export const pushKey = (): string | null => push?.publicKey ?? null;

export async function hasPush(actor: Device): Promise<boolean> {
  return (await db.pushSubscription.count({ where: { sessionId: actor.sessionId } })) > 0;
}

/**
 * Delivers the actor's push messages, and no one else's, to this browser until the session ends. A repeat replaces the
 * endpoint. 'unlisted': not a known push service. 'signed-out': the session ended in the meantime.
 */
export async function subscribeToPush(
  actor: Device,
  { endpoint, p256dh, auth }: PushAddress,
): Promise<Outcome<"unlisted" | "signed-out">> {
  if (!isPushEndpoint(endpoint)) return { ok: false, refused: "unlisted" };
  const stored = await transaction(async (tx) => {
    await tx.pushSubscription.deleteMany({ where: { endpoint, sessionId: { not: actor.sessionId } } });
    return tx.$executeRaw`
      INSERT INTO push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
      SELECT s.id, s.user_id, ${endpoint}, ${p256dh}, ${auth} FROM sessions s
       WHERE s.id = ${actor.sessionId}::uuid AND s.user_id = ${actor.userId}::uuid FOR KEY SHARE
      ON CONFLICT (session_id) DO UPDATE
        SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, created_at = now()`;
  });
  return stored === 1 ? { ok: true } : { ok: false, refused: "signed-out" };
}

/** Idempotent. */
export async function unsubscribeFromPush(actor: Device): Promise<void> {
  await db.pushSubscription.deleteMany({ where: { sessionId: actor.sessionId } });
}
