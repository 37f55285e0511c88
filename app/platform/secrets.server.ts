import {
  type BinaryLike,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env.server";

/** The first key encrypts and signs; every key decrypts and verifies. */
type Keys<Key = Buffer> = readonly [Key, ...Key[]];

/** One key per secret. A purpose's label must never change; otherwise, everything made under it is lost. */
export function keysFor(label: string): Keys {
  const derived = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", label, 32));
  const [first, ...former] = env.SESSION_SECRET;
  return [derived(first), ...former.map(derived)];
}

export function hmac(text: string, key: BinaryLike): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** @param text starts with its purpose, unless the keys are for a single purpose */
export function sign(text: string, keys: Keys<BinaryLike> = env.SESSION_SECRET): string {
  return hmac(text, keys[0]).toString("base64url");
}

export function isSigned(text: string, signature: string, keys: Keys<BinaryLike> = env.SESSION_SECRET) {
  const given = Buffer.from(signature);
  return keys.some((key) => {
    const expected = Buffer.from(hmac(text, key).toString("base64url"));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const cipher = "aes-256-gcm";

/** Encrypts text that can only be decrypted for the same `holder`. */
export function seal(
  text: string,
  keys: Keys,
  holder = "",
  nonce: Buffer = randomBytes(12),
): Buffer<ArrayBuffer> {
  const sealing = createCipheriv(cipher, keys[0], nonce).setAAD(Buffer.from(holder));
  const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]);
}

/** Null for another holder, or if it was encrypted with none of the secrets in use. */
export function unseal(sealed: Uint8Array, keys: Keys, holder = ""): string | null {
  const bytes = Buffer.from(sealed);
  for (const key of keys) {
    try {
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, 12), { authTagLength: 16 });
      opening.setAAD(Buffer.from(holder)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString("utf8");
    } catch {
      // It was encrypted with another key.
    }
  }
  return null;
}
