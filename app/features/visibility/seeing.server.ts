import { Prisma } from "~/platform/db.server";

// SQL fragments. Each looks rows up by key in a scalar subquery: PostgreSQL turns EXISTS into joins, which may scan a
// whole table. People are uuid expressions of the surrounding query; `user` and `profile` are row aliases.

const hasBlocked = (blocker: string, other: string) =>
  `(SELECT true FROM blocks apart WHERE apart.blocker_id = ${blocker} AND apart.blocked_id = ${other}) IS TRUE`;

/** In either direction. */
export function areBlocked(one: string, other: string): string {
  return `(${hasBlocked(one, other)} OR ${hasBlocked(other, one)})`;
}

/** By swipes or, without any, by an accepted application; also held. `wanted` is the type of `person`. */
export const areMatched = (viewer: string, person: string, wanted: string) => `(CASE ${wanted}
  WHEN 'contributor' THEN (SELECT true FROM matches m WHERE m.creator_id = ${viewer} AND m.contributor_id = ${person})
  ELSE (SELECT true FROM matches m WHERE m.creator_id = ${person} AND m.contributor_id = ${viewer}) END IS TRUE)`;

/** SELECT: `id` of everybody whom a person has blocked, or who has blocked them. Few, and read from indexes. */
export function peopleBlockedFrom(person: string): string {
  return `SELECT blocked_id AS id FROM blocks WHERE blocker_id = ${person}
    UNION SELECT blocker_id FROM blocks WHERE blocked_id = ${person}`;
}

/** A suspension that is over counts as none, whether or not anything has cleared it. */
const isNotSuspended = (user: string) =>
  `(${user}.suspended_at IS NULL OR coalesce(${user}.suspended_until <= now(), false))`;

/** In the words of the index of suspended people, who are few. */
export function isSuspended(user: string): string {
  return `(${user}.suspended_at IS NOT NULL AND NOT ${isNotSuspended(user)})`;
}

/** Neither suspended nor about to leave. */
export function isOpen(user: string): string {
  return `(${user}.leaves_at IS NULL AND ${isNotSuspended(user)})`;
}

/** `isOpen` for Prisma. */
export const openAccount = () => ({
  leavesAt: null,
  OR: [{ suspendedAt: null }, { suspendedUntil: { lte: new Date() } }],
});

/** SQL: the assignments that suspend an account. `until` null: for good. */
export const suspending = (until: Date | null) =>
  Prisma.sql`suspended_at = now(), suspended_until = ${until}::timestamptz`;

/** SQL: those that lift a suspension. */
export const liftingSuspension = Prisma.sql`suspended_at = NULL, suspended_until = NULL`;

/** Exists, is not suspended and does not leave. */
export function isActiveAccount(person: string): string {
  return `(SELECT ${isOpen("account")} FROM users account WHERE account.id = ${person}) IS TRUE`;
}

/** By an admin. Its person still sees it. */
const hidesProfile = (user: string) => `${user}.profile_hidden_at IS NOT NULL`;

/** No admin has hidden the profile of a row of users. */
export const showsProfile = (user: string) => `(NOT ${hidesProfile(user)})`;

/** Neither suspended, about to leave, hidden by an admin, nor blocked in either direction. */
export function isReachableBy(viewer: string, person: string): string {
  return `((SELECT ${isOpen("account")} AND (${showsProfile("account")} OR account.id = ${viewer})
              FROM users account WHERE account.id = ${person}) IS TRUE AND NOT ${areBlocked(viewer, person)})`;
}

/** Neither suspended, about to leave, nor blocked in either direction: also with a hidden profile, as in conversations. */
export function isActiveFor(viewer: string, person: string): string {
  return `(${isActiveAccount(person)} AND NOT ${areBlocked(viewer, person)})`;
}

/** Or somebody who has left, of whom others keep something, without a name. */
export function isReachableOrGone(viewer: string, person: string): string {
  return `(${isReachableBy(viewer, person)} OR ${hasLeft(person)})`;
}

export function hasLeft(person: string): string {
  return `(SELECT gone.left_at IS NOT NULL FROM users gone WHERE gone.id = ${person}) IS TRUE`;
}

export function isApprovedContributor(person: string): string {
  return `(SELECT vetted.status = 'approved' FROM contributor_profiles vetted WHERE vetted.id = ${person}) IS TRUE`;
}

/** Complete and, for a contributor, approved. */
export function isFindable(profile: string): string {
  return `(${profile}.completed_at IS NOT NULL AND CASE ${profile}.user_type WHEN 'creator' THEN true
    WHEN 'contributor' THEN ${isApprovedContributor(`${profile}.id`)} ELSE false END)`;
}

/** Listed under a service, so that decks find them; a profile that names none is listed under 0 alone. */
export function isInDecks(person: string): string {
  return `((SELECT true FROM profile_listings listed WHERE listed.profile_id = ${person} AND listed.service_id > 0 LIMIT 1) IS TRUE
    AND (SELECT ${showsProfile("account")} FROM users account WHERE account.id = ${person}) IS TRUE)`;
}

/** Every member may open it; see standing.ts. */
export function hasOpenProfile(profile: string): string {
  return `(${profile}.user_type IS DISTINCT FROM 'contributor' OR ${isApprovedContributor(`${profile}.id`)})`;
}

/** In the viewer's decks, search and recommendations. */
export function canBeFound(viewer: string, profile: string): string {
  return `(${isFindable(profile)} AND ${isReachableBy(viewer, `${profile}.id`)})`;
}

/** In people search: found, unless they have chosen otherwise. */
export function isListedInSearch(viewer: string, profile: string): string {
  return `(${canBeFound(viewer, profile)} AND ${appearsInSearch(`${profile}.id`)})`;
}

/** In people search and for search engines, by their own choice. */
export function appearsInSearch(person: string): string {
  return `(SELECT hidden.appears_in_search FROM users hidden WHERE hidden.id = ${person}) IS TRUE`;
}

const showsOnline = (person: string) =>
  `(SELECT showing.shows_online FROM users showing WHERE showing.id = ${person}) IS TRUE`;

/** Online and typing: who hides it sees it of nobody. */
export function showEachOtherOnline(one: string, other: string): string {
  return `(${showsOnline(one)} AND ${showsOnline(other)})`;
}

/**
 * SELECT: those of `people`, an array of existing ids, for whom `isReachableBy` does not hold. Each index is read once for
 * all; suspended people, those about to leave and hidden profiles have their own.
 */
export function unreachableAmong(viewer: string, people: string): string {
  return `SELECT account.id FROM users account WHERE account.id = ANY (${people})
      AND ${isSuspended("account")}
    UNION ALL
    SELECT account.id FROM users account WHERE account.id = ANY (${people}) AND account.leaves_at IS NOT NULL
    UNION ALL
    SELECT account.id FROM users account WHERE account.id = ANY (${people})
      AND ${hidesProfile("account")} AND account.id <> ${viewer}
    UNION ALL
    SELECT apart.blocked_id FROM blocks apart WHERE apart.blocker_id = ${viewer} AND apart.blocked_id = ANY (${people})
    UNION ALL
    SELECT apart.blocker_id FROM blocks apart WHERE apart.blocked_id = ${viewer} AND apart.blocker_id = ANY (${people})`;
}
