import type { ContributorStatus } from "~/features/visibility/standing";

/** The person who acts, read from the session with each request. The first argument of functions that act for them. */
export interface Actor {
  userId: string;
  sessionId: string;
  name: string;
  avatarUrl: string | null;
  /** Null until the first step of the builder is done. */
  userType: "creator" | "contributor" | null;
  isAdmin: boolean;
  /** The client's network address, for the security log; absent in streams and jobs. */
  address?: string;
  /** Null for anyone who is not a contributor. */
  contributorStatus: ContributorStatus;
  /** An IANA name; 'UTC' if unknown. */
  timeZone: string;
  hasTimeZone: boolean;
  /** The number of conversations with unread messages. */
  unread: number;
}

/** An unknown or missing type is treated as creator. */
export function isContributor(actor: Pick<Actor, "userType">): boolean {
  return actor.userType === "contributor";
}
