export interface WeekView {
  /** The week's Monday, yyyy-MM-dd. */
  week: string;
  views: number;
  guestViews: number;
  likes: number;
  matches: number;
  sent: number;
  accepted: number;
  received: number;
  replies: number;
  /** Seconds; null without a reply. */
  medianReply: number | null;
}

export interface AnalyticsView {
  /** Twelve, oldest first. */
  weeks: WeekView[];
  /** The median over all these weeks, in seconds. */
  medianReply: number | null;
}

export const sumOf = (weeks: readonly WeekView[], pick: (week: WeekView) => number): number =>
  weeks.reduce((total, week) => total + pick(week), 0);

/**
 * In percent; null without a Like. Capped at 100, because a match counts in the week it's made, and its Like may be
 * older.
 */
export function matchRateOf({ likes, matches }: { likes: number; matches: number }): number | null {
  return likes > 0 ? Math.min(100, Math.round((matches / likes) * 100)) : null;
}

const units = [
  { name: "day", seconds: 86_400 },
  { name: "hour", seconds: 3_600 },
  { name: "minute", seconds: 60 },
];

/** "less than a minute", "1 hour", "2.5 days". */
export function durationWords(seconds: number): string {
  const unit = units.find((one) => seconds >= one.seconds);
  if (!unit) return "less than a minute";
  const exact = seconds / unit.seconds;
  const count = exact < 10 && unit.name !== "minute" ? Math.round(exact * 10) / 10 : Math.round(exact);
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}
