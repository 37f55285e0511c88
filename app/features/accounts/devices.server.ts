import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "~/platform/env.server";

export interface Client {
  address: string;
  userAgent: string;
  /** One signed entry per account that signed in here; see `newDevice`. */
  devices: readonly string[];
}

/** A random id, signed for this account only. It grants no access. */
export function newDevice(userId: string): string {
  const id = randomBytes(12).toString("base64url");
  return `${id}.${sign(userId, id)}`;
}

/** The entry proving that this browser has signed in to the account, and its device id. */
export function findDevice(
  devices: readonly string[],
  userId: string,
): { id: string; entry: string } | undefined {
  return devices
    .map((entry) => ({ entry, id: entry.split(".")[0] ?? "", signature: entry.split(".")[1] ?? "" }))
    .find(({ id, signature }) => isSame(signature, sign(userId, id)));
}

function sign(userId: string, id: string): string {
  return createHmac("sha256", env.SESSION_SECRET).update(`device:${userId}:${id}`).digest("base64url");
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
