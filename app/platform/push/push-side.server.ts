/** A browser's address at its push service, and the keys with which only that browser reads what is sent. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  /** Encrypted on the way; at most 3 kB. */
  text: string;
  /** Replaces an undelivered one with the same; 32 letters and digits. */
  topic: string;
  /** In seconds; the service drops what is undelivered then. */
  timeToLive: number;
}

export interface PushSide {
  /** For the browser, which subscribes with it. */
  publicKey: string;
  /** @throws GonePush, BusyPush, UnfitPush; anything else may pass */
  send(to: PushAddress, message: PushMessage): Promise<void>;
}

/** The browser has unsubscribed, or is no more. */
export class GonePush extends Error {}

/** The service asks for patience. */
export class BusyPush extends Error {
  constructor(readonly seconds: number) {
    super(`busy for ${seconds} s`);
  }
}

/** It would be refused again: an address that is not on the list, or a message that the service does not take. */
export class UnfitPush extends Error {}
