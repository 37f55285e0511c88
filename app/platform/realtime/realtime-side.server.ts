/** At most so many rows are taken at a time. */
export const maxTaken = 500;

/** One way of carrying hints from the process that has something to announce to all that have somebody listening. */
export interface RealtimeSide {
  /** Something was committed that waits to be announced. */
  nudge(): void;
  stop(): Promise<void>;
}
