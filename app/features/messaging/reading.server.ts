import type { Actor } from "~/features/accounts/actor";
import { markRead } from "~/features/notifications/notifying.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { db, readRows } from "~/platform/db.server";
import { areBlocked, areConnected } from "./connections.server";
import { changeableFor, groupTitle, unknownPerson } from "./message";

export interface MessageView {
  seq: number;
  /** Of the actor's own alone, so that a browser knows what it sent. */
  messageId: string | null;
  mine: boolean;
  /** Who wrote it, in a group; null of two, and for one's own. */
  sender: string | null;
  /** Empty where the message was deleted. */
  content: string;
  /** ISO 8601. */
  at: string;
  state: "new" | "edited" | "deleted";
  /** When it was edited last, or deleted: milliseconds since 1970. */
  changedAt: number | null;
  /** The actor may still edit or delete it. */
  canChange: boolean;
}

export interface MemberView {
  name: string;
  /** Null for somebody whose page the actor cannot open. */
  personId: string | null;
}

export interface ThreadView {
  conversationId: string;
  /** The other of the two; of a group, all others. */
  name: string;
  avatarUrl: string | null;
  /** The other of the two while they are here. */
  personId: string | null;
  /** The others of a group who have not left; null of two. */
  members: MemberView[] | null;
  /** 'sent': the actor's first message waits for an answer. 'received': answering accepts. */
  request: "sent" | "received" | null;
  /** Whom to block with a request that was received. */
  requestFrom: string | null;
  canWrite: boolean;
  /** The oldest first. */
  messages: MessageView[];
  /** What `before` of the next older page is; null at the beginning. */
  older: number | null;
}

type State = "active" | "requested" | "ignored" | "left";
type Member = {
  id: string;
  name: string | null;
  avatar: string | null;
  state: State;
  here: boolean;
  blocked: boolean;
  connected: boolean;
};
type HeadRow = {
  last_seq: number;
  last_read_seq: number;
  my_state: State;
  is_group: boolean;
  created_by: string | null;
  /** Everybody but the actor. */
  others: Member[];
};
export type MessageRow = {
  id: string;
  seq: number;
  mine: boolean | null;
  sender: string | null;
  content: string;
  created_at: Date;
  changed_at: Date | null;
  deleted: boolean;
  recent: boolean;
};

export const messagesPerPage = 50;
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
  const other = head?.others[0];
  if (!head || (!head.is_group && other?.blocked)) return null;
  const rows = await readRows<MessageRow>("messaging-messages", threadMessages, [
    actor.userId,
    conversationId,
    before ?? newest,
  ]);
  const shownTo = rows[0]?.seq ?? 0;
  if (shownTo > head.last_read_seq) await readUpTo(actor, conversationId, shownTo);

  const first = rows.at(-1)?.seq ?? 1;
  const request = requestOf(head);
  const present = head.others.filter((member) => member.here && member.state !== "left");
  return {
    conversationId,
    name: head.is_group
      ? groupTitle(head.others.map((member) => member.name || unknownPerson))
      : other?.name || unknownPerson,
    avatarUrl: head.is_group ? null : (other?.avatar ?? null),
    personId: head.is_group ? null : (present[0]?.id ?? null),
    members: head.is_group ? membersOf(head) : null,
    request,
    requestFrom: request === "received" ? (head.is_group ? head.created_by : (other?.id ?? null)) : null,
    canWrite: present.length > 0 && request !== "sent",
    messages: rows.reverse().map((row) => viewOf(row, head.is_group)),
    older: first > 1 ? first : null,
  };
}

/** $1 reader, $2 conversation. */
const threadHead = `
  SELECT c.last_seq, p.last_read_seq, p.state AS my_state, c.direct_key IS NULL AS is_group, c.created_by,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('id', q.user_id, 'name', f.full_name, 'avatar', f.avatar_url,
                   'state', q.state, 'here', u.suspended_at IS NULL, 'blocked', ${areBlocked("p.user_id", "q.user_id")},
                   'connected', c.direct_key IS NOT NULL AND ${areConnected("p.user_id", "q.user_id")})
                 ORDER BY q.joined_at, q.user_id), '[]')
            FROM conversation_participants q
            JOIN users u ON u.id = q.user_id
            LEFT JOIN profiles f ON f.id = q.user_id
           WHERE q.conversation_id = c.id AND q.user_id <> p.user_id) AS others
    FROM conversation_participants p
    JOIN conversations c ON c.id = p.conversation_id
   WHERE p.user_id = $1 AND p.conversation_id = $2 AND p.state <> 'left'`;

/** SQL: a `MessageRow` of messages `m` with their senders' profiles `f`; $1 is the reader. */
export const messageColumns = `
  m.id, m.seq, m.sender_id = $1 AS mine, f.full_name AS sender, CASE WHEN m.deleted_at IS NULL THEN m.content ELSE '' END AS content,
  m.created_at, coalesce(m.deleted_at, m.edited_at) AS changed_at, m.deleted_at IS NOT NULL AS deleted,
  m.created_at > now() - interval '${changeableFor} minutes' AS recent`;

/** $1 reader, $2 conversation, $3 before which seq. Names are looked up for the page alone, whatever the plan expects. */
export const threadMessages = `
  SELECT ${messageColumns}
    FROM (SELECT * FROM messages WHERE conversation_id = $2 AND seq < $3 ORDER BY seq DESC LIMIT ${messagesPerPage}) m
    LEFT JOIN profiles f ON f.id = m.sender_id
   ORDER BY m.seq DESC`;

export function viewOf(row: MessageRow, isGroup: boolean): MessageView {
  const mine = row.mine === true;
  return {
    seq: row.seq,
    messageId: mine ? row.id : null,
    mine,
    sender: isGroup && !mine ? row.sender || unknownPerson : null,
    content: row.content,
    at: row.created_at.toISOString(),
    state: row.deleted ? "deleted" : row.changed_at ? "edited" : "new",
    changedAt: row.changed_at?.getTime() ?? null,
    canChange: mine && row.recent && !row.deleted,
  };
}

function membersOf(head: HeadRow): MemberView[] {
  return head.others
    .filter((member) => member.state !== "left")
    .map((member) => ({
      name: member.name || unknownPerson,
      personId: member.here && !member.blocked ? member.id : null,
    }));
}

function requestOf({ is_group, my_state, last_seq, others: [other] }: HeadRow): ThreadView["request"] {
  if (last_seq === 0) return null;
  if (is_group) return my_state === "active" ? null : "received";
  if (other?.connected) return null;
  if (my_state !== "active") return "received";
  return other?.state === "requested" || other?.state === "ignored" ? "sent" : null;
}

async function readUpTo(actor: Actor, conversationId: string, seq: number): Promise<void> {
  // Two pages at once: the one that has seen less takes nothing back.
  await db.conversationParticipant.updateMany({
    where: { conversationId, userId: actor.userId, lastReadSeq: { lt: seq } },
    data: { lastReadSeq: seq },
  });
  await markRead(actor, paths.conversation(conversationId));
}
