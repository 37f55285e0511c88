export interface Table {
  title: string;
  columns: string[];
  rows: (string | number)[][];
}

/** A missed budget fails the bench; a missed goal is only reported. */
export interface Limit {
  kind: "budget" | "goal";
  what: string;
  value: number;
  most: number;
  unit: string;
}

export interface Report {
  tables: Table[];
  limits: Limit[];
  notes: string[];
}

export interface Options {
  /** Of the throwaway cluster, with the right to create databases. */
  adminUrl: string;
  /** A migrated, empty database that every part copies. */
  template: string;
  quick: boolean;
}

export const isWithinLimit = (limit: Limit) => limit.value <= limit.most;

/** Three significant digits. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}

export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]) => quantile(values, 0.5);
export const p95 = (values: number[]) => quantile(values, 0.95);

export const budget = (what: string, value: number, most: number, unit = ""): Limit => ({
  kind: "budget",
  what,
  value,
  most,
  unit,
});

export const goal = (what: string, value: number, most: number, unit: string): Limit => ({
  ...budget(what, value, most, unit),
  kind: "goal",
});

/** A line for each row; a column by its name and what it shows. */
export function tableOf<Row>(
  title: string,
  rows: readonly Row[],
  columns: Record<string, (row: Row) => string | number>,
): Table {
  return {
    title,
    columns: Object.keys(columns),
    rows: rows.map((row) => Object.values(columns).map((cell) => cell(row))),
  };
}

/** The row whose value is the highest, named in the limit. */
export function worst<Row extends { name: string }>(
  what: string,
  rows: readonly Row[],
  of: (row: Row) => number,
): [what: string, value: number] {
  const [row] = [...rows].sort((one, other) => of(other) - of(one));
  return row ? [`${what}: ${row.name}`, of(row)] : [what, Number.NaN];
}

export function print({ tables, limits, notes }: Report): void {
  for (const table of tables) printTable(table);
  if (limits.length > 0) {
    printTable({
      title: "Limits",
      columns: ["", "measured", "at most", ""],
      rows: limits.map((limit) => [
        limit.what,
        `${short(limit.value)} ${limit.unit}`,
        `${short(limit.most)} ${limit.unit}`,
        isWithinLimit(limit)
          ? "met"
          : `${limit.kind} MISSED by ${short((limit.value / limit.most - 1) * 100)} %`,
      ]),
    });
  }
  for (const note of notes) console.log(`  ${note}`);
}

function printTable({ title, columns, rows }: Table): void {
  const cells = [
    columns,
    ...rows.map((row) => row.map((cell) => (typeof cell === "number" ? short(cell) : cell))),
  ];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  console.log(`\n${title}`);
  for (const [index, row] of cells.entries()) {
    const padded = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${padded.join("  ")}`);
    if (index === 0) console.log(`  ${widths.map((width) => "─".repeat(width)).join("  ")}`);
  }
}
