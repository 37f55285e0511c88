/** Tells a page that something has changed and needs to be fetched; it never contains the change itself. */
export type Hint =
  /** Hints may have been missed, so the page needs to check everything. */
  | { kind: "catch-up" }
  /** Some of the person's sessions have ended. */
  | { kind: "sessions" }
  | { kind: "notifications" }
  | { kind: "matches" }
  | ConversationHint
  | SeenHint
  | PresenceHint
  /** On any of their pages, the person has read up to the message `seq`, so unread counts drop. */
  | { kind: "read"; conversationId: string; seq: number };

export interface ConversationHint {
  kind: "messages";
  conversationId: string;
  /** The newest message's `seq`; undefined if the person's part in the conversation has changed. */
  seq?: number;
  /** An earlier message or the conversation itself has changed. */
  changed?: 1;
}

/** The other person has read up to the message `seq`. */
export interface SeenHint {
  kind: "seen";
  conversationId: string;
  seq: number;
  /** The time in ISO 8601. Undefined if a process of the previous release sent the hint. */
  at?: string;
}

/** What the person `by` is doing right now: typing, asking "who is here?" or answering "here". It isn't stored. */
export interface PresenceHint {
  kind: "presence";
  conversationId: string;
  presence: PresenceSignal;
  by: string;
}

export const presenceSignals = ["typing", "hello", "here"] as const;
export type PresenceSignal = (typeof presenceSignals)[number];
