import { createHash, randomBytes } from "node:crypto";
import { hmac, isSigned, keysFor, seal, sign, unseal } from "./secrets.server";

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Stored instead of the token, so that a leaked table grants no access. */
export function hashOfToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}

/** An ID made from these values: the same for the same ones, and a different one for any others. */
export function idFrom(...values: readonly unknown[]): string {
  const hash = createHash("sha256").update(JSON.stringify(values)).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * Text with our signature, such as the text in emailed links. It isn't stored, and anyone can read it.
 * @param purpose must never change; otherwise, links that were already emailed stop working
 */
export const signed = (purpose: string) => ({
  tokenOf: (text: string) => `${text}.${sign(`${purpose}:${text}`)}`,
  /** The text; null if we didn't sign it for this purpose. */
  read(token: string): string | null {
    const end = token.lastIndexOf(".");
    const text = token.slice(0, Math.max(0, end));
    return isSigned(`${purpose}:${text}`, token.slice(end + 1)) ? text : null;
  },
});

/**
 * Encrypts text that can be read only for the same `holder`.
 * @param label must never change; otherwise, stored text is lost
 */
export function sealed(label: string) {
  const keys = keysFor(label);
  const nonceKeys = keysFor(`${label}: nonces`);
  return {
    seal: (text: string, holder = "") => new Uint8Array(seal(text, keys, holder)),
    /**
     * Produces the same bytes for the same text by deriving the nonce from it, so that a page doesn't change between
     * requests.
     */
    sealAlike: (text: string) =>
      new Uint8Array(seal(text, keys, "", hmac(text, nonceKeys[0]).subarray(0, 12))),
    /** Null for another holder, or under another SESSION_SECRET. */
    unseal: (bytes: Uint8Array, holder = "") => unseal(bytes, keys, holder),
  };
}
