import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { readRows } from "~/platform/db.server";
import type { AttachmentView } from "./attachment";
import { unknownPerson } from "./message";

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
 * $1 is the reader, $2 the conversation, $3 the message's seq or null, $4 how many messages around it, $5 how many in
 * all if there's no seq, $6 the name of a sender who has none.
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
   WHERE c.id = $2 AND EXISTS (
     SELECT FROM conversation_participants p WHERE p.conversation_id = c.id AND p.user_id = $1 AND p.state <> 'left')`;

/**
 * What the actor could read of a conversation, for a report: a message and those around it, or the newest ones. A block
 * doesn't matter; otherwise, people could keep their messages from being reported by blocking the recipient. Doesn't
 * mark anything as read. Null if they aren't in such a conversation.
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
