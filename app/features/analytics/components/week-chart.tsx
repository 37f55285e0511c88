import type { ReactNode } from "react";
import { formatPlainDate } from "~/ui/dates";

export interface Series {
  label: string;
  /** Oldest first; null leaves a gap. */
  values: readonly (number | null)[];
  /** Formats a value for the table and the description. */
  say?: (value: number) => string;
}

/** In the drawing's units, which stretch to fill the space. */
const height = 100;
const step = 20;
const bar = 17;

/**
 * One bar per week, the current one hatched, drawn as one shape per series. A second series is lighter,
 * stacked on the first or behind it. A table below has the same numbers.
 * @param figure what the weeks add up to
 * @param isLarge has room for a scale, and for the highest and the current value
 */
export function WeekChart({
  id,
  title,
  figure,
  summary,
  weeks,
  series,
  isStacked = false,
  isLarge = false,
}: {
  id: string;
  title: string;
  figure: ReactNode;
  summary: ReactNode;
  /** Mondays, yyyy-MM-dd. */
  weeks: readonly string[];
  series: readonly [Series, Series?];
  isStacked?: boolean;
  isLarge?: boolean;
}) {
  const drawnSeries = series.filter((one) => one !== undefined);
  const valueAt = (level: number, index: number) => drawnSeries[level]?.values[index] ?? 0;
  const baseOf = (level: number, index: number) => (isStacked && level > 0 ? valueAt(0, index) : 0);
  const highest = Math.max(
    1,
    ...drawnSeries.flatMap((_, level) =>
      weeks.map((_week, index) => baseOf(level, index) + valueAt(level, index)),
    ),
  );
  const top = isLarge ? roundAbove(highest) : highest;
  const say = ({ say: words = String }: Series, value: number | null | undefined) =>
    value === null || value === undefined ? "none" : words(value);
  const last = weeks.length - 1;
  const barsOf = (level: number, indexes: number[]) =>
    indexes.map((index) => barAt(index, baseOf(level, index) / top, valueAt(level, index) / top)).join("");
  const ticks = [0, Math.round(last / 3), Math.round((2 * last) / 3), last];
  return (
    <figure className="graph">
      <figcaption>
        <h2>{title}</h2>
        <p className="figure">{figure}</p>
        <p className="hint">{summary}</p>
      </figcaption>
      <Plot labels={isLarge && <Labels series={series[0]} top={top} />}>
        <svg
          viewBox={`0 0 ${weeks.length * step} ${height}`}
          preserveAspectRatio="none"
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
          <pattern
            id={`${id}-now`}
            width="3"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(35)"
          >
            <path className="chart-line" d="M0 0v6" />
          </pattern>
          {/* The lighter series comes first, because it may be drawn behind the other one. */}
          {drawnSeries
            .map((one, level) => (
              <path
                key={one.label}
                className={level === 0 ? undefined : "chart-lighter"}
                d={barsOf(level, weeks.map((_, index) => index).slice(0, level === 0 ? -1 : undefined))}
              />
            ))
            .reverse()}
          <path className="chart-now" fill={`url(#${id}-now)`} d={barsOf(0, [last])} />
        </svg>
      </Plot>
      <p className="hint axis" aria-hidden="true">
        {ticks.map((index) => (
          <span key={index}>{formatPlainDate(weeks[index] ?? "").replace(/, \d+$/, "")} </span>
        ))}
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
    </figure>
  );
}

const Plot = ({ labels, children }: { labels: ReactNode; children: ReactNode }) =>
  labels ? (
    <div className="plot">
      {children}
      {labels}
    </div>
  ) : (
    children
  );

/** The drawing's description and the table say the same thing. */
function Labels({ series: { values, say = String }, top }: { series: Series; top: number }) {
  const highest = values.indexOf(Math.max(...values.map((value) => value ?? 0)));
  const half = Number.isInteger(top / 2) ? [top / 2] : [];
  return (
    <div aria-hidden="true">
      {[...half, top].map((value) => (
        <span key={value} style={{ bottom: `${(100 * value) / top}%` }}>
          {say(value)}{" "}
        </span>
      ))}
      {[...new Set([highest, values.length - 1])].map((index) => (
        <b
          key={index}
          style={{
            bottom: `${round((100 * (values[index] ?? 0)) / top)}%`,
            left: `${round((100 * (index + 0.5)) / values.length)}%`,
          }}
        >
          {say(values[index] ?? 0)}{" "}
        </b>
      ))}
    </div>
  );
}

/** 1, 2, 2.5 or 5 times a power of ten. */
function roundAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5].find((one) => one * power >= value && Number.isInteger(one * power)) ?? 10;
  return step * power;
}

/** `from` and `share` are fractions of the height. */
function barAt(index: number, from: number, share: number): string {
  if (share <= 0) return "";
  const scale = height - 2;
  const x = index * step + (step - bar) / 2;
  return `M${x} ${round(height - 1 - from * scale)}v${round(-share * scale)}h${bar}v${round(share * scale)}z`;
}

const round = (value: number) => Math.round(value * 10) / 10;
