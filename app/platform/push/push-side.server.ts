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
  publicKey: string;
  /** @throws GonePush, BusyPush, UnfitPush; anything else may pass */
  send(to: PushAddress, message: PushMessage): Promise<void>;
}

/** The browser has unsubscribed or no longer exists. */
export class GonePush extends Error {}

/** The service asks to retry later. */
export class BusyPush extends Error {
  constructor(readonly seconds: number) {
    super(`busy for ${seconds} s`);
  }
}

/** A retry would fail: the address is not on the list, or the service rejects the message. */
export class UnfitPush extends Error {}

/** Push services of the known browsers; '.example.com' stands for everything under it. */
const hosts = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".notify.windows.com",
  "web.push.apple.com",
];

/** Whether a browser may have given this address; our server contacts no others. */
export function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  const isListed = hosts.some((host) => (host.startsWith(".") ? hostname.endsWith(host) : hostname === host));
  return protocol === "https:" && port === "" && username === "" && password === "" && isListed;
}
