import { type Actor, isContributor } from "~/features/accounts/actor";
import { storeHint } from "~/features/live/hinting.server";
import { endRequestsBetween } from "~/features/messaging/connecting.server";
import { lockPair } from "~/features/messaging/connections.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { notify, withdrawNotifications } from "~/features/notifications/notifying.server";
import { spend } from "~/features/plans/counting.server";
import { paths } from "~/paths";
import type { Transaction } from "~/platform/db.server";

/** `email` is null for the person acting now, who sees the result on the page. */
export interface Side {
  userId: string;
  name: string;
  email: string | null;
}

export type Sides = [creator: Side, contributor: Side];

/**
 * Matches two people who like each other, in the caller's transaction and under its pair lock; held if the creator's
 * plan has no room. Notifies both on the site; a match is also mailed to the person not acting.
 */
export async function makeMatch(
  tx: Transaction,
  actor: Actor,
  otherId: string,
): Promise<{ matchId: string | null; isHeld: boolean }> {
  const people = await tx.$queryRaw<
    { id: string; full_name: string; email: string; time_zone: string | null }[]
  >`
    SELECT p.id, p.full_name, u.email, u.time_zone FROM profiles p JOIN users u ON u.id = p.id
     WHERE p.id IN (${actor.userId}::uuid, ${otherId}::uuid)`;
  const other = people.find((person) => person.id === otherId);
  if (!other) throw new Error("a person of the pair is gone");
  const here = { userId: actor.userId, name: actor.name, email: null };
  const away = { userId: otherId, name: other.full_name, email: other.email };
  const sides: Sides = isContributor(actor) ? [away, here] : [here, away];
  const [creatorId, contributorId] = sides.map((side) => side.userId) as [string, string];
  const timeZone = people.find((person) => person.id === creatorId)?.time_zone ?? "UTC";

  const isHeld = !(await claimMatchSlot(tx, { userId: creatorId, timeZone }, contributorId));
  const [match] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO matches (creator_id, contributor_id, held) VALUES (${creatorId}::uuid, ${contributorId}::uuid, ${isHeld})
    ON CONFLICT DO NOTHING RETURNING id`;
  if (!match) throw new Error("the pair lock lets nobody else make this match");
  if (isHeld) await announceHeld(tx, match.id, sides);
  else {
    await announceMatch(tx, match.id, sides);
    await endRequestsBetween(tx, creatorId, contributorId);
  }
  return { matchId: isHeld ? null : match.id, isHeld };
}

/**
 * Matches the two sides of an accepted application, in the caller's transaction. Counts toward no plan, since posts
 * are counted, so it is never held, and ends that of a held match. Takes each out of the other's deck. The caller
 * announces it. Not new to the creator, who accepted.
 */
export async function matchByApplication(
  tx: Transaction,
  creatorId: string,
  contributorId: string,
): Promise<void> {
  await lockPair(tx, creatorId, contributorId);
  const [released] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO matches (creator_id, contributor_id, source, creator_seen_at)
    VALUES (${creatorId}::uuid, ${contributorId}::uuid, 'application', now())
    ON CONFLICT (creator_id, contributor_id)
      DO UPDATE SET held = false, source = 'application', creator_seen_at = now(), created_at = now()
       WHERE matches.held
    RETURNING id`;
  await tx.deckCard.deleteMany({
    where: {
      OR: [
        { viewerId: creatorId, personId: contributorId },
        { viewerId: contributorId, personId: creatorId },
      ],
    },
  });
  await endRequestsBetween(tx, creatorId, contributorId);
  if (!released) return;
  const sides = [{ userId: creatorId }, { userId: contributorId }];
  await withdrawHeld(tx, released.id, sides);
  await storeHint(tx, [creatorId, contributorId], { match: released.id });
}

/** Returns false if the creator's plan has no room. */
export async function claimMatchSlot(
  tx: Transaction,
  creator: Pick<Actor, "userId" | "timeZone">,
  contributorId: string,
): Promise<boolean> {
  const spender = { ...creator, userType: "creator" as const };
  return (await spend(tx, spender, "match", `match:${contributorId}`, contributorId)) !== "limit";
}

export async function announceMatch(tx: Transaction, matchId: string, sides: Sides): Promise<void> {
  await storeHint(
    tx,
    sides.map(({ userId }) => userId),
    { match: matchId },
  );
  for (const [index, { userId, email }] of sides.entries()) {
    const other = sides[1 - index] as Side;
    const eventKey = `match:${matchId}:${userId}`;
    await notify(tx, {
      userId,
      kind: "match",
      title: "It's a match",
      body: `You and ${other.name} like each other.`,
      href: paths.match(matchId),
      aboutId: other.userId,
      eventKey,
    });
    if (!email) continue;
    await queueMail(tx, {
      userId,
      to: email,
      kind: "match",
      subject: `It's a match: you and ${other.name}`,
      lines: [`${other.name} likes you too. Say hello while it is fresh.`],
      action: { label: "See your match", href: paths.match(matchId) },
      aboutId: other.userId,
      eventKey,
    });
  }
}

const heldKeys = (matchId: string, pair: readonly { userId: string }[]) =>
  pair.map((side) => `held:${matchId}:${side.userId}`);

async function announceHeld(tx: Transaction, matchId: string, sides: Sides): Promise<void> {
  const [creator, contributor] = sides;
  await storeHint(
    tx,
    sides.map(({ userId }) => userId),
    { match: matchId },
  );
  const [creatorKey = "", contributorKey = ""] = heldKeys(matchId, sides);
  const about = { kind: "match" as const, href: paths.matches() };
  await notify(
    tx,
    {
      ...about,
      userId: creator.userId,
      title: `${contributor.name} likes you back`,
      body: "Your plan has no room for another match. It is held until there is.",
      aboutId: contributor.userId,
      eventKey: creatorKey,
    },
    {
      ...about,
      userId: contributor.userId,
      title: `${creator.name} likes you back`,
      body: "Their plan has no room for another match right now. We'll let you know as soon as it does.",
      aboutId: creator.userId,
      eventKey: contributorKey,
    },
  );
}

export async function withdrawHeld(
  tx: Transaction,
  matchId: string,
  pair: readonly { userId: string }[],
): Promise<void> {
  await withdrawNotifications(tx, heldKeys(matchId, pair));
}
