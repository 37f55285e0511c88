import { env } from "../env.server";
import { noted } from "../service-health.server";
import { localMail } from "./local-mail.server";
import { type MailSide, UndeliverableMail } from "./mail-side.server";
import { postmarkMail } from "./postmark-mail.server";

/** The local side is the outbox itself, shown at /dev/outbox outside production. */
export const mail: MailSide = noted(
  "mail",
  env.POSTMARK_SERVER_TOKEN
    ? postmarkMail({ token: env.POSTMARK_SERVER_TOKEN, host: env.POSTMARK_API_HOST, from: env.MAIL_FROM })
    : localMail(),
  (error) => error instanceof UndeliverableMail,
);
