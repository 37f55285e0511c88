import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { insertHints } from "~/features/live/hints.server";
import { isId } from "~/ids";
import { tidyText } from "~/lines";
import type { Outcome } from "~/outcome";
import { db, Prisma } from "~/platform/db.server";
import { announceSoon } from "~/platform/realtime/realtime.server";
import { judgeFirstMessage } from "./braking.server";
import { changeableFor, longestMessage } from "./message";

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
 * when the spam limits would hold the new text; 'not-found' when it isn't theirs.
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
 * Whether the spam limits forbid an edit: the unanswered first message is held, so an admin is deciding on its current
 * text, or the new text would be held.
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
 * Erases the text and file within 15 minutes of sending, and leaves a placeholder. Refused like editMessage; deleting
 * twice is 'over'.
 */
export const deleteMessage = (actor: Actor, conversationId: string, seq: number) =>
  applyChange(actor, conversationId, seq, null);

/**
 * Uses one conditional statement, so a concurrent edit can't undo a deletion.
 * @param content null deletes the message; saving the same text isn't recorded as an edit
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
