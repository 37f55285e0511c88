import { randomUUID } from "node:crypto";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { amountColumns, amountIn, priceLine } from "~/features/catalog/amount";
import { storeHint } from "~/features/live/hints.server";
import { endRequestsBetween, lockPair } from "~/features/messaging/starting.server";
import { announce, withdrawNotifications } from "~/features/notifications/announcing.server";
import type { Fact } from "~/features/notifications/mail-text";
import type { MailWords } from "~/features/notifications/mailing.server";
import { spend } from "~/features/plans/counting.server";
import { findPlan, planOf } from "~/features/plans/plan-in-force.server";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { unlinked } from "~/lines";
import type { Outcome } from "~/outcome";
import { paths } from "~/paths";
import { db, Prisma, type Transaction, transaction } from "~/platform/db.server";

interface Side {
  userId: string;
  name: string;
  timeZone: string;
  /** The facts about the person that the email about a match lists. */
  facts: Fact[];
}

type Sides = [creator: Side, contributor: Side];

/**
 * Matches two people who like each other, in the caller's transaction, which holds the pair's lock. If the creator's
 * plan has no room, the match is held. Both get a notification on the site. If the match isn't held, the person who
 * isn't acting also gets an email.
 */
export async function makeMatch(
  tx: Transaction,
  actor: Actor,
  otherId: string,
): Promise<{ matchId: string | null; isHeld: boolean }> {
  const pair = [actor.userId, otherId] as const;
  const sides = await readSides(tx, isContributor(actor) ? [otherId, actor.userId] : pair);
  const [creatorId, contributorId] = [sides[0].userId, sides[1].userId];
  const isHeld = !(await claimMatchSlot(tx, sides[0], contributorId));
  const match = await tx.match.create({
    data: { creatorId, contributorId, held: isHeld },
    select: { id: true },
  });
  if (isHeld) await announceHeld(tx, match.id, sides);
  else {
    await announceMatch(tx, match.id, sides, actor.userId);
    await endRequestsBetween(tx, creatorId, contributorId);
  }
  return { matchId: isHeld ? null : match.id, isHeld };
}

async function readSides(
  tx: Transaction,
  [creatorId, contributorId]: readonly [string, string],
): Promise<Sides> {
  const people = await tx.profile.findMany({
    where: { id: { in: [creatorId, contributorId] } },
    select: {
      ...amountColumns,
      ...{ id: true, fullName: true, location: true, availability: true, priceRange: true, userType: true },
      user: { select: { timeZone: true } },
    },
  });
  const sideOf = (userId: string): Side => {
    const person = people.find(({ id }) => id === userId);
    if (!person) throw new Error("one of the two people doesn't exist anymore");
    const { fullName, location, priceRange, availability } = person;
    const isForHire = person.userType === "contributor";
    return {
      userId,
      name: fullName,
      timeZone: person.user.timeZone ?? "UTC",
      facts: [
        ["Location", location],
        [isForHire ? "Price" : "Budget", priceLine({ amount: amountIn(person), priceRange })],
        ["Availability", isForHire ? (availabilityLabels[availability as Availability] ?? "") : ""],
      ],
    };
  };
  return [sideOf(creatorId), sideOf(contributorId)];
}

/**
 * Makes a match for an accepted application. The creator's plan counts posted projects, so this match is never counted
 * or held; if the pair has a held match, it becomes this one. Takes each person out of the other's deck. Counts as
 * opened by the creator, who has just accepted. The caller announces it.
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
  await withdrawNotifications(tx, [endedKey(released.id, creatorId)]);
  await storeHint(tx, [creatorId, contributorId], { kind: "matches" });
}

/** Counts the match toward the creator's plan. False if the plan has no room. */
async function claimMatchSlot(
  tx: Transaction,
  creator: Pick<Actor, "userId" | "timeZone">,
  contributorId: string,
): Promise<boolean> {
  const spender = { ...creator, userType: "creator" as const };
  // A match is counted once because `matches` has one row per pair. The random key allows two people to be counted
  // again if they match again later.
  const key = `match:${contributorId}:${randomUUID()}`;
  return (await spend(tx, spender, "match", key, contributorId)) !== "limit";
}

export const matchKey = (matchId: string, userId: string) => `match:${matchId}:${userId}`;
/** The event key of the notification that says a match has ended. */
export const endedKey = (matchId: string, userId: string) => `match-ended:${matchId}:${userId}`;

/** @param href the path of the match's page */
export const matchMail = ({ name, facts }: Pick<Side, "name" | "facts">, href: string): MailWords => ({
  kind: "match",
  subject: `It's a match: you and ${name}`,
  heading: "It's a match",
  lines: [`${unlinked(name)} likes you, too. Say hello and ask what they're working on.`],
  facts,
  action: { label: "See your match", href },
});

/** @param actingId the person who already sees the match on the page, so they get no email; null if a job makes it */
async function announceMatch(
  tx: Transaction,
  matchId: string,
  sides: Sides,
  actingId: string | null,
): Promise<void> {
  await storeHint(tx, [sides[0].userId, sides[1].userId], { kind: "matches" });
  const href = paths.match(matchId);
  await announce(
    tx,
    ...sides.map(({ userId }, index) => {
      const other = sides[1 - index] as Side;
      return {
        userId,
        kind: "match" as const,
        title: "It's a match",
        body: `You and ${other.name} like each other.`,
        href,
        aboutId: other.userId,
        eventKey: matchKey(matchId, userId),
        ...(userId !== actingId && { mail: matchMail(other, href) }),
      };
    }),
  );
}

const heldKeys = (matchId: string, pair: readonly { userId: string }[]) =>
  pair.map((side) => `held:${matchId}:${side.userId}`);

async function announceHeld(tx: Transaction, matchId: string, sides: Sides): Promise<void> {
  const [creator, contributor] = sides;
  await storeHint(tx, [creator.userId, contributor.userId], { kind: "matches" });
  const [creatorKey = "", contributorKey = ""] = heldKeys(matchId, sides);
  const about = { kind: "match" as const, href: paths.matches() };
  await announce(
    tx,
    {
      ...about,
      userId: creator.userId,
      title: `${contributor.name} likes you back`,
      body: "Your plan doesn't have room for another match. We'll hold this one until it does.",
      aboutId: contributor.userId,
      eventKey: creatorKey,
    },
    {
      ...about,
      userId: contributor.userId,
      title: `${creator.name} likes you back`,
      body: "Their plan doesn't have room for another match right now. We'll let you know when it does.",
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

/** When a creator's plan has room for matches again, as a sentence; "" if the plan couldn't be read. */
export async function findMatchResets(creator: Actor): Promise<string> {
  const plan = await findPlan(creator);
  return plan?.usage.find((use) => use.kind === "match")?.resets ?? "";
}

/** The job that makes a person's held matches, on either side, after something that prevented them has changed. */
export async function releaseHeldOf(personId: string): Promise<void> {
  const creators = await db.$queryRaw<Creator[]>`
    SELECT u.id AS "userId", coalesce(u.time_zone, 'UTC') AS "timeZone" FROM users u
     WHERE u.id IN (SELECT m.creator_id FROM matches m
                     WHERE m.held AND ${personId}::uuid IN (m.creator_id, m.contributor_id))
       AND EXISTS (SELECT FROM open_account(u.id))`;
  for (const creator of creators) await releaseHeld(creator);
}

type Creator = Pick<Actor, "userId" | "timeZone">;

const batch = 200;

/**
 * Runs on a schedule, to catch room that opened without queuing `releaseHeldOf`, as when a plan is changed by
 * hand. Safe to run concurrently.
 */
export async function releaseAllHeld(): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const creators = await db.$queryRaw<Creator[]>`
      SELECT u.id AS "userId", coalesce(u.time_zone, 'UTC') AS "timeZone" FROM users u
       WHERE u.id > ${after}::uuid AND EXISTS (SELECT FROM open_account(u.id))
         AND EXISTS (SELECT 1 FROM matches m WHERE m.creator_id = u.id AND m.held)
       ORDER BY u.id LIMIT ${batch}`;
    for (const creator of creators) await releaseHeld(creator);
    const last = creators.at(-1);
    if (!last || creators.length < batch) return;
    after = last.userId;
  }
}

/** SQL: match `m` is held, and its two people can find each other. */
const isReleasable = Prisma.sql`
  m.held AND EXISTS (SELECT FROM findable(m.creator_id, m.contributor_id))
         AND EXISTS (SELECT FROM findable(m.contributor_id, m.creator_id))`;

/** Makes the creator's held matches, oldest first, until the plan is full. */
async function releaseHeld(creator: Creator): Promise<void> {
  const { usage } = await planOf(creator);
  const matches = usage.find((use) => use.kind === "match");
  if (matches && matches.limit !== null && matches.used >= matches.limit) return;
  const waiting = await db.$queryRaw<{ id: string; contributorId: string }[]>`
    SELECT m.id, m.contributor_id AS "contributorId" FROM matches m
     WHERE m.creator_id = ${creator.userId}::uuid AND ${isReleasable}
     ORDER BY m.created_at, m.id LIMIT 100`;
  for (const match of waiting) {
    const released = await release(creator, match.id, match.contributorId);
    if (!released.ok && released.refused === "limit") return;
  }
}

/**
 * Makes one held match, under the pair's lock. "gone" if the Like was undone in the meantime, or if the two can't find
 * each other anymore.
 */
function release(creator: Creator, matchId: string, contributorId: string) {
  return transaction<Outcome<"gone" | "limit">>(async (tx) => {
    await lockPair(tx, creator.userId, contributorId);
    const releasable = await tx.$queryRaw<object[]>`
      SELECT FROM matches m WHERE m.id = ${matchId}::uuid AND ${isReleasable}`;
    if (releasable.length === 0) return { ok: false, refused: "gone" };
    if (!(await claimMatchSlot(tx, creator, contributorId))) return { ok: false, refused: "limit" };
    // `claimMatchSlot` may have waited for the creator's count. In the meantime, the contributor may have left or
    // switched their type.
    const made = await tx.$executeRaw`
      UPDATE matches m SET held = false, created_at = now() WHERE m.id = ${matchId}::uuid AND ${isReleasable}`;
    if (made === 0) return { ok: false, refused: "gone" };
    const sides = await readSides(tx, [creator.userId, contributorId]);
    await withdrawHeld(tx, matchId, sides);
    await withdrawNotifications(tx, [endedKey(matchId, creator.userId)]);
    await announceMatch(tx, matchId, sides, null);
    await endRequestsBetween(tx, creator.userId, contributorId);
    return { ok: true };
  });
}
