import { formatDateTime } from "~/ui/dates";
import type { SuspensionNotice } from "./suspension";

export function suspensionWords({ reason, words, until, timeZone }: SuspensionNotice): string[] {
  const zone = { zone: timeZone, now: Date.now() };
  const end = until ? `until ${formatDateTime(until, zone)} (${timeZone.replaceAll("_", " ")})` : "for good";
  return [`Your account is suspended ${end}.`, reason && `Reason: ${reason}.`, words].filter(Boolean);
}

/** What happens to a paid plan. */
export const paidPlanWords = ({ until }: Pick<SuspensionNotice, "until">) =>
  until
    ? "If you have a paid plan, it goes on and renews as before. You can write to us to cancel it."
    : "If you have a subscription, it ends with the period you have paid for and does not renew. Nothing more is charged.";
