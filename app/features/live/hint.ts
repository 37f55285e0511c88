/** Says where something changed, under keys defined by the feature. Empty: hints may have been missed. */
export interface LiveHint {
  readonly [about: string]: string | number | boolean | undefined;
  /** A transient state such as typing, and whose (`by`); nothing to fetch. */
  presence?: string;
  by?: string;
  /** From another tab: something was read, so unread counts drop. */
  read?: true;
}

export const isBreak = (hint: LiveHint) => Object.keys(hint).length === 0;
