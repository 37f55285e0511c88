import { db, transaction } from "~/platform/db.server";
import { push } from "~/platform/push/push.server";
import { isPushEndpoint } from "~/platform/push/push-hosts.server";
import type { PushAddress } from "~/platform/push/push-side.server";

/** Not accounts' Actor: this feature is below accounts. */
type Device = { userId: string; sessionId: string };

/** For the browser; null where no push messages are sent. */
export const pushKey = (): string | null => push?.publicKey ?? null;

/** Whether the actor's browser, in this session, receives push messages. */
export async function hasPush(actor: Device): Promise<boolean> {
  return (await db.pushSubscription.count({ where: { sessionId: actor.sessionId } })) > 0;
}

/**
 * From now on this browser receives push messages for the actor, and for no one else, until the session ends. Again
 * replaces the address. 'unlisted': of no push service that we know. 'signed-out': the session ended meanwhile.
 */
export async function subscribeToPush(
  actor: Device,
  { endpoint, p256dh, auth }: PushAddress,
): Promise<{ ok: true } | { ok: false; refused: "unlisted" | "signed-out" }> {
  if (!isPushEndpoint(endpoint)) return { ok: false, refused: "unlisted" };
  const stored = await transaction(async (tx) => {
    await tx.$executeRaw`
      DELETE FROM push_subscriptions WHERE endpoint = ${endpoint} AND session_id <> ${actor.sessionId}::uuid`;
    return tx.$executeRaw`
      INSERT INTO push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
      SELECT s.id, s.user_id, ${endpoint}, ${p256dh}, ${auth} FROM sessions s
       WHERE s.id = ${actor.sessionId}::uuid AND s.user_id = ${actor.userId}::uuid FOR KEY SHARE
      ON CONFLICT (session_id) DO UPDATE
        SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, created_at = now()`;
  });
  return stored === 1 ? { ok: true } : { ok: false, refused: "signed-out" };
}

/** Again does nothing. */
export async function unsubscribeFromPush(actor: Device): Promise<void> {
  await db.pushSubscription.deleteMany({ where: { sessionId: actor.sessionId } });
}
