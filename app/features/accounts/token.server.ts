import { createHash, randomBytes } from "node:crypto";

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Stored instead of the token, so that a leaked table grants no access. */
export function hashOfToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}
