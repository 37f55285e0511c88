import { keysFor, seal, unseal } from "~/platform/secrets.server";

const prefix = "sealed:";
const keys = keysFor("matchcut mail text");

/** Encrypts a mail's text, so that a leaked table or backup holds no working link. */
export function sealText(text: string): string {
  return prefix + seal(text, keys).toString("base64url");
}

/** Returns unsealed text unchanged. Null if another SESSION_SECRET sealed it. */
export function openText(text: string): string | null {
  return text.startsWith(prefix) ? unseal(Buffer.from(text.slice(prefix.length), "base64url"), keys) : text;
}
