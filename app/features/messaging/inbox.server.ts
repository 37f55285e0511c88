import type { Actor } from "~/features/accounts/actor";
import type { MediaKind, PictureView } from "~/features/media/media";
import { type MailWords, queueMail } from "~/features/notifications/mailing.server";
import { shortened } from "~/graphemes";
import { isId } from "~/ids";
import { unlinked } from "~/lines";
import { paths } from "~/paths";
import { cursorOf, readCursor } from "~/platform/cursor";
import { readRows, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { pageOf } from "~/platform/paging.server";
import { searchText } from "~/search-text";
import { kindWords } from "./attachment";
import type { Folder } from "./message";
import { deletedPerson, groupTitle, type MessageUse, messageWords, unknownPerson } from "./message";

export interface ConversationView {
  conversationId: string;
  /** A group's own name, or the names of everyone else in it. */
  name: string;
  /** The other person, or up to two members of a group. */
  faces: Face[];
  /** Who sent the request: the other person, or the group's creator. Null if they're gone, or if it isn't a request. */
  personId: string | null;
  isGroup: boolean;
  lastLine: string;
  lastIsMine: boolean;
  /** ISO 8601. */
  lastAt: string;
  unread: number;
  isRequest: boolean;
  /** A picture among the newest messages. */
  frame: PictureView | null;
}

export interface Face {
  name: string;
  avatarUrl: string | null;
}

export interface LastMessage {
  /** The beginning of the newest message. */
  line: string | null;
  isDeleted: boolean;
  /** The kind of file it has, if any. */
  kind: MediaKind | null;
}

type ListRow = LastMessage & {
  conversationId: string;
  activeAt: Date;
  state: string;
  unread: number;
  isGroup: boolean;
  title: string | null;
  isMine: boolean;
  personId: string | null;
  /** The others the actor can see. */
  others: Face[];
  hasOther: boolean;
  /** In a group, who wrote the last message. */
  writer: string | null;
  isWriterGone: boolean;
  frame: PictureView | null;
};

/**
 * $1 is the reader, $2 and $3 the cursor, $4 how many, $5 the folder or null, $6 part of a name as a pattern, $7 whether
 * to leave out frames.
 */
const listText = `
  SELECT l.id AS "conversationId", l.active_at AS "activeAt", l.state, l.unread, l.is_group AS "isGroup", l.title,
         left(m.content, 240) AS line,
         m.sender_id IS NOT DISTINCT FROM $1 AS "isMine", m.deleted_at IS NOT NULL AS "isDeleted",
         (SELECT a.kind FROM media a WHERE a.id = m.media_id) AS kind,
         coalesce(o.user_id, CASE WHEN l.is_group THEN l.created_by END) AS "personId", o.user_id IS NOT NULL AS "hasOther",
         (SELECT coalesce(json_agg(json_build_object('name', g.full_name, 'avatarUrl', g.avatar_url) ORDER BY q.joined_at, q.user_id), '[]')
            FROM conversation_participants q JOIN profiles g ON g.id = q.user_id
           WHERE q.conversation_id = l.id AND q.user_id <> $1 AND EXISTS (SELECT FROM active_for($1, q.user_id))) AS others,
         w.full_name AS writer, m.sender_id IS NULL AS "isWriterGone", f.frame
    FROM (SELECT p.conversation_id AS id, p.active_at, p.state, p.last_seq - p.last_read_seq AS unread, c.last_seq,
                 c.direct_key IS NULL AS is_group, c.title, c.created_by
            FROM conversation_participants p
            JOIN conversations c ON c.id = p.conversation_id AND c.last_seq > 0
           WHERE p.user_id = $1
             AND p.state = ANY ((CASE $5::text WHEN 'requests' THEN '{requested}' WHEN 'ignored' THEN '{ignored}'
                                     WHEN 'waiting' THEN '{active,requested}' ELSE '{active}' END)::participant_state[])
             AND is_archived(p) = ($5::text IS NOT DISTINCT FROM 'archived' AND p.state = 'active')
             AND (c.direct_key IS NULL OR $5::text IS DISTINCT FROM 'groups' AND NOT EXISTS (SELECT FROM blocked_in(c.id, p.user_id)))
             AND p.active_at <= $2::timestamptz AND (p.active_at < $2::timestamptz OR p.conversation_id > $3::uuid)
             AND (coalesce($5::text, '') NOT IN ('unread', 'waiting') OR p.last_seq > p.last_read_seq)
             AND ($6::text IS NULL OR name_key(c.title) LIKE (SELECT name_key($6)) OR EXISTS (
               SELECT FROM conversation_participants q JOIN profiles g ON g.id = q.user_id
                WHERE q.conversation_id = c.id AND q.user_id <> $1 AND name_key(g.full_name) LIKE (SELECT name_key($6)) AND EXISTS (SELECT FROM active_for($1, g.id))))
           ORDER BY p.active_at DESC, p.conversation_id LIMIT $4) l
    LEFT JOIN conversation_participants o ON o.conversation_id = l.id AND o.user_id <> $1 AND NOT l.is_group
    LEFT JOIN messages m ON m.conversation_id = l.id AND m.seq = l.last_seq
    LEFT JOIN profiles w ON w.id = m.sender_id AND l.is_group AND EXISTS (SELECT FROM active_for($1, m.sender_id))
    LEFT JOIN LATERAL (
      SELECT json_build_object('mediaId', a.id, 'width', a.width, 'height', a.height, 'widths', a.widths, 'tone', a.tone) AS frame
        FROM messages x JOIN media a ON a.id = x.media_id AND a.kind = 'image'
       WHERE NOT $7::boolean AND x.conversation_id = l.id AND x.seq > l.last_seq - 10 AND x.deleted_at IS NULL AND l.state = 'active'
         AND (x.sender_id = $1 OR EXISTS (SELECT FROM active_for($1, x.sender_id)))
       ORDER BY x.seq DESC LIMIT 1) f ON true
   ORDER BY l.active_at DESC, l.id`;

interface ListQuery {
  /** The previous page's `next`. */
  after?: string | null;
  pageSize?: number;
  /** Null for conversations that are neither requests nor archived; 'waiting' for unread ones and requests. */
  folder?: Folder | "waiting" | null;
  /** Part of a person's or a group's name. */
  q?: string;
  /** Next to a conversation, the list has no room for frames. */
  isNarrow?: boolean;
}

/** Most recently active first, with one query per page. */
export async function listConversations(
  actor: Actor,
  { after = null, pageSize = 20, folder = null, q = "", isNarrow = false }: ListQuery = {},
): Promise<{ conversations: ConversationView[]; next: string | null }> {
  const [activeAt, id] = readCursor(after);
  const words = searchText(q);
  const rows = await readRows<ListRow>("messaging-list", listText, [
    actor.userId,
    activeAt,
    id,
    pageSize + 1,
    folder,
    words ? `%${words.replace(/[\\%_]/g, "\\$&")}%` : null,
    isNarrow,
  ]);
  const page = pageOf(rows, pageSize, (row) => cursorOf(row.activeAt, row.conversationId));
  return { conversations: page.rows.map(conversationView), next: page.next };
}

/** A conversation's newest message, in one line. */
export function lineOf({ line, isDeleted, kind }: LastMessage, most = 120): string {
  const text = shortened((line ?? "").replace(/\s+/g, " "), most);
  return isDeleted ? messageWords.deleted : text || (kind ? kindWords[kind] : "");
}

export type FolderCounts = Record<"unread" | "requests" | "ignored" | "groups", number>;

/**
 * How many conversations each folder has: up to 10 requests, up to 100 unread ones, and the ignored requests and groups
 * among the newest 200. Also reads how many messages the plan has left.
 */
export async function countFolders(actor: Actor): Promise<FolderCounts & { use: MessageUse | null }> {
  const [counts] = await readRows<FolderCounts & { use: MessageUse | null }>(
    "messaging-folders",
    `SELECT (SELECT count(*)::int FROM (
               SELECT FROM conversation_participants p
                WHERE p.user_id = $1 AND counts_as_unread(p) AND p.state = 'active' AND NOT is_archived(p) LIMIT 100) counted) AS unread,
            (SELECT n FROM requests_waiting($1)) AS requests,
            count(*) FILTER (WHERE p.state = 'ignored' AND (c.direct_key IS NULL OR NOT EXISTS (SELECT FROM blocked_in(c.id, $1))))::int AS ignored,
            count(*) FILTER (WHERE p.state = 'active' AND c.direct_key IS NULL AND NOT is_archived(p))::int AS groups,
            (SELECT to_json(use) FROM message_use($1) use) AS use
       FROM (SELECT * FROM conversation_participants WHERE user_id = $1 ORDER BY active_at DESC LIMIT 200) p
       JOIN conversations c ON c.id = p.conversation_id AND c.last_seq > 0`,
    [actor.userId],
  );
  return counts ?? { unread: 0, requests: 0, ignored: 0, groups: 0, use: null };
}

function conversationView(row: ListRow): ConversationView {
  // Requests get more room in the list, so more of their text is shown.
  const line = lineOf(row, row.state === "active" ? 120 : 240);
  const [other] = row.others;
  return {
    conversationId: row.conversationId,
    name: row.isGroup
      ? (row.title ?? groupTitle(row.others.map(({ name }) => name)))
      : other?.name || (row.hasOther ? unknownPerson : deletedPerson),
    faces: row.others.slice(0, 2),
    personId: row.state === "active" ? null : row.personId,
    isGroup: row.isGroup,
    lastLine:
      row.isGroup && !row.isMine ? lineInGroup(row.isWriterGone ? deletedPerson : row.writer, line) : line,
    lastIsMine: row.isMine,
    lastAt: row.activeAt.toISOString(),
    unread: Math.max(0, row.unread),
    isRequest: row.state === "requested",
    frame: row.frame,
  };
}

/** If the reader can't see the writer, the text is shown only in the thread. */
function lineInGroup(writer: string | null, line: string): string {
  return writer ? `${writer}: ${line}` : `${unknownPerson}: …`;
}

/**
 * Current values of `actor.unread` and `actor.unreadNotifications`, each up to 100. Leaves out the conversation that's
 * about to be shown, and the notifications that led to it.
 */
export async function unreadTotals(
  actor: Actor,
  except: string | null = null,
): Promise<{ unread: number; notifications: number }> {
  const conversationId = except !== null && isId(except) ? except : null;
  const [row] = await readRows<{ unread: number; notifications: number }>(
    "messaging-unread-totals",
    `SELECT (SELECT count(*)::int FROM (
               SELECT FROM conversation_participants p
                WHERE p.user_id = $1 AND p.conversation_id IS DISTINCT FROM $2::uuid AND counts_as_unread(p) LIMIT 100) counted) AS unread,
            (SELECT n FROM unread_notifications($1, $3)) AS notifications`,
    [actor.userId, conversationId, conversationId && paths.conversation(conversationId)],
  );
  return row ?? { unread: 0, notifications: 0 };
}

export const remindTask = "messaging:remind";

/** In seconds: how long a message must be unread before its recipient gets an email. */
const remindAfter = 5 * 60;

/** Schedules a check for unread messages. A conversation has at most one pending check. */
export async function remindLater(
  tx: Transaction,
  conversationId: string,
  seconds = remindAfter,
): Promise<void> {
  await addJob(
    tx,
    remindTask,
    { conversationId },
    { inSeconds: seconds, key: `${remindTask}:${conversationId}` },
  );
}

interface Due {
  userId: string;
  email: string;
  state: string;
  mailedSeq: number;
  unread: number;
  senders: { id: string; name: string }[] | null;
}

/** Emails everyone who has had an unread message for five minutes. No one gets another email until they've read it. */
export async function remind(conversationId: string): Promise<void> {
  if (!isId(conversationId)) return;
  await transaction(async (tx) => {
    for (const person of await takeDue(tx, conversationId)) await queueReminder(tx, conversationId, person);
    const [next] = await tx.$queryRaw<{ seconds: number | null }[]>`
      SELECT ceil(extract(epoch FROM min(first.at) - now()))::int + ${remindAfter} AS seconds
        FROM conversation_participants p
        CROSS JOIN LATERAL (
          SELECT min(m.created_at) AS at FROM unread_messages(p.user_id, p.conversation_id, p.last_read_seq) m) first
       WHERE p.conversation_id = ${conversationId}::uuid AND awaits_reminder(p)`;
    if (next?.seconds != null) await remindLater(tx, conversationId, Math.max(1, next.seconds));
  });
}

/** Marks and returns the recipients in one statement, so concurrent jobs email each of them once. */
async function takeDue(tx: Transaction, conversationId: string): Promise<Due[]> {
  return tx.$queryRaw<Due[]>`
    WITH due AS (
      UPDATE conversation_participants p SET mailed_seq = c.last_seq
        FROM conversations c
       WHERE c.id = p.conversation_id AND p.conversation_id = ${conversationId}::uuid AND awaits_reminder(p)
         AND (SELECT min(m.created_at) FROM unread_messages(p.user_id, p.conversation_id, p.last_read_seq) m)
             <= now() - make_interval(secs => ${remindAfter})
      RETURNING p.conversation_id, p.user_id, p.state, p.last_read_seq, p.mailed_seq
    )
    SELECT d.user_id AS "userId", u.email, d.state::text AS state, d.mailed_seq AS "mailedSeq",
           (SELECT count(*)::int FROM unread_messages(d.user_id, d.conversation_id, d.last_read_seq)) AS unread,
           (SELECT json_agg(json_build_object('id', f.id, 'name', f.full_name) ORDER BY f.full_name, f.id)
              FROM profiles f
             WHERE f.id IN (SELECT m.sender_id FROM unread_messages(d.user_id, d.conversation_id, d.last_read_seq) m)) AS senders
      FROM due d
      JOIN users u ON u.id = d.user_id AND is_open(u)
     WHERE NOT EXISTS (SELECT 1 FROM notification_settings s WHERE s.user_id = d.user_id AND s.kind = 'message' AND NOT s.by_mail)`;
}

/** @param unread how many unread messages there are, or 'request' for a request */
export function reminderMail(sender: string, unread: number | "request", conversationId: string): MailWords {
  const from = unlinked(sender);
  const words =
    unread === "request"
      ? {
          subject: `${from} sent you a message request`,
          line: `${from} sent you a message request on Matchcut. You can accept it, ignore it or block the sender.`,
        }
      : {
          subject: `New message from ${from}`,
          line:
            unread === 1
              ? `You have an unread message from ${from} on Matchcut.`
              : `You have ${unread} unread messages from ${from} on Matchcut.`,
        };
  return {
    kind: "message",
    subject: words.subject,
    lines: [words.line],
    action: { label: "Read and reply", href: paths.conversation(conversationId) },
  };
}

async function queueReminder(tx: Transaction, conversationId: string, person: Due): Promise<void> {
  const [first, ...others] = person.senders ?? [];
  const name = first?.name ?? unknownPerson;
  const from = others.length > 0 ? `${name} and others` : name;
  await queueMail(tx, {
    userId: person.userId,
    to: person.email,
    ...reminderMail(from, person.state === "requested" ? "request" : person.unread, conversationId),
    aboutId: first?.id,
    eventKey: `unread:${conversationId}:${person.userId}:${person.mailedSeq}`,
  });
}
