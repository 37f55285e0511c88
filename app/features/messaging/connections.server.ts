import type { Transaction } from "~/platform/db.server";

/** Of a conversation of two. */
export function directKeyOf(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`;
}

/**
 * Until the transaction ends. Likes, first messages, blocks and what connects two people: of one pair, each
 * sees what the other has done.
 */
export async function lockPair(tx: Transaction, one: string, other: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`conversation:${directKeyOf(one, other)}`}, 0))`;
}

/** After a block or its end, by whom the pair is locked: their conversation counts as unread, or no longer. */
export async function noteBlock(tx: Transaction, one: string, other: string): Promise<void> {
  // A sender locks the conversation, then its participants.
  const [talk] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM conversations WHERE direct_key = ${directKeyOf(one, other)} FOR NO KEY UPDATE`;
  if (!talk) return;
  await tx.$executeRaw`
    UPDATE conversation_participants SET is_blocked = EXISTS (SELECT FROM blocked_between(${one}::uuid, ${other}::uuid))
     WHERE conversation_id = ${talk.id}::uuid`;
}
