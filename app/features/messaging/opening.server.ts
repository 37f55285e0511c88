import type { Actor } from "~/features/accounts/actor";
import { canStartConversations } from "~/features/visibility/standing";
import { isId } from "~/ids";
import { readRows, type Transaction } from "~/platform/db.server";
import { directKeyOf, lockPair } from "./connections.server";
import { type StartRefusal, unknownPerson } from "./message";
import { refuseStart } from "./starting.server";

export interface Recipient {
  personId: string;
  name: string;
  avatarUrl: string | null;
  /** If it has a message. */
  conversationId: string | null;
  /** Neither requests nor the daily limit apply. */
  isConnected: boolean;
}

type RecipientRow = {
  id: string;
  full_name: string;
  avatar_url: string | null;
  conversation_id: string | null;
  last_seq: number | null;
  connected: boolean;
};

/** A person the actor could write to; null for the actor and for hidden people. */
export async function findRecipient(actor: Actor, personId: string): Promise<Recipient | null> {
  if (!isId(personId)) return null;
  const [row] = await readRows<RecipientRow>("messaging-recipient", recipientText, [actor.userId, personId]);
  if (!row) return null;
  return {
    personId: row.id,
    name: row.full_name || unknownPerson,
    avatarUrl: row.avatar_url,
    conversationId: row.last_seq ? row.conversation_id : null,
    isConnected: row.connected,
  };
}

export type OpenOutcome = { ok: true; conversationId: string } | StartRefusal;

/**
 * Finds or creates the one conversation of two people, in the caller's transaction; safe to run concurrently. Refused
 * as refuseStart while it has no message; 'not-found' if the actor may not write to the person.
 */
export async function openConversation(
  tx: Transaction,
  actor: Actor,
  personId: string,
): Promise<OpenOutcome> {
  if (personId === actor.userId) return { ok: false, refused: "yourself" };
  if (!isId(personId)) return { ok: false, refused: "not-found" };
  const read = () => tx.$queryRawUnsafe<RecipientRow[]>(recipientText, actor.userId, personId);
  const [person] = await read();
  if (person?.last_seq && person.conversation_id) return { ok: true, conversationId: person.conversation_id };
  if (!canStartConversations(actor)) return { ok: false, refused: "not-yet" };
  if (!person) return { ok: false, refused: "not-found" };
  const directKey = directKeyOf(actor.userId, person.id);
  // A block and a match take the same lock: either they are seen here, or they find the conversation.
  await lockPair(tx, actor.userId, person.id);
  const [locked] = await read();
  if (!locked) return { ok: false, refused: "not-found" };
  const refusal = await refuseStart(tx, actor, [person.id], locked.connected);
  if (refusal) {
    // A concurrent send may have started it meanwhile.
    const [now] = await read();
    return now?.last_seq && now.conversation_id ? { ok: true, conversationId: now.conversation_id } : refusal;
  }

  const [made] = await tx.$queryRaw<{ id: string }[]>`
    WITH made AS (
      INSERT INTO conversations (direct_key, created_by) VALUES (${directKey}, ${actor.userId}::uuid)
      ON CONFLICT (direct_key) DO NOTHING RETURNING id
    ), joined AS (
      INSERT INTO conversation_participants (conversation_id, user_id)
      SELECT made.id, person FROM made, unnest(ARRAY[${actor.userId}, ${person.id}]::uuid[]) AS person
    )
    SELECT id FROM made`;
  if (made) return { ok: true, conversationId: made.id };
  // Another transaction won, and has committed: the insert waited for it.
  const found = await tx.conversation.findUniqueOrThrow({ where: { directKey }, select: { id: true } });
  return { ok: true, conversationId: found.id };
}

/** In whatever state. */
export async function findConversationOf(
  tx: Transaction,
  one: string,
  other: string,
): Promise<string | null> {
  const found = await tx.conversation.findUnique({
    where: { directKey: directKeyOf(one, other) },
    select: { id: true },
  });
  return found?.id ?? null;
}

/** $1 actor, $2 the other person. A conversation with a first message that is held from the actor is not there. */
const recipientText = `
  SELECT p.id, p.full_name, p.avatar_url, c.id AS conversation_id, c.last_seq, EXISTS (SELECT FROM connected($1::uuid, p.id)) AS connected
    FROM profiles p
    LEFT JOIN conversations c
      ON c.direct_key = direct_key(p.id, $1::uuid)
     AND (SELECT me.is_held FROM conversation_participants me WHERE me.conversation_id = c.id AND me.user_id = $1::uuid) IS NOT TRUE
   WHERE p.id = $2::uuid AND (EXISTS (SELECT FROM messageable($1::uuid, p.id)) OR c.last_seq > 0 AND EXISTS (SELECT FROM reachable($1::uuid, p.id)))`;
