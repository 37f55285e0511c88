import { createHmac, hkdfSync } from "node:crypto";
import { env } from "./env.server";
import { log } from "./log.server";

/** What an operator wants to find again after an attack. Each names people by their ids alone. */
export type SecurityEvent =
  | { event: "signed-in" | "signed-up" | "recovery-used" | "password-changed"; userId: string }
  /** `userId` where the address has an account. */
  | { event: "sign-in-failed"; userId: string | null }
  /** `of` is the keyed hash of whom or what is counted, or of the address that was asked for. */
  | { event: "throttled"; act: string; of: string }
  | { event: "recovery-asked"; of: string }
  | { event: "admin-act"; userId: string; act: string; subjectId: string }
  | { event: "csrf-refused"; why: "foreign-origin" | "no-form-token" };

/**
 * Leaves one line of what matters for security.
 * @param address the network address of who acts, where it is known; only its keyed hash is written
 */
export function logSecurity(event: SecurityEvent, address?: string): void {
  log.info({
    security: event.event,
    ...event,
    event: undefined,
    ...(address && { from: keyedHash(address) }),
  });
}

const key = Buffer.from(hkdfSync("sha256", env.SESSION_SECRET, "", "matchcut security log", 32));

/** Tells the same address or account from another, and neither to who has not the key. */
export function keyedHash(text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url").slice(0, 16);
}
