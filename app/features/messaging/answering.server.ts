import type { Actor } from "~/features/accounts/actor";
import { insertHints } from "~/features/live/hinting.server";
import { markRead } from "~/features/notifications/marking-read.server";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { db, Prisma, type Transaction } from "~/platform/db.server";
import { announceSoon } from "~/platform/realtime/realtime.server";

export type AnswerOutcome = { ok: true } | { ok: false; refused: "no-request" };

/** SQL: a request that `p` received in `c`, unless two people have since connected or blocked each other. */
const isRequest = Prisma.raw(`p.state IN ('requested', 'ignored') AND (c.direct_key IS NULL OR NOT EXISTS (
  SELECT 1 FROM conversation_participants o WHERE o.conversation_id = c.id AND o.user_id <> p.user_id
     AND (EXISTS (SELECT FROM connected(p.user_id, o.user_id)) OR EXISTS (SELECT FROM blocked_between(p.user_id, o.user_id)))))`);

/**
 * Accepts a request, even an ignored one; in a direct conversation both may then keep writing. 'no-request': the
 * actor has none open there.
 */
export async function acceptRequest(actor: Actor, conversationId: string): Promise<AnswerOutcome> {
  if (!isId(conversationId)) return { ok: false, refused: "no-request" };
  const accepted = await db.$queryRaw<object[]>`
    WITH accepted AS (
      UPDATE conversation_participants p SET state = 'active', accepted_at = clock_timestamp() FROM conversations c
       WHERE c.id = ${conversationId}::uuid AND p.conversation_id = c.id AND p.user_id = ${actor.userId}::uuid AND ${isRequest}
      RETURNING c.id, c.last_seq
    ), hinted AS (
      ${insertHints(Prisma.sql`SELECT jsonb_build_object('conversationId', id, 'seq', last_seq, 'changed', true) FROM accepted`)}
    )
    SELECT id FROM accepted`;
  if (accepted.length === 0) return { ok: false, refused: "no-request" };
  announceSoon();
  return { ok: true };
}

/**
 * Removes a request from the actor's list and notifications. To the sender it stays pending. 'no-request' as for
 * acceptRequest.
 */
export async function ignoreRequest(actor: Actor, conversationId: string): Promise<AnswerOutcome> {
  if (!isId(conversationId)) return { ok: false, refused: "no-request" };
  const ignored = await db.$executeRaw`
    UPDATE conversation_participants p SET state = 'ignored' FROM conversations c
     WHERE c.id = ${conversationId}::uuid AND p.conversation_id = c.id AND p.user_id = ${actor.userId}::uuid AND ${isRequest}`;
  if (ignored === 0) return { ok: false, refused: "no-request" };
  await markRead(actor, paths.conversation(conversationId));
  return { ok: true };
}

const requestsFrom = (actor: Actor, personId: string) => Prisma.sql`
  c.id = p.conversation_id AND c.direct_key IS NULL AND c.created_by = ${personId}::uuid
  AND p.user_id = ${actor.userId}::uuid AND p.state IN ('requested', 'ignored')`;

/**
 * For a transaction that changes unread counts first: locking these rows after the counts could deadlock with a
 * message to such a group.
 */
export async function lockGroupsOf(tx: Transaction, actor: Actor, personId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM conversation_participants p, conversations c WHERE ${requestsFrom(actor, personId)} FOR UPDATE OF p`;
}

/** Declines the actor's pending requests in groups created by a person. */
export async function refuseGroupsOf(tx: Transaction, actor: Actor, personId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE conversation_participants p SET state = 'left' FROM conversations c WHERE ${requestsFrom(actor, personId)}`;
}
