import type { Actor } from "~/features/accounts/actor";
import { insertHints } from "~/features/live/hints.server";
import { markRead } from "~/features/notifications/listing.server";
import type { Hint } from "~/hint";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { db, Prisma, readRows } from "~/platform/db.server";
import type { AttachmentView } from "./attachment";
import { changeableFor, deletedPerson, groupTitle, idEndOf, type MessageUse, unknownPerson } from "./message";
import { type ComposerRules, composerRulesOf } from "./starting.server";
import { type Piece, piecesOf } from "./text-links.server";

export interface MessageView {
  seq: number;
  /** The end of its ID, so that a browser recognizes what it sent. Null if it isn't the actor's own message. */
  idEnd: string | null;
  mine: boolean;
  /** Set in a group; null for the actor's own messages. */
  sender: string | null;
  /** In a group, the sender's picture. */
  avatarUrl: string | null;
  /** Empty if the message was deleted or is only a file. */
  content: string;
  /** The content with its links. Absent if it has none. */
  pieces?: Piece[];
  attachment: AttachmentView | null;
  /** ISO 8601. */
  at: string;
  state: "new" | "edited" | "deleted";
  /** When the message was edited or deleted, in ms since 1970; null if it never was. */
  changedAt: number | null;
  canChange: boolean;
}

interface MemberView {
  name: string;
  avatarUrl: string | null;
  /** Null if hidden from the actor. */
  personId: string | null;
  hasProfile: boolean;
}

export interface ThreadView {
  conversationId: string;
  /** A group's own name, or the names of everyone else in it. */
  name: string;
  /** A group's own name; empty if it has none. */
  title: string;
  avatarUrl: string | null;
  /** Set in a direct conversation, while their account is active. */
  personId: string | null;
  /** In a direct conversation: whether the actor may open their profile. */
  hasProfile: boolean;
  /** In a group: the others who haven't left. */
  members: MemberView[] | null;
  /** 'sent': the actor's first message is waiting for an answer. 'received': answering accepts. */
  request: "sent" | "received" | null;
  /** In a group: the people whose answer the others are waiting for. */
  awaitedNames: string[];
  requestFrom: string | null;
  canWrite: boolean;
  /** An admin has closed it, so no one can write in it. */
  isHidden: boolean;
  isArchived: boolean;
  /** There's someone else to report: the other person, or the person who created the group. */
  isReportable: boolean;
  /** In a direct conversation, if both show it: the other person has read the newest message. */
  isSeen: boolean;
  /**
   * When the other person read it. Null if it isn't seen, or if a process of the previous release marked it as read,
   * which doesn't store the time.
   */
  seenAt: string | null;
  /** Oldest first. */
  messages: MessageView[];
  /** The next older page's `before`; null at the beginning. */
  older: number | null;
}

type State = "active" | "requested" | "ignored" | "left";
type Member = {
  id: string;
  name: string | null;
  avatar: string | null;
  state: State;
  read: number;
  readAt: string | null;
  /** Whether the person shows read receipts. */
  receipts: boolean;
  here: boolean;
  opens: boolean | null;
  blocked: boolean;
  /** In a group, people count as connected once they've answered. */
  connected: boolean;
};
type Head = {
  lastSeq: number;
  lastReadSeq: number;
  myState: State;
  myReceipts: boolean;
  /** The seq of the actor's last message here; 0 for none. */
  myWritten: number;
  isGroup: boolean;
  isHidden: boolean;
  isArchived: boolean;
  title: string | null;
  createdBy: string | null;
  others: Member[];
  use: MessageUse | null;
  person: object | null;
  /** Newest first. */
  messages: (Omit<MessageRow, "at" | "changedAt"> & { at: string; changedAt: string | null })[];
};

/** A row of `shown_messages` (prisma/sql/messaging.sql). */
export type MessageRow = Pick<MessageView, "seq" | "mine" | "content" | "attachment"> & {
  id: string;
  isSenderGone: boolean;
  sender: string | null;
  at: Date;
  changedAt: Date | null;
  isDeleted: boolean;
  /** How many minutes ago the message was sent. */
  minutes: number;
  /** Read with a thread, for a group. */
  avatar?: string | null;
};

/** Must match the LIMIT in `threadText`. */
export const messagesPerPage = 50;
const newest = 2_147_483_647;

/**
 * A conversation with its newest messages, or those before a seq. Marks it as read if it's opened. Null if the actor
 * isn't in such a conversation.
 */
export async function getThread(...given: Parameters<typeof getConversation>): Promise<ThreadView | null> {
  return (await getConversation(...given))?.thread ?? null;
}

/**
 * Like `getThread`, plus the rules for its composer, in the same statement.
 * @param from the seq of the first message to read
 * @param readsPerson also reads what `acquaintancesOf` (discovery) shows about the other person in a conversation of
 * two
 */
export async function getConversation(
  actor: Actor,
  conversationId: string,
  before: number | null,
  isOpened = true,
  from = 1,
  readsPerson = false,
): Promise<{ thread: ThreadView; rules: ComposerRules; person: object | null } | null> {
  if (!isId(conversationId)) return null;
  const [head] = await readRows<Head>("messaging-thread", threadText, [
    actor.userId,
    conversationId,
    before ?? newest,
    from,
    readsPerson,
  ]);
  const other = head?.others[0];
  if (!head || (!head.isGroup && other?.blocked)) return null;
  const rows = head.messages.map((row) => ({
    ...row,
    at: new Date(row.at),
    changedAt: row.changedAt === null ? null : new Date(row.changedAt),
  }));
  const shownTo = rows[0]?.seq ?? 0;
  if (isOpened && shownTo > head.lastReadSeq)
    await readUpTo(actor, conversationId, shownTo, rows[0]?.mine ? null : seenBy(head, shownTo));

  const first = rows.at(-1)?.seq ?? 1;
  const present = head.others.filter((member) => member.here && member.state !== "left");
  const awaitedNames =
    head.isGroup && head.myWritten > 0 ? present.filter((member) => !member.connected) : [];
  const request = requestOf(head, awaitedNames.length > 0);
  const thread: ThreadView = {
    conversationId,
    name: head.isGroup
      ? (head.title ?? groupTitle(head.others.filter((member) => member.here && !member.blocked).map(nameOf)))
      : nameOf(other),
    title: head.title ?? "",
    avatarUrl: head.isGroup ? null : other?.here ? other.avatar : null,
    personId: head.isGroup ? null : (present[0]?.id ?? null),
    hasProfile: Boolean(!head.isGroup && present[0]?.opens),
    members: head.isGroup ? present.map(memberView) : null,
    request,
    awaitedNames: awaitedNames.map(nameOf),
    requestFrom: request === "received" ? (head.isGroup ? head.createdBy : (other?.id ?? null)) : null,
    canWrite: present.length > 0 && request !== "sent" && !head.isHidden,
    isHidden: head.isHidden,
    isArchived: head.isArchived,
    isReportable: head.others.some(({ id }) => !head.isGroup || id === head.createdBy) && head.lastSeq > 0,
    isSeen: isSeen(head),
    seenAt: isSeen(head) ? timeRead(other?.readAt ?? null, rows[0]?.at) : null,
    messages: rows
      .reverse()
      .map((row) => messageView(row, head.isGroup))
      .map((message) => (head.isHidden ? { ...message, canChange: false } : message)),
    older: first > 1 ? first : null,
  };
  return { thread, rules: composerRulesOf(actor, head.use), person: head.person };
}

/**
 * $1 is the reader, $2 the conversation, $3 the seq to read before, $4 the first seq, $5 whether to read about the
 * other person.
 */
export const threadText = `
  SELECT c.last_seq AS "lastSeq", p.last_read_seq AS "lastReadSeq", p.state AS "myState", p.written_seq AS "myWritten",
         c.direct_key IS NULL AS "isGroup", c.hidden_at IS NOT NULL AS "isHidden", c.created_by AS "createdBy",
         is_archived(p) AS "isArchived", c.title,
         (SELECT me.read_receipts FROM users me WHERE me.id = p.user_id) AS "myReceipts",
         (SELECT coalesce(jsonb_agg(jsonb_build_object(
                   'id', q.user_id, 'name', f.full_name, 'avatar', f.avatar_url,
                   'state', CASE WHEN q.is_held THEN 'requested' ELSE q.state::text END,
                   'read', q.last_read_seq, 'readAt', q.last_read_at, 'receipts', u.read_receipts, 'here', is_open(u),
                   'opens', EXISTS (SELECT FROM open_profile(f.id)) AND shows_profile(u),
                   'blocked', EXISTS (SELECT FROM blocked_between(p.user_id, q.user_id)),
                   'connected', EXISTS (SELECT FROM connected(p.user_id, q.user_id))
                     OR c.direct_key IS NULL AND (has_answered(q) OR EXISTS (SELECT FROM in_touch(p.user_id, q.user_id))))
                 ORDER BY q.joined_at, q.user_id), '[]')
            FROM conversation_participants q
            JOIN users u ON u.id = q.user_id
            LEFT JOIN profiles f ON f.id = q.user_id
           WHERE q.conversation_id = c.id AND q.user_id <> p.user_id) AS others,
         (SELECT coalesce(json_agg(shown), '[]') FROM (
           SELECT m.*, CASE WHEN c.direct_key IS NULL AND NOT m.mine THEN (
                    SELECT f.avatar_url FROM messages s JOIN profiles f ON f.id = s.sender_id
                     WHERE s.id = m.id AND EXISTS (SELECT FROM active_for($1, s.sender_id))) END AS avatar
             FROM shown_messages($1, $2) m WHERE m.seq < $3 AND m.seq >= $4 ORDER BY m.seq DESC LIMIT 50) shown) AS messages,
         (SELECT to_json(use)
            FROM (SELECT (SELECT o.user_id FROM conversation_participants o
                           WHERE o.conversation_id = c.id AND o.user_id <> $1 AND c.direct_key IS NOT NULL) AS id OFFSET 0) other,
                 message_use($1, other.id) use) AS use,
         CASE WHEN $5::boolean AND c.direct_key IS NOT NULL THEN acquaintance_in(c.id, $1) END AS person
    FROM conversation_participants p
    JOIN conversations c ON c.id = p.conversation_id
   WHERE p.user_id = $1 AND p.conversation_id = $2 AND p.state <> 'left'`;

export function messageView(row: MessageRow, isGroup: boolean): MessageView {
  const { seq, mine, content, attachment, changedAt, isDeleted } = row;
  const pieces = piecesOf(content);
  return {
    ...{ seq, mine, content, attachment },
    ...(pieces.some((piece) => typeof piece !== "string") && { pieces }),
    idEnd: mine ? idEndOf(row.id) : null,
    sender: isGroup && !mine ? (row.isSenderGone ? deletedPerson : row.sender || unknownPerson) : null,
    avatarUrl: row.avatar ?? null,
    at: row.at.toISOString(),
    state: isDeleted ? "deleted" : changedAt ? "edited" : "new",
    changedAt: changedAt?.getTime() ?? null,
    canChange: mine && row.minutes < changeableFor && !isDeleted,
  };
}

const memberView = (member: Member): MemberView => ({
  name: nameOf(member),
  avatarUrl: member.blocked ? null : member.avatar,
  personId: member.blocked ? null : member.id,
  hasProfile: Boolean(member.opens && !member.blocked),
});

function nameOf(member: Member | undefined): string {
  return member ? (member.here && member.name) || unknownPerson : deletedPerson;
}

function requestOf(
  { isGroup, myState, lastSeq, others: [other] }: Head,
  groupWaits: boolean,
): ThreadView["request"] {
  if (lastSeq === 0) return null;
  if (isGroup) return myState !== "active" ? "received" : groupWaits ? "sent" : null;
  if (other?.connected) return null;
  if (myState !== "active") return "received";
  return other?.state === "requested" || other?.state === "ignored" ? "sent" : null;
}

/** To its sender, an ignored request looks unread. */
function isSeen({ isGroup, myReceipts, lastSeq, others: [other] }: Head): boolean {
  if (isGroup || !other?.here || other.state !== "active") return false;
  return myReceipts && other.receipts && other.read >= lastSeq;
}

/**
 * When the newest message was read. Null if the stored time is older than that message, because processes of the
 * previous release don't update the time.
 */
function timeRead(readAt: string | null, newestAt: Date | undefined): string | null {
  const at = readAt === null ? null : new Date(readAt);
  return at && newestAt && at >= newestAt ? at.toISOString() : null;
}

/**
 * The ID of the person whose open page may show that the reader has seen everything; null if there is none. Applies the
 * same rule as `isSeen`, from their side.
 */
function seenBy(head: Head, shownTo: number): string | null {
  const { isGroup, myState, myReceipts, lastSeq, others } = head;
  const [other] = others;
  if (isGroup || myState !== "active" || shownTo < lastSeq || !other?.here) return null;
  return myReceipts && other.receipts ? other.id : null;
}

/**
 * Marks messages as read up to this seq, and tells the reader's own pages and the watcher's. The hints aren't sent right
 * away, because it's fine if they wait for the next poll, within a second.
 * @param watcherId the person who may see it; null if no one may
 */
async function readUpTo(
  actor: Actor,
  conversationId: string,
  seq: number,
  watcherId: string | null,
): Promise<void> {
  const hint = (to: string, kind: "read" | "seen") => ({
    to: [to],
    hint: { kind, conversationId, seq } satisfies Hint,
  });
  const payloads = [hint(actor.userId, "read"), ...(watcherId ? [hint(watcherId, "seen")] : [])];
  // A concurrent page that has shown less must not lower the value.
  await db.$executeRaw`
    WITH moved AS (
      UPDATE conversation_participants SET last_read_seq = ${seq}, last_read_at = now()
       WHERE conversation_id = ${conversationId}::uuid AND user_id = ${actor.userId}::uuid AND last_read_seq < ${seq}
      RETURNING last_read_at
    )
    ${insertHints(Prisma.sql`
      SELECT jsonb_set(payload, '{hint,at}', to_jsonb(last_read_at))
        FROM moved CROSS JOIN jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) payload`)}`;
  await markRead(actor, paths.conversation(conversationId));
}
