import { useDates } from "./dates";

type TimeStyle = "time" | "day" | "inText" | "recent" | "date" | "longDate" | "dateTime";

/**
 * A time in the viewer's zone, written the way people say it. The exact time is in its title and its `datetime`.
 * @param as "recent": the time if it's today, otherwise the day; "inText": the day within a sentence, as in "today"
 */
export function Time({ at, as = "recent", className }: { at: string; as?: TimeStyle; className?: string }) {
  const { formatTime, formatDay, formatRecent, formatDate, formatLongDate, formatDateTime, formatExact } =
    useDates();
  const words = {
    time: formatTime,
    day: formatDay,
    inText: (iso: string) => formatDay(iso).replace(/^(Today|Yesterday)$/, (word) => word.toLowerCase()),
    recent: formatRecent,
    date: formatDate,
    longDate: formatLongDate,
    dateTime: formatDateTime,
  }[as];
  return (
    <time dateTime={at} title={formatExact(at)} className={className}>
      {words(at)}
    </time>
  );
}
