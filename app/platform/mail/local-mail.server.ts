import { randomUUID } from "node:crypto";
import type { MailSide } from "./mail-side.server";

/** Accepts every mail and sends none: people read the outbox. */
export function localMail(): MailSide {
  return { send: async () => `local-${randomUUID()}` };
}
