import { createHmac, hkdfSync } from "node:crypto";
import { mailboxOf } from "~/features/accounts/email-address";
import { env } from "~/platform/env.server";

const key = Buffer.from(hkdfSync("sha256", env.SESSION_SECRET, "", "matchcut invited addresses", 32));

/**
 * Of the mailbox behind a canonical address, so that it need not be kept: under a key, because addresses can be guessed.
 */
export function hashOfMailbox(email: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac("sha256", key).update(mailboxOf(email)).digest());
}

/** 'j•••@example.com'. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${at > 1 ? email[0] : ""}•••${email.slice(at)}`;
}
