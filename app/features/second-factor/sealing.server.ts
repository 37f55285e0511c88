import * as secrets from "~/platform/secrets.server";

const keys = secrets.keysFor("matchcut second factor");

/** Encrypts a text that can only be opened for the same `holder`. */
export function seal(text: string, holder: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(secrets.seal(text, keys, holder));
}

/** Null for another holder, or under another SESSION_SECRET. */
export function unseal(sealed: Uint8Array, holder: string): string | null {
  return secrets.unseal(sealed, keys, holder);
}
