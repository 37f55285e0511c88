import { insertHints } from "~/features/live/hinting.server";
import { Prisma, type Transaction } from "~/platform/db.server";
import { findConversationOf } from "./opening.server";
import { releaseHeldIn } from "./releasing-held.server";

/**
 * For the transaction that connects two people, once it has stored by what, under their lock: a request between them,
 * ignored or held too, becomes a conversation as any other. Repeating it changes nothing, nor do groups change.
 */
export async function endRequestsBetween(tx: Transaction, one: string, other: string): Promise<void> {
  const conversationId = await findConversationOf(tx, one, other);
  if (!conversationId) return;
  await releaseHeldIn(tx, conversationId);
  await tx.$executeRaw`
    WITH opened AS (
      UPDATE conversation_participants p SET state = 'active'
       WHERE p.conversation_id = ${conversationId}::uuid AND p.state IN ('requested', 'ignored')
      RETURNING p.conversation_id AS id, p.last_seq AS seq
    )
    ${insertHints(Prisma.sql`SELECT jsonb_build_object('conversationId', id, 'seq', seq, 'changed', true) FROM opened`)}`;
}
