import type { ReactNode } from "react";
import { formatPlainDate } from "~/ui/dates";
import { Card } from "~/ui/parts";

export interface Series {
  label: string;
  /** Oldest first; null leaves a gap. */
  values: readonly (number | null)[];
  /** Formats a value for the table and the description. */
  say?: (value: number) => string;
}

const height = 64;
const step = 20;
const bar = 14;

/**
 * One bar per week, drawn as one shape per series. A second series is lighter, stacked on the first or behind it. A
 * table below has the same numbers.
 */
export function WeekChart({
  id,
  title,
  summary,
  weeks,
  series,
  isStacked = false,
}: {
  id: string;
  title: string;
  summary: ReactNode;
  /** Mondays, yyyy-MM-dd. */
  weeks: readonly string[];
  series: readonly [Series, Series?];
  isStacked?: boolean;
}) {
  const drawnSeries = series.filter((one) => one !== undefined);
  const valueAt = (level: number, index: number) => drawnSeries[level]?.values[index] ?? 0;
  const baseOf = (level: number, index: number) => (isStacked && level > 0 ? valueAt(0, index) : 0);
  const top = Math.max(
    1,
    ...drawnSeries.flatMap((_, level) =>
      weeks.map((_week, index) => baseOf(level, index) + valueAt(level, index)),
    ),
  );
  const say = ({ say: words = String }: Series, value: number | null | undefined) =>
    value === null || value === undefined ? "none" : words(value);
  return (
    <Card as="section" title={title}>
      <p>{summary}</p>
      <svg
        viewBox={`0 0 ${weeks.length * step} ${height}`}
        role="img"
        aria-labelledby={`${id}-title ${id}-desc`}
        className="chart"
      >
        <title id={`${id}-title`}>{`${title} by week`}</title>
        <desc id={`${id}-desc`}>
          {drawnSeries
            .map((one) => `${one.label}: ${one.values.map((value) => say(one, value)).join(", ")}. `)
            .join("")}
        </desc>
        <path className="chart-base" d={`M0 ${height - 0.5}h${weeks.length * step}`} />
        {/* The lighter series comes first, because it may be behind. */}
        {drawnSeries
          .map((one, level) => (
            <path
              key={one.label}
              d={weeks
                .map((_, index) => barAt(index, baseOf(level, index) / top, valueAt(level, index) / top))
                .join("")}
              opacity={level === 0 ? undefined : 0.45}
            />
          ))
          .reverse()}
      </svg>
      <p className="hint row justify-between">
        <span>{formatPlainDate(weeks[0] ?? "")}</span> <span>up to {say(drawnSeries[0] as Series, top)}</span>{" "}
        <span>this week</span>
      </p>
      <details>
        <summary>Show {title.toLowerCase()} as a table</summary>
        <div className="table-frame">
          <table className="weeks">
            <thead>
              <tr>
                <th scope="col">Week of</th>
                {drawnSeries.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week, index) => (
                <tr key={week}>
                  <th scope="row">{formatPlainDate(week)}</th>
                  {drawnSeries.map((one) => (
                    <td key={one.label}>{say(one, one.values[index])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Card>
  );
}

/** `from` and `share` are fractions of the height. */
function barAt(index: number, from: number, share: number): string {
  if (share <= 0) return "";
  const scale = height - 2;
  const x = index * step + (step - bar) / 2;
  return `M${x} ${round(height - 1 - from * scale)}v${round(-share * scale)}h${bar}v${round(share * scale)}z`;
}

const round = (value: number) => Math.round(value * 10) / 10;
