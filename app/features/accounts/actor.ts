import type { ContributorStatus } from "~/features/visibility/standing";

export interface Actor {
  userId: string;
  sessionId: string;
  name: string;
  avatarUrl: string | null;
  /** Null until the member has done the first step of the builder, which asks for it. */
  userType: "creator" | "contributor" | null;
  /** False while `needsSecondFactor` is true. */
  isAdmin: boolean;
  isConfirmed: boolean;
  /** Someone who's been warned has to acknowledge the warning before they can do anything else. */
  isWarned: boolean;
  isProfileHidden: boolean;
  /** The person is an admin, but has no admin rights until they set up a second factor. */
  needsSecondFactor: boolean;
  hasSecondFactor: boolean;
  /**
   * When the person last proved the second factor in this session, or the password if their account has no
   * second factor.
   */
  confirmedAt: Date | null;
  /** The client's network address, for the security log. Missing in streams and jobs. */
  address?: string;
  contributorStatus: ContributorStatus;
  /** The IANA name; 'UTC' if no time zone is known. */
  timeZone: string;
  hasTimeZone: boolean;
  appearance: Appearance;
  /** The member's setting for using less data, which overrides the browser's. */
  savesData: boolean;
  /** The number of conversations with unread messages. */
  unread: number;
  unreadNotifications: number;
  /** True if an unread notification links to the requested page. */
  hasUnreadHere: boolean;
  /**
   * The number of people at the top of the deck because they like the actor, and of matches that the actor has never
   * opened. Each stops at 10.
   */
  likesWaiting: number;
  newMatches: number;
}

/**
 * An actor who's known to be an admin. `requireAdmin` returns one, and functions that only admins may call take one.
 */
export type Admin = Actor & { isAdmin: true };

export const isAdmin = (actor: Actor): actor is Admin => actor.isAdmin;

const recent = 600_000;

/** Whether the second factor (or, for an account without one, the password) was proved within the last ten minutes. */
export function isProofRecent(actor: Actor): boolean {
  return actor.confirmedAt !== null && Date.now() - actor.confirmedAt.getTime() < recent;
}

export function isContributor(actor: Actor): boolean {
  return actor.userType === "contributor";
}

/** 'system' follows the device. */
export const appearances = ["system", "light", "dark"] as const;
export type Appearance = (typeof appearances)[number];

/** The class and color-scheme of <html>. Undefined for 'system', which leaves both to the device. */
export function chosenScheme(of: { appearance: Appearance } | null): "light" | "dark" | undefined {
  return of && of.appearance !== "system" ? of.appearance : undefined;
}
