import { isOnListedHost } from "../listed-hosts";

/** A browser's endpoint at its push service, and the keys that allow only that browser to read a message. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  /** Encrypted in transit; at most 3 kB. */
  text: string;
  /** Replaces an undelivered message with the same topic; 32 letters and digits. */
  topic: string;
  /** In seconds. After that, the push service drops an undelivered message. */
  timeToLive: number;
}

export interface PushPort {
  publicKey: string;
  /** @throws GonePush, BusyPush, UnfitPush; any other error may be temporary */
  send(to: PushAddress, message: PushMessage): Promise<void>;
}

/** The browser has unsubscribed or no longer exists. */
export class GonePush extends Error {}

/** The service asks us to try again later. */
export class BusyPush extends Error {
  constructor(readonly seconds: number) {
    super(`busy for ${seconds} s`);
  }
}

/** A retry would fail, because the endpoint isn't on the list or the service rejects the message. */
export class UnfitPush extends Error {}

/** Push services of the known browsers. */
const hosts = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".notify.windows.com",
  "web.push.apple.com",
];

/** Whether the endpoint can come from a browser. Our server contacts no others. */
export function isPushEndpoint(text: string): boolean {
  return URL.canParse(text) && isOnListedHost(new URL(text), hosts);
}
