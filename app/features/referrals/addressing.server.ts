import { mailboxOf } from "~/features/accounts/email-address";
import { hmac, keysFor } from "~/platform/secrets.server";

const keys = keysFor("matchcut invited addresses");

/**
 * Of the mailbox behind a canonical address, so that it need not be kept: under a key, because addresses can be guessed.
 */
export function hashOfMailbox(email: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hmac(mailboxOf(email), keys[0]));
}

/** To look a mailbox up: as it may have been stored under a former secret, too. */
export function hashesOfMailbox(email: string): Uint8Array<ArrayBuffer>[] {
  return keys.map((key) => new Uint8Array(hmac(mailboxOf(email), key)));
}

/** 'j•••@example.com'. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${at > 1 ? email[0] : ""}•••${email.slice(at)}`;
}
