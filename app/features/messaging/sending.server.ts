import type { Actor } from "~/features/accounts/actor";
import { type Notification, notify } from "~/features/notifications/notifying.server";
import { spend } from "~/features/plans/counting.server";
import { planOf } from "~/features/plans/reading.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { Prisma, type Transaction, transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { announceSoon } from "~/platform/realtime/realtime.server";
import { areBlocked, areConnected } from "./connections.server";
import { isBlank, longestMessage, type SendRefusal, tidyMessage } from "./message";
import { openConversation } from "./opening.server";
import { remindLater } from "./reminding.server";
import { findResend, isSame, type NewMessage, type Stored, store, storedColumns } from "./storing.server";

export type SendOutcome = { ok: true; conversationId: string; seq: number } | SendRefusal;
/** Within the transaction; `listeners` may hear of it once that is committed. */
type Sending = { ok: true; conversationId: string; seq: number; listeners?: string[] } | SendRefusal;

/**
 * Stores a message as the next of its conversation, counts it against the sender's plan, tells the recipients and
 * leaves a hint for whatever is live: all or nothing. Sending the same message again, even at the same moment, is
 * answered with the one that is stored; the same id with another text, sender or conversation is 'id-taken'.
 * 'not-participant', 'blocked': to the sender the conversation is not there. 'request-waits': see the room's README.
 */
export async function sendMessage(
  actor: Actor,
  conversationId: string,
  input: NewMessage,
): Promise<SendOutcome> {
  return deliver(actor, input, conversationId, (tx, message) => send(tx, actor, conversationId, message));
}

/** Sends the first message to a person: opens the conversation of the two, and sends into it. */
export async function writeTo(
  actor: Actor,
  personId: string,
  input: NewMessage,
): Promise<SendOutcome | { ok: false; refused: "yourself" | "not-found" }> {
  const opened = await openConversation(actor, personId);
  return opened.ok ? sendMessage(actor, opened.conversationId, input) : opened;
}

/**
 * What surrounds every sending: the text's own rules, the spam limit, one transaction, and the answer to a resend.
 * @param conversationId null where `act` makes the conversation
 */
export async function deliver(
  actor: Actor,
  input: NewMessage,
  conversationId: string | null,
  act: (tx: Transaction, message: NewMessage) => Promise<Sending>,
): Promise<SendOutcome> {
  const message = { messageId: input.messageId, content: tidyMessage(input.content) };
  if (isBlank(message.content)) return { ok: false, refused: "empty" };
  if (message.content.length > longestMessage) return { ok: false, refused: "too-long" };
  if (conversationId !== null && !isId(conversationId)) return { ok: false, refused: "not-participant" };

  const waitSeconds = await takeFromLimit("message", actor.userId);
  if (waitSeconds > 0) {
    // Who resends because the answer was lost has sent too many only in our eyes.
    return (
      (await findResend(actor, conversationId, message)) ?? { ok: false, refused: "too-many", waitSeconds }
    );
  }
  const outcome: Sending = await transaction((tx) => act(tx, message));
  if (outcome.ok) {
    const { listeners, ...sent } = outcome;
    const hint = { conversationId: sent.conversationId, seq: sent.seq };
    // Of what was stored already, whoever stored it tells.
    announceSoon(listeners && { to: listeners, hint });
    return sent;
  }
  // Two at once: the other has stored it, and that is the answer.
  if (outcome.refused === "id-taken") return (await findResend(actor, conversationId, message)) ?? outcome;
  if (outcome.refused !== "message-limit") return outcome;
  const plan = await planOf(actor);
  return { ...outcome, resets: plan.usage.find((use) => use.kind === "message")?.resets ?? "" };
}

type Other = {
  id: string;
  state: "active" | "requested" | "ignored";
  read: number;
  suspended: boolean;
  blocked: boolean;
  connected: boolean;
};

type Place = {
  last_seq: number;
  is_group: boolean;
  my_state: "active" | "requested" | "ignored";
  /** Everybody but the sender who has not left. */
  others: Other[];
  /** What is stored under the message's id. */
  stored: Stored | null;
};

/** Sends in the caller's transaction, which a refusal must roll back. */
export async function send(
  tx: Transaction,
  actor: Actor,
  conversationId: string,
  message: NewMessage,
): Promise<Sending> {
  // Everybody who writes here queues at this row. What is read afterwards, in statements of its own, is what the
  // one before has left; joined into this statement it would be as old as the wait.
  await tx.$executeRaw`SELECT 1 FROM conversations WHERE id = ${conversationId}::uuid FOR NO KEY UPDATE`;
  const [place] = await tx.$queryRaw<Place[]>(placeOf(conversationId, actor.userId, message.messageId));
  if (!place) return { ok: false, refused: "not-participant" };
  // Before anything is said of what is stored: across a block nothing is.
  if (!place.is_group && place.others[0]?.blocked) return { ok: false, refused: "blocked" };
  if (place.stored) {
    const same = isSame(place.stored, actor, conversationId, message);
    return same ? { ok: true, conversationId, seq: place.stored.seq } : { ok: false, refused: "id-taken" };
  }
  const otherState = place.is_group ? null : stateAfter(place);
  if (otherState && otherState !== "active" && otherState !== "requested") {
    return { ok: false, refused: otherState };
  }
  if (place.others.every((other) => other.suspended)) return { ok: false, refused: "gone" };

  const room = await spend(tx, actor, "message", message.messageId, conversationId);
  if (room === "limit") return { ok: false, refused: "message-limit", resets: "" };
  const placed = await store(tx, actor, conversationId, message, otherState);
  if (!placed) return { ok: false, refused: "id-taken" };
  await notify(tx, ...notificationsOf(actor, conversationId, place, otherState));
  await remindLater(tx, conversationId);
  return { ok: true, conversationId, ...placed };
}

/** Of two: what the other one's state becomes with this message, or why it may not be sent. */
function stateAfter({
  others: [other],
  my_state,
  last_seq,
}: Place): "active" | "requested" | "gone" | "request-waits" {
  if (!other || other.suspended) return "gone";
  const isAnswer = my_state !== "active";
  if (other.connected || isAnswer) return "active";
  if (last_seq === 0) return "requested";
  return other.state === "active" ? "active" : "request-waits";
}

/** One line for each recipient; whoever ignored a group's request hears nothing of it. */
function notificationsOf(
  actor: Actor,
  conversationId: string,
  place: Place,
  otherState: string | null,
): Notification[] {
  return place.others
    .filter((other) => otherState !== null || (other.state !== "ignored" && !other.blocked))
    .map((other) => ({
      userId: other.id,
      kind: "message",
      title:
        (otherState ?? other.state) === "requested"
          ? `${actor.name} would like to write to you`
          : `New message from ${actor.name}`,
      body: "",
      href: paths.conversation(conversationId),
      // The same until the recipient has read on: one line for all that waits.
      eventKey: `message:${conversationId}:${other.id}:${other.read}`,
    }));
}

const placeOf = (conversationId: string, userId: string, messageId: string) => Prisma.sql`
  SELECT c.last_seq, c.direct_key IS NULL AS is_group, me.state AS my_state,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.user_id, 'state', o.state, 'read', o.last_read_seq,
                   'suspended', u.suspended_at IS NOT NULL,
                   'blocked', ${Prisma.raw(areBlocked("me.user_id", "o.user_id"))},
                   'connected', c.direct_key IS NOT NULL AND ${Prisma.raw(areConnected("me.user_id", "o.user_id"))})), '[]')
            FROM conversation_participants o JOIN users u ON u.id = o.user_id
           WHERE o.conversation_id = c.id AND o.user_id <> me.user_id AND o.state <> 'left') AS others,
         (SELECT ${storedColumns} FROM messages s WHERE s.id = ${messageId}::uuid) AS stored
    FROM conversation_participants me
    JOIN conversations c ON c.id = me.conversation_id
   WHERE c.id = ${conversationId}::uuid AND me.user_id = ${userId}::uuid AND me.state <> 'left'`;
