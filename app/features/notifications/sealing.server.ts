import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "~/platform/env.server";

const cipher = "aes-256-gcm";
const prefix = "sealed:";
const key = Buffer.from(hkdfSync("sha256", env.SESSION_SECRET, "", "matchcut mail text", 32));

/** Encrypts a mail's text, so that a leaked table or backup holds no working link. */
export function sealText(text: string): string {
  const nonce = randomBytes(12);
  const sealing = createCipheriv(cipher, key, nonce);
  const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return prefix + Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString("base64url");
}

/** Returns unsealed text unchanged. Null if another SESSION_SECRET sealed it. */
export function openText(text: string): string | null {
  if (!text.startsWith(prefix)) return text;
  const bytes = Buffer.from(text.slice(prefix.length), "base64url");
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, 12), { authTagLength: 16 });
    opening.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString("utf8");
  } catch {
    return null;
  }
}
