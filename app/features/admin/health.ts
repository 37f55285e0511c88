/** When a service last worked and last failed, in any process. */
export interface HealthView {
  service: "database" | "mail" | "realtime" | "files" | "payments";
  /** Both ISO 8601; null for never. */
  succeededAt: string | null;
  failedAt: string | null;
  cause: string;
}

export type HealthState = "working" | "failing" | "unused";

export function stateOfHealth({ succeededAt, failedAt }: HealthView): HealthState {
  if (!succeededAt && !failedAt) return "unused";
  return failedAt && (!succeededAt || failedAt > succeededAt) ? "failing" : "working";
}
