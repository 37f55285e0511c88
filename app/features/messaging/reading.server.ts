import type { Actor } from "~/features/accounts/actor";
import { markRead } from "~/features/notifications/telling.server";
import { paths } from "~/paths";
import { db, readRows } from "~/platform/db.server";
import { areBlocked, areConnected } from "./connections.server";
import { isId, unknownPerson } from "./message";

export interface ConversationView {
  conversationId: string;
  name: string;
  avatarUrl: string | null;
  /** The beginning of the last message, on one line. */
  lastLine: string;
  lastIsMine: boolean;
  /** ISO 8601. */
  lastAt: string;
  unread: number;
  isRequest: boolean;
}

type ListRow = {
  conversation_id: string;
  active_at: Date;
  state: string;
  unread: number;
  line: string | null;
  mine: boolean | null;
  full_name: string | null;
  avatar_url: string | null;
};

/** SQL: participants `p` of conversations `c` with the other of the two, `o`, as far as the person sees them. */
const seenConversations = `
  conversation_participants p
  JOIN conversations c ON c.id = p.conversation_id AND c.last_seq > 0
  LEFT JOIN LATERAL (SELECT q.user_id, q.state FROM conversation_participants q
    WHERE q.conversation_id = p.conversation_id AND q.user_id <> p.user_id ORDER BY q.joined_at, q.user_id LIMIT 1) o ON true
  WHERE p.user_id = $1 AND p.state IN ('active', 'requested')
    AND (c.direct_key IS NULL OR NOT ${areBlocked("p.user_id", "o.user_id")})`;

/**
 * The actor's conversations, the latest active first, a page at a time, in one query.
 * @param after the `next` of the page before; anything else starts at the top
 */
export async function listConversations(
  actor: Actor,
  { after = null, pageSize = 20 }: { after?: string | null; pageSize?: number } = {},
): Promise<{ conversations: ConversationView[]; next: string | null }> {
  const [activeAt, id] = cursorOf(after);
  const rows = await readRows<ListRow>(
    "messaging-list",
    `SELECT l.*, left(m.content, 120) AS line, m.sender_id = $1 AS mine, f.full_name, f.avatar_url
       FROM (SELECT p.conversation_id, p.active_at, p.state, c.last_seq, c.last_seq - p.last_read_seq AS unread, o.user_id AS other_id
               FROM ${seenConversations}
                AND p.active_at <= $2::timestamptz AND (p.active_at < $2::timestamptz OR p.conversation_id > $3::uuid)
              ORDER BY p.active_at DESC, p.conversation_id LIMIT $4) l
       LEFT JOIN messages m ON m.conversation_id = l.conversation_id AND m.seq = l.last_seq
       LEFT JOIN profiles f ON f.id = l.other_id
      ORDER BY l.active_at DESC, l.conversation_id`,
    [actor.userId, activeAt, id, pageSize + 1],
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    conversations: shown.map((row) => ({
      conversationId: row.conversation_id,
      name: row.full_name || unknownPerson,
      avatarUrl: row.avatar_url,
      lastLine: (row.line ?? "").replace(/\s+/g, " "),
      lastIsMine: row.mine === true,
      lastAt: row.active_at.toISOString(),
      unread: Math.max(0, row.unread),
      isRequest: row.state === "requested",
    })),
    next: rows.length > pageSize && last ? `${last.active_at.toISOString()}_${last.conversation_id}` : null,
  };
}

function cursorOf(after: string | null): [string, string] {
  const [time = "", id = ""] = (after ?? "").split("_");
  const isGood = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time) && !Number.isNaN(Date.parse(time)) && isId(id);
  return isGood ? [time, id] : ["infinity", "00000000-0000-0000-0000-000000000000"];
}

/** In how many conversations something waits to be read. */
export async function unreadTotal(actor: Actor): Promise<number> {
  const [row] = await readRows<{ total: number }>(
    "messaging-unread-total",
    `SELECT count(*)::int AS total FROM ${seenConversations} AND c.last_seq > p.last_read_seq`,
    [actor.userId],
  );
  return row?.total ?? 0;
}

export interface MessageView {
  seq: number;
  /** Of the actor's own alone, so that a browser knows what it sent. */
  messageId: string | null;
  mine: boolean;
  content: string;
  /** ISO 8601. */
  at: string;
}

export interface ThreadView {
  conversationId: string;
  /** The other of the two; their page only while they are here. */
  name: string;
  avatarUrl: string | null;
  personId: string | null;
  /** 'sent': the actor's first message waits for an answer. 'received': answering accepts. */
  request: "sent" | "received" | null;
  canWrite: boolean;
  /** The oldest first. */
  messages: MessageView[];
  /** What `before` of the next older page is; null at the beginning. */
  older: number | null;
}

type HeadRow = {
  last_seq: number;
  last_read_seq: number;
  my_state: string;
  other_id: string | null;
  other_state: string | null;
  full_name: string | null;
  avatar_url: string | null;
  other_is_here: boolean;
  connected: boolean;
};
type MessageRow = { id: string; seq: number; mine: boolean | null; content: string; created_at: Date };

const messagesPerPage = 50;
const newest = 2_147_483_647;

/**
 * A conversation of the actor's with its newest messages, or those before a seq; null where there is none for them.
 * What is shown counts as read from now on.
 */
export async function getThread(
  actor: Actor,
  conversationId: string,
  before: number | null,
): Promise<ThreadView | null> {
  if (!isId(conversationId)) return null;
  const [head] = await readRows<HeadRow>("messaging-thread", threadHead, [actor.userId, conversationId]);
  if (!head) return null;
  const rows = await readRows<MessageRow>(
    "messaging-messages",
    `SELECT id, seq, sender_id = $1 AS mine, content, created_at FROM messages
      WHERE conversation_id = $2 AND seq < $3 ORDER BY seq DESC LIMIT $4`,
    [actor.userId, conversationId, before ?? newest, messagesPerPage],
  );
  const shownTo = rows[0]?.seq ?? 0;
  if (shownTo > head.last_read_seq) await readUpTo(actor, conversationId, shownTo);

  const first = rows.at(-1)?.seq ?? 1;
  const request = requestOf(head);
  return {
    conversationId,
    name: head.full_name || unknownPerson,
    avatarUrl: head.avatar_url,
    personId: head.other_is_here ? head.other_id : null,
    request,
    canWrite: head.other_is_here && request !== "sent",
    messages: rows.reverse().map((row) => ({
      seq: row.seq,
      messageId: row.mine ? row.id : null,
      mine: row.mine === true,
      content: row.content,
      at: row.created_at.toISOString(),
    })),
    older: first > 1 ? first : null,
  };
}

const threadHead = `
  SELECT c.last_seq, p.last_read_seq, p.state AS my_state, o.user_id AS other_id, o.state AS other_state,
         f.full_name, f.avatar_url, (u.id IS NOT NULL AND u.suspended_at IS NULL) AS other_is_here,
         ${areConnected("p.user_id", "o.user_id")} AS connected
    FROM conversation_participants p
    JOIN conversations c ON c.id = p.conversation_id
    LEFT JOIN LATERAL (SELECT q.user_id, q.state FROM conversation_participants q
      WHERE q.conversation_id = c.id AND q.user_id <> p.user_id AND q.state <> 'left'
      ORDER BY q.joined_at, q.user_id LIMIT 1) o ON true
    LEFT JOIN profiles f ON f.id = o.user_id
    LEFT JOIN users u ON u.id = o.user_id
   WHERE p.user_id = $1 AND p.conversation_id = $2 AND p.state <> 'left'
     AND (c.direct_key IS NULL OR NOT ${areBlocked("p.user_id", "o.user_id")})`;

function requestOf(head: HeadRow): ThreadView["request"] {
  if (head.connected || head.last_seq === 0) return null;
  if (head.my_state !== "active") return "received";
  return head.other_state === "requested" || head.other_state === "ignored" ? "sent" : null;
}

async function readUpTo(actor: Actor, conversationId: string, seq: number): Promise<void> {
  // Two pages at once: the one that has seen less takes nothing back.
  await db.conversationParticipant.updateMany({
    where: { conversationId, userId: actor.userId, lastReadSeq: { lt: seq } },
    data: { lastReadSeq: seq },
  });
  await markRead(actor, paths.conversation(conversationId));
}
