import type { Actor } from "~/features/accounts/actor";
import { lockPair } from "~/features/messaging/connections.server";
import { refund } from "~/features/plans/counting.server";
import { db, Prisma, transaction } from "~/platform/db.server";
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

/** SQL: whether `undoLastSwipe` would succeed. */
export const canUndo = (actorId: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT 1 FROM (${lastSwipe(actorId)}) last WHERE NOT last.is_match)`;

/** Above people who like the viewer. */
const onTop = -2_000_000_000_000_000n;

export type UndoOutcome = { ok: true } | { ok: false; refused: "nothing" | "matched" };

/**
 * Puts the person back on top of the deck and refunds the swipe. Refused: 'nothing' less than a day old to undo, 'matched'.
 */
export async function undoLastSwipe(actor: Actor): Promise<UndoOutcome> {
  const [last] = await db.$queryRaw<{ target_id: string }[]>(lastSwipe(Prisma.sql`${actor.userId}::uuid`));
  if (!last) return { ok: false, refused: "nothing" };
  const targetId = last.target_id;
  return transaction(async (tx) => {
    await lockPair(tx, actor.userId, targetId);
    const [pair] = await tx.$queryRaw<{ id: string; held: boolean }[]>`
      SELECT id, held FROM matches
       WHERE creator_id IN (${actor.userId}::uuid, ${targetId}::uuid) AND contributor_id IN (${actor.userId}::uuid, ${targetId}::uuid)`;
    if (pair && !pair.held) return { ok: false, refused: "matched" };
    const gone = await tx.$executeRaw`
      DELETE FROM swipes WHERE actor_id = ${actor.userId}::uuid AND target_id = ${targetId}::uuid
         AND created_at > now() - ${undoableFor}`;
    if (gone === 0) return { ok: false, refused: "nothing" };
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
