import type { Actor } from "~/features/accounts/actor";
import { insertHints } from "~/features/live/hints.server";
import { isId } from "~/ids";
import { db, Prisma, readRows, type Transaction } from "~/platform/db.server";
import { announceSoon } from "~/platform/realtime/realtime.server";
import type { AttachmentView } from "./attachment";
import { judgeFirstMessage } from "./braking.server";
import { changeableFor, isBlank, longestMessage, tidyMessage, unknownPerson } from "./message";
import { type AttachmentRow, attachmentOf, attachmentViewOf } from "./threads.server";

interface OwnMessageView {
  conversationId: string;
  seq: number;
  content: string;
  /** So it may do without text. */
  hasFile: boolean;
}

type ChangeOutcome = { ok: true } | { ok: false; refused: "empty" | "too-long" | "over" | "not-found" };

/** SQL: the actor's own message `m`, in a conversation they can still see. */
const isOwn = (actor: Actor, conversationId: string, seq: number) => Prisma.sql`
  m.conversation_id = ${conversationId}::uuid AND m.seq = ${seq} AND m.sender_id = ${actor.userId}::uuid
  AND EXISTS (SELECT 1 FROM conversation_participants p JOIN conversations c ON c.id = p.conversation_id
    WHERE p.conversation_id = m.conversation_id AND p.user_id = m.sender_id AND p.state <> 'left'
      AND (c.direct_key IS NULL OR NOT EXISTS (SELECT 1 FROM conversation_participants o
        WHERE o.conversation_id = c.id AND o.user_id <> p.user_id AND EXISTS (SELECT FROM blocked_between(p.user_id, o.user_id)))))`;

/** The database's clock also stamped the message. In a conversation that an admin has closed, nothing changes. */
const isChangeable = Prisma.raw(
  `m.deleted_at IS NULL AND m.created_at > clock_timestamp() - interval '${changeableFor} minutes'
   AND (SELECT closed.hidden_at IS NULL FROM conversations closed WHERE closed.id = m.conversation_id)`,
);

export async function findChangeable(
  actor: Actor,
  conversationId: string,
  seq: number,
): Promise<OwnMessageView | null> {
  if (!isMessageRef(conversationId, seq)) return null;
  const [row] = await db.$queryRaw<{ content: string; hasFile: boolean }[]>`
    SELECT m.content, m.media_id IS NOT NULL AS "hasFile" FROM messages m WHERE ${isOwn(actor, conversationId, seq)} AND ${isChangeable}`;
  return row ? { conversationId, seq, ...row } : null;
}

/**
 * Within 15 minutes of sending. Refused: 'empty', 'too-long', 'over' when too late, deleted or closed, or for what the
 * spam brakes would hold, 'not-found' when it is not theirs.
 */
export async function editMessage(
  actor: Actor,
  conversationId: string,
  seq: number,
  text: string,
): Promise<ChangeOutcome> {
  const content = tidyMessage(text);
  if (isBlank(content) && !(await findChangeable(actor, conversationId, seq))?.hasFile)
    return { ok: false, refused: "empty" };
  if (content.length > longestMessage) return { ok: false, refused: "too-long" };
  if (seq === 1 && isId(conversationId) && (await isBraked(actor, conversationId, content)))
    return { ok: false, refused: "over" };
  // The same text is not an edit.
  const change = Prisma.sql`content = ${content}, edited_at = CASE WHEN m.content = ${content} THEN m.edited_at ELSE clock_timestamp() END`;
  return applyChange(actor, conversationId, seq, change);
}

/**
 * Of a first message that no one has answered: it is held, and an admin decides about it as it is, or would have been held
 * with the new text.
 */
async function isBraked(actor: Actor, conversationId: string, content: string): Promise<boolean> {
  const waiting = await db.$queryRaw<{ userId: string; isHeld: boolean }[]>`
    SELECT p.user_id AS "userId", p.is_held AS "isHeld" FROM conversation_participants p
     WHERE p.conversation_id = ${conversationId}::uuid AND p.user_id <> ${actor.userId}::uuid
       AND (p.state IN ('requested', 'ignored') OR p.is_held)`;
  if (waiting.length === 0) return false;
  if (waiting.some(({ isHeld }) => isHeld)) return true;
  const verdict = await judgeFirstMessage(
    actor,
    waiting.map(({ userId }) => userId),
    content,
  );
  return verdict.held !== null;
}

/** Erases the text and file within 15 minutes; a placeholder stays. Refused as editMessage; deleting twice is 'over'. */
export async function deleteMessage(
  actor: Actor,
  conversationId: string,
  seq: number,
): Promise<ChangeOutcome> {
  return applyChange(
    actor,
    conversationId,
    seq,
    Prisma.sql`content = '', media_id = NULL, deleted_at = clock_timestamp()`,
  );
}

/** One conditional statement: a concurrent edit cannot undo a deletion. */
async function applyChange(
  actor: Actor,
  conversationId: string,
  seq: number,
  change: Prisma.Sql,
): Promise<ChangeOutcome> {
  if (!isMessageRef(conversationId, seq)) return { ok: false, refused: "not-found" };
  const changed = await db.$queryRaw<object[]>`
    WITH changed AS (
      UPDATE messages m SET ${change} WHERE ${isOwn(actor, conversationId, seq)} AND ${isChangeable}
      RETURNING m.conversation_id AS id, m.seq
    ), hinted AS (
      ${insertHints(Prisma.sql`SELECT jsonb_build_object('conversationId', id, 'seq', seq, 'changed', true) FROM changed`)}
    )
    SELECT seq FROM changed`;
  if (changed.length > 0) {
    announceSoon();
    return { ok: true };
  }
  const own = await db.$queryRaw<
    object[]
  >`SELECT 1 FROM messages m WHERE ${isOwn(actor, conversationId, seq)}`;
  return { ok: false, refused: own.length > 0 ? "over" : "not-found" };
}

function isMessageRef(conversationId: string, seq: number): boolean {
  return isId(conversationId) && Number.isInteger(seq) && seq > 0 && seq < 2 ** 31;
}

/**
 * For an admin's decision: to everyone, the message is then a deleted one; its text and file are kept. False if it is
 * gone or was deleted or hidden before.
 */
export async function hideMessage(tx: Transaction, messageId: string): Promise<boolean> {
  return apply(
    tx,
    Prisma.sql`deleted_at = clock_timestamp(), hidden_at = clock_timestamp()`,
    Prisma.sql`m.id = ${messageId}::uuid AND m.deleted_at IS NULL`,
  );
}

/** As it was. False if it is not hidden. */
export async function unhideMessage(tx: Transaction, messageId: string): Promise<boolean> {
  return apply(
    tx,
    Prisma.sql`deleted_at = NULL, hidden_at = NULL`,
    // Without the people that it belonged to, its file was released.
    Prisma.sql`m.id = ${messageId}::uuid AND m.hidden_at IS NOT NULL AND (m.content <> '' OR m.media_id IS NOT NULL)`,
  );
}

/** One conditional statement, with the hint to open pages. */
async function apply(tx: Transaction, change: Prisma.Sql, where: Prisma.Sql): Promise<boolean> {
  const changed = await tx.$queryRaw<object[]>`
    WITH changed AS (
      UPDATE messages m SET ${change} WHERE ${where} RETURNING m.conversation_id AS id, m.seq
    ), hinted AS (
      ${insertHints(Prisma.sql`SELECT jsonb_build_object('conversationId', id, 'seq', seq, 'changed', true) FROM changed`)}
    )
    SELECT seq FROM changed`;
  return changed.length > 0;
}

/** For an admin's decision: no one writes in it any more. False if it is closed already, or gone. */
export const hideConversation = (tx: Transaction, conversationId: string) =>
  mark(tx, conversationId, Prisma.sql`clock_timestamp()`, Prisma.sql`c.hidden_at IS NULL`);

/** False if it is not closed. */
export const unhideConversation = (tx: Transaction, conversationId: string) =>
  mark(tx, conversationId, Prisma.sql`NULL`, Prisma.sql`c.hidden_at IS NOT NULL`);

/** Waits for a message that is being sent; open pages look again. */
async function mark(
  tx: Transaction,
  conversationId: string,
  hiddenAt: Prisma.Sql,
  where: Prisma.Sql,
): Promise<boolean> {
  const changed = await tx.$queryRaw<object[]>`
    WITH changed AS (
      UPDATE conversations c SET hidden_at = ${hiddenAt} WHERE c.id = ${conversationId}::uuid AND ${where}
      RETURNING c.id, c.last_seq AS seq
    ), hinted AS (
      ${insertHints(Prisma.sql`SELECT jsonb_build_object('conversationId', id, 'seq', seq, 'changed', true) FROM changed`)}
    )
    SELECT seq FROM changed`;
  return changed.length > 0;
}

export interface QuotedMessage {
  id: string;
  seq: number;
  /** Null if their account is gone. */
  senderId: string | null;
  sender: string;
  content: string;
  /** What kind of file it has. */
  file: string | null;
  attachment: AttachmentView | null;
  isDeleted: boolean;
  /** ISO 8601. */
  at: string;
}

interface Quote {
  isGroup: boolean;
  /** The other person of two, or who began the group. */
  personId: string | null;
  messages: QuotedMessage[];
}

type QuoteRow = Omit<Quote, "messages"> & {
  messages: (Omit<QuotedMessage, "attachment"> & { attachment: AttachmentRow | null })[];
};

/** Before and after a message. */
const around = 5;
/** Of a whole conversation. */
const newest = 20;

const text = `
SELECT c.direct_key IS NULL AS "isGroup",
       CASE WHEN c.direct_key IS NULL THEN (SELECT u.id FROM users u WHERE u.id = c.created_by) ELSE o.user_id END AS "personId",
       (SELECT coalesce(json_agg(quoted ORDER BY quoted.seq), '[]') FROM (
         SELECT m.id, m.seq, m.sender_id AS "senderId", coalesce(nullif(f.full_name, ''), $4) AS sender,
                CASE WHEN m.deleted_at IS NULL THEN m.content ELSE '' END AS content,
                CASE WHEN m.deleted_at IS NULL THEN (SELECT a.kind FROM media a WHERE a.id = m.media_id) END AS file,
                CASE WHEN m.deleted_at IS NULL THEN ${attachmentOf("m")} END AS attachment,
                m.deleted_at IS NOT NULL AS "isDeleted", m.created_at AS at
           FROM messages m LEFT JOIN profiles f ON f.id = m.sender_id
          WHERE m.conversation_id = c.id
            AND m.seq BETWEEN coalesce($3::int - ${around}, c.last_seq - ${newest - 1}) AND coalesce($3::int + ${around}, c.last_seq)
       ) quoted) AS messages
  FROM conversation_participants p
  JOIN conversations c ON c.id = p.conversation_id
  LEFT JOIN conversation_participants o ON o.conversation_id = c.id AND o.user_id <> p.user_id AND c.direct_key IS NOT NULL
 WHERE p.user_id = $1 AND p.conversation_id = $2 AND p.state <> 'left'
   AND (c.direct_key IS NULL OR NOT EXISTS (SELECT FROM blocked_between(p.user_id, o.user_id)))`;

/**
 * What the actor can read of a conversation, for a report: a message with those around it, or the newest ones. Marks
 * nothing as read. Null if they have no such conversation.
 */
export async function quoteConversation(
  actor: Actor,
  conversationId: string,
  seq: number | null,
): Promise<Quote | null> {
  if (!isId(conversationId)) return null;
  const [quote] = await readRows<QuoteRow>("messaging-quote", text, [
    actor.userId,
    conversationId,
    seq,
    unknownPerson,
  ]);
  if (!quote || quote.messages.length === 0) return null;
  const messages = quote.messages.map((message) => ({
    ...message,
    attachment: attachmentViewOf(message.attachment),
  }));
  return { ...quote, messages };
}
