import type { Hint } from "~/hint";

export const maxTaken = 500;

/** Carries hints from the process that commits them to every process that has listeners. */
export interface RealtimePort {
  /** Signals that there's something new to announce. */
  nudge(): void;
  stop(): Promise<void>;
}

/**
 * SQL for the table of pending announcements and for the relay's table. `take` and `keep` go between WITH and a main
 * query. They define `taken` and `announcement (person_id uuid, hint jsonb)`, with one row per recipient. `$1` is
 * `maxTaken`. The relay's rows are in a separate table because they stay locked during calls to the relay, and our own
 * streams would have to wait.
 */
export interface Outbox {
  /** Claims and deletes at most $1 rows. */
  take: string;
  /** Like `take`, but keeps the rows for the relay. */
  keep: string;
  /** Locks at most $1 kept rows that are due, and returns each as a LockedHint. */
  lock: string;
  /** `$1` is a `bigint[]` of row IDs. */
  remove: string;
  /** `$1` is a `bigint[]` of row IDs. */
  postpone: string;
}

/** A hint with the IDs of its rows. `to` is empty if no one may receive it. */
export interface LockedHint extends RelayedHint {
  ids: string[];
}

export interface RelayedHint {
  to: readonly string[];
  hint: Hint;
}

/** A third-party network that delivers hints to browsers that run script. */
export interface Relay {
  /**
   * @returns for each hint, whether the relay accepted it
   * @throws if the relay is down or rejects our key
   */
  send(hints: readonly RelayedHint[]): Promise<boolean[]>;
  /** A token for one person's hints, valid for at most ten minutes. */
  admit(personId: string, sessionId: string): Promise<object>;
  /** Ends these sessions' tokens, if the relay supports that. */
  dismiss(sessionIds: readonly string[]): Promise<void>;
}
