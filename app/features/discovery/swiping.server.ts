import { type Actor, isContributor } from "~/features/accounts/actor";
import { giveBack, spend } from "~/features/plans/counting.server";
import { db, type Transaction } from "~/platform/db.server";
import { passReturnsAfterDays } from "./filling.server";
import { lockPair, makeMatch } from "./matching.server";

export interface SwipeInput {
  targetId: string;
  liked: boolean;
  /** Made with the form: a resend is the same swipe. */
  key: string;
}

export type SwipeOutcome =
  | { ok: true; matchId: string | null; isHeld: boolean }
  | { ok: false; refused: "swipe-limit" | "not-found" | "not-approved" };

/** Ends the transaction without a trace; what it carries is the answer. */
class Answer extends Error {
  constructor(readonly outcome: SwipeOutcome) {
    super("the swipe changes nothing");
  }
}

/**
 * Likes or passes a person, once: a second swipe of the same person, or the same form again, changes and counts
 * nothing. A Like that meets a Like makes the match in the same transaction.
 * Refused: 'swipe-limit' when today's swipes are used up, 'not-found' for whom the actor cannot meet,
 * 'not-approved' for a contributor who is not approved.
 */
export async function swipe(actor: Actor, input: SwipeInput): Promise<SwipeOutcome> {
  if (isContributor(actor) && actor.contributorStatus !== "approved")
    return { ok: false, refused: "not-approved" };
  try {
    return await db.$transaction(async (tx) => {
      await lockPair(tx, actor.userId, input.targetId);
      if (!(await canMeet(tx, actor, input.targetId))) throw new Answer({ ok: false, refused: "not-found" });
      if (!(await writeSwipe(tx, actor, input))) throw new Answer(await standing(tx, actor, input.targetId));
      const counted = await spend(tx, actor, "swipe", input.key, input.targetId);
      if (counted === "already") throw new Answer(await standing(tx, actor, input.targetId));
      if (counted === "limit") throw new Answer({ ok: false, refused: "swipe-limit" });
      await tx.$executeRaw`DELETE FROM deck_cards WHERE viewer_id = ${actor.userId}::uuid AND person_id = ${input.targetId}::uuid`;
      if (!input.liked) return { ok: true, matchId: null, isHeld: false };
      if (await likesBack(tx, input.targetId, actor.userId))
        return { ok: true, ...(await makeMatch(tx, actor, input.targetId)) };
      await showFirst(tx, input.targetId, actor.userId);
      return { ok: true, matchId: null, isHeld: false };
    });
  } catch (error) {
    if (error instanceof Answer) return error.outcome;
    throw error;
  }
}

export type UndoOutcome = { ok: true } | { ok: false; refused: "nothing" | "matched" };

/**
 * Takes back the actor's last swipe, if it is less than a day old and made no match: the person is on top of the
 * deck again, and the swipe is given back.
 */
export async function undoLastSwipe(actor: Actor): Promise<UndoOutcome> {
  const [last] = await db.$queryRaw<{ target_id: string }[]>`
    SELECT target_id FROM swipes
     WHERE actor_id = ${actor.userId}::uuid AND created_at > now() - interval '1 day'
     ORDER BY created_at DESC LIMIT 1`;
  if (!last) return { ok: false, refused: "nothing" };
  const targetId = last.target_id;
  return db.$transaction(async (tx) => {
    await lockPair(tx, actor.userId, targetId);
    const [pair] = await tx.$queryRaw<{ held: boolean }[]>`
      SELECT held FROM matches
       WHERE creator_id IN (${actor.userId}::uuid, ${targetId}::uuid) AND contributor_id IN (${actor.userId}::uuid, ${targetId}::uuid)`;
    if (pair && !pair.held) return { ok: false, refused: "matched" };
    const gone = await tx.$executeRaw`
      DELETE FROM swipes WHERE actor_id = ${actor.userId}::uuid AND target_id = ${targetId}::uuid
         AND created_at > now() - interval '1 day'`;
    if (gone === 0) return { ok: false, refused: "nothing" };
    if (pair) {
      await tx.$executeRaw`
        DELETE FROM matches WHERE held
           AND creator_id IN (${actor.userId}::uuid, ${targetId}::uuid) AND contributor_id IN (${actor.userId}::uuid, ${targetId}::uuid)`;
    }
    await tx.$executeRaw`
      UPDATE deck_cards SET likes_you = false WHERE viewer_id = ${targetId}::uuid AND person_id = ${actor.userId}::uuid`;
    await giveBack(tx, actor, "swipe", targetId);
    await tx.$executeRaw`
      INSERT INTO deck_cards (viewer_id, person_id, position, likes_you)
      VALUES (${actor.userId}::uuid, ${targetId}::uuid, ${onTop - BigInt(Date.now())},
              EXISTS (SELECT 1 FROM swipes WHERE actor_id = ${targetId}::uuid AND target_id = ${actor.userId}::uuid AND liked))
      ON CONFLICT (viewer_id, person_id) DO UPDATE SET position = excluded.position`;
    return { ok: true };
  });
}

/** Positions of undone cards, above those of people who like the viewer, above all others. */
const onTop = -2_000_000_000_000_000n;
const likersFirst = -1_000_000_000_000_000n;

/** A creator meets approved contributors, a contributor meets creators with a profile; nobody meets who blocked whom. */
async function canMeet(tx: Transaction, actor: Actor, targetId: string): Promise<boolean> {
  const wanted = isContributor(actor) ? "creator" : "contributor";
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM profiles p JOIN users u ON u.id = p.id LEFT JOIN contributor_profiles k ON k.id = p.id
     WHERE p.id = ${targetId}::uuid AND u.suspended_at IS NULL AND p.user_type = ${wanted}::user_type
       AND CASE WHEN p.user_type = 'contributor' THEN k.status = 'approved' ELSE p.completed_at IS NOT NULL END
       AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = p.id AND b.blocked_id = ${actor.userId}::uuid)
                                                 OR (b.blocker_id = ${actor.userId}::uuid AND b.blocked_id = p.id))`;
  return rows.length > 0;
}

/** False where the person was swiped already; a pass whose time is over may be swiped anew. */
async function writeSwipe(tx: Transaction, actor: Actor, input: SwipeInput): Promise<boolean> {
  const written = await tx.$executeRaw`
    INSERT INTO swipes (actor_id, target_id, liked) VALUES (${actor.userId}::uuid, ${input.targetId}::uuid, ${input.liked})
    ON CONFLICT (actor_id, target_id) DO UPDATE SET liked = excluded.liked, created_at = now()
      WHERE NOT swipes.liked AND swipes.created_at < now() - make_interval(days => ${passReturnsAfterDays})`;
  return written === 1;
}

/** The answer to a replay: what the pair stands at now. */
async function standing(tx: Transaction, actor: Actor, targetId: string): Promise<SwipeOutcome> {
  const [pair] = await tx.$queryRaw<{ id: string; held: boolean }[]>`
    SELECT id, held FROM matches
     WHERE creator_id IN (${actor.userId}::uuid, ${targetId}::uuid) AND contributor_id IN (${actor.userId}::uuid, ${targetId}::uuid)`;
  return {
    ok: true,
    matchId: pair && !pair.held ? pair.id : null,
    isHeld: Boolean(pair?.held && !isContributor(actor)),
  };
}

async function likesBack(tx: Transaction, targetId: string, actorId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM swipes WHERE actor_id = ${targetId}::uuid AND target_id = ${actorId}::uuid AND liked`;
  return rows.length > 0;
}

/** Deals the actor's card to the top of the liked person's deck, unless that person has swiped them already. */
async function showFirst(tx: Transaction, viewerId: string, likerId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO deck_cards (viewer_id, person_id, position, likes_you)
    SELECT ${viewerId}::uuid, p.id, ${likersFirst + BigInt(Date.now())}, true
      FROM profiles p
     WHERE p.id = ${likerId}::uuid AND p.completed_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM swipes WHERE actor_id = ${viewerId}::uuid AND target_id = ${likerId}::uuid)
    ON CONFLICT (viewer_id, person_id) DO UPDATE SET position = excluded.position, likes_you = true`;
}
