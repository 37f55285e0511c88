/** Where there is something new, in the words of the feature that left it; an empty one: hints may have been missed. */
export interface LiveHint {
  readonly [about: string]: string | number | boolean | undefined;
  /** Something in passing, and whose; there is nothing to fetch. */
  presence?: string;
  by?: string;
  /** It was read in another of this browser's tabs: nothing new, and less that waits. */
  read?: true;
}

/** Whether a hint says that others may have been missed. */
export const isBreak = (hint: LiveHint) => Object.keys(hint).length === 0;
