import type { Actor } from "~/features/accounts/actor";
import { readRows } from "~/platform/db.server";
import {
  getThread,
  type MessageRow,
  type MessageView,
  messageColumns,
  messagesPerPage,
  senderName,
  type ThreadView,
  viewOf,
} from "./reading.server";

export interface News {
  /** As it is now, but with those messages alone that came after what was seen. */
  thread: ThreadView;
  /** Between what was seen and these there are more than a page holds. */
  isCut: boolean;
}

/**
 * What was written in a conversation of the actor's after a seq; null where there is none for them. However much that
 * is, this is one look, and it counts as read.
 */
export async function readSince(actor: Actor, conversationId: string, seq: number): Promise<News | null> {
  const thread = await getThread(actor, conversationId, null);
  if (!thread) return null;
  const messages = thread.messages.filter((message) => message.seq > seq);
  return { thread: { ...thread, messages }, isCut: (messages[0]?.seq ?? 0) > seq + 1 };
}

/** What a page has shown of a conversation, and cannot take back. */
export interface Shown {
  /** Seqs. */
  first: number;
  last: number;
  /** Of the messages that were shown as edited or deleted: seq, and when that was. */
  changes: ReadonlyMap<number, number>;
  /** The page said that the actor's request waits. */
  waits: boolean;
}

export interface FollowedChanges extends News {
  /** Of what was shown, that which is no longer so: as it is now, in the order of the changes. */
  changed: MessageView[];
  /** The actor's request, which waited, has been accepted. */
  isAccepted: boolean;
  /** What the page has shown once it shows these. */
  shown: Shown;
}

/**
 * As readSince, for a page to which something can only be added. What was changed is told from what was shown, and
 * not by a clock: a change that was under way during the look before is not missed.
 */
export async function follow(
  actor: Actor,
  conversationId: string,
  shown: Shown,
): Promise<FollowedChanges | null> {
  const news = await readSince(actor, conversationId, shown.last);
  if (!news) return null;
  const isGroup = news.thread.members !== null;
  const rows = await readRows<MessageRow>(
    isGroup ? "messaging-group-changes" : "messaging-changes",
    changesText(isGroup),
    [actor.userId, conversationId, shown.first, shown.last],
  );
  const changed = rows
    .map((row) => viewOf(row, isGroup))
    .filter((message) => message.changedAt !== shown.changes.get(message.seq));
  const changes = new Map(shown.changes);
  for (const { seq, changedAt } of [...changed, ...news.thread.messages])
    if (changedAt !== null) changes.set(seq, changedAt);
  const last = news.thread.messages.at(-1)?.seq ?? shown.last;
  const waits = news.thread.request === "sent";
  return {
    ...news,
    changed,
    isAccepted: shown.waits && !waits && news.thread.canWrite,
    shown: { ...shown, last, changes, waits },
  };
}

/** What a page has shown whose newest message was `last`; `changed` as `changesIn` writes it. */
export function shownUpTo(last: number, changed: string, waits = false): Shown {
  const changes = [...changed.matchAll(/(\d{1,10})-(\w{1,9})/g)].map(
    ([, seq, at = ""]) => [Number(seq), Number.parseInt(at, 36)] as const,
  );
  return { first: Math.max(1, last - messagesPerPage + 1), last, changes: new Map(changes), waits };
}

/** $1 reader, $2 conversation, $3 and $4 the first and the last seq. */
const changesText = (isGroup: boolean) => `
  SELECT ${messageColumns(senderName(isGroup))}
    FROM messages m
   WHERE m.conversation_id = $2 AND m.seq BETWEEN $3 AND $4 AND (m.edited_at IS NOT NULL OR m.deleted_at IS NOT NULL)
   ORDER BY changed_at, m.seq`;
