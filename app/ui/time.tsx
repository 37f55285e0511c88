import { useDates } from "./dates";

type Manner = "time" | "day" | "inText" | "recent" | "date" | "longDate" | "dateTime";

/**
 * A time the way people say it, in the viewer's zone. The title and the machine-readable attribute have the exact
 * time.
 * @param as "recent": a time if it's today, otherwise a day; "inText": a day within a sentence, such as "today"
 */
export function Time({ at, as = "recent", className }: { at: string; as?: Manner; className?: string }) {
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
