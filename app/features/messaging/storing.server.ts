import type { Actor } from "~/features/accounts/actor";
import { insertHints } from "~/features/live/hinting.server";
import type { Given } from "~/features/media/arriving.server";
import { db, Prisma, type Transaction } from "~/platform/db.server";
import { tidyMessage } from "./message";

export interface NewMessage {
  /** A uuid created with the form; the same id is the same message. */
  messageId: string;
  content: string;
  file?: Given | null;
}

/** About to be stored. */
export interface ReadyMessage {
  messageId: string;
  content: string;
  /** A message under this id is the same only if it has a file, too. */
  hasFile?: boolean;
  /** Once the file is stored. */
  mediaId?: string;
}

export interface Stored {
  seq: number;
  conversationId: string;
  senderId: string | null;
  content: string;
  hasFile: boolean;
  isChanged: boolean;
}

export const storedColumns = Prisma.sql`jsonb_build_object('seq', s.seq, 'conversationId', s.conversation_id, 'senderId', s.sender_id,
  'content', s.content, 'hasFile', s.media_id IS NOT NULL, 'isChanged', s.edited_at IS NOT NULL OR s.deleted_at IS NOT NULL)`;

/** Without its file, which is stored later. */
export const readyOf = ({ messageId, content, file }: NewMessage): ReadyMessage => ({
  messageId,
  content: tidyMessage(content),
  hasFile: Boolean(file),
});

export type Resend = { ok: true; conversationId: string; seq: number };

/** @param conversationId null for a message that opened a group */
export async function findResend(
  actor: Actor,
  conversationId: string | null,
  message: ReadyMessage,
  tx: Transaction = db,
): Promise<Resend | null> {
  const [row] = await tx.$queryRaw<{ stored: Stored }[]>`
    SELECT ${storedColumns} AS stored FROM messages s WHERE s.id = ${message.messageId}::uuid`;
  if (!row || !isSame(row.stored, actor, conversationId, message)) return null;
  return { ok: true, conversationId: row.stored.conversationId, seq: row.stored.seq };
}

/** Tells a resend from a new text under an old id that the browser restored into a form. */
export function isSame(
  stored: Stored,
  actor: Actor,
  conversationId: string | null,
  message: ReadyMessage,
): boolean {
  return (
    (conversationId === null || stored.conversationId === conversationId) &&
    stored.senderId === actor.userId &&
    ((stored.content === message.content && stored.hasFile === Boolean(message.hasFile)) || stored.isChanged)
  );
}

/**
 * Message, conversation, participants and hint in one statement. Uses the clock's time, which grows with seq; the
 * transaction's is from before the lock wait. The sender's own message counts as read only if they had read
 * everything before it.
 * @param otherState the new state of the others; null keeps it. 'held': they have left, as it were, until an admin lets
 * the message through, or they are written to in another state
 * @returns the seq, and who may be notified; null if the id or the file was taken concurrently
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
