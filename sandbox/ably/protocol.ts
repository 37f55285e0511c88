/** Protocol actions: TR2 of Ably's features for client libraries. */
export const actions = {
  heartbeat: 0,
  ack: 1,
  nack: 2,
  connected: 4,
  disconnect: 5,
  disconnected: 6,
  close: 7,
  closed: 8,
  error: 9,
  attach: 10,
  attached: 11,
  detach: 12,
  detached: 13,
  message: 15,
  auth: 17,
} as const;

/** Attach flags (TR3): resumed, and subscribed to messages. */
export const flags = { resumed: 1 << 2, subscribe: 1 << 18 } as const;

/** The part of a protocol message that the stand-in supports. */
export interface Frame {
  action: number;
  id?: string;
  channel?: string;
  channelSerial?: string | null;
  flags?: number;
  count?: number;
  msgSerial?: number;
  timestamp?: number;
  connectionId?: string;
  connectionDetails?: object;
  error?: object;
  auth?: { accessToken?: string };
  messages?: PublishedMessage[];
}

export interface PublishedMessage {
  id?: string;
  name?: string;
  data?: unknown;
  encoding?: string;
}

/** A code's first three digits are the HTTP status unless a status is given. */
export class AblyError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly statusCode = Math.floor(code / 100),
  ) {
    super(message);
  }

  toJSON() {
    return { code: this.code, statusCode: this.statusCode, message: this.message };
  }
}
