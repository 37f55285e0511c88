import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { insertHints, storeHintAbout } from "~/features/live/hints.server";
import { isId } from "~/ids";
import { tidyText } from "~/lines";
import type { Outcome } from "~/outcome";
import { db, Prisma, readRows, type Transaction } from "~/platform/db.server";
import { announceSoon } from "~/platform/realtime/realtime.server";
import type { AttachmentView } from "./attachment";
import { judgeFirstMessage } from "./braking.server";
import { changeableFor, longestMessage, unknownPerson } from "./message";

interface OwnMessageView {
  conversationId: string;
  seq: number;
  content: string;
  /** If true, the text may be empty. */
  hasFile: boolean;
}

type ChangeOutcome = Outcome<"empty" | "too-long" | "over" | "not-found">;

export async function findChangeable(
  actor: Actor,
  conversationId: string,
  seq: number,
): Promise<OwnMessageView | null> {
  const own = await findOwn(actor, conversationId, seq);
  return own?.isChangeable ? { conversationId, seq, content: own.content, hasFile: own.hasFile } : null;
}

/** The actor's own message, in a conversation that they can still read. */
async function findOwn(actor: Actor, conversationId: string, seq: number) {
  if (!isMessageRef(conversationId, seq)) return null;
  const [own] = await db.$queryRaw<{ content: string; hasFile: boolean; isChangeable: boolean }[]>`
    SELECT m.content, m.media_id IS NOT NULL AS "hasFile", is_changeable(m, ${changeableFor}) AND c.hidden_at IS NULL AS "isChangeable"
      FROM messages m JOIN conversations c ON c.id = m.conversation_id
     WHERE m.conversation_id = ${conversationId}::uuid AND m.seq = ${seq} AND m.sender_id = ${actor.userId}::uuid
       AND EXISTS (SELECT FROM readable_conversation(m.sender_id, m.conversation_id))`;
  return own ?? null;
}

/**
 * Edits within 15 minutes of sending. Refused: 'empty'; 'too-long'; 'over' when it's too late, deleted or closed, or
 * when the spam brakes would hold the new text; 'not-found' when it isn't theirs.
 */
export async function editMessage(
  actor: Actor,
  conversationId: string,
  seq: number,
  text: string,
): Promise<ChangeOutcome> {
  const content = tidyText(text);
  if (content === "" && !(await findChangeable(actor, conversationId, seq))?.hasFile)
    return { ok: false, refused: "empty" };
  if (content.length > longestMessage) return { ok: false, refused: "too-long" };
  if (seq === 1 && isId(conversationId) && (await isBraked(actor, conversationId, content)))
    return { ok: false, refused: "over" };
  return applyChange(actor, conversationId, seq, content);
}

/**
 * Whether an unanswered first message is held, so an admin decides about the text as it is, or would be held with the
 * new text.
 */
async function isBraked(actor: Actor, conversationId: string, content: string): Promise<boolean> {
  const waiting = await db.conversationParticipant.findMany({
    where: {
      conversationId,
      userId: { not: actor.userId },
      OR: [{ state: { in: ["requested", "ignored"] } }, { isHeld: true }],
    },
    select: { userId: true, isHeld: true },
  });
  if (waiting.length === 0) return false;
  if (waiting.some(({ isHeld }) => isHeld)) return true;
  const verdict = await judgeFirstMessage(
    actor,
    waiting.map(({ userId }) => userId),
    content,
    db,
    conversationId,
  );
  return verdict.held !== null;
}

/**
 * Erases the text and file within 15 minutes; a placeholder stays. Refused like editMessage; deleting twice is 'over'.
 */
export async function deleteMessage(
  actor: Actor,
  conversationId: string,
  seq: number,
): Promise<ChangeOutcome> {
  return applyChange(actor, conversationId, seq, null);
}

/**
 * One conditional statement, so a concurrent edit can't undo a deletion.
 * @param content null deletes the message; the same text isn't an edit
 */
async function applyChange(
  actor: Actor,
  conversationId: string,
  seq: number,
  content: string | null,
): Promise<ChangeOutcome> {
  if (!isMessageRef(conversationId, seq)) return { ok: false, refused: "not-found" };
  const isDeletion = content === null;
  const changed = await transactionBy(
    actor,
    (tx) => tx.$queryRaw<object[]>`
    WITH changed AS (
      UPDATE messages m
         SET content = coalesce(${content}, ''),
             media_id = CASE WHEN ${isDeletion} THEN NULL ELSE m.media_id END,
             deleted_at = CASE WHEN ${isDeletion} THEN clock_timestamp() END,
             edited_at = CASE WHEN ${isDeletion} OR m.content = ${content} THEN m.edited_at ELSE clock_timestamp() END
       WHERE m.conversation_id = ${conversationId}::uuid AND m.seq = ${seq} AND m.sender_id = ${actor.userId}::uuid
         AND is_changeable(m, ${changeableFor})
         AND EXISTS (SELECT FROM conversations c WHERE c.id = m.conversation_id AND c.hidden_at IS NULL)
         AND EXISTS (SELECT FROM readable_conversation(m.sender_id, m.conversation_id))
      RETURNING m.conversation_id AS id, m.seq
    ), hinted AS (
      ${insertHints(Prisma.sql`SELECT jsonb_build_object('conversationId', id, 'seq', seq, 'changed', true) FROM changed`)}
    )
    SELECT seq FROM changed`,
  );
  if (changed.length > 0) {
    announceSoon();
    return { ok: true };
  }
  return { ok: false, refused: (await findOwn(actor, conversationId, seq)) ? "over" : "not-found" };
}

function isMessageRef(conversationId: string, seq: number): boolean {
  return isId(conversationId) && Number.isInteger(seq) && seq > 0 && seq < 2 ** 31;
}

/**
 * For an admin's decision: everyone sees the message as deleted, but its text and file are kept. False if it doesn't
 * exist anymore, or was already deleted or hidden.
 */
export async function hideMessage(tx: Transaction, messageId: string): Promise<boolean> {
  const now = new Date();
  const hidden = await tx.message.updateManyAndReturn({
    where: { id: messageId, deletedAt: null },
    data: { deletedAt: now, hiddenAt: now },
    select: { conversationId: true, seq: true },
  });
  return noteChange(tx, hidden[0]);
}

/** False if it isn't hidden. */
export async function unhideMessage(tx: Transaction, messageId: string): Promise<boolean> {
  const unhidden = await tx.message.updateManyAndReturn({
    // When its participants were gone, its file was released.
    where: {
      id: messageId,
      hiddenAt: { not: null },
      OR: [{ content: { not: "" } }, { mediaId: { not: null } }],
    },
    data: { deletedAt: null, hiddenAt: null },
    select: { conversationId: true, seq: true },
  });
  return noteChange(tx, unhidden[0]);
}

/** For an admin's decision: no one can write in it. False if it's already closed, or doesn't exist anymore. */
export async function hideConversation(tx: Transaction, conversationId: string): Promise<boolean> {
  const hidden = await tx.conversation.updateManyAndReturn({
    where: { id: conversationId, hiddenAt: null },
    data: { hiddenAt: new Date() },
    select: { lastSeq: true },
  });
  return noteChange(tx, hidden[0] && { conversationId, seq: hidden[0].lastSeq });
}

/** False if it isn't closed. */
export async function unhideConversation(tx: Transaction, conversationId: string): Promise<boolean> {
  const unhidden = await tx.conversation.updateManyAndReturn({
    where: { id: conversationId, hiddenAt: { not: null } },
    data: { hiddenAt: null },
    select: { lastSeq: true },
  });
  return noteChange(tx, unhidden[0] && { conversationId, seq: unhidden[0].lastSeq });
}

/** Makes open pages reload the whole conversation. */
async function noteChange(
  tx: Transaction,
  changed: { conversationId: string; seq: number } | undefined,
): Promise<boolean> {
  if (!changed) return false;
  await storeHintAbout(tx, { ...changed, changed: true });
  return true;
}

export interface QuotedMessage {
  id: string;
  seq: number;
  /** Null if their account was deleted. */
  senderId: string | null;
  sender: string;
  content: string;
  file: string | null;
  attachment: AttachmentView | null;
  isDeleted: boolean;
  /** ISO 8601. */
  at: string;
}

interface Quote {
  isGroup: boolean;
  /** The other person in a direct conversation, or the group's creator. */
  personId: string | null;
  /** Null without a profile. */
  personName: string | null;
  messages: QuotedMessage[];
}

/** How many messages are quoted before and after the reported one. */
const around = 5;
/** How many messages are quoted from a whole conversation. */
const newest = 20;

/**
 * $1 reader, $2 conversation, $3 the message's seq or null, $4 how many around it, $5 how many in all without one, $6
 * the name of a sender who has none.
 */
const quoteText = `
  SELECT c.direct_key IS NULL AS "isGroup",
         person.id AS "personId", (SELECT p.full_name FROM profiles p WHERE p.id = person.id) AS "personName",
         (SELECT coalesce(json_agg(quoted ORDER BY quoted.seq), '[]') FROM (
           SELECT m.id, m.seq, m.sender_id AS "senderId", coalesce(nullif(f.full_name, ''), $6) AS sender,
                  CASE WHEN m.deleted_at IS NULL THEN m.content ELSE '' END AS content,
                  CASE WHEN m.deleted_at IS NULL THEN (SELECT a.kind FROM media a WHERE a.id = m.media_id) END AS file,
                  CASE WHEN m.deleted_at IS NULL THEN (SELECT v.attachment FROM attachment_view(m.media_id) v) END AS attachment,
                  m.deleted_at IS NOT NULL AS "isDeleted", m.created_at AS at
             FROM messages m LEFT JOIN profiles f ON f.id = m.sender_id
            WHERE m.conversation_id = c.id
              AND m.seq BETWEEN coalesce($3::int - $4::int, c.last_seq - $5::int + 1) AND coalesce($3::int + $4::int, c.last_seq)
         ) quoted) AS messages
    FROM conversations c CROSS JOIN LATERAL (
      SELECT CASE WHEN c.direct_key IS NULL THEN (SELECT u.id FROM users u WHERE u.id = c.created_by)
                  ELSE (SELECT o.user_id FROM conversation_participants o WHERE o.conversation_id = c.id AND o.user_id <> $1) END AS id) person
   WHERE c.id = $2 AND EXISTS (SELECT FROM readable_conversation($1, c.id))`;

/**
 * What the actor can read of a conversation, for a report: a message and those around it, or the newest ones. Marks
 * nothing as read. Null if they have no such conversation.
 */
export async function quoteConversation(
  actor: Actor,
  conversationId: string,
  seq: number | null,
): Promise<Quote | null> {
  if (!isId(conversationId)) return null;
  const [quote] = await readRows<Quote>("messaging-quote", quoteText, [
    actor.userId,
    conversationId,
    seq,
    around,
    newest,
    unknownPerson,
  ]);
  return quote && quote.messages.length > 0 ? quote : null;
}
