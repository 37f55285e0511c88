import type { Actor } from "~/features/accounts/actor";
import { canStartConversations } from "~/features/visibility/standing";
import { db, type Transaction } from "~/platform/db.server";
import { newConversationsADay, type StartRefusal, unknownPerson } from "./message";

/** SQL: conversations `c` that $1 started within 24 hours, except direct ones with a person now connected. */
const startedToday = `
  conversations c
  WHERE c.created_by = $1::uuid AND c.created_at > now() - interval '24 hours' AND c.last_seq > 0
    AND (c.direct_key IS NULL OR NOT EXISTS (SELECT 1 FROM conversation_participants o
      WHERE o.conversation_id = c.id AND o.user_id <> c.created_by AND EXISTS (SELECT FROM connected(o.user_id, c.created_by))))`;

const secondsUntilOver = (at: string) =>
  `greatest(1, ceil(extract(epoch FROM ${at} + interval '24 hours' - now())))::int`;

/** How many more a person may start, and in how many seconds the oldest one stops counting. */
export async function readAllowance(
  actor: Pick<Actor, "userId">,
  tx: Transaction = db,
): Promise<{ left: number; waitSeconds: number }> {
  const [row] = await tx.$queryRawUnsafe<{ started: number; seconds: number }[]>(
    `SELECT count(*)::int AS started, ${secondsUntilOver("min(c.created_at)")} AS seconds FROM ${startedToday}`,
    actor.userId,
  );
  return { left: Math.max(0, newConversationsADay - (row?.started ?? 0)), waitSeconds: row?.seconds ?? 1 };
}

/**
 * Null if the actor may start a conversation with these people. Runs in the transaction that creates it; a per-person
 * lock serializes starts. Refused: 'not-yet' if the actor may start none, 'unconfirmed' while their address is, 'daily-limit', 'asked-already' if one not
 * connected has not answered what the actor started within 24 hours.
 * @param isFree no limit applies, because the other person is connected
 */
export async function refuseStart(
  tx: Transaction,
  actor: Actor,
  personIds: string[],
  isFree: boolean,
): Promise<StartRefusal | null> {
  if (!canStartConversations(actor)) return { ok: false, refused: "not-yet" };
  if (isFree) return null;
  if (!actor.isConfirmed && (await areAnyStrangers(tx, actor, personIds)))
    return { ok: false, refused: "unconfirmed" };
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`starts:${actor.userId}`}, 0))`;
  const { left, waitSeconds } = await readAllowance(actor, tx);
  if (left === 0) return { ok: false, refused: "daily-limit", waitSeconds };
  const [asked] = await tx.$queryRawUnsafe<{ name: string | null; seconds: number }[]>(
    lastAskedText,
    actor.userId,
    personIds,
  );
  if (!asked) return null;
  return {
    ok: false,
    refused: "asked-already",
    name: asked.name || unknownPerson,
    waitSeconds: asked.seconds,
  };
}

async function areAnyStrangers(tx: Transaction, actor: Actor, personIds: string[]): Promise<boolean> {
  const rows = await tx.$queryRawUnsafe<unknown[]>(
    `SELECT FROM unnest($2::uuid[]) AS person WHERE NOT EXISTS (SELECT FROM connected($1::uuid, person)) LIMIT 1`,
    actor.userId,
    personIds,
  );
  return rows.length > 0;
}

/** $1 actor, $2 the others. The last one asked who has not answered. */
const lastAskedText = `
  SELECT f.full_name AS name, ${secondsUntilOver("max(c.created_at)")} AS seconds
    FROM conversations c
    JOIN conversation_participants o ON o.conversation_id = c.id AND o.user_id = ANY ($2::uuid[]) AND o.state <> 'active'
    JOIN profiles f ON f.id = o.user_id
   WHERE c.created_by = $1::uuid AND c.created_at > now() - interval '24 hours' AND c.last_seq > 0
     AND NOT EXISTS (SELECT FROM connected(o.user_id, c.created_by))
   GROUP BY f.id, f.full_name ORDER BY max(c.created_at) DESC LIMIT 1`;
