import type { Transaction } from "~/platform/db.server";

/** Of a conversation of two. */
export function directKeyOf(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`;
}

/**
 * Until the transaction ends. Likes, first messages, what connects two people and, by a trigger, blocks: of one pair,
 * each sees what the other has done.
 */
export async function lockPair(tx: Transaction, one: string, other: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`conversation:${directKeyOf(one, other)}`}, 0))`;
}
