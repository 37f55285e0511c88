import type { Actor } from "~/features/accounts/actor";
import { insertHints } from "~/features/live/hinting.server";
import { isId } from "~/ids";
import { db, Prisma } from "~/platform/db.server";
import { announceSoon } from "~/platform/realtime/realtime.server";
import { judgeFirstMessage } from "./braking.server";
import { changeableFor, isBlank, longestMessage, tidyMessage } from "./message";

export interface OwnMessageView {
  conversationId: string;
  seq: number;
  content: string;
  /** So it may do without text. */
  hasFile: boolean;
}

export type ChangeOutcome =
  | { ok: true }
  | { ok: false; refused: "empty" | "too-long" | "over" | "not-found" };

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
