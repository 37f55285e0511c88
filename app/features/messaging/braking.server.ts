import type { Actor } from "~/features/accounts/actor";
import type { HoldReason } from "~/features/accounts/holding.server";
import { db, type Transaction } from "~/platform/db.server";
import { messageHours, messagesWithLinks, sameMessages, shortestCompared } from "~/platform/spam-limits";

export interface Verdict {
  /** How many messages the person has sent beyond the number where we start to slow them down. */
  excess: number;
  held: HoldReason | null;
}

interface Starts {
  isHeld: boolean;
  /** The recipients' names. */
  names: string;
  earlier: { content: string; names: string | null }[];
}

/**
 * Whether a first message to strangers looks like spam. The result is exact only in the transaction that opens the
 * conversation, because its lock serializes a person's new conversations.
 * @param edited the conversation whose first message is being changed, which doesn't count twice
 */
export async function judgeFirstMessage(
  actor: Actor,
  personIds: readonly string[],
  content: string,
  tx: Transaction = db,
  edited: string | null = null,
): Promise<Verdict> {
  const starts = await readStarts(tx, actor, personIds, edited);
  if (!starts) return { excess: 0, held: null };
  const essence = essenceOf(content, starts.names);
  const same =
    essence.length < shortestCompared
      ? 0
      : starts.earlier.filter((sent) => essenceOf(sent.content, sent.names ?? "") === essence).length + 1;
  const linked = hasLink(content) ? starts.earlier.filter((sent) => hasLink(sent.content)).length + 1 : 0;
  const excess = Math.max(0, same - sameMessages.slowedAfter, linked - messagesWithLinks.slowedAfter);
  if (starts.isHeld) return { excess, held: "sign-ups" };
  if (same > sameMessages.heldAfter) return { excess, held: "same" };
  return { excess, held: linked > messagesWithLinks.heldAfter ? "links" : null };
}

/** First messages to strangers in the last few hours. There are few, because new conversations have a daily limit. */
async function readStarts(
  tx: Transaction,
  actor: Actor,
  personIds: readonly string[],
  edited: string | null,
): Promise<Starts | undefined> {
  const [starts] = await tx.$queryRaw<Starts[]>`
    SELECT u.held_at IS NOT NULL AS "isHeld",
           (SELECT coalesce(string_agg(p.full_name, ' '), '') FROM profiles p WHERE p.id = ANY (${personIds}::uuid[])) AS names,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('content', sent.content, 'names', sent.names)), '[]') FROM (
             SELECT m.content, (SELECT string_agg(p.full_name, ' ') FROM conversation_participants o JOIN profiles p ON p.id = o.user_id
                                 WHERE o.conversation_id = c.id AND o.user_id <> c.created_by) AS names
               FROM conversations c JOIN messages m ON m.conversation_id = c.id AND m.seq = 1 AND m.sender_id = c.created_by
              WHERE c.created_by = u.id AND c.id IS DISTINCT FROM ${edited}::uuid
                AND c.created_at > now() - make_interval(hours => ${messageHours})
                AND EXISTS (SELECT FROM conversation_participants o WHERE o.conversation_id = c.id AND o.user_id <> c.created_by
                               AND NOT EXISTS (SELECT FROM connected(o.user_id, c.created_by)))
              ORDER BY c.created_at DESC LIMIT 50) sent) AS earlier
      FROM users u WHERE u.id = ${actor.userId}::uuid`;
  return starts;
}

/** The text without what varies in bulk messages: the recipients' names, numbers, punctuation, accents and case. */
export function essenceOf(content: string, names: string): string {
  const called = new Set(wordsOf(names));
  return wordsOf(content)
    .filter((word) => !called.has(word))
    .join("");
}

/**
 * Shortens rows of combining marks, because normalizing sorts each in quadratic time. No letter needs more than a few.
 */
const withFewMarks = (text: string) => text.replace(/(\p{M}{8})\p{M}+/gu, "$1");

const wordsOf = (text: string) =>
  withFewMarks(text)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .split(/[^\p{L}]+/u)
    .filter(Boolean);

/**
 * Also detects disguised addresses: 'example.com', 'example dot com'. Every repetition in the pattern has a limit,
 * because without one, a message of a single word took 4 seconds.
 */
export function hasLink(content: string): boolean {
  const plain = withFewMarks(content)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ");
  return /https?:\/\/|www\.|[\p{L}\p{N}-]{2}(?:\.| ?[([{]? ?\bdot\b ?[)\]}]? ?)(?:com|net|org|io|co|me|app|dev|info|biz|xyz|shop|site|online|link|ly|gg|ru|cn|de|uk)\b/u.test(
    plain,
  );
}
