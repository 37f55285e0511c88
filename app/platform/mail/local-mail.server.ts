import { randomUUID } from "node:crypto";
import type { MailSide } from "./mail-side.server";

/** Takes every mail and sends none: the outbox row is what there is to read. */
export function localMail(): MailSide {
  return { send: async () => `local-${randomUUID()}` };
}
