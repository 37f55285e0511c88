export interface OutgoingMail {
  /** One address. */
  to: string;
  subject: string;
  textBody: string;
  htmlBody: string;
  /** The kind of mail, for the provider's statistics. */
  tag: string;
  /** The one-click unsubscribe URL for mails of this kind (RFC 8058). */
  unsubscribe?: string;
}

/** Sends one mail. Returns the provider's id; throws if the provider did not accept it. */
export interface MailSide {
  send(mail: OutgoingMail): Promise<string>;
}

/** Thrown for an address that will never accept mail, so a retry is useless. */
export class UndeliverableMail extends Error {}
