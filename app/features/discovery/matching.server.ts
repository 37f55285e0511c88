import { type Actor, isContributor } from "~/features/accounts/actor";
import { hintPeople } from "~/features/live/hinting.server";
import { queueMail } from "~/features/notifications/mailing.server";
import { notify } from "~/features/notifications/notifying.server";
import { spend } from "~/features/plans/counting.server";
import { paths } from "~/paths";
import { type Transaction, transaction } from "~/platform/db.server";

/** Holds everybody else who writes about this pair until the transaction ends, so that two Likes at once see each other. */
export async function lockPair(tx: Transaction, one: string, other: string): Promise<void> {
  const key = one < other ? `pair:${one}:${other}` : `pair:${other}:${one}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

/**
 * Makes the match of two people who like each other, in the caller's transaction and under its pair lock. Where the
 * creator's plan has no room the match is held: it is made when the limit allows it.
 * Both are told on their pages; the one who is away is mailed.
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
  const [creatorId, contributorId] = isContributor(actor) ? [otherId, actor.userId] : [actor.userId, otherId];
  const timeZone = people.find((person) => person.id === creatorId)?.time_zone ?? "UTC";

  const room = await spend(
    tx,
    { userId: creatorId, userType: "creator", timeZone },
    "match",
    `match:${contributorId}`,
    contributorId,
  );
  const isHeld = room === "limit";
  const [match] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO matches (creator_id, contributor_id, held) VALUES (${creatorId}::uuid, ${contributorId}::uuid, ${isHeld})
    ON CONFLICT DO NOTHING RETURNING id`;
  if (!match) throw new Error("the pair lock lets nobody else make this match");
  // Only the creator hears of a limit: it is theirs to lift.
  if (isHeld) return { matchId: null, isHeld: !isContributor(actor) };

  await announce(tx, match.id, [
    { userId: actor.userId, otherName: other.full_name, email: null },
    { userId: otherId, otherName: actor.name, email: other.email },
  ]);
  return { matchId: match.id, isHeld: false };
}

/**
 * Makes held matches real, the oldest first, as far as the creator's plan now has room. For whoever changes a plan.
 * @returns how many were made
 */
export async function releaseHeldMatches(creator: Pick<Actor, "userId" | "timeZone">): Promise<number> {
  return transaction(async (tx) => {
    const held = await tx.$queryRaw<
      {
        id: string;
        contributor_id: string;
        name: string;
        email: string;
        creator: string;
        creator_email: string;
      }[]
    >`
      SELECT m.id, m.contributor_id, p.full_name AS name, u.email, c.full_name AS creator, cu.email AS creator_email
        FROM matches m JOIN profiles p ON p.id = m.contributor_id JOIN users u ON u.id = p.id
        JOIN profiles c ON c.id = m.creator_id JOIN users cu ON cu.id = c.id
       WHERE m.creator_id = ${creator.userId}::uuid AND m.held ORDER BY m.created_at LIMIT 100 FOR UPDATE OF m`;
    let made = 0;
    for (const match of held) {
      const room = await spend(
        tx,
        { ...creator, userType: "creator" },
        "match",
        `match:${match.contributor_id}`,
        match.contributor_id,
      );
      if (room === "limit") break;
      await tx.$executeRaw`UPDATE matches SET held = false, created_at = now() WHERE id = ${match.id}::uuid`;
      await announce(tx, match.id, [
        { userId: creator.userId, otherName: match.name, email: match.creator_email },
        { userId: match.contributor_id, otherName: match.creator, email: match.email },
      ]);
      made += 1;
    }
    return made;
  });
}

/** `email` is null for the one who is here and sees it on the page. */
type Told = { userId: string; otherName: string; email: string | null };

async function announce(tx: Transaction, matchId: string, told: Told[]): Promise<void> {
  await hintPeople(
    tx,
    told.map(({ userId }) => userId),
    { match: matchId },
  );
  for (const { userId, otherName, email } of told) {
    const eventKey = `match:${matchId}:${userId}`;
    await notify(tx, {
      userId,
      kind: "match",
      title: "It's a match",
      body: `You and ${otherName} like each other.`,
      href: paths.match(matchId),
      eventKey,
    });
    if (!email) continue;
    await queueMail(tx, {
      userId,
      to: email,
      kind: "match",
      subject: `It's a match: you and ${otherName}`,
      lines: [`${otherName} likes you too. Say hello while it is fresh.`],
      action: { label: "See your match", href: paths.match(matchId) },
      eventKey,
    });
  }
}
