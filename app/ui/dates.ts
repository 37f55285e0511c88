import { useContext } from "react";
import { type Clock, ClockContext } from "./clock";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const longMonths = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];
const dayLength = 86_400_000;

/** "10:42 AM". Here and below, `iso` is an ISO 8601 time. */
export function formatTime(iso: string, { zone }: Clock): string {
  const { hour, minute } = momentOf(Date.parse(iso), zone);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** "Nov 21, 2026". */
export function formatDate(iso: string, { zone }: Clock): string {
  const { year, month, day } = momentOf(Date.parse(iso), zone);
  return `${months[month - 1]} ${day}, ${year}`;
}

/** "November 21, 2026". */
export function formatLongDate(iso: string, { zone }: Clock): string {
  const { year, month, day } = momentOf(Date.parse(iso), zone);
  return `${longMonths[month - 1]} ${day}, ${year}`;
}

/** How many calendar days after today; negative in the past. */
export function daysUntil(iso: string, { zone, now }: Clock): number {
  const dayOf = (time: number) => {
    const { year, month, day } = momentOf(time, zone);
    return Date.UTC(year, month - 1, day);
  };
  return (dayOf(Date.parse(iso)) - dayOf(now)) / dayLength;
}

/** "Today", "Yesterday", "Nov 19", or "Nov 19, 2025" in another year. */
export function formatDay(iso: string, clock: Clock): string {
  const days = daysUntil(iso, clock);
  if (days === 0) return "Today";
  if (days === -1) return "Yesterday";
  const { year, month, day } = momentOf(Date.parse(iso), clock.zone);
  const isThisYear = year === momentOf(clock.now, clock.zone).year;
  return isThisYear ? `${months[month - 1]} ${day}` : formatDate(iso, clock);
}

/** The time if it's today; otherwise the same as `formatDay`. */
export function formatRecent(iso: string, clock: Clock): string {
  const day = formatDay(iso, clock);
  return day === "Today" ? formatTime(iso, clock) : day;
}

/** "Nov 21, 2026, 2:05 PM". */
export function formatDateTime(iso: string, clock: Clock): string {
  return `${formatDate(iso, clock)}, ${formatTime(iso, clock)}`;
}

/** A time zone as people say it: "UTC" or "New York time". */
export function zoneWords(zone: string): string {
  return zone === "UTC" ? zone : `${zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")} time`;
}

/** The exact time: "Nov 21, 2026, 2:05 PM New York time". */
function formatExact(iso: string, clock: Clock): string {
  return `${formatDateTime(iso, clock)} ${zoneWords(clock.zone)}`;
}

/**
 * "Nov 21, 2026" for "2026-11-21". A date has no zone, so it's the same for every viewer. "Invalid date" if it doesn't
 * exist.
 */
export function formatPlainDate(date: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  // JavaScript would accept February 30 as March 2.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return "Invalid date";
  return formatDate(date, { zone: "UTC", now: 0 });
}

/** How long someone has been waiting: "less than a day", "1 day", "12 days". */
export function formatWait(iso: string, { now }: Clock): string {
  const days = Math.floor((now - Date.parse(iso)) / dayLength);
  if (days < 1) return "less than a day";
  return days === 1 ? "1 day" : `${days} days`;
}

/** These functions for the viewer's own zone. */
export function useDates() {
  const clock = useContext(ClockContext);
  const here = (format: (iso: string, clock: Clock) => string) => (iso: string) => format(iso, clock);
  return {
    formatTime: here(formatTime),
    formatDate: here(formatDate),
    formatLongDate: here(formatLongDate),
    formatDay: here(formatDay),
    formatRecent: here(formatRecent),
    formatDateTime: here(formatDateTime),
    formatExact: here(formatExact),
    formatWait: here(formatWait),
  };
}

type Moment = Record<"year" | "month" | "day" | "hour" | "minute", number>;

/** One per zone, because creating a format takes a thousand times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached by minute and zone, because formatting takes 5 µs and a `Time` needs seven of these for two moments. */
const moments = new Map<string, Moment>();

/**
 * The numbers of a date and time. We write the words ourselves, because Intl's differ between Node.js and browsers,
 * and hydration would fail.
 */
function momentOf(time: number, zone: string): Moment {
  const key = `${Math.floor(time / 60_000)} ${zone}`;
  const known = moments.get(key);
  if (known) return known;
  const moment: Moment = { year: 0, month: 0, day: 0, hour: 0, minute: 0 };
  for (const { type, value } of formatFor(zone).formatToParts(time)) {
    if (type in moment) moment[type as keyof Moment] = Number(value);
  }
  if (moments.size === 1_000) moments.clear();
  moments.set(key, moment);
  return moment;
}

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const numeric = "numeric" as const;
  const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric };
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", ...parts });
  } catch {
    // Old browsers don't know every zone.
    format = formatFor("UTC");
  }
  formats.set(zone, format);
  return format;
}
