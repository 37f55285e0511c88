import type { Hint } from "./hub.server";

/** At most so many rows are taken at a time. */
export const maxTaken = 500;

/** One way of carrying hints from the process that has something to announce to all that have somebody listening. */
export interface RealtimeSide {
  /** Something was committed that waits to be announced. */
  nudge(): void;
  stop(): Promise<void>;
}

/**
 * SQL of the tables in which announcements wait, and then, where there is a relay, are kept for that. `take` and `keep` stand between WITH and a main query and say `taken`, which are the rows, and
 * `announcement (person_id uuid, hint jsonb)`, whom to tell what of them.
 */
export interface Outbox {
  /** Removes at most `maxTaken` rows that wait. */
  take: string;
  /** As `take`, and keeps what it removes for the relay. */
  keep: string;
  /** A query that locks at most `maxTaken` kept rows whose time has come: one row a hint, as LockedHint. */
  lock: string;
  /** Removes the rows `$1 bigint[]`. */
  remove: string;
  /** Leaves the rows `$1 bigint[]` for a later try. */
  putOff: string;
}

/** A hint that waits for the relay, with the rows that it stands for; `to` is empty where nobody may hear of it. */
export interface LockedHint extends Told {
  ids: string[];
}

export interface Told {
  to: readonly string[];
  hint: Hint;
}

/** Somebody else's network that brings hints to browsers with script, beside this process's own streams. */
export interface Relay {
  /**
   * Tells each hint to its people.
   * @returns for each whether it was taken
   * @throws where nothing at all is taken: the relay is away, or does not know us
   */
  tell(told: readonly Told[]): Promise<boolean[]>;
  /** What a browser shows the relay to hear of one person, and nothing else, for at most ten minutes. */
  admit(personId: string, sessionId: string): Promise<object>;
  /** Ends at once whatever was admitted for these sessions, as far as the relay can. */
  dismiss(sessionIds: readonly string[]): Promise<void>;
}
