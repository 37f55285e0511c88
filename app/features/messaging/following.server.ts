import type { Actor } from "~/features/accounts/actor";
import type { PresenceSignal } from "~/hint";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { readRows } from "~/platform/db.server";
import { takeFromPresenceLimit } from "~/platform/rate-limit.server";
import { sendHint } from "~/platform/realtime/realtime.server";
import type { MessageAllowance } from "./message";
import {
  getConversation,
  type MessageRow,
  type MessageView,
  messagesPerPage,
  messageView,
  type ThreadView,
} from "./threads.server";

export interface ConversationUpdate {
  /** Contains only messages newer than those already seen. */
  thread: ThreadView;
  /** More newer messages exist than fit on a page. */
  isCut: boolean;
  allowance: MessageAllowance | null;
}

/**
 * Reads the messages after a seq, at most one page, and marks them as read if the conversation is open. Null if the
 * actor has no such conversation.
 */
export async function readSince(
  actor: Actor,
  conversationId: string,
  seq: number,
  isOpened = true,
): Promise<ConversationUpdate | null> {
  const conversation = await getConversation(actor, conversationId, null, isOpened, seq);
  if (!conversation) return null;
  const { thread, rules } = conversation;
  const messages = thread.messages.filter((message) => message.seq > seq);
  const isCut = (messages[0]?.seq ?? 0) > seq + 1;
  return { thread: { ...thread, messages }, isCut, allowance: rules.allowance };
}

/** What a streamed page has already shown and can't take back. */
export interface Shown {
  /** The seqs of the first and last message. */
  first: number;
  last: number;
  /** Messages shown as edited or deleted, each as its seq and the time of the change. */
  changes: ReadonlyMap<number, number>;
  isPending: boolean;
  /** Whether the last message is the actor's own and isn't shown as seen. */
  isUnseen: boolean;
}

export interface FollowedChanges extends ConversationUpdate {
  /** Shown messages that have changed since, in the order of their changes. */
  changed: MessageView[];
  isAccepted: boolean;
  /** Whether the last message, which is the actor's own, has been seen. */
  isNowSeen: boolean;
  /** The page's state once it shows these changes. */
  shown: Shown;
}

/**
 * Like readSince, for a page that can only be appended to. Compares with what was shown, not by time, so a change that
 * was uncommitted during the previous read isn't missed.
 */
export async function follow(
  actor: Actor,
  conversationId: string,
  shown: Shown,
): Promise<FollowedChanges | null> {
  const update = await readSince(actor, conversationId, shown.last);
  if (!update) return null;
  const isGroup = update.thread.members !== null;
  const rows = await readRows<MessageRow>("messaging-changes", changesText, [
    actor.userId,
    conversationId,
    shown.first,
    shown.last,
  ]);
  const changed = rows
    .map((row) => messageView(row, isGroup))
    .filter((message) => message.changedAt !== shown.changes.get(message.seq));
  const changes = new Map(shown.changes);
  for (const { seq, changedAt } of [...changed, ...update.thread.messages])
    if (changedAt !== null) changes.set(seq, changedAt);
  const last = update.thread.messages.at(-1)?.seq ?? shown.last;
  const isPending = update.thread.request === "sent";
  const isUnseen = update.thread.messages.at(-1)?.mine ?? shown.isUnseen;
  return {
    ...update,
    changed,
    isAccepted: shown.isPending && !isPending && update.thread.canWrite,
    isNowSeen: isUnseen && update.thread.isSeen,
    shown: { ...shown, last, changes, isPending, isUnseen: isUnseen && !update.thread.isSeen },
  };
}

/** What a page has shown if its newest message is `last`. `changed` is in the format that `changesIn` writes. */
export function shownUpTo(
  last: number,
  changed: string,
  { isPending = false, isUnseen = false } = {},
): Shown {
  const changes = [...changed.matchAll(/(\d{1,10})-(\w{1,9})/g)].map(
    ([, seq, at = ""]) => [Number(seq), Number.parseInt(at, 36)] as const,
  );
  return {
    first: Math.max(1, last - messagesPerPage + 1),
    last,
    changes: new Map(changes),
    isPending,
    isUnseen,
  };
}

/** $1 reader, $2 conversation, $3 and $4 the first and last seq. */
const changesText = `
  SELECT * FROM shown_messages($1, $2) m
   WHERE m.seq BETWEEN $3 AND $4 AND m."changedAt" IS NOT NULL ORDER BY m."changedAt", m.seq`;

/**
 * Sends typing and presence signals to the people the actor may write to: there's no request, block or suspension
 * between them, and both show when they're online. Online presence is only for direct conversations. Signals over the
 * rate limit are dropped. 'not-found': the conversation doesn't exist for the actor.
 */
export async function signalPresence(
  actor: Actor,
  conversationId: string,
  presence: PresenceSignal,
): Promise<Outcome<"not-found">> {
  if (!isId(conversationId)) return { ok: false, refused: "not-found" };
  const [conversation] = await readRows<{ recipients: string[] }>("messaging-hearers", recipientsText, [
    actor.userId,
    conversationId,
    presence !== "typing",
  ]);
  if (!conversation) return { ok: false, refused: "not-found" };
  if (conversation.recipients.length > 0 && (await takeFromPresenceLimit(actor.userId))) {
    await sendHint(conversation.recipients, { kind: "presence", conversationId, presence, by: actor.userId });
  }
  return { ok: true };
}

/** $1 is the actor, $2 the conversation, $3 whether to send only if it's direct. */
const recipientsText = `
  SELECT ARRAY(
           SELECT o.user_id FROM conversation_participants o
            WHERE o.conversation_id = c.id AND o.user_id <> p.user_id AND o.state = 'active' AND p.state = 'active'
              AND c.last_seq > 0 AND (c.direct_key IS NOT NULL OR NOT $3::boolean)
              AND EXISTS (SELECT FROM active_for(p.user_id, o.user_id))
              AND EXISTS (SELECT FROM online_to_each_other(p.user_id, o.user_id))) AS recipients
    FROM conversation_participants p
    JOIN conversations c ON c.id = p.conversation_id
   WHERE p.user_id = $1 AND p.conversation_id = $2 AND EXISTS (SELECT FROM readable_conversation($1, $2))`;
