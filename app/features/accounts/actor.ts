import type { ContributorStatus } from "~/features/visibility/standing";

export interface Actor {
  userId: string;
  sessionId: string;
  name: string;
  avatarUrl: string | null;
  /** Null until the first step of the builder is done. */
  userType: "creator" | "contributor" | null;
  /** False while `needsSecondFactor`. */
  isAdmin: boolean;
  isConfirmed: boolean;
  /** The person must acknowledge a warning before doing anything else. */
  isWarned: boolean;
  isProfileHidden: boolean;
  /** An admin whose rights are suspended until they set up a second factor. */
  needsSecondFactor: boolean;
  hasSecondFactor: boolean;
  /**
   * When the person last proved the second factor in this session, or the password if their account has no
   * second factor.
   */
  confirmedAt: Date | null;
  /** The client's network address, for the security log; absent in streams and jobs. */
  address?: string;
  contributorStatus: ContributorStatus;
  /** IANA name; 'UTC' if unknown. */
  timeZone: string;
  hasTimeZone: boolean;
  appearance: Appearance;
  /** The member's own setting; overrides the browser's. */
  savesData: boolean;
  /** Conversations with unread messages. */
  unread: number;
  unreadNotifications: number;
  /** One of the unread conversations links to the page being requested. */
  hasUnreadHere: boolean;
  /**
   * People at the top of the deck because they like the actor, plus matches the actor never opened; at most 10 of each.
   */
  likesWaiting: number;
  newMatches: number;
}

/**
 * An actor who's known to be an admin. `requireAdmin` returns one, and functions that only admins may call
 * take one.
 */
export type Admin = Actor & { isAdmin: true };

export const isAdmin = (actor: Actor): actor is Admin => actor.isAdmin;

const recent = 600_000;

/** Whether the second factor (or, for an account without one, the password) was proved within the last ten minutes. */
export function isProofRecent(actor: Pick<Actor, "confirmedAt">): boolean {
  return actor.confirmedAt !== null && Date.now() - actor.confirmedAt.getTime() < recent;
}

export function isContributor(actor: Pick<Actor, "userType">): boolean {
  return actor.userType === "contributor";
}

/** 'system' follows the device. */
export const appearances = ["system", "light", "dark"] as const;
export type Appearance = (typeof appearances)[number];

/** The class of <html> and its color-scheme; undefined for 'system'. */
export function chosenScheme(of: { appearance: Appearance } | null): "light" | "dark" | undefined {
  return of && of.appearance !== "system" ? of.appearance : undefined;
}
