import { log } from "./log.server";
import { keysFor, sign } from "./secrets.server";

/** Helps an operator after an attack. Identifies people only by ID. */
export type SecurityEvent =
  | { event: OwnEvent; userId: string }
  /** Null if there's no such account. */
  | { event: "sign-in-failed"; userId: string | null }
  /** `of` is the keyed hash of what the limit counts. */
  | { event: "throttled"; act: string; of: string; userId?: string }
  /** `of` is the keyed hash of the address entered, whether or not it has an account. */
  | { event: "recovery-asked"; of: string }
  | { event: "recovery-mailed"; userId: string; of: string }
  | { event: "role-chosen"; userId: string; role: string }
  /** Null if it came from the command line. */
  | { event: "admin-act"; userId: string | null; act: string; subjectId: string | null }
  | { event: "csrf-refused"; why: "foreign-origin" | "no-form-token"; userId?: string };

type OwnEvent =
  | ("signed-in" | "signed-up" | "recovery-used" | "password-changed" | "password-confirmed")
  | ("second-factor-on" | "second-factor-off" | "second-factor-confirmed" | "second-factor-failed")
  | ("recovery-code-used" | "recovery-codes-made" | "passkey-added" | "passkey-removed" | "passkey-failed")
  | (
      | "address-confirmed"
      | "address-corrected"
      | "address-change-asked"
      | "address-changed"
      | "address-undone"
    )
  | ("deletion-asked" | "came-back" | "account-removed");

/** @param address the network address, which is written only as a keyed hash */
export function logSecurity(event: SecurityEvent, address?: string): void {
  log.info({
    security: event.event,
    ...event,
    event: undefined,
    ...(address && { from: keyedHash(address) }),
  });
}

const keys = keysFor("matchcut security log");

/** Without the key, nothing can be learned from the hash. */
export function keyedHash(text: string): string {
  return sign(text, keys).slice(0, 16);
}
