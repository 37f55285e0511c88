import type { ContributorStatus } from "~/features/visibility/standing";

/** Who acts. Read from the session with each request; the first argument of every verb. */
export interface Actor {
  userId: string;
  sessionId: string;
  name: string;
  avatarUrl: string | null;
  /** What the person chose; null until the builder's first step is done. */
  userType: "creator" | "contributor" | null;
  isAdmin: boolean;
  /** The network address that they act from, for the security log; absent where a stream or a job acts. */
  address?: string;
  /** Null for anybody who is not a contributor. */
  contributorStatus: ContributorStatus;
  /** An IANA name; 'UTC' where unknown. */
  timeZone: string;
  hasTimeZone: boolean;
  /** In how many conversations something waits to be read. */
  unread: number;
}

/** An unknown or missing type is treated as creator. */
export function isContributor(actor: Pick<Actor, "userType">): boolean {
  return actor.userType === "contributor";
}
