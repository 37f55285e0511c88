import type { Actor } from "~/features/accounts/actor";
import { insertHints } from "~/features/live/hints.server";
import type { Given } from "~/features/media/arriving.server";
import type { MediaKind, PictureView } from "~/features/media/media";
import { type ServableMedia, servableColumns } from "~/features/media/serving.server";
import { findWaiting, plainName, storeMedia } from "~/features/media/storing.server";
import { markRead } from "~/features/notifications/listing.server";
import { canShareFiles } from "~/features/plans/plan-in-force.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { db, Prisma, readRows } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import type { AttachmentView } from "./attachment";
import {
  changeableFor,
  deletedPerson,
  groupTitle,
  refusalErrors,
  type SendRefusal,
  seenSignal,
  unknownPerson,
} from "./message";

/** Pictures for everyone; all else where the plan shares files. */
const allowedKinds = (sharesFiles: boolean): MediaKind[] =>
  sharesFiles ? ["image", "pdf", "video", "file"] : ["image"];

/**
 * Stores what a message brings, or takes what was stored before: until a message shows it, it waits for a day, so that
 * a refused message's next try can name it. Refused as 'file', with the reason.
 */
export async function storeAttachment(
  actor: Actor,
  given: Given,
): Promise<{ ok: true; mediaId: string } | SendRefusal> {
  const sharesFiles = await canShareFiles(actor);
  const allowed = allowedKinds(sharesFiles);
  const waiting = await takeWaiting(actor, given, allowed, sharesFiles);
  if (waiting) return waiting;
  // A resumable upload was counted when it began.
  if ("path" in given && (await takeFromLimit("media", actor.userId, actor)) > 0)
    return { ok: false, refused: "file", why: "too-often", sharesFiles };
  const stored = await storeMedia(actor, given, allowed, true);
  if (stored.ok) return stored;
  const { refused: why, kind } = stored;
  // It may have been stored since.
  const since = why === "not-arrived" ? await takeWaiting(actor, given, allowed, sharesFiles) : null;
  return since ?? { ok: false, refused: "file", why, kind, sharesFiles };
}

/** What an earlier try has stored; null if there is none. */
async function takeWaiting(actor: Actor, given: Given, allowed: readonly MediaKind[], sharesFiles: boolean) {
  const kind = "uploadId" in given ? await findWaiting(actor, given.uploadId) : null;
  if (!kind || !("uploadId" in given)) return null;
  // The plan may have ended meanwhile.
  return allowed.includes(kind)
    ? { ok: true as const, mediaId: given.uploadId }
    : { ok: false as const, refused: "file" as const, why: "type" as const, kind, sharesFiles };
}

/** Stores a form's file before its message is looked at: fields by which the next try names it, or why not. */
export async function storeFormFile(
  actor: Actor,
  file: Extract<Given, { path: string }>,
): Promise<{ ok: true; fields: Record<string, string> } | { ok: false; errors: Record<string, string[]> }> {
  const stored = await storeAttachment(actor, file);
  if (!stored.ok) return { ok: false, errors: refusalErrors(stored) };
  return { ok: true, fields: { upload: stored.mediaId, uploadName: plainName(file.name), removeUpload: "" } };
}

const mediaText = `
SELECT ${servableColumns}
  FROM media m
  JOIN messages s ON s.media_id = m.id AND s.deleted_at IS NULL
  JOIN conversations c ON c.id = s.conversation_id
  JOIN conversation_participants p ON p.conversation_id = c.id AND p.user_id = $2 AND p.state <> 'left'
 WHERE m.id = $1 AND (c.direct_key IS NULL OR NOT EXISTS (SELECT 1 FROM conversation_participants o
   WHERE o.conversation_id = c.id AND o.user_id <> p.user_id AND EXISTS (SELECT FROM blocked_between(p.user_id, o.user_id))))`;

/** Media of a message; null, indistinguishably, if there is none or the viewer has no such conversation. */
export async function findMessageMedia(
  viewer: Pick<Actor, "userId"> | null,
  mediaId: string,
): Promise<{ media: ServableMedia; isPublic: false } | null> {
  if (!viewer) return null;
  const [media] = await readRows<ServableMedia>("messaging-media", mediaText, [mediaId, viewer.userId]);
  return media ? { media, isPublic: false } : null;
}

export type AttachmentRow = Omit<AttachmentView, "picture"> & Pick<PictureView, "widths">;

/** SQL: the file of a message (a table alias), as JSON for `attachmentViewOf`; null without one. */
export const attachmentOf = (message: string) => `
  CASE WHEN ${message}.media_id IS NOT NULL THEN (
    SELECT json_build_object('mediaId', a.id, 'kind', a.kind, 'name', a.name, 'bytes', a.bytes, 'width', a.width,
             'height', a.height, 'widths', a.widths, 'milliseconds', a.milliseconds)
      FROM media a WHERE a.id = ${message}.media_id) END`;

export function attachmentViewOf(row: AttachmentRow | null): AttachmentView | null {
  if (!row) return null;
  const { widths, ...attachment } = row;
  const { mediaId, width, height } = row;
  return { ...attachment, picture: row.kind === "image" ? { mediaId, width, height, widths } : null };
}

export interface MessageView {
  seq: number;
  /** Only for the actor's own, so that a browser recognizes what it sent. */
  messageId: string | null;
  mine: boolean;
  /** In a group; null for the actor's own. */
  sender: string | null;
  /** Empty if the message was deleted, or is only a file. */
  content: string;
  attachment: AttachmentView | null;
  /** ISO 8601. */
  at: string;
  state: "new" | "edited" | "deleted";
  /** Edited or deleted: milliseconds since 1970. */
  changedAt: number | null;
  canChange: boolean;
}

interface MemberView {
  name: string;
  /** Null if hidden from the actor. */
  personId: string | null;
  hasProfile: boolean;
}

export interface ThreadView {
  conversationId: string;
  /** For a group, the names of all others. */
  name: string;
  avatarUrl: string | null;
  /** In a direct conversation, while their account is active. */
  personId: string | null;
  /** In a direct conversation: the actor may open it. */
  hasProfile: boolean;
  /** In a group: the others who have not left. */
  members: MemberView[] | null;
  /** 'sent': the actor's first message awaits an answer. 'received': answering accepts. */
  request: "sent" | "received" | null;
  /** In a group: whose answer is awaited. */
  awaitedNames: string[];
  requestFrom: string | null;
  canWrite: boolean;
  /** By an admin: no one can write in it. */
  isHidden: boolean;
  /** There is someone else who answers for it: the other person, or who began the group. */
  isReportable: boolean;
  /** In a direct conversation, if both show it: the other person has read the newest message. */
  isSeen: boolean;
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
  /** Shows what they have read. */
  receipts: boolean;
  here: boolean;
  opens: boolean | null;
  blocked: boolean;
  /** In a group, those who have answered count as connected. */
  connected: boolean;
};
type HeadRow = {
  last_seq: number;
  last_read_seq: number;
  my_state: State;
  my_receipts: boolean;
  /** The actor's last message here; 0 for none. */
  my_written: number;
  is_group: boolean;
  is_hidden: boolean;
  created_by: string | null;
  others: Member[];
};
export type MessageRow = {
  id: string;
  seq: number;
  mine: boolean | null;
  sender: string | null;
  content: string;
  attachment: AttachmentRow | null;
  created_at: Date;
  changed_at: Date | null;
  deleted: boolean;
  recent: boolean;
};

export const messagesPerPage = 50;
const newest = 2_147_483_647;

/**
 * A conversation with its newest messages, or those before a seq, marked as read if it is opened. Null if the actor has
 * no such conversation.
 */
export async function getThread(
  actor: Actor,
  conversationId: string,
  before: number | null,
  isOpened = true,
): Promise<ThreadView | null> {
  if (!isId(conversationId)) return null;
  const [head] = await readRows<HeadRow>("messaging-thread", threadHead, [actor.userId, conversationId]);
  const other = head?.others[0];
  if (!head || (!head.is_group && other?.blocked)) return null;
  const rows = await readRows<MessageRow>(
    head.is_group ? "messaging-group-messages" : "messaging-messages",
    threadMessages(head.is_group),
    [actor.userId, conversationId, before ?? newest],
  );
  const shownTo = rows[0]?.seq ?? 0;
  if (isOpened && shownTo > head.last_read_seq)
    await readUpTo(actor, conversationId, shownTo, rows[0]?.mine ? null : seenBy(head, shownTo));

  const first = rows.at(-1)?.seq ?? 1;
  const present = head.others.filter((member) => member.here && member.state !== "left");
  const awaitedNames =
    head.is_group && head.my_written > 0 ? present.filter((member) => !member.connected) : [];
  const request = requestOf(head, awaitedNames.length > 0);
  return {
    conversationId,
    name: head.is_group
      ? groupTitle(head.others.filter((member) => member.here && !member.blocked).map(nameOf))
      : nameOf(other),
    avatarUrl: head.is_group ? null : other?.here ? other.avatar : null,
    personId: head.is_group ? null : (present[0]?.id ?? null),
    hasProfile: Boolean(!head.is_group && present[0]?.opens),
    members: head.is_group ? membersOf(head) : null,
    request,
    awaitedNames: awaitedNames.map(nameOf),
    requestFrom: request === "received" ? (head.is_group ? head.created_by : (other?.id ?? null)) : null,
    canWrite: present.length > 0 && request !== "sent" && !head.is_hidden,
    isHidden: head.is_hidden,
    isReportable: head.others.some(({ id }) => !head.is_group || id === head.created_by) && head.last_seq > 0,
    isSeen: isSeen(head),
    messages: rows
      .reverse()
      .map((row) => viewOf(row, head.is_group))
      .map((message) => (head.is_hidden ? { ...message, canChange: false } : message)),
    older: first > 1 ? first : null,
  };
}

/** $1 reader, $2 conversation. */
const threadHead = `
  SELECT c.last_seq, p.last_read_seq, p.state AS my_state, p.written_seq AS my_written, c.direct_key IS NULL AS is_group, c.hidden_at IS NOT NULL AS is_hidden, c.created_by,
         (SELECT me.read_receipts FROM users me WHERE me.id = p.user_id) AS my_receipts,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('id', q.user_id, 'name', f.full_name, 'avatar', f.avatar_url,
                   'state', CASE WHEN q.is_held THEN 'requested' ELSE q.state::text END, 'read', q.last_read_seq, 'receipts', u.read_receipts, 'here', is_open(u), 'opens', EXISTS (SELECT FROM open_profile(f.id)) AND shows_profile(u), 'blocked', EXISTS (SELECT FROM blocked_between(p.user_id, q.user_id)),
                   'connected', c.direct_key IS NULL AND has_answered(q) OR EXISTS (SELECT FROM connected(p.user_id, q.user_id)))
                 ORDER BY q.joined_at, q.user_id), '[]')
            FROM conversation_participants q
            JOIN users u ON u.id = q.user_id
            LEFT JOIN profiles f ON f.id = q.user_id
           WHERE q.conversation_id = c.id AND q.user_id <> p.user_id) AS others
    FROM conversation_participants p
    JOIN conversations c ON c.id = p.conversation_id
   WHERE p.user_id = $1 AND p.conversation_id = $2 AND p.state <> 'left'`;

/** SQL: a `MessageRow` of `m`; $1 is the reader. */
export const messageColumns = (sender: string) => `
  m.id, m.seq, m.sender_id = $1 AS mine, ${sender} AS sender, CASE WHEN m.deleted_at IS NULL THEN m.content ELSE '' END AS content,
  CASE WHEN m.deleted_at IS NULL THEN ${attachmentOf("m")} END AS attachment, m.created_at, coalesce(m.deleted_at, m.edited_at) AS changed_at, m.deleted_at IS NOT NULL AS deleted,
  m.created_at > now() - interval '${changeableFor} minutes' AS recent`;

/** SQL: null if the sender is suspended or about to leave, and in direct conversations. */
export const senderName = (isGroup: boolean) =>
  isGroup
    ? `CASE WHEN m.sender_id IS NULL THEN '${deletedPerson}' ELSE
       (SELECT f.full_name FROM profiles f WHERE f.id = m.sender_id AND EXISTS (SELECT FROM open_account(m.sender_id))) END`
    : "NULL::text";

/** $1 reader, $2 conversation, $3 the seq to read before. */
export const threadMessages = (isGroup: boolean) => `
  SELECT ${messageColumns(senderName(isGroup))}
    FROM (SELECT * FROM messages WHERE conversation_id = $2 AND seq < $3 ORDER BY seq DESC LIMIT ${messagesPerPage}) m
   ORDER BY m.seq DESC`;

export function viewOf(row: MessageRow, isGroup: boolean): MessageView {
  const mine = row.mine === true;
  return {
    seq: row.seq,
    messageId: mine ? row.id : null,
    mine,
    sender: isGroup && !mine ? row.sender || unknownPerson : null,
    content: row.content,
    attachment: attachmentViewOf(row.attachment),
    at: row.created_at.toISOString(),
    state: row.deleted ? "deleted" : row.changed_at ? "edited" : "new",
    changedAt: row.changed_at?.getTime() ?? null,
    canChange: mine && row.recent && !row.deleted,
  };
}

function membersOf(head: HeadRow): MemberView[] {
  return head.others
    .filter((member) => member.here && member.state !== "left")
    .map((member) => ({
      name: nameOf(member),
      personId: member.blocked ? null : member.id,
      hasProfile: Boolean(member.opens && !member.blocked),
    }));
}

function nameOf(member: Member | undefined): string {
  return member ? (member.here && member.name) || unknownPerson : deletedPerson;
}

function requestOf(
  { is_group, my_state, last_seq, others: [other] }: HeadRow,
  groupWaits: boolean,
): ThreadView["request"] {
  if (last_seq === 0) return null;
  if (is_group) return my_state !== "active" ? "received" : groupWaits ? "sent" : null;
  if (other?.connected) return null;
  if (my_state !== "active") return "received";
  return other?.state === "requested" || other?.state === "ignored" ? "sent" : null;
}

/** An ignored request looks as if it were unread. */
function isSeen({ is_group, my_receipts, last_seq, others: [other] }: HeadRow): boolean {
  if (is_group || !other?.here || other.state !== "active") return false;
  return my_receipts && other.receipts && other.read >= last_seq;
}

/** Whose open page may show that the reader has seen everything; as `isSeen` from their side. */
function seenBy(head: HeadRow, shownTo: number): string | null {
  const { is_group, my_state, my_receipts, last_seq, others } = head;
  const [other] = others;
  if (is_group || my_state !== "active" || shownTo < last_seq || !other?.here) return null;
  return my_receipts && other.receipts ? other.id : null;
}

/**
 * The hint waits for the next poll, within a second: no one's page depends on it.
 * @param watcherId who may see it
 */
async function readUpTo(
  actor: Actor,
  conversationId: string,
  seq: number,
  watcherId: string | null,
): Promise<void> {
  const hint = { conversationId, presence: seenSignal, seq };
  const payload = JSON.stringify({ to: [watcherId], hint });
  // Of concurrent pages, the one that has seen less must not lower the value.
  await db.$executeRaw`
    WITH moved AS (
      UPDATE conversation_participants SET last_read_seq = ${seq}
       WHERE conversation_id = ${conversationId}::uuid AND user_id = ${actor.userId}::uuid AND last_read_seq < ${seq}
      RETURNING 1
    )
    ${insertHints(Prisma.sql`SELECT ${payload}::jsonb FROM moved WHERE ${watcherId !== null}`)}`;
  await markRead(actor, paths.conversation(conversationId));
}
