import { fill, type Stage, withDatabase } from "./database.ts";
import { runInProduct } from "./processes.ts";
import { budget, goal, type Limit, median, type Options, p95, type Report, worst } from "./report.ts";

/** What the product does at each size of its data, in a process with its code, alternating with a cheap control. */
export interface Part {
  /** Its file, without the ending, which exports it as `part`. */
  name: string;
  /** Of so many what. */
  of: string;
  sizes: number[];
  /** With `--quick`, only so many of the sizes. */
  quickSizes: number;
  rounds: { usual: number; quick: number };
  countsBuffers?: boolean;
  fill(size: number): Stage[];
  /** Usually one row by its primary key, through the same pool, as the same kind of prepared statement. */
  control?(size: number): () => Promise<unknown>;
  cases(size: number): Case[];
  limits(measured: MeasuredSize[]): Limit[];
  notes: string[];
}

export interface Case {
  /** The rows of the table that it counts in. */
  groups: string[];
  /** Measured. */
  work(): Promise<unknown>;
  /** In place of the part's. */
  control?(): Promise<unknown>;
  /** Of those of the part; otherwise all. */
  shareOfRounds?: number;
}

export interface Measured {
  groups: string[];
  /** Milliseconds. */
  control: number[];
  times: number[];
  /** The most statements of a round. */
  queries: { control: number; work: number };
  /** 8 kB pages of all statements, in memory or not; 0 if not counted. */
  buffers: { control: number; work: number };
}

export interface MeasuredSize {
  size: number;
  cases: Measured[];
}

/** What `measuring.ts` is given. */
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
/** How many times the control's. */
export const ratioOf = (list: Measured[]) => p95(timesOf(list)) / p95(controlsOf(list));
export const mostQueries = (list: Measured[]) => Math.max(...list.map(({ queries }) => queries.work));

/** e in 'n times as many take n^e times as long'. */
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

/** Of a part whose cases are pages or lists: the slowest, and the queries of any. */
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
