import { createHash, randomBytes } from "node:crypto";

/** A secret of 256 random bits, to hand out once. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token, so that a leaked table opens nothing. */
export function hashOfToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}
