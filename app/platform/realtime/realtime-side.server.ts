import type { Hint } from "./hub.server";

/** The most rows taken in one batch. */
export const maxTaken = 500;

/** A way of carrying hints from the process that commits them to every process with listeners. */
export interface RealtimeSide {
  /** Something was committed that waits to be announced. */
  nudge(): void;
  stop(): Promise<void>;
}

/**
 * SQL of the tables that hold pending announcements and, with a relay configured, those it has not accepted yet.
 * `take` and `keep` go between WITH and a main query. They define `taken` (the rows) and `announcement (person_id
 * uuid, hint jsonb)` (the recipients).
 */
export interface Outbox {
  /** Claims and deletes at most `maxTaken` pending rows. */
  take: string;
  /** Like `take`, and keeps the rows for the relay. */
  keep: string;
  /** Locks at most `maxTaken` kept rows that are due: one row per hint, as LockedHint. */
  lock: string;
  /** Deletes the rows `$1 bigint[]`. */
  remove: string;
  /** Reschedules the rows `$1 bigint[]` for a later try. */
  postpone: string;
}

/** A hint for the relay, with the ids of its rows. `to` is empty if nobody may receive it. */
export interface LockedHint extends RelayedHint {
  ids: string[];
}

export interface RelayedHint {
  to: readonly string[];
  hint: Hint;
}

/** A third-party network that brings hints to browsers with script, beside this process's own streams. */
export interface Relay {
  /**
   * Publishes each hint to its recipients.
   * @returns for each whether the relay accepted it
   * @throws if nothing is accepted: the relay is down or rejects our key
   */
  send(hints: readonly RelayedHint[]): Promise<boolean[]>;
  /** A token that lets a browser receive one person's hints for at most ten minutes. */
  admit(personId: string, sessionId: string): Promise<object>;
  /** Revokes the tokens of these sessions, as far as the relay supports it. */
  dismiss(sessionIds: readonly string[]): Promise<void>;
}
