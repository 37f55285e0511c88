export interface OutgoingMail {
  /** One address. */
  to: string;
  subject: string;
  textBody: string;
  htmlBody: string;
  /** A word for the kind of mail, shown in the provider's statistics. */
  tag: string;
  /** Where the reader, or their mail program by itself (RFC 8058), ends mails of this kind. */
  unsubscribe?: string;
}

/** Hands one mail over. Returns the provider's id for it; throws when the provider did not take it. */
export interface MailSide {
  send(mail: OutgoingMail): Promise<string>;
}

/** Thrown for an address that will never take mail: trying again is useless. */
export class UndeliverableMail extends Error {}
