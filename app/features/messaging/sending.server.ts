import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { reportHeld } from "~/features/accounts/holding.server";
import { slowDown } from "~/features/accounts/throttling.server";
import { insertHints } from "~/features/live/hints.server";
import { type Given, nameOf } from "~/features/media/arriving.server";
import { plainName } from "~/features/media/file-name";
import { endWait } from "~/features/media/storing.server";
import { announce, type News } from "~/features/notifications/announcing.server";
import { spend } from "~/features/plans/counting.server";
import { planOf } from "~/features/plans/plan-in-force.server";
import { isId } from "~/ids";
import { tidyText } from "~/lines";
import { paths } from "~/paths";
import { db, Prisma, type Transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import { countMessage } from "~/platform/metrics.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { announceSoon } from "~/platform/realtime/realtime.server";
import { storeAttachment } from "./attaching.server";
import { judgeFirstMessage } from "./braking.server";
import { remindLater } from "./inbox.server";
import { longestMessage, type SendRefusal } from "./message";
import type { StartRefusal } from "./starting";
import { findConversationOf, openConversation, readStartRules } from "./starting.server";

export interface NewMessage {
  /** A UUID created with the form. The same ID means the same message. */
  messageId: string;
  content: string;
  file?: Given | null;
}

interface ReadyMessage {
  messageId: string;
  content: string;
  /** A resend of a message with a file must have a file, too, and with the same name. */
  hasFile?: boolean;
  /** Empty if it's unknown. */
  fileName?: string;
  /** Set once the file has been stored. */
  mediaId?: string;
}

interface Stored {
  seq: number;
  conversationId: string;
  senderId: string | null;
  content: string;
  hasFile: boolean;
  fileName: string | null;
}

/** The message without its file, which is stored later. */
export const readyOf = async (
  actor: Actor,
  { messageId, content, file }: NewMessage,
): Promise<ReadyMessage> => ({
  messageId,
  content: tidyText(content),
  hasFile: Boolean(file),
  fileName: file ? plainName(await nameOf(actor, file)) : "",
});

type Resend = { ok: true; conversationId: string; seq: number };

/** @param conversationId null for a message that opens a group */
export async function findResend(
  actor: Actor,
  conversationId: string | null,
  message: ReadyMessage,
  tx: Transaction = db,
): Promise<Resend | null> {
  const [stored] = await tx.$queryRaw<Stored[]>`SELECT * FROM stored_message(${message.messageId}::uuid)`;
  if (!stored || !isSame(stored, actor, conversationId, message)) return null;
  return { ok: true, conversationId: stored.conversationId, seq: stored.seq };
}

/**
 * Distinguishes a resend from a new text or file that has an old ID because the browser restored the form. A late
 * resend of a message that's been edited or deleted since is refused, too, because we don't keep the original text.
 */
function isSame(stored: Stored, actor: Actor, conversationId: string | null, message: ReadyMessage): boolean {
  return (
    (conversationId === null || stored.conversationId === conversationId) &&
    stored.senderId === actor.userId &&
    stored.content === message.content &&
    hasSameFile(stored, message)
  );
}

/** Compares names, because a stored picture's bytes differ from what was sent. */
const hasSameFile = (stored: Stored, { hasFile, fileName }: ReadyMessage) =>
  stored.hasFile === Boolean(hasFile) && (!fileName || !stored.fileName || stored.fileName === fileName);

/**
 * Writes the message, conversation, participants and hint in one statement. Uses the clock's time, which grows with
 * seq, because the transaction's time is from before it waited for the lock. The sender's own message counts as read
 * only if they had read everything before it.
 * @param given the others' new state; null keeps the current one. 'held': they count as having left until an admin
 * releases the message, or a later message gives another state
 * @returns the seq, and who may be notified; null if the ID or the file was taken concurrently
 */
export async function store(
  tx: Transaction,
  actor: Actor,
  conversationId: string,
  message: ReadyMessage,
  given: "active" | "requested" | "held" | null,
): Promise<{ seq: number; listeners: string[] } | null> {
  const isHeld = given === "held";
  const otherState = isHeld ? "left" : given;
  const [stored] = await tx.$queryRaw<{ seq: number; listeners: string[] }[]>`
    WITH next AS (
      UPDATE conversations SET last_seq = last_seq + 1, updated_at = clock_timestamp()
       WHERE id = ${conversationId}::uuid RETURNING id, last_seq AS seq, updated_at
    ), stored AS (
      INSERT INTO messages (id, conversation_id, seq, sender_id, content, media_id, created_at)
      SELECT ${message.messageId}::uuid, id, seq, ${actor.userId}::uuid, ${message.content}, ${message.mediaId ?? null}::uuid, updated_at
        FROM next
      ON CONFLICT DO NOTHING RETURNING seq
    ), moved AS (
      UPDATE conversation_participants p
         SET active_at = next.updated_at, last_seq = next.seq,
             state = CASE WHEN p.user_id = ${actor.userId}::uuid THEN 'active'
                          WHEN p.state = 'left' AND NOT p.is_held THEN p.state
                          ELSE coalesce(${otherState}::participant_state, p.state) END,
             is_held = p.user_id <> ${actor.userId}::uuid AND (${isHeld} OR p.is_held AND ${otherState}::text IS NULL),
             written_seq = CASE WHEN p.user_id = ${actor.userId}::uuid THEN next.seq ELSE p.written_seq END,
             last_read_seq = CASE WHEN p.user_id = ${actor.userId}::uuid AND p.last_read_seq = next.seq - 1
                                  THEN next.seq ELSE p.last_read_seq END
        FROM next WHERE p.conversation_id = next.id
      RETURNING p.user_id, p.state
    ), hinted AS (
      ${insertHints(Prisma.sql`SELECT jsonb_build_object('conversationId', id, 'seq', seq) FROM next`)}
    )
    SELECT seq, ARRAY(SELECT user_id::text FROM moved WHERE state IN ('active', 'requested')) AS listeners FROM stored`;
  return stored ?? null;
}

export type SendOutcome = { ok: true; conversationId: string; seq: number } | SendRefusal;
/** `listeners` are the people to notify after the commit; a resend has none. */
type Sending = { ok: true; conversationId: string; seq: number; listeners?: string[] } | SendRefusal;

/**
 * Stores a message with its file, counts it against the sender's plan, notifies the recipients and writes a hint, all
 * or nothing. A resend returns the stored message; the same ID with another text, sender or conversation is 'id-taken'.
 * 'file': the file wasn't stored, and `why` has the reason. 'not-participant', 'blocked': the conversation doesn't
 * exist for the sender. 'hidden': an admin closed it. 'request-waits': the sender's request hasn't been answered.
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
        : Promise.resolve({ ok: false, refused: "not-participant" }),
  });
}

/**
 * Opens a conversation if there is none, then sends the message: both or neither. Refused like openConversation and
 * sendMessage.
 */
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

/** Slows down people who send strangers many similar first messages, or many with links. */
export async function brake(
  actor: Actor,
  personIds: readonly string[],
  { content }: NewMessage,
): Promise<void> {
  const { excess } = await judgeFirstMessage(actor, personIds, content);
  if (excess > 0 && (await readStartRules(actor, personIds)).isRequest) await slowDown(excess);
}

/**
 * Validates, applies the spam limit, runs one transaction, and answers a resend.
 * @param way.findStored finds this message if it's already stored
 * @param way.act stores it; throwing rolls back a conversation that it created
 */
export async function deliver<OtherRefusal extends { ok: false; refused: string } = never>(
  actor: Actor,
  input: NewMessage,
  way: {
    findStored(message: ReadyMessage): Promise<Resend | null> | null;
    act(tx: Transaction, message: ReadyMessage): Promise<Sending | OtherRefusal>;
  },
): Promise<SendOutcome | OtherRefusal> {
  const message = await readyOf(actor, input);
  if (message.content === "" && !message.hasFile) return { ok: false, refused: "empty" };
  if (message.content.length > longestMessage) return { ok: false, refused: "too-long" };

  const waitSeconds = await takeFromLimit("message", actor.userId, actor);
  if (waitSeconds > 0) {
    // A resend after a lost response must not count toward the limit.
    return (await way.findStored(message)) ?? { ok: false, refused: "too-many", waitSeconds };
  }
  if (input.file) {
    const resend = await way.findStored(message);
    if (resend) {
      // The message already has its file, so this copy isn't needed.
      if ("uploadId" in input.file) await endWait(actor, input.file.uploadId);
      return resend;
    }
    const attached = await storeAttachment(actor, input.file);
    if (!attached.ok) return attached;
    message.mediaId = attached.mediaId;
  }
  const outcome = await transactionBy(actor, (tx) => way.act(tx, message));
  if (outcome.ok) {
    const { listeners, ...sent } = outcome;
    // A concurrent request stored the same message, so this copy of its file isn't needed.
    if (!listeners && message.mediaId) await endWait(actor, message.mediaId);
    if (listeners) countMessage();
    const hint = { kind: "messages" as const, conversationId: sent.conversationId, seq: sent.seq };
    // A resend announces nothing.
    announceSoon(listeners && { to: listeners, hint });
    return sent;
  }
  if (outcome.refused === "id-taken") return (await way.findStored(message)) ?? outcome;
  if (outcome.refused !== "message-limit") return outcome;
  const plan = await planOf(actor);
  return { ...outcome, resets: plan.usage.find((use) => use.kind === "message")?.resets ?? "" };
}

interface Other {
  id: string;
  state: "active" | "requested" | "ignored";
  read: number;
  suspended: boolean;
  blocked: boolean;
  /** In a group, people count as connected once they've answered. */
  connected: boolean;
  /** Whether this is a conversation of two with someone hired, to whom messages aren't counted. */
  isUncounted: boolean;
}

interface Sender {
  lastSeq: number;
  isGroup: boolean;
  /** Whether an admin has closed the conversation. */
  isHidden: boolean;
  /** The seq of the sender's last message here; 0 for none. */
  myWritten: number;
  /** The others who haven't left. */
  others: Other[];
  /** The message already stored under this ID. */
  stored: Stored | null;
}

/** The caller's transaction must roll back on a refusal. */
export async function send(
  tx: Transaction,
  actor: Actor,
  conversationId: string,
  message: ReadyMessage,
): Promise<Sending> {
  // Senders queue for this lock. What follows must be separate statements: in the same statement, they would read a
  // snapshot from before the lock.
  await lockRow(tx, "conversations", conversationId, "no-key-update");
  const sender = await findSender(tx, actor, conversationId, message.messageId);
  if (!sender) return { ok: false, refused: "not-participant" };
  // Checked before looking for a stored message, because a block must reveal nothing.
  if (!sender.isGroup && sender.others[0]?.blocked) return { ok: false, refused: "blocked" };
  if (sender.stored) {
    const same = isSame(sender.stored, actor, conversationId, message);
    return same ? { ok: true, conversationId, seq: sender.stored.seq } : { ok: false, refused: "id-taken" };
  }
  if (sender.isHidden) return { ok: false, refused: "hidden" };
  if (sender.others.every((other) => other.suspended))
    return { ok: false, refused: sender.isGroup ? "none-left" : "gone" };
  if (sender.isGroup ? awaitsAnswer(sender) : waitsForOther(sender))
    return { ok: false, refused: "request-waits" };
  const otherState = sender.isGroup ? null : stateAfter(sender);

  if (!sender.others[0]?.isUncounted) {
    const spent = await spend(tx, actor, "message", message.messageId, conversationId);
    if (spent === "limit") return { ok: false, refused: "message-limit", resets: "" };
  }
  const held = startsWithStrangers(sender, otherState)
    ? (await judgeFirstMessage(actor, othersOf(sender), message.content, tx)).held
    : null;
  const placed = await store(tx, actor, conversationId, message, held ? "held" : otherState);
  if (!placed) return { ok: false, refused: "id-taken" };
  if (held) {
    await reportHeld(tx, { personId: actor.userId, messageId: message.messageId, why: held });
    return { ok: true, conversationId, ...placed };
  }
  await announce(tx, ...notificationsOf(actor, conversationId, sender, otherState));
  await remindLater(tx, conversationId);
  return { ok: true, conversationId, ...placed };
}

/**
 * In direct conversations, a request allows one message until the other person writes or accepts. Before the request,
 * their state is active.
 */
function waitsForOther({ others: [other] }: Sender): boolean {
  return !other?.connected && other?.state !== "active";
}

/** In direct conversations, the other person's state after this message. */
function stateAfter({ others: [other], lastSeq }: Sender): "active" | "requested" {
  return other?.connected || lastSeq > 0 ? "active" : "requested";
}

/** In a group, too, people who aren't connected to the sender get one message until they reply or accept. */
function awaitsAnswer({ others, myWritten }: Sender): boolean {
  return myWritten > 0 && others.some((other) => !other.suspended && !other.connected);
}

const othersOf = ({ others }: Sender) => others.map(({ id }) => id);

/** Whether this is the first message, and a request to at least one person. */
function startsWithStrangers({ isGroup, lastSeq, others }: Sender, otherState: string | null): boolean {
  if (lastSeq > 0) return false;
  return isGroup ? others.some(({ connected }) => !connected) : otherState === "requested";
}

/** Leaves out people who ignored a group's request. */
function notificationsOf(
  actor: Actor,
  conversationId: string,
  sender: Sender,
  otherState: string | null,
): News[] {
  return sender.others
    .filter((other) => otherState !== null || (other.state !== "ignored" && !other.blocked))
    .map((other) => ({
      userId: other.id,
      kind: "message",
      title:
        (otherState ?? other.state) === "requested"
          ? `${actor.name} sent you a message request`
          : `New message from ${actor.name}`,
      body: "",
      href: paths.conversation(conversationId),
      aboutId: actor.userId,
      // The key doesn't change until they read, so all unread messages share one notification.
      eventKey: `message:${conversationId}:${other.id}:${other.read}`,
    }));
}

/**
 * If the first message is held, the recipient's state is given as 'requested', so that its sender can't tell it from
 * any other request. The recipient can still write first.
 */
async function findSender(
  tx: Transaction,
  actor: Actor,
  conversationId: string,
  messageId: string,
): Promise<Sender | undefined> {
  const [sender] = await tx.$queryRaw<Sender[]>`
    SELECT c.last_seq AS "lastSeq", c.direct_key IS NULL AS "isGroup", c.hidden_at IS NOT NULL AS "isHidden",
           me.written_seq AS "myWritten",
           (SELECT coalesce(jsonb_agg(jsonb_build_object(
                     'id', o.user_id, 'state', CASE WHEN o.is_held THEN 'requested' ELSE o.state::text END,
                     'read', o.last_read_seq, 'suspended', NOT is_open(u),
                     'blocked', EXISTS (SELECT FROM blocked_between(me.user_id, o.user_id)),
                     'connected', EXISTS (SELECT FROM connected(me.user_id, o.user_id))
                       OR c.direct_key IS NULL AND (has_answered(o) OR EXISTS (SELECT FROM in_touch(me.user_id, o.user_id))),
                     'isUncounted', c.direct_key IS NOT NULL AND EXISTS (SELECT FROM uncounted_hire(me.user_id, o.user_id)))), '[]')
              FROM conversation_participants o JOIN users u ON u.id = o.user_id
             WHERE o.conversation_id = c.id AND o.user_id <> me.user_id AND (o.state <> 'left' OR o.is_held)) AS others,
           (SELECT to_jsonb(s) FROM stored_message(${messageId}::uuid) s) AS stored
      FROM conversation_participants me
      JOIN conversations c ON c.id = me.conversation_id
     WHERE c.id = ${conversationId}::uuid AND me.user_id = ${actor.userId}::uuid AND (me.state <> 'left' OR me.is_held)`;
  return sender;
}
