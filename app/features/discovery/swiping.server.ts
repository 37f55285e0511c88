import { transactionBy } from "~/features/accounts/acting.server";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { lockPair, pairKey } from "~/features/messaging/starting.server";
import { withdrawAllOf } from "~/features/notifications/announcing.server";
import { giveBackUse, spend } from "~/features/plans/counting.server";
import { keepRoles } from "~/features/profiles/saving.server";
import { readStanding } from "~/features/visibility/seeing.server";
import { isApproved } from "~/features/visibility/standing";
import type { Outcome } from "~/outcome";
import { db, type Transaction } from "~/platform/db.server";
import { countSwipe } from "~/platform/metrics.server";
import { passReturnsAfterDays } from "./filling.server";
import { makeMatch, withdrawHeld } from "./matching.server";
import { likerPosition, lowestPercent, rankOf, scoreOf, type Traits } from "./score";

interface SwipeInput {
  targetId: string;
  liked: boolean;
  /** Idempotency key, created when the page is rendered, so a resent swipe counts once. */
  key: string;
}

/** `liked` is what's stored, because an earlier swipe on the person wins. Null if it was undone. */
export type SwipeOutcome =
  /** `isHeld` means that the Like is mutual but the creator's plan has no room. */
  | { ok: true; liked: boolean | null; matchId: string | null; isHeld: boolean }
  | { ok: false; refused: "swipe-limit" | "not-found" | "not-approved" | "hidden" };

/**
 * Likes or passes on a person, once. Swiping again, resending the form or swiping a match changes nothing and
 * isn't counted. A mutual Like makes the match in the same transaction. Refused: 'swipe-limit' for today's
 * limit, 'not-found' if the actor can't find the person or has switched types since the request began,
 * 'not-approved' for a contributor without approval, 'hidden' while an admin hides the actor's profile.
 */
export async function swipe(actor: Actor, input: SwipeInput): Promise<SwipeOutcome> {
  const done = await transactionBy(actor, (tx) => writeSwipe(tx, actor, input));
  if (!done.ok && done.refused === "swiped-before") return storedOutcome(actor, input);
  if (done.ok) countSwipe(input.liked);
  return done as SwipeOutcome;
}

type Written = SwipeOutcome | { ok: false; refused: "swiped-before" };

async function writeSwipe(tx: Transaction, actor: Actor, input: SwipeInput): Promise<Written> {
  const { targetId, liked } = input;
  await keepRoles(tx, [actor.userId, targetId], pairKey(actor.userId, targetId));
  const done = await storeSwipe(tx, actor, input);
  if (!done) return { ok: false, refused: await refusalOf(tx, actor) };
  if (!done.isStored) return { ok: false, refused: "swiped-before" };
  const counted = await spend(tx, actor, "swipe", `${input.key}:${targetId}`, targetId);
  if (counted === "already") return { ok: false, refused: "swiped-before" };
  if (counted === "limit") return { ok: false, refused: "swipe-limit" };
  if (liked && done.likesBack) return { ok: true, liked, ...(await makeMatch(tx, actor, targetId)) };
  if (liked) await putOnTop(tx, targetId, actor.userId);
  return { ok: true, liked, matchId: null, isHeld: false };
}

/**
 * Stores the swipe if the actor can find the person, and removes the card from the deck. An expired pass is
 * replaced. Nothing is stored if an earlier swipe counts or the two are matched.
 * @returns whether it was stored, and whether the person likes the actor; undefined if the actor can't find
 * the person, or if the actor has switched types, lost their approval or been hidden since the request began
 */
async function storeSwipe(
  tx: Transaction,
  actor: Actor,
  input: SwipeInput,
): Promise<{ isStored: boolean; likesBack: boolean } | undefined> {
  const wanted = isContributor(actor) ? "creator" : "contributor";
  const [done] = await tx.$queryRaw<{ isStored: boolean; likesBack: boolean }[]>`
    WITH target AS (
      SELECT p.id FROM profiles p
       WHERE p.id = ${input.targetId}::uuid AND p.user_type = ${wanted}::user_type
         AND EXISTS (SELECT FROM findable(${actor.userId}::uuid, p.id))
         AND EXISTS (SELECT FROM profiles me JOIN users u USING (id)
                      WHERE id = ${actor.userId}::uuid AND shows_profile(u) AND EXISTS (SELECT FROM open_profile(id))
                        AND (me.user_type IS NOT DISTINCT FROM 'contributor') = ${isContributor(actor)})
    ), stored AS (
      INSERT INTO swipes (actor_id, target_id, liked)
      SELECT ${actor.userId}::uuid, target.id, ${input.liked} FROM target
       WHERE NOT EXISTS (
         SELECT 1 FROM matches m WHERE NOT m.held AND m.creator_id IN (${actor.userId}::uuid, target.id)
                                   AND m.contributor_id IN (${actor.userId}::uuid, target.id))
      ON CONFLICT (actor_id, target_id) DO UPDATE SET liked = excluded.liked, created_at = now()
        WHERE NOT swipes.liked AND swipes.created_at < now() - make_interval(days => ${passReturnsAfterDays})
      RETURNING target_id
    ), shown AS (
      DELETE FROM deck_cards d USING stored WHERE d.viewer_id = ${actor.userId}::uuid AND d.person_id = stored.target_id
    )
    SELECT EXISTS (SELECT FROM stored) AS "isStored",
           EXISTS (SELECT FROM swipes s
                    WHERE s.actor_id = target.id AND s.target_id = ${actor.userId}::uuid AND s.liked) AS "likesBack"
      FROM target`;
  return done;
}

/** Why the actor can't swipe; 'not-found' if the reason is the other person. */
async function refusalOf(
  tx: Transaction,
  { userId }: Actor,
): Promise<"not-approved" | "hidden" | "not-found"> {
  const { userType, contributorStatus, isProfileHidden } = await readStanding(tx, userId);
  if (userType === "contributor" && !isApproved(contributorStatus)) return "not-approved";
  return isProfileHidden ? "hidden" : "not-found";
}

/** The response to a swipe that changed nothing: what's stored for the two. */
async function storedOutcome(actor: Actor, { targetId }: SwipeInput): Promise<SwipeOutcome> {
  const swiped = { actorId: actor.userId, targetId };
  const [swipe, match] = await Promise.all([
    db.swipe.findUnique({ where: { actorId_targetId: swiped }, select: { liked: true } }),
    findPair(db, actor.userId, targetId),
  ]);
  return {
    ok: true,
    liked: swipe?.liked ?? null,
    matchId: match && !match.held ? match.id : null,
    isHeld: match?.held ?? false,
  };
}

function findPair(tx: Transaction, one: string, other: string) {
  const pair = { in: [one, other] };
  return tx.match.findFirst({
    where: { creatorId: pair, contributorId: pair },
    select: { id: true, held: true },
  });
}

/**
 * Moves the actor to the top of the deck of the person they like, unless that person's own swipe on the actor
 * still counts. The position reflects today's rank and isn't updated later.
 */
async function putOnTop(tx: Transaction, viewerId: string, likerId: string): Promise<void> {
  const position = likerPosition(await rankOfLiker(tx, viewerId, likerId), Date.now());
  await tx.$executeRaw`
    INSERT INTO deck_cards (viewer_id, person_id, position, likes_you)
    SELECT ${viewerId}::uuid, p.id, ${position}, true
      FROM profiles p
     WHERE p.id = ${likerId}::uuid AND EXISTS (SELECT FROM complete_profile(p.id))
       AND NOT EXISTS (SELECT 1 FROM swipes WHERE actor_id = ${viewerId}::uuid AND target_id = ${likerId}::uuid
                          AND (liked OR created_at > now() - make_interval(days => ${passReturnsAfterDays})))
    ON CONFLICT (viewer_id, person_id) DO UPDATE SET position = excluded.position, likes_you = true`;
}

async function rankOfLiker(tx: Transaction, viewerId: string, likerId: string): Promise<number> {
  const rows = await tx.$queryRaw<{ id: string; traits: Traits; points: number; hasWork: boolean }[]>`
    SELECT p.id, own.traits, (SELECT n FROM priority_points(p.id, p.user_type = 'creator')) AS points,
           EXISTS (SELECT FROM shows_work(p.id)) AS "hasWork"
      FROM profiles p CROSS JOIN LATERAL compared_traits(p.id) own
     WHERE p.id IN (${viewerId}::uuid, ${likerId}::uuid)`;
  const viewer = rows.find(({ id }) => id === viewerId);
  const liker = rows.find(({ id }) => id === likerId);
  if (!viewer || !liker) return lowestPercent;
  return rankOf({ ...liker, percent: scoreOf(viewer.traits, liker.traits)?.percent ?? lowestPercent });
}

/** Positions of undone cards start here, above everyone who likes the viewer. */
const onTop = -2_000_000_000_000_000n;

export type UndoOutcome = Outcome<"undone" | "not-last" | "too-old" | "matched">;

/**
 * Undoes the actor's last swipe: gives the use back, and puts the person on top of the deck. Refused:
 * 'undone' if there's no swipe on the person, as when the form arrives twice, 'not-last', 'too-old' after a
 * day, 'matched'.
 */
export async function undoSwipe(actor: Actor, targetId: string): Promise<UndoOutcome> {
  return transactionBy<UndoOutcome>(actor, async (tx) => {
    await lockPair(tx, actor.userId, targetId);
    const pair = await findPair(tx, actor.userId, targetId);
    const [swipe] = await tx.$queryRaw<{ is_last: boolean; is_recent: boolean }[]>`
      SELECT NOT EXISTS (SELECT 1 FROM swipes later
                          WHERE later.actor_id = s.actor_id AND later.created_at > s.created_at) AS is_last,
             is_recent(s) AS is_recent
        FROM swipes s WHERE s.actor_id = ${actor.userId}::uuid AND s.target_id = ${targetId}::uuid`;
    if (!swipe) return { ok: false, refused: "undone" };
    if (!swipe.is_last) return { ok: false, refused: "not-last" };
    if (pair && !pair.held) return { ok: false, refused: "matched" };
    if (!swipe.is_recent) return { ok: false, refused: "too-old" };
    await tx.swipe.deleteMany({ where: { actorId: actor.userId, targetId } });
    if (pair) {
      await tx.match.deleteMany({ where: { id: pair.id, held: true } });
      await withdrawHeld(tx, pair.id, [actor, { userId: targetId }]);
    }
    await tx.deckCard.updateMany({
      where: { viewerId: targetId, personId: actor.userId },
      data: { likesYou: false },
    });
    await giveBackUse(tx, actor, "swipe", targetId);
    await tx.$executeRaw`
      INSERT INTO deck_cards (viewer_id, person_id, position, likes_you)
      VALUES (${actor.userId}::uuid, ${targetId}::uuid, ${onTop - BigInt(Date.now())},
              EXISTS (SELECT 1 FROM swipes WHERE actor_id = ${targetId}::uuid AND target_id = ${actor.userId}::uuid AND liked))
      ON CONFLICT (viewer_id, person_id) DO UPDATE SET position = excluded.position`;
    return { ok: true };
  });
}

/** Deletes all swipes by or on a person, their deck, and their cards in others' decks, for a fresh start. */
export async function withdrawFromDecks(tx: Transaction, userId: string): Promise<void> {
  await tx.swipe.deleteMany({ where: { OR: [{ actorId: userId }, { targetId: userId }] } });
  await tx.deckCard.deleteMany({ where: { OR: [{ viewerId: userId }, { personId: userId }] } });
  await tx.deck.deleteMany({ where: { viewerId: userId } });
  await withdrawAllOf(tx, "match", userId);
}
