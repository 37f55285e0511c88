import { fill, type Stage, withDatabase } from "./database.ts";
import { runInProduct } from "./processes.ts";
import { budget, goal, type Limit, median, type Options, p95, type Report, worst } from "./report.ts";

/**
 * Measures functions of the product at several sizes of their data. It runs in a process with the product's code, and
 * alternates with a cheap control, so that noise affects both.
 */
export interface Part {
  /** The part's file name without its extension. The file exports it as `part`. */
  name: string;
  /** What the sizes count, such as people. */
  of: string;
  sizes: number[];
  /** How many of the sizes `--quick` runs. */
  quickSizes: number;
  rounds: { usual: number; quick: number };
  countsBuffers?: boolean;
  fill(size: number): Stage[];
  /**
   * What to compare the cases with. Usually, this looks up a row by its primary key, through the same pool and with the
   * same kind of prepared statement.
   */
  control?(size: number): () => Promise<unknown>;
  cases(size: number): Case[];
  limits(measured: MeasuredSize[]): Limit[];
  notes: string[];
}

export interface Case {
  /** The groups of rows that the case belongs to. */
  groups: string[];
  /** The function that's measured. */
  work(): Promise<unknown>;
  /** Replaces the part's control. */
  control?(): Promise<unknown>;
  /** The share of the part's rounds that this case takes; all of them by default. */
  shareOfRounds?: number;
}

export interface Measured {
  groups: string[];
  /** The times in ms. */
  control: number[];
  times: number[];
  /** The most statements in any round. */
  queries: { control: number; work: number };
  /** 8 KB pages that all statements read, in memory or not; 0 if they aren't counted. */
  buffers: { control: number; work: number };
}

export interface MeasuredSize {
  size: number;
  cases: Measured[];
}

/** What `measuring.ts` receives. */
export interface Task {
  name: string;
  size: number;
  rounds: number;
}

export async function measureScale(part: Part, options: Options): Promise<Report> {
  const sizes = options.quick ? part.sizes.slice(0, part.quickSizes) : part.sizes;
  const rounds = options.quick ? part.rounds.quick : part.rounds.usual;
  const measured: MeasuredSize[] = [];
  for (const size of sizes)
    await withDatabase(options, `matchcut_${part.name}_${size}`, async (url) => {
      const started = Date.now();
      await fill(url, part.fill(size));
      console.log(`  ${counted(size)}: filled in ${Math.round((Date.now() - started) / 1000)} s`);
      const task: Task = { name: part.name, size, rounds };
      measured.push({ size, cases: await runInProduct("bench/measuring.ts", url, task) });
    });
  return {
    tables: measured.map(({ size, cases }) => ({
      title: `${counted(size)} ${part.of}, p95 in ms`,
      rows: groupsOf(cases).map(rowOf),
    })),
    limits: part.limits(measured),
    notes: part.notes,
  };
}

export const counted = (size: number) => size.toLocaleString("en");

interface Group {
  name: string;
  list: Measured[];
}

export const groupsOf = (cases: Measured[]): Group[] =>
  [...new Set(cases.flatMap(({ groups }) => groups))].map((name) => ({
    name,
    list: cases.filter(({ groups }) => groups.includes(name)),
  }));

const controlsOf = (list: Measured[]) => list.flatMap(({ control }) => control);
export const timesOf = (list: Measured[]) => list.flatMap(({ times }) => times);
/** How many times longer the work takes than the control. */
export const ratioOf = (list: Measured[]) => p95(timesOf(list)) / p95(controlsOf(list));
export const mostQueries = (list: Measured[]) => Math.max(...list.map(({ queries }) => queries.work));

/** The exponent e such that n times as many rows take n^e times as long. */
export const exponent = (from: MeasuredSize, to: MeasuredSize) =>
  Math.log(p95(timesOf(to.cases)) / p95(timesOf(from.cases))) / Math.log(to.size / from.size);

function rowOf({ name, list }: Group) {
  const most = (side: "control" | "work") => Math.max(...list.map(({ buffers }) => buffers[side]));
  return {
    "": name,
    control: p95(controlsOf(list)),
    measured: p95(timesOf(list)),
    "× control": ratioOf(list),
    "median × control": median(timesOf(list)) / median(controlsOf(list)),
    queries: mostQueries(list),
    ...(most("work") > 0 && { "control's buffers": most("control"), buffers: most("work") }),
  };
}

export const largest = (measured: MeasuredSize[]) => measured.at(-1) ?? { size: 0, cases: [] };

/** Limits for a part that measures pages or lists: the time of the slowest one, and the most statements of any. */
export const slowestLimits =
  (what: string, { ratio, queries }: { ratio: number; queries: number }) =>
  (measured: MeasuredSize[]): Limit[] => {
    const { size, cases } = largest(measured);
    const slowest = worst(`p95 at ${counted(size)} of the slowest ${what}`, groupsOf(cases), ({ list }) =>
      ratioOf(list),
    );
    const all = measured.flatMap((one) => one.cases);
    return [
      goal(...slowest, ratio, "× control"),
      budget(`queries of a ${what}, without the session's`, mostQueries(all), queries),
    ];
  };
