/** What a rejected contributor reads. */
export interface Rejection {
  /** Empty if none was given. */
  reason: string;
  asksChanges: boolean;
}
