import type { Actor } from "~/features/accounts/actor";
import { isId } from "~/ids";
import { db, readRows, type Transaction } from "~/platform/db.server";
import { takeFromLimit } from "~/platform/rate-limit.server";
import { areBlocked, areConnected } from "./connections.server";
import { unknownPerson } from "./message";

export interface Recipient {
  personId: string;
  name: string;
  avatarUrl: string | null;
  /** The pair's conversation, once something was written in it. */
  conversationId: string | null;
}

type RecipientRow = {
  id: string;
  full_name: string;
  avatar_url: string | null;
  conversation_id: string | null;
  last_seq: number | null;
};

/** Whom the actor could write to: null for themselves and for anybody whom they cannot see. */
export async function findRecipient(actor: Actor, personId: string): Promise<Recipient | null> {
  const row = await readRecipient(actor, personId);
  if (!row) return null;
  return {
    personId: row.id,
    name: row.full_name || unknownPerson,
    avatarUrl: row.avatar_url,
    conversationId: row.last_seq ? row.conversation_id : null,
  };
}

export type OpenOutcome =
  | { ok: true; conversationId: string }
  | { ok: false; refused: "yourself" | "not-found" }
  | { ok: false; refused: "too-many"; waitSeconds: number };

/**
 * Finds or makes the one conversation of the actor and another person. However many ask at once, there is one.
 * Somebody who is suspended, not approved, or in a block with the actor is not found, unless not approved but connected.
 */
export async function openConversation(actor: Actor, personId: string): Promise<OpenOutcome> {
  if (personId === actor.userId) return { ok: false, refused: "yourself" };
  const person = await readRecipient(actor, personId);
  if (!person) return { ok: false, refused: "not-found" };
  if (person.conversation_id) return { ok: true, conversationId: person.conversation_id };

  const waitSeconds = await takeFromLimit("conversation", actor.userId);
  if (waitSeconds > 0) return { ok: false, refused: "too-many", waitSeconds };
  const directKey = directKeyOf(actor.userId, person.id);
  const [made] = await db.$queryRaw<{ id: string }[]>`
    WITH made AS (
      INSERT INTO conversations (direct_key, created_by) VALUES (${directKey}, ${actor.userId}::uuid)
      ON CONFLICT (direct_key) DO NOTHING RETURNING id
    ), joined AS (
      INSERT INTO conversation_participants (conversation_id, user_id)
      SELECT made.id, person FROM made, unnest(ARRAY[${actor.userId}, ${person.id}]::uuid[]) AS person
    )
    SELECT id FROM made`;
  if (made) return { ok: true, conversationId: made.id };
  // The other one was faster, and has committed: the insert above waited for that.
  const found = await db.conversation.findUniqueOrThrow({ where: { directKey }, select: { id: true } });
  return { ok: true, conversationId: found.id };
}

/** The conversation of two people, in whatever state it is; null where there is none. */
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

function directKeyOf(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`;
}

async function readRecipient(actor: Actor, personId: string): Promise<RecipientRow | undefined> {
  if (!isId(personId)) return undefined;
  const [row] = await readRows<RecipientRow>(
    "messaging-recipient",
    `SELECT p.id, p.full_name, p.avatar_url, c.id AS conversation_id, c.last_seq
       FROM profiles p
       JOIN users u ON u.id = p.id AND u.suspended_at IS NULL
       LEFT JOIN contributor_profiles k ON k.id = p.id
       LEFT JOIN conversations c
         ON c.direct_key = least(p.id::text COLLATE "C", $1::text COLLATE "C") || ':' || greatest(p.id::text COLLATE "C", $1::text COLLATE "C")
      WHERE p.id = $2 AND p.id <> $1::uuid AND NOT ${areBlocked("$1::uuid", "p.id")}
        AND (p.user_type IS DISTINCT FROM 'contributor' OR k.status = 'approved'
             OR c.last_seq > 0 OR ${areConnected("$1::uuid", "p.id")})`,
    [actor.userId, personId],
  );
  return row;
}
