import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { readRows } from "~/platform/db.server";
import { takeFromMemoryLimit } from "~/platform/memory-limit.server";
import { sendHint } from "~/platform/realtime/realtime.server";
import type { PresenceSignal } from "./presence";

/**
 * Sends typing and presence signals to the others whom the actor may write to: no request on either side, no block,
 * no one suspended, and both show when they are online. Online presence is only for direct conversations. Signals over the rate limit are dropped.
 * 'not-found': the conversation does not exist for the actor.
 */
export async function signalPresence(
  actor: Actor,
  conversationId: string,
  presence: PresenceSignal,
): Promise<{ ok: true } | { ok: false; refused: "not-found" }> {
  if (!isId(conversationId)) return { ok: false, refused: "not-found" };
  const [conversation] = await readRows<{ recipients: string[] }>("messaging-hearers", recipientsText, [
    actor.userId,
    conversationId,
    presence !== "typing",
  ]);
  if (!conversation) return { ok: false, refused: "not-found" };
  if (conversation.recipients.length > 0 && (await takeFromMemoryLimit("presence", actor.userId))) {
    await sendHint(conversation.recipients, { conversationId, presence, by: actor.userId });
  }
  return { ok: true };
}

/** $1 actor, $2 conversation, $3 only if direct. */
const recipientsText = `
  SELECT ARRAY(
           SELECT o.user_id FROM conversation_participants o
            WHERE o.conversation_id = c.id AND o.user_id <> p.user_id AND o.state = 'active' AND p.state = 'active'
              AND c.last_seq > 0 AND (c.direct_key IS NOT NULL OR NOT $3::boolean)
              AND EXISTS (SELECT FROM active_for(p.user_id, o.user_id)) AND EXISTS (SELECT FROM online_to_each_other(p.user_id, o.user_id))) AS recipients
    FROM conversation_participants p
    JOIN conversations c ON c.id = p.conversation_id
   WHERE p.user_id = $1 AND p.conversation_id = $2 AND p.state <> 'left'
     AND (c.direct_key IS NULL OR NOT EXISTS (
       SELECT 1 FROM conversation_participants q
        WHERE q.conversation_id = c.id AND q.user_id <> p.user_id AND EXISTS (SELECT FROM blocked_between(p.user_id, q.user_id))))`;
