import { formatDateTime } from "~/ui/dates";
import type { SuspensionNotice } from "./suspension";

/** Why, until when, and what the admin wrote. */
export function suspensionWords({ reason, words, until, timeZone }: SuspensionNotice): string[] {
  const zone = { zone: timeZone, now: Date.now() };
  const end = until ? `until ${formatDateTime(until, zone)} (${timeZone.replaceAll("_", " ")})` : "for good";
  return [`Your account is suspended ${end}.`, reason && `Reason: ${reason}.`, words].filter(Boolean);
}
