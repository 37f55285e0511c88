import { storeHint } from "~/features/live/hints.server";
import { announce, withdrawNotifications } from "~/features/notifications/announcing.server";
import { giveBackAllUses, lockUses, queueHeldRelease } from "~/features/plans/counting.server";
import { paths } from "~/paths";
import type { Transaction } from "~/platform/db.server";
import { lockRow } from "~/platform/locks.server";
import { endedKey, matchKey } from "./matching.server";

/** Waits for swipes by this person or on them, which may be making a match. Later swipes wait for this transaction. */
const awaitSwipes = (tx: Transaction, userId: string) => lockRow(tx, "profiles", userId);

/** The creators whose uses `endMatchesOf` may give back, so that a caller can lock them in advance. */
export async function listMatchedCreators(tx: Transaction, contributorId: string): Promise<string[]> {
  const matches = await tx.match.findMany({ where: { contributorId }, select: { creatorId: true } });
  return matches.map(({ creatorId }) => creatorId);
}

/**
 * Deletes a person's matches. For each match that wasn't held, the other person is notified. If the person is
 * a contributor, the creators get their uses back. If the person is a creator, their own uses still count.
 * @param name null if the notification mustn't name the person
 */
export async function endMatchesOf(tx: Transaction, userId: string, name: string | null): Promise<void> {
  await awaitSwipes(tx, userId);
  await lockUses(tx, await listMatchedCreators(tx, userId));
  const ended = await tx.$queryRaw<(Ended & { contributorId: string; held: boolean; isCounted: boolean })[]>`
    DELETE FROM matches WHERE ${userId}::uuid IN (creator_id, contributor_id)
    RETURNING id, creator_id AS "creatorId", contributor_id AS "contributorId", held,
              source = 'swipe' AND NOT held AS "isCounted"`;
  const counted = ended.filter(({ contributorId, isCounted }) => isCounted && contributorId === userId);
  const returned = await giveMatchesBack(tx, userId, counted);
  const notified = ended
    .filter(({ held }) => !held)
    .map(({ id, creatorId, contributorId }) => ({
      id,
      otherId: creatorId === userId ? contributorId : creatorId,
    }));
  await notifyOthers(tx, notified, returned, name === null ? null : { userId, name });
}

/**
 * Turns a contributor's matches into held ones when the contributor becomes unavailable but may return: they
 * close their account, are suspended permanently, or block the creator. Each creator gets the use back and a
 * notification. The match is made again once both can find each other and the creator's plan has room.
 * Matches that came from an application don't count toward a plan, so they stay.
 * @param creatorId limits this to the match with one creator
 */
export async function holdMatchesOf(
  tx: Transaction,
  contributorId: string,
  creatorId?: string,
): Promise<void> {
  // A block has already locked the pair.
  if (!creatorId) await awaitSwipes(tx, contributorId);
  // Locks before reading. A job that's making a held match right now either finishes first, so the update below
  // includes that match, or sees that the contributor has left.
  await lockUses(tx, creatorId ? [creatorId] : await listMatchedCreators(tx, contributorId));
  const held = await tx.match.updateManyAndReturn({
    where: { contributorId, held: false, source: "swipe", ...(creatorId ? { creatorId } : {}) },
    data: { held: true },
    select: { id: true, creatorId: true },
  });
  const returned = await giveMatchesBack(tx, contributorId, held);
  await withdrawNotifications(
    tx,
    held.flatMap(({ id, creatorId: other }) => [matchKey(id, other), matchKey(id, contributorId)]),
  );
  const notified = held.map(({ id, creatorId: otherId }) => ({ id, otherId }));
  await notifyOthers(tx, notified, returned, null);
}

interface Ended {
  id: string;
  creatorId: string;
}

/** Returns the creators who got a use back, without those whose count has been reset since the match. */
async function giveMatchesBack(
  tx: Transaction,
  contributorId: string,
  matches: readonly Ended[],
): Promise<ReadonlySet<string>> {
  const creators = matches.map(({ creatorId }) => creatorId);
  const returned = await giveBackAllUses(tx, creators, "match", contributorId);
  const waiting = await tx.match.findMany({
    where: { creatorId: { in: returned }, held: true },
    distinct: ["creatorId"],
    select: { creatorId: true },
  });
  for (const { creatorId } of waiting) await queueHeldRelease(tx, creatorId);
  return new Set(returned);
}

/**
 * The text doesn't say whether someone left, was suspended or blocked the reader, because the reader mustn't learn
 * which.
 */
async function notifyOthers(
  tx: Transaction,
  ended: readonly { id: string; otherId: string }[],
  returned: ReadonlySet<string>,
  about: { userId: string; name: string } | null,
): Promise<void> {
  if (ended.length === 0) return;
  await storeHint(tx, [...new Set(ended.map(({ otherId }) => otherId))], { kind: "matches" });
  await announce(
    tx,
    ...ended.map(({ id, otherId }) => ({
      userId: otherId,
      kind: "match" as const,
      title: about ? `Your match with ${about.name} has ended` : "A match has ended",
      body: [
        about ? `${about.name} switched account types.` : "The other person is no longer available.",
        ...(returned.has(otherId) ? ["The match doesn't count toward your plan anymore."] : []),
      ].join(" "),
      href: paths.matches(),
      ...(about ? { aboutId: about.userId } : {}),
      eventKey: endedKey(id, otherId),
    })),
  );
}
