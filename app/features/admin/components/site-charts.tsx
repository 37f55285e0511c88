import { WeekChart } from "~/features/analytics/components/week-chart";
import type { SiteWeek } from "../site-week";

const charts = [
  { kind: "signUps", title: "Sign-ups" },
  { kind: "matches", title: "Matches" },
  { kind: "messages", title: "Messages" },
  { kind: "posts", title: "Posts" },
] as const;

/** Of the whole place, each with its numbers as a table. */
export function SiteCharts({ weeks }: { weeks: readonly SiteWeek[] }) {
  return (
    <div className="cards">
      {charts.map(({ kind, title }) => {
        const values = weeks.map((week) => week[kind]);
        const total = values.reduce((sum, value) => sum + value, 0);
        const say = (value: number) => value.toLocaleString("en-US");
        return (
          <WeekChart
            key={kind}
            id={kind}
            title={title}
            summary={`${say(total)} in ${weeks.length} weeks, ${say(values.at(-1) ?? 0)} in this one.`}
            weeks={weeks.map(({ week }) => week)}
            series={[{ label: title, values, say }]}
          />
        );
      })}
    </div>
  );
}
