import { transactionBy } from "~/features/accounts/acting.server";
import type { Actor } from "~/features/accounts/actor";
import { insertHints } from "~/features/live/hints.server";
import { markRead } from "~/features/notifications/listing.server";
import { canStartConversations } from "~/features/visibility/standing";
import { isId } from "~/ids";
import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import { db, jobDb, Prisma, type Transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { announceSoon, sendHint } from "~/platform/realtime/realtime.server";
import { listChosen } from "./searching.server";
import {
  brake,
  deliver,
  findResend,
  type NewMessage,
  readyOf,
  type SendOutcome,
  send,
} from "./sending.server";
import { largestGroup, type StartRefusal } from "./starting";
import { lockPair, refuseStart } from "./starting.server";

/**
 * Opens a group and sends its first message, all or nothing. A resend doesn't open another group. People who aren't
 * connected to the actor receive it as a request. Refused like refuseStart and sendMessage; also 'none-chosen',
 * 'group-too-large', and 'not-all-there' if the actor can't write to some of them anymore, or 'not-found' to all.
 * @param title the group's name; without one, its members' names are used
 */
export async function writeToGroup(
  actor: Actor,
  personIds: readonly string[],
  input: NewMessage,
  title = "",
): Promise<SendOutcome | StartRefusal> {
  const resend = await findResend(actor, null, await readyOf(actor, input));
  if (resend) return resend;
  const wanted = new Set(personIds);
  if (wanted.size === 0) return { ok: false, refused: "none-chosen" };
  if (!canStartConversations(actor)) return { ok: false, refused: "not-yet" };
  if (wanted.size > largestGroup) return { ok: false, refused: "group-too-large" };
  const chosen = await listChosen(actor, personIds);
  if (chosen.length === 0) return { ok: false, refused: "not-found" };
  if (chosen.length < wanted.size) return { ok: false, refused: "not-all-there" };
  const waitSeconds = await takeFromLimit("conversation", actor.userId, actor);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const others = chosen.map((person) => person.personId);
  await brake(actor, others, input);
  return deliver<StartRefusal>(actor, input, {
    findStored: (message) => findResend(actor, null, message),
    async act(tx, message) {
      // Blocks take the same locks. They come first, and in order, as for a direct conversation, so that no two starts
      // deadlock.
      for (const personId of others.toSorted()) await lockPair(tx, actor.userId, personId);
      const refusal = await refuseStart(tx, actor, others, false);
      // A concurrent resend may have already opened the group.
      if (refusal) return (await findResend(actor, null, message, tx)) ?? refusal;
      const conversationId = await openGroup(tx, actor, others, title);
      if (!conversationId) return { ok: false, refused: "not-all-there" };
      return send(tx, actor, conversationId, message);
    },
  });
}

/** Null if someone has blocked the actor, or left, since they were chosen. */
async function openGroup(
  tx: Transaction,
  actor: Actor,
  others: string[],
  title: string,
): Promise<string | null> {
  const [made] = await tx.$queryRaw<{ id: string }[]>`
    WITH made AS (
      INSERT INTO conversations (created_by, title)
      SELECT own.id, nullif(${title}, '') FROM profiles own
       WHERE own.id = ${actor.userId}::uuid
         AND (SELECT count(*) FROM unnest(${others}::uuid[]) AS person
               WHERE EXISTS (SELECT FROM messageable(own.id, person))) = ${others.length}
      RETURNING id, created_by
    ), joined AS (
      INSERT INTO conversation_participants (conversation_id, user_id, state)
      SELECT made.id, person, CASE
               WHEN person = made.created_by OR EXISTS (SELECT FROM in_touch(made.created_by, person)) THEN 'active'
               ELSE 'requested' END::participant_state
        FROM made, unnest(${[actor.userId, ...others]}::uuid[]) AS person
    )
    SELECT id FROM made`;
  return made?.id ?? null;
}

/** 'not-found': the actor isn't in such a group. */
export async function leaveGroup(actor: Actor, conversationId: string): Promise<Outcome<"not-found">> {
  if (!isId(conversationId)) return { ok: false, refused: "not-found" };
  const { count } = await transactionBy(actor, (tx) =>
    tx.conversationParticipant.updateMany({
      where: {
        conversationId,
        userId: actor.userId,
        state: { not: "left" },
        conversation: { directKey: null },
      },
      data: { state: "left" },
    }),
  );
  if (count === 0) return { ok: false, refused: "not-found" };
  await releaseFiles(db, Prisma.sql`m.conversation_id = ${conversationId}::uuid`);
  await markRead(actor, paths.conversation(conversationId));
  // Open pages refetch and find that the actor is no longer in the group.
  await sendHint([actor.userId], { kind: "messages", conversationId });
  return { ok: true };
}

/**
 * Names a group for all its members. Without a name, the group is shown under its members' names. 'not-found': the
 * actor isn't an active member of such a group, an admin has closed it, or someone hasn't answered the request to
 * join, because a name would be a way to keep writing to them.
 */
export async function renameGroup(
  actor: Actor,
  conversationId: string,
  title: string,
): Promise<Outcome<"not-found">> {
  if (!isId(conversationId)) return { ok: false, refused: "not-found" };
  const isMember = { state: "active" } as const;
  const { count } = await transactionBy(actor, (tx) =>
    tx.conversation.updateMany({
      where: {
        id: conversationId,
        directKey: null,
        hiddenAt: null,
        participants: {
          some: { userId: actor.userId, ...isMember },
          none: { state: "requested" },
        },
      },
      data: { title: title || null },
    }),
  );
  if (count === 0) return { ok: false, refused: "not-found" };
  const members = await db.conversationParticipant.findMany({
    where: { conversationId, ...isMember },
    select: { userId: true },
  });
  await sendHint(
    members.map(({ userId }) => userId),
    { kind: "messages", conversationId },
  );
  return { ok: true };
}

type AnswerOutcome = Outcome<"no-request">;

/**
 * Accepts a request, even an ignored one; in a direct conversation, both people may then keep writing. 'no-request':
 * the actor has no open request there.
 */
export async function acceptRequest(actor: Actor, conversationId: string): Promise<AnswerOutcome> {
  if (!isId(conversationId)) return { ok: false, refused: "no-request" };
  const accepted = await transactionBy(
    actor,
    (tx) => tx.$queryRaw<object[]>`
    WITH accepted AS (
      UPDATE conversation_participants p SET state = 'active', accepted_at = clock_timestamp()
       WHERE p.conversation_id = ${conversationId}::uuid AND p.user_id = ${actor.userId}::uuid AND p.state IN ('requested', 'ignored')
         AND EXISTS (SELECT FROM answerable_conversation(p.user_id, p.conversation_id))
      RETURNING p.conversation_id AS id, p.last_seq
    ), hinted AS (
      ${insertHints(Prisma.sql`SELECT jsonb_build_object('conversationId', id, 'seq', last_seq, 'changed', true) FROM accepted`)}
    )
    SELECT id FROM accepted`,
  );
  if (accepted.length === 0) return { ok: false, refused: "no-request" };
  announceSoon();
  return { ok: true };
}

/**
 * Removes a request from the actor's list and notifications. Its sender still sees it as pending. Refused like
 * `acceptRequest`.
 */
export async function ignoreRequest(actor: Actor, conversationId: string): Promise<AnswerOutcome> {
  if (!isId(conversationId)) return { ok: false, refused: "no-request" };
  const ignored = await transactionBy(
    actor,
    (tx) => tx.$executeRaw`
    UPDATE conversation_participants p SET state = 'ignored'
     WHERE p.conversation_id = ${conversationId}::uuid AND p.user_id = ${actor.userId}::uuid AND p.state IN ('requested', 'ignored')
       AND EXISTS (SELECT FROM answerable_conversation(p.user_id, p.conversation_id))`,
  );
  if (ignored === 0) return { ok: false, refused: "no-request" };
  await markRead(actor, paths.conversation(conversationId));
  return { ok: true };
}

/**
 * Moves a conversation to the actor's archive, until its next message, or back. 'not-found': the actor isn't in it, or
 * it's still a request.
 */
export async function setArchived(
  actor: Actor,
  conversationId: string,
  isArchived: boolean,
): Promise<Outcome<"not-found">> {
  if (!isId(conversationId)) return { ok: false, refused: "not-found" };
  const own = { conversationId, userId: actor.userId, state: "active" as const };
  const moved = await transactionBy(actor, async (tx) => {
    const [participant] = await tx.conversationParticipant.findMany({
      where: own,
      select: { lastSeq: true },
    });
    if (!participant) return false;
    // A message that arrives in between has a higher seq, so it brings the conversation back right away.
    const archivedSeq = isArchived ? participant.lastSeq : null;
    return (await tx.conversationParticipant.updateMany({ where: own, data: { archivedSeq } })).count === 1;
  });
  return moved ? { ok: true } : { ok: false, refused: "not-found" };
}

/**
 * Locks the actor's pending requests in groups that this person created. Call it before marking notifications as read:
 * sending to such a group changes these rows before it notifies, and the opposite order could deadlock with it.
 */
export async function lockGroupsOf(tx: Transaction, actor: Actor, personId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM conversation_participants p JOIN conversations c ON c.id = p.conversation_id
     WHERE c.direct_key IS NULL AND c.created_by = ${personId}::uuid
       AND p.user_id = ${actor.userId}::uuid AND p.state IN ('requested', 'ignored') FOR UPDATE OF p`;
}

/** Declines the actor's pending requests in groups that this person created. */
export async function refuseGroupsOf(tx: Transaction, actor: Actor, personId: string): Promise<void> {
  await tx.conversationParticipant.updateMany({
    where: {
      userId: actor.userId,
      state: { in: ["requested", "ignored"] },
      conversation: { directKey: null, createdBy: personId },
    },
    data: { state: "left" },
  });
}

export const releaseUnseenTask = "messaging:release-unseen";

/** Releases the files of the given messages, called `m`, in conversations that everyone has left. */
const releaseFiles = (client: Pick<Transaction, "$executeRaw">, which: Prisma.Sql) => client.$executeRaw`
  UPDATE messages m SET media_id = NULL, deleted_at = coalesce(m.deleted_at, clock_timestamp())
   WHERE m.media_id IS NOT NULL AND ${which} AND NOT EXISTS (
     SELECT 1 FROM conversation_participants p WHERE p.conversation_id = m.conversation_id AND p.state <> 'left')`;

/**
 * The daily job that releases the files of conversations whose people have all left or deleted their accounts. The
 * media sweep then removes them. Safe to repeat.
 */
export async function releaseUnseen(): Promise<void> {
  await releaseFiles(jobDb, Prisma.sql`true`);
}

/**
 * Cleans up the conversations of an account that's being removed. Its messages to others stay, without a sender or
 * files. A conversation with no one else left is deleted. In a direct conversation's key, a random ID replaces theirs.
 * Everything else is deleted with the account.
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
  // The account's blocks are deleted with it, so nothing is blocked anymore.
  await tx.$executeRaw`
    WITH unblocked AS (
      UPDATE conversation_participants o SET is_blocked = false FROM conversation_participants p
       WHERE p.user_id = ${userId}::uuid AND o.conversation_id = p.conversation_id AND o.is_blocked
    )
    UPDATE conversations c SET direct_key = least(k.other, k.random) || ':' || greatest(k.other, k.random)
      FROM (SELECT p.conversation_id AS id, gen_random_uuid()::text COLLATE "C" AS random,
                   replace(replace(d.direct_key, ${userId}, ''), ':', '') COLLATE "C" AS other
              FROM conversation_participants p JOIN conversations d ON d.id = p.conversation_id
             WHERE p.user_id = ${userId}::uuid AND d.direct_key IS NOT NULL) k
     WHERE c.id = k.id`;
  await tx.conversation.updateMany({ where: { createdBy: userId }, data: { createdBy: null } });
}
