/** When a service last worked and last failed, in any process. */
export interface HealthView {
  service: "database" | "mail" | "realtime" | "files" | "payments";
  /** Both ISO 8601; null for never. */
  succeededAt: string | null;
  failedAt: string | null;
  cause: string;
  /** PostgreSQL's version; null for other services. */
  version: string | null;
}

/** What DATABASE_REPLICA_URL points to, as configured for the process that shows the page. */
export interface ReplicaView {
  state: "current" | "late" | "primary" | "away";
  /** In seconds, how far the replica is behind; null if unknown. */
  delay: number | null;
}

export interface ProcessView {
  id: string;
  host: string;
  role: string;
  /** Changes with every build. */
  build: string;
  /** ISO 8601, as is `seenAt`. */
  startedAt: string;
  seenAt: string;
  /** The process hasn't written its row for so long that it must have crashed or be hanging. */
  isMissed: boolean;
  /**
   * How many connections of the pages' pool are in use, how many there can be, and how many requests are waiting for
   * one.
   */
  connections: number;
  mostConnections: number;
  waiting: number;
}

export type HealthState = "working" | "failing" | "unused";

export function stateOfHealth({ succeededAt, failedAt }: HealthView): HealthState {
  if (!succeededAt && !failedAt) return "unused";
  return failedAt && (!succeededAt || failedAt > succeededAt) ? "failing" : "working";
}

/** What happened on the whole site in one week. */
export interface SiteWeek {
  /** The week's Monday, yyyy-MM-dd. */
  week: string;
  signUps: number;
  matches: number;
  messages: number;
  posts: number;
}

export const siteWeeksShown = 12;

/** Work for an admin or an operator. */
export interface WaitingWork {
  kind: "contributors" | "reports" | "appeals" | "refunds" | "contact" | "mails" | "jobs";
  count: number;
  /** True if there's more than `count`, at which counting stopped. */
  isMore: boolean;
  /** When the oldest item began to wait, in ISO 8601; null if there's none. */
  oldest: string | null;
}
