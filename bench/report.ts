export interface Options {
  /** URL of the throwaway cluster, with the right to create databases. */
  adminUrl: string;
  /** A migrated, empty database that every part copies. */
  template: string;
  quick: boolean;
  /** How many failovers `drills` does. */
  times: number;
  /** The names of the drills to run; all of them if empty. */
  drills: string[];
}

type Row = Record<string, string | number>;

/** A missed budget fails the benchmark. A missed goal is only reported. */
export interface Limit {
  kind: "budget" | "goal";
  what: string;
  value: number;
  most: number;
  unit: string;
}

export interface Report {
  tables: { title: string; rows: Row[] }[];
  limits: Limit[];
  notes: string[];
}

const limit =
  (kind: Limit["kind"]) =>
  (what: string, value: number, most: number, unit = ""): Limit => ({ kind, what, value, most, unit });
export const budget = limit("budget");
export const goal = limit("goal");

export const isWithinLimit = ({ value, most }: Limit) => value <= most;

export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]) => quantile(values, 0.5);
export const p95 = (values: number[]) => quantile(values, 0.95);
export const p99 = (values: number[]) => quantile(values, 0.99);

/** Returns the highest value, with the name of the case it belongs to. */
export function worst<One extends { name: string }>(
  what: string,
  all: One[],
  of: (one: One) => number,
): [what: string, value: number] {
  const [one] = [...all].sort((a, b) => of(b) - of(a));
  return one ? [`${what}: ${one.name}`, of(one)] : [what, Number.NaN];
}

/** Rounds to three significant digits. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}

export function print({ tables, limits, notes }: Report): void {
  for (const { title, rows } of tables) printTable(title, rows);
  const verdict = (one: Limit) =>
    isWithinLimit(one) ? "met" : `${one.kind} MISSED by ${short((one.value / one.most - 1) * 100)}%`;
  const rows = limits.map((one) => ({
    limit: one.what,
    measured: `${short(one.value)} ${one.unit}`,
    "at most": `${short(one.most)} ${one.unit}`,
    "": verdict(one),
  }));
  if (rows.length > 0) printTable("Limits", rows);
  for (const note of notes) console.log(`  ${note}`);
}

function printTable(title: string, rows: Row[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const texts = rows.map((row) =>
    columns.map((column) => {
      const cell = row[column] ?? "";
      return typeof cell === "number" ? short(cell) : cell;
    }),
  );
  const widths = columns.map((name, at) =>
    Math.max(name.length, ...texts.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
  console.log(`\n${title}`);
  for (const cells of [columns, widths.map((width) => "─".repeat(width)), ...texts])
    console.log(`  ${line(cells).join("  ")}`);
}
