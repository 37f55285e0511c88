import { insertHints } from "~/features/live/hinting.server";
import { Prisma, type Transaction } from "~/platform/db.server";

/**
 * For an admin's decision: to everyone, the message is then a deleted one; its text and file are kept. False if it is
 * gone or was deleted or hidden before.
 */
export async function hideMessage(tx: Transaction, messageId: string): Promise<boolean> {
  return apply(
    tx,
    Prisma.sql`deleted_at = clock_timestamp(), hidden_at = clock_timestamp()`,
    Prisma.sql`m.id = ${messageId}::uuid AND m.deleted_at IS NULL`,
  );
}

/** As it was. False if it is not hidden. */
export async function unhideMessage(tx: Transaction, messageId: string): Promise<boolean> {
  return apply(
    tx,
    Prisma.sql`deleted_at = NULL, hidden_at = NULL`,
    // Without the people that it belonged to, its file was released.
    Prisma.sql`m.id = ${messageId}::uuid AND m.hidden_at IS NOT NULL AND (m.content <> '' OR m.media_id IS NOT NULL)`,
  );
}

/** One conditional statement, with the hint to open pages. */
async function apply(tx: Transaction, change: Prisma.Sql, where: Prisma.Sql): Promise<boolean> {
  const changed = await tx.$queryRaw<object[]>`
    WITH changed AS (
      UPDATE messages m SET ${change} WHERE ${where} RETURNING m.conversation_id AS id, m.seq
    ), hinted AS (
      ${insertHints(Prisma.sql`SELECT jsonb_build_object('conversationId', id, 'seq', seq, 'changed', true) FROM changed`)}
    )
    SELECT seq FROM changed`;
  return changed.length > 0;
}

/** For an admin's decision: no one writes in it any more. False if it is closed already, or gone. */
export const hideConversation = (tx: Transaction, conversationId: string) =>
  mark(tx, conversationId, Prisma.sql`clock_timestamp()`, Prisma.sql`c.hidden_at IS NULL`);

/** False if it is not closed. */
export const unhideConversation = (tx: Transaction, conversationId: string) =>
  mark(tx, conversationId, Prisma.sql`NULL`, Prisma.sql`c.hidden_at IS NOT NULL`);

/** Waits for a message that is being sent; open pages look again. */
async function mark(
  tx: Transaction,
  conversationId: string,
  hiddenAt: Prisma.Sql,
  where: Prisma.Sql,
): Promise<boolean> {
  const changed = await tx.$queryRaw<object[]>`
    WITH changed AS (
      UPDATE conversations c SET hidden_at = ${hiddenAt} WHERE c.id = ${conversationId}::uuid AND ${where}
      RETURNING c.id, c.last_seq AS seq
    ), hinted AS (
      ${insertHints(Prisma.sql`SELECT jsonb_build_object('conversationId', id, 'seq', seq, 'changed', true) FROM changed`)}
    )
    SELECT seq FROM changed`;
  return changed.length > 0;
}
