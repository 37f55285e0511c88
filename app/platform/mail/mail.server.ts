import { randomUUID } from "node:crypto";
import { env } from "../env.server";
import { noted } from "../service-health.server";
import { type MailPort, UndeliverableMail } from "./mail-port.server";
import { postmarkMail } from "./postmark-mail.server";

/** The local adapter is the outbox itself, which /dev/outbox shows outside production. */
export const mail: MailPort = noted(
  "mail",
  env.POSTMARK_SERVER_TOKEN
    ? postmarkMail({ token: env.POSTMARK_SERVER_TOKEN, host: env.POSTMARK_API_HOST, from: env.MAIL_FROM })
    : localMail(),
  (error) => error instanceof UndeliverableMail,
);

/** Accepts every email and sends none. People read them in the outbox. */
function localMail(): MailPort {
  return { send: async () => `local-${randomUUID()}` };
}
