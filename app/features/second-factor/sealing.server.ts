import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "~/platform/env.server";

const cipher = "aes-256-gcm";
const key = Buffer.from(hkdfSync("sha256", env.SESSION_SECRET, "", "matchcut second factor", 32));

/** Encrypts a text that can only be opened for the same `holder`. */
export function seal(text: string, holder: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(12);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(holder));
  const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return new Uint8Array(Buffer.concat([nonce, sealing.getAuthTag(), sealed]));
}

/** Null for another holder, or under another SESSION_SECRET. */
export function unseal(sealed: Uint8Array, holder: string): string | null {
  const bytes = Buffer.from(sealed);
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, 12), { authTagLength: 16 });
    opening.setAAD(Buffer.from(holder)).setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString("utf8");
  } catch {
    return null;
  }
}
