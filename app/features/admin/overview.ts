/** When a service last worked and last failed, in any process. */
export interface HealthView {
  service: "database" | "mail" | "realtime" | "files" | "payments";
  /** Both ISO 8601; null for never. */
  succeededAt: string | null;
  failedAt: string | null;
  cause: string;
}

/** Where DATABASE_REPLICA_URL leads, as configured for the process that shows the page. */
export interface ReplicaView {
  state: "current" | "late" | "primary" | "away";
  /** In seconds; null if unknown. */
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
  /** The process hasn't written its row for too long. */
  isMissed: boolean;
  /** How many connections of the pages' pool are in use, its limit, and how many requests wait for one. */
  connections: number;
  mostConnections: number;
  waiting: number;
}

export type HealthState = "working" | "failing" | "unused";

export function stateOfHealth({ succeededAt, failedAt }: HealthView): HealthState {
  if (!succeededAt && !failedAt) return "unused";
  return failedAt && (!succeededAt || failedAt > succeededAt) ? "failing" : "working";
}

/** Totals of the whole site in one week. */
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
  /** There are more than `count`. */
  isMore: boolean;
  /** ISO 8601; null if there is none. */
  oldest: string | null;
}
