import { withDatabase } from "./databases.ts";
import { fill, type Stage } from "./filling.ts";
import { forkInProduct, messageOf } from "./in-product.ts";
import {
  budget,
  goal,
  median,
  type Options,
  p95,
  type Report,
  short,
  type Table,
  tableOf,
  worst,
} from "./report.ts";

/** What the product does at each size of its data, in a process with its code, alternating with a cheap control. */
export interface ScalePart<Labels> {
  /** Its file, without the ending, which exports it as `part`. */
  name: string;
  sizes: number[];
  /** With `--quick`, only so many of the sizes. */
  quickSizes: number;
  rounds: { usual: number; quick: number };
  /** So often all sizes are measured in turn: a machine that is slower for a while is slower for every size. */
  turns?: number;
  countsBuffers?: boolean;
  fill(size: number): Stage[];
  /** Usually one row by its primary key, through the same pool, as the same kind of prepared statement. */
  control?(size: number): () => Promise<unknown>;
  cases(size: number): Case<Labels>[] | Promise<Case<Labels>[]>;
}

export interface Case<Labels> {
  labels: Labels;
  /** Measured. */
  work(): Promise<unknown>;
  /** In place of the part's. */
  control?(): Promise<unknown>;
  /** Of those of the part; otherwise all. */
  shareOfRounds?: number;
}

export interface Measured<Labels> {
  labels: Labels;
  /** Milliseconds. */
  control: number[];
  times: number[];
  /** The most statements of a round; not of the first, which fills caches. */
  queries: number;
  /** 8 kB pages of all statements, in memory or not; 0 if not counted. */
  buffers: { control: number; work: number };
}

export interface MeasuredSize<Labels> {
  size: number;
  url: string;
  cases: Measured<Labels>[];
}

/** All databases at once, so that nothing is filled while anything is measured. */
export async function measureScale<Labels>(
  options: Options,
  part: ScalePart<Labels>,
  report: (measured: MeasuredSize<Labels>[]) => Report | Promise<Report>,
): Promise<Report> {
  const sizes = options.quick ? part.sizes.slice(0, part.quickSizes) : part.sizes;
  const turns = options.quick ? 1 : (part.turns ?? 1);
  const rounds = options.quick ? part.rounds.quick : part.rounds.usual;
  return withFilled(options, part, sizes, async (urls) => {
    const measured = sizes.map((size, index) => ({
      size,
      url: urls[index] as string,
      cases: [] as Measured<Labels>[],
    }));
    for (let turn = 0; turn < turns; turn += 1)
      for (const one of measured) {
        const args = [part.name, one.size, rounds].map(String);
        const cases = await messageOf<Measured<Labels>[]>(forkInProduct("bench/measuring.ts", one.url, args));
        one.cases = cases.map((last, index) => joined(one.cases[index], last));
      }
    return report(measured);
  });
}

async function withFilled<Labels, Result>(
  options: Options,
  part: ScalePart<Labels>,
  [size, ...others]: number[],
  use: (urls: string[]) => Promise<Result>,
): Promise<Result> {
  if (size === undefined) return use([]);
  return withDatabase(options, `matchcut_${part.name}_${size}`, async (url) => {
    const started = Date.now();
    await fill(url, part.fill(size));
    console.log(`  ${counted(size)}: filled in ${Math.round((Date.now() - started) / 1000)} s`);
    return withFilled(options, part, others, (urls) => use([url, ...urls]));
  });
}

function joined<Labels>(before: Measured<Labels> | undefined, last: Measured<Labels>): Measured<Labels> {
  if (!before) return last;
  return {
    ...last,
    control: [...before.control, ...last.control],
    times: [...before.times, ...last.times],
    queries: Math.max(before.queries, last.queries),
  };
}

export const counted = (size: number) => size.toLocaleString("en");

type List = Measured<unknown>[];
export const controlsOf = (list: List) => list.flatMap(({ control }) => control);
export const timesOf = (list: List) => list.flatMap(({ times }) => times);
/** How many times the control's. */
export const ratioOf = (list: List, of = p95) => of(timesOf(list)) / of(controlsOf(list));
export const mostQueries = (list: List) => Math.max(...list.map(({ queries }) => queries));

export const grouped = <Labels>(list: Measured<Labels>[], by: (labels: Labels) => string) =>
  [...new Set(list.map(({ labels }) => by(labels)))].map((name) => ({
    name,
    list: list.filter(({ labels }) => by(labels) === name),
  }));

/** e in 'n times as many take n^e times as long'. */
export function exponent(from: { size: number; list: List }, to: { size: number; list: List }): number {
  return Math.log(p95(timesOf(to.list)) / p95(timesOf(from.list))) / Math.log(to.size / from.size);
}

const both = (times: number[]) => `${short(median(times))} / ${short(p95(times))}`;

/** The cases of a row together. */
export function timesTable(title: string, rows: { name: string; list: List }[]): Table {
  const all = rows.flatMap(({ list }) => list);
  return tableOf(`${title}: p50 / p95 in ms`, rows, {
    "": ({ name }) => name,
    control: ({ list }) => both(controlsOf(list)),
    measured: ({ list }) => both(timesOf(list)),
    "p50 × control": ({ list }) => ratioOf(list, median),
    "p95 × control": ({ list }) => ratioOf(list),
    queries: ({ list }) => mostQueries(list),
    ...(all.some(({ buffers }) => buffers.work > 0) && {
      "control's buffers": ({ list }) => mostBuffers(list, "control"),
      buffers: ({ list }) => mostBuffers(list, "work"),
    }),
  });
}

const mostBuffers = (list: List, of: "control" | "work") =>
  Math.max(...list.map(({ buffers }) => buffers[of]));

/** A part whose cases are pages or lists by name: the slowest is limited. */
export const measureSlowest = (
  options: Options,
  part: ScalePart<string>,
  { of, what, most, queries }: { of: string; what: string; most: number; queries: number },
) =>
  measureScale(options, part, (measured) => {
    const byName = (cases: Measured<string>[]) => grouped(cases, (name) => name);
    const { size, cases } = measured.at(-1) ?? { size: 0, cases: [] };
    const slowest = worst(`p95 at ${counted(size)} of the slowest ${what}`, byName(cases), ({ list }) =>
      ratioOf(list),
    );
    return {
      tables: measured.map((one) => timesTable(`${counted(one.size)} ${of}`, byName(one.cases))),
      limits: [
        goal(...slowest, most, "× control"),
        budget(
          `queries of a ${what}, without the session's`,
          mostQueries(measured.flatMap((one) => one.cases)),
          queries,
        ),
      ],
      notes: ["measured: the functions that the page's loader calls, in turn with the control."],
    };
  });
