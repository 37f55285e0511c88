/** Work for an admin or an operator. */
export interface WaitingWork {
  kind: "contributors" | "reports" | "appeals" | "refunds" | "contact" | "mails" | "jobs";
  count: number;
  /** There are more than `count`. */
  isMore: boolean;
  /** ISO 8601; null if there is none. */
  oldest: string | null;
}
