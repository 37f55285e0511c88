import type { Transaction } from "~/platform/db.server";

/**
 * Takes a person who leaves out of what others keep: their messages stay without sender and without files, a
 * conversation with no one else goes. A direct one's key gets a random id in place of theirs. The rest goes with the
 * account.
 */
export async function forgetInConversations(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM conversations c USING conversation_participants p
     WHERE p.conversation_id = c.id AND p.user_id = ${userId}::uuid
       AND NOT EXISTS (SELECT FROM conversation_participants o
                        WHERE o.conversation_id = c.id AND o.user_id <> ${userId}::uuid AND o.state <> 'left')`;
  await tx.$executeRaw`
    UPDATE messages SET media_id = NULL, deleted_at = CASE WHEN content ~ '\\S' THEN deleted_at ELSE coalesce(deleted_at, now()) END
     WHERE sender_id = ${userId}::uuid AND media_id IS NOT NULL`;
  // Blocks go with the account.
  await tx.$executeRaw`
    UPDATE conversation_participants o SET is_blocked = false FROM conversation_participants p
     WHERE p.user_id = ${userId}::uuid AND o.conversation_id = p.conversation_id AND o.is_blocked`;
  await tx.$executeRaw`
    UPDATE conversations c SET direct_key = least(k.other, k.random) || ':' || greatest(k.other, k.random)
      FROM (SELECT p.conversation_id AS id, gen_random_uuid()::text COLLATE "C" AS random,
                   replace(replace(d.direct_key, ${userId}, ''), ':', '') COLLATE "C" AS other
              FROM conversation_participants p JOIN conversations d ON d.id = p.conversation_id
             WHERE p.user_id = ${userId}::uuid AND d.direct_key IS NOT NULL) k
     WHERE c.id = k.id`;
  await tx.$executeRaw`UPDATE conversations SET created_by = NULL WHERE created_by = ${userId}::uuid`;
}
