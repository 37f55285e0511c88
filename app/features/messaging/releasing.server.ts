import { db, jobDb, Prisma } from "~/platform/db.server";

export const releaseUnseenTask = "messaging:release-unseen";

const releaseWhere = (which: Prisma.Sql) => Prisma.sql`
  UPDATE messages m SET media_id = NULL, deleted_at = coalesce(m.deleted_at, clock_timestamp())
   WHERE m.media_id IS NOT NULL AND ${which} AND NOT EXISTS (
     SELECT 1 FROM conversation_participants p WHERE p.conversation_id = m.conversation_id AND p.state <> 'left')`;

/** Of one conversation, the files that no one can see any more. */
export async function releaseUnseenIn(conversationId: string): Promise<void> {
  await db.$executeRaw(releaseWhere(Prisma.sql`m.conversation_id = ${conversationId}::uuid`));
}

/**
 * The daily job that releases the files of conversations whose people have all left or are gone with their accounts;
 * the media sweep then removes them. Safe to repeat.
 */
export async function releaseUnseen(): Promise<void> {
  await jobDb.$executeRaw(releaseWhere(Prisma.sql`true`));
}
