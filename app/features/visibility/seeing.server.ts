// SQL fragments. Each looks rows up by primary key in a scalar subquery: PostgreSQL turns EXISTS into joins, and a
// join may read a whole table. People are uuid expressions of the query around the fragment.

const hasBlocked = (blocker: string, other: string) =>
  `(SELECT true FROM blocks apart WHERE apart.blocker_id = ${blocker} AND apart.blocked_id = ${other}) IS TRUE`;

/** SQL: one of the two people has blocked the other. */
export function areBlocked(one: string, other: string): string {
  return `(${hasBlocked(one, other)} OR ${hasBlocked(other, one)})`;
}

/** SQL: a row of users, by its alias, is not suspended. */
export function isOpen(user: string): string {
  return `${user}.suspended_at IS NULL`;
}

/** The same for Prisma: accounts that are not suspended. */
export const openAccount = { suspendedAt: null } as const;

/** SQL: the person has an account, and it is not suspended. */
export function isHere(person: string): string {
  return `(SELECT ${isOpen("account")} FROM users account WHERE account.id = ${person}) IS TRUE`;
}

/** SQL: to the viewer the person is there: their account is open, and there is no block between the two. */
export function isThereFor(viewer: string, person: string): string {
  return `(${isHere(person)} AND NOT ${areBlocked(viewer, person)})`;
}

/** SQL: the person is a contributor whom an admin has approved. */
export function isApprovedContributor(person: string): string {
  return `(SELECT vetted.status = 'approved' FROM contributor_profiles vetted WHERE vetted.id = ${person}) IS TRUE`;
}

/** SQL: a row of profiles, by its alias, is complete, and approved where it is a contributor's: it may stand in lists. */
export function isFindable(profile: string): string {
  return `(${profile}.completed_at IS NOT NULL AND CASE ${profile}.user_type WHEN 'creator' THEN true
    WHEN 'contributor' THEN ${isApprovedContributor(`${profile}.id`)} ELSE false END)`;
}

/** SQL: a row of profiles, by its alias, is one that every member may open, as standing.ts says. */
export function opensToMembers(profile: string): string {
  return `(${profile}.user_type IS DISTINCT FROM 'contributor' OR ${isApprovedContributor(`${profile}.id`)})`;
}

/** SQL: a row of profiles, by its alias, may be shown to the viewer in decks, search and recommendations. */
export function canBeFound(viewer: string, profile: string): string {
  return `(${isFindable(profile)} AND ${isThereFor(viewer, `${profile}.id`)})`;
}
