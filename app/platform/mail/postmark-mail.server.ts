import { Errors, ServerClient } from "postmark";
import { type MailPort, UndeliverableMail } from "./mail-port.server";

/** Postmark's codes for an address that's invalid (300) or was deactivated after a bounce or complaint (406). */
const undeliverable = new Set([300, 406]);

/** Excludes everything that an email header would parse as a list, a name, a comment or another header. */
const oneAddress = /^[^\s\p{Cc}@,;:<>()[\]"\\]+@[^\s\p{Cc}@,;:<>()[\]"\\]+$/u;

/** `host` is another server with Postmark's protocol, over http if it's loopback. */
export function postmarkMail(options: { token: string; host?: string; from: string }): MailPort {
  const local = options.host && /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(options.host);
  const client = new ServerClient(options.token, {
    ...(options.host ? { requestHost: options.host, useHttps: !local } : {}),
    timeout: 10,
  });
  return {
    async send(mail) {
      // Postmark reads To as a list of addresses.
      if (!oneAddress.test(mail.to)) throw new UndeliverableMail("not one plain address");
      try {
        const answer = await client.sendEmail({
          From: options.from,
          To: mail.to,
          Subject: mail.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "),
          TextBody: mail.textBody,
          HtmlBody: mail.htmlBody,
          Tag: mail.tag,
          MessageStream: "outbound",
          TrackOpens: false,
          ...(mail.unsubscribe
            ? {
                Headers: [
                  { Name: "List-Unsubscribe", Value: `<${mail.unsubscribe}>` },
                  { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
                ],
              }
            : {}),
        });
        return answer.MessageID;
      } catch (error) {
        if (error instanceof Errors.PostmarkError && undeliverable.has(error.code)) {
          throw new UndeliverableMail(`Postmark refused the address (code ${error.code})`);
        }
        throw error;
      }
    },
  };
}
