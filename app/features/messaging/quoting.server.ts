import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { readRows } from "~/platform/db.server";
import { type AttachmentRow, attachmentOf, attachmentViewOf } from "./attaching.server";
import type { AttachmentView } from "./attachment";
import { unknownPerson } from "./message";

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

export interface Quote {
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
