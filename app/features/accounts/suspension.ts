/** Why someone is warned or suspended, or something hidden, as the person reads it. The safety center's guidelines, in their order. */
export const suspensionReasons = {
  respect: "Disrespectful or threatening communication",
  honesty: "Dishonest representation",
  conduct: "Unprofessional conduct",
  payment: "Unfair payment practices",
  spam: "Spam or advertising",
  law: "Content or conduct that breaks the law",
} as const;

export type SuspensionReason = keyof typeof suspensionReasons;

export const suspensionReasonNames = Object.keys(suspensionReasons) as SuspensionReason[];

export function isSuspensionReason(text: string): text is SuspensionReason {
  return Object.hasOwn(suspensionReasons, text);
}

/** An older process may have stored another. */
export function reasonWords(reason: string | null): string {
  return reason && isSuspensionReason(reason) ? suspensionReasons[reason] : "";
}

/** What an account's suspension says to its person. */
export interface SuspensionNotice {
  /** Null if only the account itself says so. */
  suspensionId: string | null;
  reason: string;
  /** The admin's; may be empty. */
  words: string;
  /** ISO 8601; null for good. */
  until: string | null;
  timeZone: string;
}
