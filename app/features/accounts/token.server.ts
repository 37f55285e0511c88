import { createHash, randomBytes } from "node:crypto";

/** A random 256-bit secret. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a token, so that a leaked table grants no access. */
export function hashOfToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}
