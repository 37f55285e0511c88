import type { Actor } from "~/features/accounts/actor";
import { tell } from "~/features/notifications/telling.server";
import { spend } from "~/features/plans/counting.server";
import { planOf } from "~/features/plans/reading.server";
import { paths } from "~/paths";
import { db, Prisma, type Transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { announceSoon } from "~/platform/realtime/realtime.server";
import { areBlocked, areConnected } from "./connections.server";
import { isBlank, isId, longestMessage, type SendRefusal, tidyMessage } from "./message";
import { openConversation } from "./opening.server";

export interface NewMessage {
  /** A uuid made with the form: the same id again is the same message. */
  messageId: string;
  content: string;
}

export type SendOutcome = { ok: true; conversationId: string; seq: number } | SendRefusal;

/**
 * Stores a message as the next of its conversation, counts it against the sender's plan, tells the recipient and
 * leaves a hint for whatever is live: all or nothing. Sending the same message again, even at the same moment, is
 * answered with the one that is stored; the same id with another text, sender or conversation is 'id-taken'.
 * 'not-participant', 'blocked': to the sender the conversation is not there. 'request-waits': see the room's README.
 */
export async function sendMessage(
  actor: Actor,
  conversationId: string,
  input: NewMessage,
): Promise<SendOutcome> {
  const message = { messageId: input.messageId, content: tidyMessage(input.content) };
  if (isBlank(message.content)) return { ok: false, refused: "empty" };
  if (message.content.length > longestMessage) return { ok: false, refused: "too-long" };
  if (!isId(conversationId)) return { ok: false, refused: "not-participant" };

  const waitSeconds = await takeFromLimit("message", actor.userId);
  if (waitSeconds > 0) {
    // Who resends because the answer was lost has sent too many only in our eyes.
    const stored = await findStored(message.messageId);
    if (stored && isSame(stored, actor, conversationId, message))
      return { ok: true, conversationId, seq: stored.seq };
    return { ok: false, refused: "too-many", waitSeconds };
  }
  try {
    const outcome = await db.$transaction((tx) => send(tx, actor, conversationId, message));
    announceSoon();
    if (outcome.ok || outcome.refused !== "message-limit") return outcome;
    const plan = await planOf(actor);
    return { ...outcome, resets: plan.usage.find((use) => use.kind === "message")?.resets ?? "" };
  } catch (error) {
    if (error instanceof IdTaken) return { ok: false, refused: "id-taken" };
    throw error;
  }
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

/** Thrown to roll back: another conversation has taken the id since we looked. */
class IdTaken extends Error {}

type Place = {
  last_seq: number;
  my_state: "active" | "requested" | "ignored";
  other_id: string | null;
  other_state: "active" | "requested" | "ignored" | null;
  other_read: number;
  other_suspended: boolean;
  blocked: boolean;
  connected: boolean;
  /** What is stored under the message's id. */
  stored: Stored | null;
};

async function send(
  tx: Transaction,
  actor: Actor,
  conversationId: string,
  message: NewMessage,
): Promise<SendOutcome> {
  // Everybody who writes here queues at this row. What is read afterwards, in statements of its own, is what the
  // one before has left; joined into this statement it would be as old as the wait.
  await tx.$executeRaw`SELECT 1 FROM conversations WHERE id = ${conversationId}::uuid FOR NO KEY UPDATE`;
  const [place] = await tx.$queryRaw<Place[]>(placeOf(conversationId, actor.userId, message.messageId));
  if (!place) return { ok: false, refused: "not-participant" };
  if (place.stored) {
    const same = isSame(place.stored, actor, conversationId, message);
    return same ? { ok: true, conversationId, seq: place.stored.seq } : { ok: false, refused: "id-taken" };
  }
  if (place.blocked) return { ok: false, refused: "blocked" };
  if (!place.other_id || place.other_suspended) return { ok: false, refused: "gone" };
  const otherState = stateAfter(place);
  if (!otherState) return { ok: false, refused: "request-waits" };

  const room = await spend(tx, actor, "message", message.messageId, conversationId);
  if (room === "limit") return { ok: false, refused: "message-limit", resets: "" };
  const seq = await store(tx, actor, conversationId, message, otherState);
  await tell(tx, {
    userId: place.other_id,
    kind: "message",
    title:
      otherState === "requested"
        ? `${actor.name} would like to write to you`
        : `New message from ${actor.name}`,
    body: "",
    href: paths.conversation(conversationId),
    // The same until the recipient has read on: one line for all that waits.
    eventKey: `message:${conversationId}:${place.other_id}:${place.other_read}`,
  });
  return { ok: true, conversationId, seq };
}

/** What the other one's state becomes with this message; null while an earlier request of the sender's waits. */
function stateAfter(place: Place): "active" | "requested" | null {
  const isAnswer = place.my_state !== "active";
  if (place.connected || isAnswer) return "active";
  if (place.last_seq === 0) return "requested";
  return place.other_state === "active" ? "active" : null;
}

const placeOf = (conversationId: string, userId: string, messageId: string) => Prisma.sql`
  SELECT c.last_seq, me.state AS my_state, o.user_id AS other_id, o.state AS other_state,
         coalesce(o.last_read_seq, 0) AS other_read, u.suspended_at IS NOT NULL AS other_suspended,
         ${Prisma.raw(areBlocked("me.user_id", "o.user_id"))} AS blocked,
         ${Prisma.raw(areConnected("me.user_id", "o.user_id"))} AS connected,
         (SELECT ${storedColumns} FROM messages s WHERE s.id = ${messageId}::uuid) AS stored
    FROM conversation_participants me
    JOIN conversations c ON c.id = me.conversation_id
    LEFT JOIN conversation_participants o
      ON o.conversation_id = c.id AND o.user_id <> me.user_id AND o.state <> 'left'
    LEFT JOIN users u ON u.id = o.user_id
   WHERE c.id = ${conversationId}::uuid AND me.user_id = ${userId}::uuid AND me.state <> 'left'
   LIMIT 1`;

/**
 * One statement. Times are the clock's and not the transaction's, which began before the wait: they grow with seq.
 * Whoever had read everything has also read what they now write; whoever had not keeps it unread.
 */
async function store(
  tx: Transaction,
  actor: Actor,
  conversationId: string,
  message: NewMessage,
  otherState: "active" | "requested",
): Promise<number> {
  const [stored] = await tx.$queryRaw<{ seq: number }[]>`
    WITH next AS (
      UPDATE conversations SET last_seq = last_seq + 1, updated_at = clock_timestamp()
       WHERE id = ${conversationId}::uuid RETURNING id, last_seq AS seq, updated_at
    ), stored AS (
      INSERT INTO messages (id, conversation_id, seq, sender_id, content, created_at)
      SELECT ${message.messageId}::uuid, id, seq, ${actor.userId}::uuid, ${message.content}, updated_at FROM next
      ON CONFLICT (id) DO NOTHING RETURNING seq
    ), moved AS (
      UPDATE conversation_participants p
         SET active_at = next.updated_at,
             state = CASE WHEN p.user_id = ${actor.userId}::uuid THEN 'active'
                          WHEN p.state = 'left' THEN p.state
                          ELSE ${otherState}::participant_state END,
             last_read_seq = CASE WHEN p.user_id = ${actor.userId}::uuid AND p.last_read_seq = next.seq - 1
                                  THEN next.seq ELSE p.last_read_seq END
        FROM next WHERE p.conversation_id = next.id
    ), hinted AS (
      INSERT INTO outbox_events (topic, payload)
      SELECT 'conversation:' || id, jsonb_build_object('conversationId', id, 'seq', seq) FROM next
    )
    SELECT seq FROM stored`;
  if (!stored) throw new IdTaken();
  return stored.seq;
}

type Stored = {
  seq: number;
  conversationId: string;
  senderId: string | null;
  content: string;
  isChanged: boolean;
};

const storedColumns = Prisma.sql`jsonb_build_object('seq', s.seq, 'conversationId', s.conversation_id, 'senderId', s.sender_id,
  'content', s.content, 'isChanged', s.edited_at IS NOT NULL OR s.deleted_at IS NOT NULL)`;

async function findStored(messageId: string): Promise<Stored | null> {
  const [row] = await db.$queryRaw<{ stored: Stored }[]>`
    SELECT ${storedColumns} AS stored FROM messages s WHERE s.id = ${messageId}::uuid`;
  return row?.stored ?? null;
}

/** A resend, as against a browser that put an old id back into a form with a new text. */
function isSame(stored: Stored, actor: Actor, conversationId: string, message: NewMessage): boolean {
  return (
    stored.conversationId === conversationId &&
    stored.senderId === actor.userId &&
    (stored.content === message.content || stored.isChanged)
  );
}
