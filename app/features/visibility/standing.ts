/** Null until there's a decision. */
export type ContributorStatus = "pending" | "approved" | "rejected" | null;

/** The contributor's dashboard lists what to change. No review is pending. */
export const isRejected = (status: ContributorStatus): boolean => status === "rejected";

export function isApproved(status: ContributorStatus): boolean {
  return status === "approved";
}

export interface ProfileStanding {
  id: string;
  userType: "creator" | "contributor";
  status: ContributorStatus;
}

/** Whether guests and search engines may see the profile. Such profiles are marked as 'Verified'. */
export function isPublic(profile: Pick<ProfileStanding, "userType" | "status">): boolean {
  return profile.userType === "contributor" && isApproved(profile.status);
}

/**
 * The viewer is null for a guest. Members see every creator. Contributors who aren't approved are visible only to
 * themselves and admins. SQL filters out blocks and suspended accounts.
 */
export function canSeeProfile(
  profile: ProfileStanding,
  viewer: { userId: string; isAdmin: boolean } | null,
): boolean {
  if (isPublic(profile)) return true;
  if (!viewer) return false;
  return profile.userType === "creator" || viewer.userId === profile.id || viewer.isAdmin;
}

/** Whether they may start conversations through search, a first message or a group. Everyone may reply. */
export function canStartConversations(actor: {
  userType: "creator" | "contributor" | null;
  contributorStatus: ContributorStatus;
  isAdmin: boolean;
  /** An admin has hidden it. */
  isProfileHidden?: boolean;
}): boolean {
  if (actor.isProfileHidden) return false;
  if (actor.isAdmin || actor.userType === "creator") return true;
  return actor.userType === "contributor" && isApproved(actor.contributorStatus);
}
