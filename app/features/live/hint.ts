/**
 * Says where something changed, under keys defined by the feature that wrote it. An empty hint means that hints
 * may have been missed.
 */
export interface LiveHint {
  readonly [about: string]: string | number | boolean | undefined;
  /** A transient state such as typing, and whose (`by`); there is nothing to fetch. */
  presence?: string;
  by?: string;
  /** Sent by another tab of this browser: something was read, so unread counts drop. */
  read?: true;
}

export const isBreak = (hint: LiveHint) => Object.keys(hint).length === 0;
