import { formatDateTime } from "~/ui/dates";

/**
 * Why someone was warned or suspended, or something was hidden, as shown to them. In the order of the safety center's
 * guidelines.
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

/** An older version may have stored another reason. */
export function reasonWords(reason: string | null): string {
  return reason && isSuspensionReason(reason) ? suspensionReasons[reason] : "";
}

/** Shown to the suspended person. */
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
  const end = until
    ? `until ${formatDateTime(until, zone)} (${timeZone.replaceAll("_", " ")})`
    : "permanently";
  return [`Your account is suspended ${end}.`, reason && `Reason: ${reason}.`, words].filter(Boolean);
}

/** Explains what a suspension does to a paid plan. */
export const paidPlanWords = ({ until }: Pick<SuspensionNotice, "until">) =>
  until
    ? "If you have a paid plan, it keeps running and renews as usual. To cancel it, contact us."
    : "If you have a subscription, it ends when the period you've paid for is over and won't renew. You won't be charged again.";
