/** What an admin has decided about a contributor; null for anybody else. */
export type ContributorStatus = "pending" | "approved" | "rejected" | null;

export function isApproved(status: ContributorStatus): boolean {
  return status === "approved";
}

/** What decides who may know of a profile. */
export interface ProfileStanding {
  id: string;
  userType: "creator" | "contributor";
  status: ContributorStatus;
}

/** Whether anybody, and a search engine, may read a profile: an approved contributor's. It also makes it 'Verified'. */
export function isPublic(profile: Pick<ProfileStanding, "userType" | "status">): boolean {
  return profile.userType === "contributor" && isApproved(profile.status);
}

/**
 * Whether a viewer, null for a guest, may know of a profile: creators' are for people who are signed in, those of
 * contributors who are not approved for their owner and admins. Blocks and suspended accounts are left out in SQL.
 */
export function canSeeProfile(
  profile: ProfileStanding,
  viewer: { userId: string; isAdmin: boolean } | null,
): boolean {
  if (isPublic(profile)) return true;
  if (!viewer) return false;
  return profile.userType === "creator" || viewer.userId === profile.id || viewer.isAdmin;
}

/** Whether somebody may approach others first: search, write a first message, open a group. Everybody may answer. */
export function mayBegin(actor: {
  userType: "creator" | "contributor" | null;
  contributorStatus: ContributorStatus;
  isAdmin: boolean;
}): boolean {
  if (actor.isAdmin || actor.userType === "creator") return true;
  return actor.userType === "contributor" && isApproved(actor.contributorStatus);
}
