import type { Actor } from "~/features/accounts/actor";
import { reportHeld } from "~/features/accounts/holding.server";
import { slowDown } from "~/features/accounts/throttling.server";
import { endWait } from "~/features/media/waiting.server";
import { type Notification, notify } from "~/features/notifications/notifying.server";
import { spend } from "~/features/plans/counting.server";
import { planOf } from "~/features/plans/reading.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { db, Prisma, type Transaction, transaction } from "~/platform/db.server";
import { countMessage } from "~/platform/metrics.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { announceSoon } from "~/platform/realtime/realtime.server";
import { storeAttachment } from "./attaching.server";
import { judgeFirstMessage } from "./braking.server";
import { isRequestTo } from "./composing.server";
import { isBlank, longestMessage, type SendRefusal, type StartRefusal } from "./message";
import { findConversationOf, openConversation } from "./opening.server";
import { remindLater } from "./reminding.server";
import {
  findResend,
  isSame,
  type NewMessage,
  type ReadyMessage,
  type Resend,
  readyOf,
  type Stored,
  store,
  storedColumns,
} from "./storing.server";

export type SendOutcome = { ok: true; conversationId: string; seq: number } | SendRefusal;
/** `listeners` may be notified after the commit. */
type Sending = { ok: true; conversationId: string; seq: number; listeners?: string[] } | SendRefusal;

/**
 * Stores a message with its file, counts it against the sender's plan, notifies the recipients and writes a hint: all or nothing. A
 * resend returns the stored message; the same id with another text, sender or conversation is 'id-taken'.
 * 'file': why its file was not stored. 'not-participant', 'blocked': the conversation does not exist for the sender. 'hidden': by an admin. 'request-waits': see the README.
 */
export async function sendMessage(
  actor: Actor,
  conversationId: string,
  input: NewMessage,
): Promise<SendOutcome> {
  const known = isId(conversationId);
  return deliver<never>(actor, input, {
    findStored: (message) => (known ? findResend(actor, conversationId, message) : null),
    act: (tx, message) =>
      known
        ? send(tx, actor, conversationId, message)
        : Promise.resolve({ ok: false, refused: "not-participant" as const }),
  });
}

/** Opens a conversation if there is none, both or neither. Refused as openConversation and sendMessage. */
export async function writeTo(
  actor: Actor,
  personId: string,
  input: NewMessage,
): Promise<SendOutcome | StartRefusal> {
  if (!isId(personId)) return { ok: false, refused: "not-found" };
  const findOpen = () => findConversationOf(db, actor.userId, personId);
  if (!(await findOpen())) {
    const waitSeconds = await takeFromLimit("conversation", actor.userId, actor);
    if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
    await brake(actor, [personId], input);
  }
  return deliver<StartRefusal>(actor, input, {
    async findStored(message) {
      const conversationId = await findOpen();
      return conversationId ? findResend(actor, conversationId, message) : null;
    },
    async act(tx, message) {
      const opened = await openConversation(tx, actor, personId);
      if (!opened.ok) return opened;
      return send(tx, actor, opened.conversationId, message);
    },
  });
}

/** Slows down who starts many conversations with strangers in the same way. */
export async function brake(
  actor: Actor,
  personIds: readonly string[],
  { content }: NewMessage,
): Promise<void> {
  const { excess } = await judgeFirstMessage(actor, personIds, content);
  if (excess > 0 && (await isRequestTo(actor, personIds))) await slowDown(excess);
}

/**
 * Validation, spam limit, one transaction, and the answer to a resend.
 * @param way.findStored finds this message if it is already stored
 * @param way.act stores it; throwing rolls back a conversation it created
 */
export async function deliver<OtherRefusal extends { ok: false; refused: string } = never>(
  actor: Actor,
  input: NewMessage,
  way: {
    findStored(message: ReadyMessage): Promise<Resend | null> | null;
    act(tx: Transaction, message: ReadyMessage): Promise<Sending | OtherRefusal>;
  },
): Promise<SendOutcome | OtherRefusal> {
  const message = readyOf(input);
  if (isBlank(message.content) && !message.hasFile) return { ok: false, refused: "empty" };
  if (message.content.length > longestMessage) return { ok: false, refused: "too-long" };

  const waitSeconds = await takeFromLimit("message", actor.userId, actor);
  if (waitSeconds > 0) {
    // A resend after a lost response must not hit the limit.
    return (await way.findStored(message)) ?? { ok: false, refused: "too-many", waitSeconds };
  }
  if (input.file) {
    const resend = await way.findStored(message);
    if (resend) {
      // Its file was taken, and is not needed again.
      if ("uploadId" in input.file) await endWait(actor, input.file.uploadId);
      return resend;
    }
    const attached = await storeAttachment(actor, input.file);
    if (!attached.ok) return attached;
    message.mediaId = attached.mediaId;
  }
  const outcome = await transaction((tx) => way.act(tx, message));
  if (outcome.ok) {
    const { listeners, ...sent } = outcome;
    // A concurrent form brought the same file.
    if (!listeners && message.mediaId) await endWait(actor, message.mediaId);
    if (listeners) countMessage();
    const hint = { conversationId: sent.conversationId, seq: sent.seq };
    // A resend announces nothing.
    announceSoon(listeners && { to: listeners, hint });
    return sent;
  }
  if (outcome.refused === "id-taken") return (await way.findStored(message)) ?? outcome;
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
  /** In a group, those who have answered count as connected. */
  connected: boolean;
};

type SenderRow = {
  last_seq: number;
  is_group: boolean;
  /** By an admin. */
  is_hidden: boolean;
  /** The sender's last message here; 0 for none. */
  my_written: number;
  /** Those who have not left. */
  others: Other[];
  /** Under this id. */
  stored: Stored | null;
};

/** The caller's transaction must roll back on a refusal. */
export async function send(
  tx: Transaction,
  actor: Actor,
  conversationId: string,
  message: ReadyMessage,
): Promise<Sending> {
  // Senders queue on this lock. What follows must be separate statements: joined into this one, they would read a
  // snapshot from before it.
  await tx.$executeRaw`SELECT 1 FROM conversations WHERE id = ${conversationId}::uuid FOR NO KEY UPDATE`;
  const [sender] = await tx.$queryRaw<SenderRow[]>(
    senderQuery(conversationId, actor.userId, message.messageId),
  );
  if (!sender) return { ok: false, refused: "not-participant" };
  // Before the stored message: a block must reveal nothing.
  if (!sender.is_group && sender.others[0]?.blocked) return { ok: false, refused: "blocked" };
  if (sender.stored) {
    const same = isSame(sender.stored, actor, conversationId, message);
    return same ? { ok: true, conversationId, seq: sender.stored.seq } : { ok: false, refused: "id-taken" };
  }
  if (sender.is_hidden) return { ok: false, refused: "hidden" };
  if (sender.others.every((other) => other.suspended)) return { ok: false, refused: "gone" };
  if (sender.is_group ? awaitsAnswer(sender) : waitsForOther(sender))
    return { ok: false, refused: "request-waits" };
  const otherState = sender.is_group ? null : stateAfter(sender);

  const spent = await spend(tx, actor, "message", message.messageId, conversationId);
  if (spent === "limit") return { ok: false, refused: "message-limit", resets: "" };
  const held = startsWithStrangers(sender, otherState)
    ? (await judgeFirstMessage(actor, othersOf(sender), message.content, tx)).held
    : null;
  const placed = await store(tx, actor, conversationId, message, held ? "held" : otherState);
  if (!placed) return { ok: false, refused: "id-taken" };
  if (held) {
    await reportHeld(tx, { personId: actor.userId, messageId: message.messageId, why: held });
    return { ok: true, conversationId, ...placed };
  }
  await notify(tx, ...notificationsOf(actor, conversationId, sender, otherState));
  await remindLater(tx, conversationId);
  return { ok: true, conversationId, ...placed };
}

/** Direct: a request takes one message, until the other person writes or accepts. */
function waitsForOther({ others: [other], last_seq }: SenderRow): boolean {
  return last_seq > 0 && !other?.connected && other?.state !== "active";
}

/** Direct: the other person's state after this message. */
function stateAfter({ others: [other], last_seq }: SenderRow): "active" | "requested" {
  return other?.connected || last_seq > 0 ? "active" : "requested";
}

/** In a group, too, people not connected to the sender get one message until they answer or accept. */
function awaitsAnswer({ others, my_written }: SenderRow): boolean {
  return my_written > 0 && others.some((other) => !other.suspended && !other.connected);
}

const othersOf = ({ others }: SenderRow) => others.map(({ id }) => id);

/** The first message of a conversation, if it is a request to anybody. */
function startsWithStrangers({ is_group, last_seq, others }: SenderRow, otherState: string | null): boolean {
  if (last_seq > 0) return false;
  return is_group ? others.some(({ connected }) => !connected) : otherState === "requested";
}

/** Except to those who ignored a group's request. */
function notificationsOf(
  actor: Actor,
  conversationId: string,
  sender: SenderRow,
  otherState: string | null,
): Notification[] {
  return sender.others
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
      aboutId: actor.userId,
      // Unchanged until read, so that all unread messages share one notification.
      eventKey: `message:${conversationId}:${other.id}:${other.read}`,
    }));
}

/** SQL: a held message looks like any other request to its sender; its recipient may write by themselves. */
const shownState = Prisma.sql`CASE WHEN o.is_held THEN 'requested' ELSE o.state::text END`;

const senderQuery = (conversationId: string, userId: string, messageId: string) => Prisma.sql`
  SELECT c.last_seq, c.direct_key IS NULL AS is_group, c.hidden_at IS NOT NULL AS is_hidden, me.written_seq AS my_written,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.user_id, 'state', ${shownState}, 'read', o.last_read_seq,
                   'suspended', NOT is_open(u),
                   'blocked', EXISTS (SELECT FROM blocked_between(me.user_id, o.user_id)),
                   'connected', c.direct_key IS NULL AND has_answered(o) OR EXISTS (SELECT FROM connected(me.user_id, o.user_id)))), '[]')
            FROM conversation_participants o JOIN users u ON u.id = o.user_id
           WHERE o.conversation_id = c.id AND o.user_id <> me.user_id AND (o.state <> 'left' OR o.is_held)) AS others,
         (SELECT ${storedColumns} FROM messages s WHERE s.id = ${messageId}::uuid) AS stored
    FROM conversation_participants me
    JOIN conversations c ON c.id = me.conversation_id
   WHERE c.id = ${conversationId}::uuid AND me.user_id = ${userId}::uuid AND (me.state <> 'left' OR me.is_held)`;
