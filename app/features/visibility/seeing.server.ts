// SQL fragments. Each looks up rows by primary key in a scalar subquery: PostgreSQL turns EXISTS into joins, which may
// scan a whole table. Parameters are parts of the surrounding query: people are uuid expressions; `user` and `profile`
// are row aliases.

const hasBlocked = (blocker: string, other: string) =>
  `(SELECT true FROM blocks apart WHERE apart.blocker_id = ${blocker} AND apart.blocked_id = ${other}) IS TRUE`;

/** Either person has blocked the other. */
export function areBlocked(one: string, other: string): string {
  return `(${hasBlocked(one, other)} OR ${hasBlocked(other, one)})`;
}

export function isOpen(user: string): string {
  return `${user}.suspended_at IS NULL`;
}

/** `isOpen` for Prisma. */
export const openAccount = { suspendedAt: null } as const;

/** The person has an account that is not suspended. */
export function isActiveAccount(person: string): string {
  return `(SELECT ${isOpen("account")} FROM users account WHERE account.id = ${person}) IS TRUE`;
}

/** The person's account is not suspended, and neither has blocked the other. */
export function isReachableBy(viewer: string, person: string): string {
  return `(${isActiveAccount(person)} AND NOT ${areBlocked(viewer, person)})`;
}

export function isApprovedContributor(person: string): string {
  return `(SELECT vetted.status = 'approved' FROM contributor_profiles vetted WHERE vetted.id = ${person}) IS TRUE`;
}

/** May be listed: the profile is complete and, for a contributor, approved. */
export function isFindable(profile: string): string {
  return `(${profile}.completed_at IS NOT NULL AND CASE ${profile}.user_type WHEN 'creator' THEN true
    WHEN 'contributor' THEN ${isApprovedContributor(`${profile}.id`)} ELSE false END)`;
}

/** Every member may open the profile; see standing.ts. */
export function hasOpenProfile(profile: string): string {
  return `(${profile}.user_type IS DISTINCT FROM 'contributor' OR ${isApprovedContributor(`${profile}.id`)})`;
}

/** The profile may appear in the viewer's decks, search and recommendations. */
export function canBeFound(viewer: string, profile: string): string {
  return `(${isFindable(profile)} AND ${isReachableBy(viewer, `${profile}.id`)})`;
}
