/** An admin's decision about a contributor; null for anyone else. */
export type ContributorStatus = "pending" | "approved" | "rejected" | null;

export function isApproved(status: ContributorStatus): boolean {
  return status === "approved";
}

/** The parts of a profile that decide who may see it. */
export interface ProfileStanding {
  id: string;
  userType: "creator" | "contributor";
  status: ContributorStatus;
}

/** Whether guests and search engines may read a profile: approved contributors only. Also marks them 'Verified'. */
export function isPublic(profile: Pick<ProfileStanding, "userType" | "status">): boolean {
  return profile.userType === "contributor" && isApproved(profile.status);
}

/**
 * Whether a viewer (null for a guest) may see a profile. Creators are visible to anyone signed in; contributors who
 * are not approved, only to themselves and admins. SQL filters out blocks and suspended accounts.
 */
export function canSeeProfile(
  profile: ProfileStanding,
  viewer: { userId: string; isAdmin: boolean } | null,
): boolean {
  if (isPublic(profile)) return true;
  if (!viewer) return false;
  return profile.userType === "creator" || viewer.userId === profile.id || viewer.isAdmin;
}

/** Whether somebody may approach others first: by search, first message or group. Everyone may answer. */
export function canStartConversations(actor: {
  userType: "creator" | "contributor" | null;
  contributorStatus: ContributorStatus;
  isAdmin: boolean;
}): boolean {
  if (actor.isAdmin || actor.userType === "creator") return true;
  return actor.userType === "contributor" && isApproved(actor.contributorStatus);
}
