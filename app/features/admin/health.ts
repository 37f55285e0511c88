/** When a service last worked and last failed, in any process. */
export interface HealthView {
  service: "database" | "mail" | "realtime" | "files" | "payments";
  /** ISO 8601, both; null for never. */
  succeededAt: string | null;
  failedAt: string | null;
  /** Of the last failure. */
  cause: string;
}

export type HealthState = "working" | "failing" | "unused";

/** By what came last. */
export function stateOfHealth({ succeededAt, failedAt }: HealthView): HealthState {
  if (!succeededAt && !failedAt) return "unused";
  return failedAt && (!succeededAt || failedAt > succeededAt) ? "failing" : "working";
}
