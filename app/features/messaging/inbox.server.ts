import type { Actor } from "~/features/accounts/actor";
import type { MediaKind } from "~/features/media/media";
import { queueMail } from "~/features/notifications/mailing.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { cursorOf, readCursor } from "~/platform/cursor";
import { readRows, type Transaction, transaction } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.server";
import { kindWords } from "./attachment";
import { deletedPerson, groupTitle, messageWords, unknownPerson } from "./message";

export interface ConversationView {
  conversationId: string;
  /** For a group, the names of all others. */
  name: string;
  avatarUrl: string | null;
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
  deleted: boolean | null;
  /** Of the file, if it has one. */
  kind: MediaKind | null;
  full_name: string | null;
  has_other: boolean;
  avatar_url: string | null;
  /** For a group: the other members, and who wrote last. */
  names: string[] | null;
  writer: string | null;
};

/**
 * SQL: participants `p` of conversations `c`, with the other person `o` of a direct one, as the person may see them.
 */
const seenBy = (person: string) => `
  conversation_participants p
  JOIN conversations c ON c.id = p.conversation_id AND c.last_seq > 0
  LEFT JOIN LATERAL (SELECT q.user_id, q.state FROM conversation_participants q
    WHERE q.conversation_id = p.conversation_id AND q.user_id <> p.user_id ORDER BY q.joined_at, q.user_id LIMIT 1) o ON true
  WHERE p.user_id = ${person} AND p.state IN ('active', 'requested')
    AND (c.direct_key IS NULL OR NOT EXISTS (SELECT FROM blocked_between(p.user_id, o.user_id)))`;

/** SQL: for a group, the names the person can see. */
const namesOfOthers = `
  CASE WHEN l.direct_key IS NULL THEN ARRAY(
    SELECT g.full_name FROM conversation_participants q JOIN profiles g ON g.id = q.user_id
     WHERE q.conversation_id = l.conversation_id AND q.user_id <> $1
        AND EXISTS (SELECT FROM active_for($1, q.user_id)) ORDER BY q.joined_at, q.user_id) END`;

/**
 * Most recently active first; one query per page.
 * @param after the previous page's `next`
 */
export async function listConversations(
  actor: Actor,
  {
    after = null,
    pageSize = 20,
    unreadOnly = false,
  }: { after?: string | null; pageSize?: number; unreadOnly?: boolean } = {},
): Promise<{ conversations: ConversationView[]; next: string | null }> {
  const [activeAt, id] = readCursor(after);
  const rows = await readRows<ListRow>(
    "messaging-list",
    `SELECT l.*, left(m.content, 120) AS line, m.sender_id = $1 AS mine, m.deleted_at IS NOT NULL AS deleted,
            (SELECT a.kind FROM media a WHERE a.id = m.media_id) AS kind,
            f.full_name, l.other_id IS NOT NULL AS has_other, f.avatar_url, ${namesOfOthers} AS names,
            CASE WHEN m.sender_id IS NULL THEN '${deletedPerson}' ELSE w.full_name END AS writer
       FROM (SELECT p.conversation_id, p.active_at, p.state, c.last_seq, p.last_seq - p.last_read_seq AS unread, c.direct_key, o.user_id AS other_id
               FROM ${seenBy("$1")}
                AND p.active_at <= $2::timestamptz AND (p.active_at < $2::timestamptz OR p.conversation_id > $3::uuid)
                AND (NOT $5::boolean OR p.last_seq > p.last_read_seq)
              ORDER BY p.active_at DESC, p.conversation_id LIMIT $4) l
       LEFT JOIN messages m ON m.conversation_id = l.conversation_id AND m.seq = l.last_seq
       LEFT JOIN profiles f ON f.id = l.other_id AND l.direct_key IS NOT NULL AND EXISTS (SELECT FROM open_account(l.other_id))
       LEFT JOIN profiles w ON w.id = m.sender_id AND l.direct_key IS NULL AND EXISTS (SELECT FROM active_for($1, m.sender_id))
      ORDER BY l.active_at DESC, l.conversation_id`,
    [actor.userId, activeAt, id, pageSize + 1, unreadOnly],
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    conversations: shown.map(viewOf),
    next: rows.length > pageSize && last ? cursorOf(last.active_at, last.conversation_id) : null,
  };
}

function viewOf(row: ListRow): ConversationView {
  const isMine = row.mine === true;
  const text = (row.line ?? "").replace(/\s+/g, " ");
  const line = row.deleted ? messageWords.deleted : text || (row.kind ? kindWords[row.kind] : "");
  return {
    conversationId: row.conversation_id,
    name: row.names
      ? groupTitle(row.names)
      : row.full_name || (row.has_other ? unknownPerson : deletedPerson),
    avatarUrl: row.avatar_url,
    lastLine: row.names && !isMine ? lineInGroup(row.writer, line) : line,
    lastIsMine: isMine,
    lastAt: row.active_at.toISOString(),
    unread: Math.max(0, row.unread),
    isRequest: row.state === "requested",
  };
}

/** If the reader cannot see the writer, only the thread shows the text. */
function lineInGroup(writer: string | null, line: string): string {
  return writer ? `${writer}: ${line}` : `${unknownPerson}: …`;
}

/**
 * `actor.unread` and `actor.unreadNotifications`, read again without the conversation about to be shown and what led to
 * it. Up to 100 each.
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

/** How many requests wait for the actor's answer; at most ten are counted. */
export async function countRequests(actor: Pick<Actor, "userId">): Promise<number> {
  const [row] = await readRows<{ count: number }>(
    "messaging-count-requests",
    `SELECT count(*)::int AS count FROM (SELECT FROM ${seenBy("$1")} AND p.state = 'requested' LIMIT 10) waiting`,
    [actor.userId],
  );
  return row?.count ?? 0;
}

export const remindTask = "messaging:remind";

/** Seconds before an unread message is mailed. */
const remindAfter = 5 * 60;

/** A conversation has at most one pending check. */
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

type Due = {
  user_id: string;
  email: string;
  state: string;
  mailed_seq: number;
  unread: number;
  senders: { id: string; name: string }[] | null;
};

/** Mails everyone with a message unread for five minutes, and not again until they have read it. */
export async function remind(conversationId: string): Promise<void> {
  if (!isId(conversationId)) return;
  await transaction(async (tx) => {
    const due = await tx.$queryRawUnsafe<Due[]>(dueText, conversationId);
    for (const person of due) await queueReminder(tx, conversationId, person);
    const [next] = await tx.$queryRawUnsafe<{ seconds: number | null }[]>(nextText, conversationId);
    if (next?.seconds != null) await remindLater(tx, conversationId, Math.max(1, next.seconds));
  });
}

/** SQL: the unread messages of participant `p`, by others they can see; at most 100. */
const unread = `
  (SELECT m.sender_id, m.created_at FROM messages m WHERE m.conversation_id = p.conversation_id AND m.seq > p.last_read_seq
      AND m.sender_id <> p.user_id AND m.deleted_at IS NULL AND EXISTS (SELECT FROM active_for(p.user_id, m.sender_id)) ORDER BY m.seq LIMIT 100) m`;
const waiting = `
  p.conversation_id = $1::uuid AND p.state IN ('active', 'requested') AND p.mailed_seq <= p.last_read_seq`;

/** $1 conversation. Marks and returns the recipients at once, so that concurrent jobs mail each once. */
const dueText = `
  WITH due AS (
    UPDATE conversation_participants p SET mailed_seq = c.last_seq
      FROM conversations c
     WHERE c.id = p.conversation_id AND ${waiting}
       AND (SELECT min(m.created_at) FROM ${unread}) <= now() - interval '${remindAfter} seconds'
    RETURNING p.conversation_id, p.user_id, p.state, p.last_read_seq, p.mailed_seq
  )
  SELECT p.user_id, u.email, p.state::text AS state, p.mailed_seq, (SELECT count(*)::int FROM ${unread}) AS unread,
         (SELECT json_agg(json_build_object('id', f.id, 'name', f.full_name) ORDER BY f.full_name, f.id)
            FROM profiles f WHERE f.id IN (SELECT m.sender_id FROM ${unread})) AS senders
    FROM due p
    JOIN users u ON u.id = p.user_id AND is_open(u)
   WHERE NOT EXISTS (SELECT 1 FROM notification_settings s WHERE s.user_id = p.user_id AND s.kind = 'message' AND NOT s.by_mail)`;

/** $1 conversation. Seconds until the next participant is due, or null. */
const nextText = `
  SELECT ceil(extract(epoch FROM min(first.at) + interval '${remindAfter} seconds' - now()))::int AS seconds
    FROM conversation_participants p
    CROSS JOIN LATERAL (SELECT min(m.created_at) AS at FROM ${unread}) first
   WHERE ${waiting}`;

async function queueReminder(tx: Transaction, conversationId: string, person: Due): Promise<void> {
  const [first, ...others] = person.senders ?? [];
  const name = first?.name ?? unknownPerson;
  const from = others.length > 0 ? `${name} and others` : name;
  const isRequest = person.state === "requested";
  await queueMail(tx, {
    userId: person.user_id,
    to: person.email,
    kind: "message",
    subject: isRequest ? `${from} would like to write to you` : `New message from ${from}`,
    lines: [
      isRequest
        ? `${from} would like to write to you on Matchcut. You can accept, ignore or block this.`
        : person.unread === 1
          ? `${from} wrote to you on Matchcut, and you have not read it yet.`
          : `${from} wrote to you on Matchcut: ${person.unread} messages that you have not read yet.`,
    ],
    action: { label: "Read and answer", href: paths.conversation(conversationId) },
    aboutId: first?.id,
    eventKey: `unread:${conversationId}:${person.user_id}:${person.mailed_seq}`,
  });
}
