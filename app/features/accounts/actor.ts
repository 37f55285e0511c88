import type { ContributorStatus } from "~/features/visibility/standing";
import type { Appearance } from "./appearance";

/** The person who acts, read from the session on each request. */
export interface Actor {
  userId: string;
  sessionId: string;
  name: string;
  avatarUrl: string | null;
  /** Null until the first step of the builder is done. */
  userType: "creator" | "contributor" | null;
  /** False while `needsSecondFactor`. */
  isAdmin: boolean;
  /** Has opened the link that was mailed to their address. */
  isConfirmed: boolean;
  /** Has a warning to read before anything else. */
  isWarned: boolean;
  /** By an admin. */
  isProfileHidden: boolean;
  /** An admin whose right rests until they have one. */
  needsSecondFactor: boolean;
  hasSecondFactor: boolean;
  /** When this session last proved the factor or, for an account without one, the password. */
  confirmedAt: Date | null;
  /** For the security log; absent in streams and jobs. */
  address?: string;
  contributorStatus: ContributorStatus;
  /** An IANA name; 'UTC' if unknown. */
  timeZone: string;
  hasTimeZone: boolean;
  appearance: Appearance;
  /** By their choice, whatever the browser says. */
  savesData: boolean;
  /** Conversations with unread messages. */
  unread: number;
  unreadNotifications: number;
  /** People on top of the deck because they like the actor, and matches never opened; at most 10 of each. */
  likesWaiting: number;
  newMatches: number;
}

const recent = 600_000;

/** Whether this session has proved the second factor, or the password of an account without one, within ten minutes. */
export function isProofRecent(actor: Pick<Actor, "confirmedAt">): boolean {
  return actor.confirmedAt !== null && Date.now() - actor.confirmedAt.getTime() < recent;
}

export function isContributor(actor: Pick<Actor, "userType">): boolean {
  return actor.userType === "contributor";
}
