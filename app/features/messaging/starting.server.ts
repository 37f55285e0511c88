import { type Actor, isContributor } from "~/features/accounts/actor";
import { insertHints, storeHintAbout } from "~/features/live/hints.server";
import { announce } from "~/features/notifications/announcing.server";
import { hasProFeatures, resetWords, unlimited } from "~/features/plans/plan";
import { readStanding } from "~/features/visibility/seeing.server";
import { canStartConversations } from "~/features/visibility/standing";
import { isId } from "~/ids";
import { paths } from "~/paths";
import { db, Prisma, readRows, type Transaction } from "~/platform/db.server";
import { lockKey, lockRow } from "~/platform/locks.server";
import { remindLater } from "./inbox.server";
import { type MessageAllowance, type MessageUse, unknownPerson } from "./message";
import { newConversationsADay, type StartRefusal, startHours } from "./starting";

export interface StartRules {
  /** How many more conversations a person may start, and how many seconds until the oldest one stops counting. */
  start: { left: number; waitSeconds: number };
  rules: ComposerRules;
  /**
   * Whether a first message would be a request to any of these people, which makes it the only one until they reply.
   */
  isRequest: boolean;
}

/** Everything that applies to a new conversation with these people, in a single read. */
export async function readStartRules(
  actor: Actor,
  personIds: readonly string[],
  tx: Transaction = db,
): Promise<StartRules> {
  // A direct conversation doesn't count once its two people are connected.
  const [row] = await tx.$queryRaw<StartRow[]>`
    SELECT count(*)::int AS started, seconds_until_over(min(c.created_at)) AS seconds,
           (SELECT to_json(use) FROM message_use(${actor.userId}::uuid, ${personIds.length === 1 ? personIds[0] : null}::uuid) use) AS use,
           EXISTS (SELECT FROM unnest(${personIds}::uuid[]) AS person
                    WHERE NOT EXISTS (SELECT FROM in_touch(${actor.userId}::uuid, person))) AS "isRequest"
      FROM conversations c
     WHERE c.created_by = ${actor.userId}::uuid AND c.created_at > now() - make_interval(hours => ${startHours}) AND c.last_seq > 0
       AND (c.direct_key IS NULL OR NOT EXISTS (
         SELECT FROM conversation_participants o
          WHERE o.conversation_id = c.id AND o.user_id <> c.created_by AND EXISTS (SELECT FROM connected(o.user_id, c.created_by))))`;
  if (!row) throw new Error("a count returned no row");
  return {
    start: { left: Math.max(0, newConversationsADay - row.started), waitSeconds: row.seconds },
    rules: composerRulesOf(actor, row.use),
    isRequest: row.isRequest,
  };
}

type StartRow = { started: number; seconds: number; use: MessageUse | null; isRequest: boolean };

/**
 * Null if the actor may start a conversation with these people. Runs in the transaction that creates it; a per-person
 * lock serializes starts. Refused: 'not-yet' if the actor may start none, 'unconfirmed' while their address isn't
 * confirmed, 'daily-limit', 'asked-already' if a stranger hasn't answered a conversation that the actor started within
 * the last 24 hours.
 * @param isFree no limit applies, because the other person is connected
 */
export async function refuseStart(
  tx: Transaction,
  actor: Actor,
  personIds: string[],
  isFree: boolean,
): Promise<StartRefusal | null> {
  const standing = await readStanding(tx, actor.userId);
  if (!canStartConversations({ ...actor, ...standing })) return { ok: false, refused: "not-yet" };
  if (isFree) return null;
  await lockKey(tx, `starts:${actor.userId}`);
  const { start, isRequest } = await readStartRules(actor, personIds, tx);
  if (!actor.isConfirmed && isRequest) return { ok: false, refused: "unconfirmed" };
  const { left, waitSeconds } = start;
  if (left === 0) return { ok: false, refused: "daily-limit", waitSeconds };
  const [asked] = await tx.$queryRaw<{ name: string | null; seconds: number }[]>`
    SELECT f.full_name AS name, seconds_until_over(max(c.created_at)) AS seconds
      FROM conversations c
      JOIN conversation_participants o ON o.conversation_id = c.id AND o.user_id = ANY (${personIds}::uuid[]) AND o.state <> 'active'
      JOIN profiles f ON f.id = o.user_id
     WHERE c.created_by = ${actor.userId}::uuid AND c.created_at > now() - make_interval(hours => ${startHours}) AND c.last_seq > 0
       AND NOT EXISTS (SELECT FROM in_touch(o.user_id, c.created_by))
     GROUP BY f.id, f.full_name ORDER BY max(c.created_at) DESC LIMIT 1`;
  if (!asked) return null;
  return {
    ok: false,
    refused: "asked-already",
    name: asked.name || unknownPerson,
    waitSeconds: asked.seconds,
  };
}

function directKeyOf(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`;
}

/**
 * Serializes Likes, first messages, blocks and connections between one pair of people until the transaction ends, so
 * that each sees what the others did.
 */
export async function lockPair(tx: Transaction, one: string, other: string): Promise<void> {
  await lockKey(tx, pairKey(one, other));
}

/** What `lockPair` locks. */
export const pairKey = (one: string, other: string): string => `conversation:${directKeyOf(one, other)}`;

/**
 * Call it under `lockPair` after someone blocks or unblocks. Updates whether the pair's conversation may count as
 * unread.
 */
export async function noteBlock(tx: Transaction, one: string, other: string): Promise<void> {
  const conversationId = await findConversationOf(tx, one, other);
  // Locks in the same order as a sender: the conversation, then its participants.
  if (!conversationId || !(await lockRow(tx, "conversations", conversationId, "no-key-update"))) return;
  await tx.$executeRaw`
    UPDATE conversation_participants SET is_blocked = EXISTS (SELECT FROM blocked_between(${one}::uuid, ${other}::uuid))
     WHERE conversation_id = ${conversationId}::uuid`;
}

interface Recipient {
  personId: string;
  name: string;
  avatarUrl: string | null;
  /** Set if the conversation has a message. */
  conversationId: string | null;
  /** Neither requests nor the daily limit apply to people who are connected. */
  isConnected: boolean;
}

type RecipientRow = Recipient & { lastSeq: number | null };

/** A person the actor could write to; null for the actor and for hidden people. */
export async function findRecipient(actor: Actor, personId: string): Promise<Recipient | null> {
  if (!isId(personId)) return null;
  const [row] = await readRows<RecipientRow>("messaging-recipient", recipientText, [actor.userId, personId]);
  if (!row) return null;
  const { lastSeq, ...person } = row;
  return {
    ...person,
    name: person.name || unknownPerson,
    conversationId: lastSeq ? person.conversationId : null,
  };
}

/**
 * Finds or creates the one conversation between two people, in the caller's transaction; safe to run concurrently.
 * Refused like refuseStart while it has no message; 'not-found' if the actor may not write to the person.
 */
export async function openConversation(
  tx: Transaction,
  actor: Actor,
  personId: string,
): Promise<{ ok: true; conversationId: string } | StartRefusal> {
  if (personId === actor.userId) return { ok: false, refused: "yourself" };
  const read = () => tx.$queryRawUnsafe<RecipientRow[]>(recipientText, actor.userId, personId);
  const [person] = await read();
  if (person?.lastSeq && person.conversationId) return { ok: true, conversationId: person.conversationId };
  if (!canStartConversations(actor)) return { ok: false, refused: "not-yet" };
  if (!person) return { ok: false, refused: "not-found" };
  const directKey = directKeyOf(actor.userId, person.personId);
  // A block and a match take the same lock, so each is either seen here or finds the conversation.
  await lockPair(tx, actor.userId, person.personId);
  const [locked] = await read();
  if (!locked) return { ok: false, refused: "not-found" };
  const refusal = await refuseStart(tx, actor, [person.personId], locked.isConnected);
  if (refusal) {
    // A concurrent send may have started the conversation in the meantime.
    const [now] = await read();
    return now?.lastSeq && now.conversationId ? { ok: true, conversationId: now.conversationId } : refusal;
  }

  const [made] = await tx.$queryRaw<{ id: string }[]>`
    WITH made AS (
      INSERT INTO conversations (direct_key, created_by) VALUES (${directKey}, ${actor.userId}::uuid)
      ON CONFLICT (direct_key) DO NOTHING RETURNING id
    ), joined AS (
      INSERT INTO conversation_participants (conversation_id, user_id)
      SELECT made.id, person FROM made, unnest(ARRAY[${actor.userId}, ${person.personId}]::uuid[]) AS person
    )
    SELECT id FROM made`;
  if (made) return { ok: true, conversationId: made.id };
  // Another transaction won and has committed: the insert waited for it.
  const conversation = await tx.conversation.findUniqueOrThrow({
    where: { directKey },
    select: { id: true },
  });
  return { ok: true, conversationId: conversation.id };
}

/** The ID of the conversation between two people, in any state; null if there is none. */
export async function findConversationOf(
  tx: Transaction,
  one: string,
  other: string,
): Promise<string | null> {
  // findUnique adds a LIMIT, which would make PostgreSQL plan the statement each time.
  const [conversation] = await tx.conversation.findMany({
    where: { directKey: directKeyOf(one, other) },
    select: { id: true },
  });
  return conversation?.id ?? null;
}

/**
 * $1 is the actor, $2 the other person. Doesn't find a conversation whose first message is held back from the actor.
 */
const recipientText = `
  SELECT p.id AS "personId", p.full_name AS name, p.avatar_url AS "avatarUrl", c.id AS "conversationId", c.last_seq AS "lastSeq",
         EXISTS (SELECT FROM connected($1::uuid, p.id)) AS "isConnected"
    FROM profiles p
    LEFT JOIN conversations c
      ON c.direct_key = direct_key(p.id, $1::uuid)
     AND (SELECT me.is_held FROM conversation_participants me WHERE me.conversation_id = c.id AND me.user_id = $1::uuid) IS NOT TRUE
   WHERE p.id = $2::uuid
     AND (EXISTS (SELECT FROM messageable($1::uuid, p.id)) OR c.last_seq > 0 AND EXISTS (SELECT FROM reachable($1::uuid, p.id)))`;

export interface ComposerRules {
  /** Null if the actor's plan sets no limit here, or couldn't be read. */
  allowance: MessageAllowance | null;
  /** Whether files other than pictures are allowed, as `canShareFiles` decides. */
  sharesFiles: boolean;
}

export function composerRulesOf(actor: Actor, use: MessageUse | null): ComposerRules {
  if (isContributor(actor)) return { allowance: null, sharesFiles: true };
  const sharesFiles = use !== null && hasProFeatures(use.plan);
  if (!use || use.limit === null || use.limit >= unlimited) return { allowance: null, sharesFiles };
  const resets = resetWords("message", use.plan, actor.timeZone);
  return { allowance: { left: Math.max(0, use.limit - use.used), resets }, sharesFiles };
}

interface Freed {
  senderId: string;
  sender: string;
  userId: string;
  state: string;
  read: number;
}

/**
 * Releases a held first message, so it reaches its recipients as if it had just been sent. Does nothing if it was
 * already released, or if they got in contact another way. Recipients who have blocked the sender in the meantime stay
 * out of a group.
 */
export async function releaseHeldMessage(tx: Transaction, messageId: string): Promise<void> {
  const held = await tx.message.findUnique({ where: { id: messageId }, select: { conversationId: true } });
  if (held) await release(tx, held.conversationId);
}

/** Only a conversation's first message is ever held, so this looks at that one. */
async function release(tx: Transaction, conversationId: string): Promise<void> {
  const freed = await tx.$queryRaw<Freed[]>`
    WITH freed AS (
      UPDATE conversation_participants p
         SET is_held = false, active_at = clock_timestamp(),
             state = CASE WHEN c.direct_key IS NULL AND EXISTS (SELECT FROM blocked_between(p.user_id, first.sender_id)) THEN 'left'
                          WHEN EXISTS (SELECT FROM in_touch(p.user_id, first.sender_id)) THEN 'active'
                          ELSE 'requested' END::participant_state
        FROM messages first JOIN conversations c ON c.id = first.conversation_id
       WHERE first.conversation_id = ${conversationId}::uuid AND first.seq = 1 AND p.conversation_id = c.id AND p.is_held
      RETURNING p.user_id, p.state, p.last_read_seq, first.sender_id, c.id AS conversation_id, c.last_seq
    ), hinted AS (
      ${insertHints(Prisma.sql`SELECT DISTINCT jsonb_build_object('conversationId', conversation_id, 'seq', last_seq) FROM freed`)}
    )
    SELECT f.sender_id AS "senderId", coalesce(nullif(s.full_name, ''), ${unknownPerson}) AS sender,
           f.user_id AS "userId", f.state::text AS state, f.last_read_seq AS read
      FROM freed f JOIN profiles s ON s.id = f.sender_id WHERE f.state <> 'left'`;
  const [first] = freed;
  if (!first) return;
  const { senderId, sender } = first;
  await announce(
    tx,
    ...freed.map(({ userId, state, read }) => ({
      userId,
      kind: "message" as const,
      title: state === "requested" ? `${sender} sent you a message request` : `New message from ${sender}`,
      body: "",
      href: paths.conversation(conversationId),
      aboutId: senderId,
      eventKey: `message:${conversationId}:${userId}:${read}`,
    })),
  );
  await remindLater(tx, conversationId);
}

/**
 * Turns a request between two people who have just been connected, even an ignored or held one, into a conversation
 * like any other. Call it under `lockPair`, in the transaction that stores the connection and after it's stored. Safe
 * to repeat. Groups don't change.
 */
export async function endRequestsBetween(tx: Transaction, one: string, other: string): Promise<void> {
  const conversationId = await findConversationOf(tx, one, other);
  if (!conversationId) return;
  await release(tx, conversationId);
  const opened = await tx.conversationParticipant.updateManyAndReturn({
    where: { conversationId, state: { in: ["requested", "ignored"] } },
    data: { state: "active" },
    select: { lastSeq: true },
  });
  for (const { lastSeq } of opened) await storeHintAbout(tx, { conversationId, seq: lastSeq, changed: true });
}
