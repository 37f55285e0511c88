import type { Actor } from "~/features/accounts/actor";
import { lockPair } from "~/features/messaging/connections.server";
import { refund } from "~/features/plans/counting.server";
import { Prisma, transaction } from "~/platform/db.server";
import { withdrawHeld } from "./matching.server";

const undoableFor = Prisma.sql`interval '1 day'`;

/** The actor's last swipe, if recent enough to undo, and whether it made a match. */
const lastSwipe = (actorId: Prisma.Sql) => Prisma.sql`
  SELECT s.target_id, EXISTS (
           SELECT 1 FROM matches m
            WHERE NOT m.held AND ((m.creator_id = s.actor_id AND m.contributor_id = s.target_id)
                               OR (m.creator_id = s.target_id AND m.contributor_id = s.actor_id))) AS is_match
    FROM swipes s
   WHERE s.actor_id = ${actorId} AND s.created_at > now() - ${undoableFor}
   ORDER BY s.created_at DESC LIMIT 1`;

/** SQL: the person whose swipe `undoSwipe` would undo; null if there is none. */
export const undoableOf = (actorId: Prisma.Sql) =>
  Prisma.sql`(SELECT last.target_id FROM (${lastSwipe(actorId)}) last WHERE NOT last.is_match)`;

/** Above people who like the viewer. */
const onTop = -2_000_000_000_000_000n;

export type UndoOutcome =
  | { ok: true }
  | { ok: false; refused: "undone" | "not-last" | "too-old" | "matched" };

/**
 * Puts the person back on top of the deck and refunds the swipe, if it is the actor's last. Refused: 'undone' if there is
 * no swipe of the person, as when the form arrives twice; 'not-last'; 'too-old' after a day; 'matched'.
 */
export async function undoSwipe(actor: Actor, targetId: string): Promise<UndoOutcome> {
  return transaction<UndoOutcome>(async (tx) => {
    await lockPair(tx, actor.userId, targetId);
    const [pair] = await tx.$queryRaw<{ id: string; held: boolean }[]>`
      SELECT id, held FROM matches
       WHERE creator_id IN (${actor.userId}::uuid, ${targetId}::uuid) AND contributor_id IN (${actor.userId}::uuid, ${targetId}::uuid)`;
    const [swipe] = await tx.$queryRaw<{ is_last: boolean; is_recent: boolean }[]>`
      SELECT NOT EXISTS (SELECT 1 FROM swipes later
                          WHERE later.actor_id = s.actor_id AND later.created_at > s.created_at) AS is_last,
             s.created_at > now() - ${undoableFor} AS is_recent
        FROM swipes s WHERE s.actor_id = ${actor.userId}::uuid AND s.target_id = ${targetId}::uuid`;
    if (!swipe) return { ok: false, refused: "undone" };
    if (!swipe.is_last) return { ok: false, refused: "not-last" };
    if (pair && !pair.held) return { ok: false, refused: "matched" };
    if (!swipe.is_recent) return { ok: false, refused: "too-old" };
    await tx.$executeRaw`
      DELETE FROM swipes WHERE actor_id = ${actor.userId}::uuid AND target_id = ${targetId}::uuid`;
    if (pair) {
      await tx.$executeRaw`DELETE FROM matches WHERE id = ${pair.id}::uuid AND held`;
      await withdrawHeld(tx, pair.id, [actor, { userId: targetId }]);
    }
    await tx.$executeRaw`
      UPDATE deck_cards SET likes_you = false WHERE viewer_id = ${targetId}::uuid AND person_id = ${actor.userId}::uuid`;
    await refund(tx, actor, "swipe", targetId);
    await tx.$executeRaw`
      INSERT INTO deck_cards (viewer_id, person_id, position, likes_you)
      VALUES (${actor.userId}::uuid, ${targetId}::uuid, ${onTop - BigInt(Date.now())},
              EXISTS (SELECT 1 FROM swipes WHERE actor_id = ${targetId}::uuid AND target_id = ${actor.userId}::uuid AND liked))
      ON CONFLICT (viewer_id, person_id) DO UPDATE SET position = excluded.position`;
    return { ok: true };
  });
}
