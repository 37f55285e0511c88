import { randomBytes } from "node:crypto";
import { isSigned, sign } from "~/platform/secrets.server";

export interface Client {
  address: string;
  userAgent: string;
  /** One signed entry per account that signed in here; see `newDevice`. */
  devices: readonly string[];
}

/** A random id, signed for this account only. It grants no access. */
export function newDevice(userId: string): string {
  const id = randomBytes(12).toString("base64url");
  return `${id}.${sign(`device:${userId}:${id}`)}`;
}

/** The entry proving that this browser has signed in to the account, and its device id. */
export function findDevice(
  devices: readonly string[],
  userId: string,
): { id: string; entry: string } | undefined {
  return devices
    .map((entry) => ({ entry, id: entry.split(".")[0] ?? "", signature: entry.split(".")[1] ?? "" }))
    .find(({ id, signature }) => isSigned(`device:${userId}:${id}`, signature));
}
