import { formatDateTime, zoneWords } from "~/ui/dates";

/**
 * Why someone was warned or suspended, or why something was hidden, in words for them. In the order of the safety
 * center's guidelines.
 */
export const suspensionReasons = {
  respect: "Disrespectful or threatening communication",
  honesty: "Dishonest representation",
  conduct: "Unprofessional conduct",
  payment: "Unfair payment practices",
  spam: "Spam or advertising",
  law: "Illegal content or conduct",
} as const;

export type SuspensionReason = keyof typeof suspensionReasons;

export const suspensionReasonNames = Object.keys(suspensionReasons) as SuspensionReason[];

export function isSuspensionReason(text: string): text is SuspensionReason {
  return Object.hasOwn(suspensionReasons, text);
}

/**
 * The words for a stored reason. Empty if there's no reason, or if it's one from an older version that doesn't exist
 * anymore.
 */
export function reasonWords(reason: string | null): string {
  return reason && isSuspensionReason(reason) ? suspensionReasons[reason] : "";
}

/** Shown to an admin who lifts a suspension. */
export const suspensionLifted = {
  title: "Suspension lifted",
  text: "They can sign in again, and everything they had is back.",
};

/** Shown to an admin if suspending someone, or lifting a suspension, changes nothing. */
export const suspensionRefusals = {
  suspended: "They're already suspended for at least that long.",
  "not-suspended": "They're no longer suspended.",
};

/** The text that a suspended person sees. */
export interface SuspensionNotice {
  reason: string;
  /** The admin's own words; may be empty. */
  words: string;
  /** ISO 8601; null if permanent. */
  until: string | null;
  timeZone: string;
}

export function suspensionWords({ reason, words, until, timeZone }: SuspensionNotice): string[] {
  const zone = { zone: timeZone, now: Date.now() };
  const end = until ? `until ${formatDateTime(until, zone)} ${zoneWords(timeZone)}` : "permanently";
  return [`Your account is suspended ${end}.`, reason && `Reason: ${reason}.`, words].filter(Boolean);
}

/** The sentence about what a suspension does to a paid plan. */
export const paidPlanWords = ({ until }: Pick<SuspensionNotice, "until">) =>
  until
    ? "If you have a paid plan, it keeps running and renews as usual. To cancel it, contact us."
    : "If you have a subscription, it ends when the period you've paid for is over and won't renew. You won't be charged again.";
