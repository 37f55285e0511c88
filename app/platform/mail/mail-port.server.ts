export interface OutgoingMail {
  to: string;
  subject: string;
  textBody: string;
  htmlBody: string;
  /** For the provider's statistics. */
  tag: string;
  /** The address for one-click unsubscribe (RFC 8058). */
  unsubscribe?: string;
}

/** Returns the provider's ID. Throws if the provider didn't accept the email. */
export interface MailPort {
  send(mail: OutgoingMail): Promise<string>;
}

/** The address will never accept email, so a retry is useless. */
export class UndeliverableMail extends Error {}
