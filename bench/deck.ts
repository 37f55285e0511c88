import { withClient, withDatabase } from "./databases.ts";
import { fillDatabase, filters, type Size } from "./deck-filling.ts";
import type { FilterTimes } from "./deck-filters.ts";
import type { DeckTimes, ViewerTimes } from "./deck-measuring.ts";
import { forkInProduct, messageOf } from "./in-product.ts";
import { type Limit, type Options, quantile, type Report, short, type Table } from "./report.ts";

const sizes: Size[] = [
  { contributors: 10_000, swipes: 1_000_000 },
  { contributors: 100_000, swipes: 10_000_000 },
  { contributors: 1_000_000, swipes: 50_000_000 },
];

export interface Measured {
  size: Size;
  times: DeckTimes;
}

/** In turn, so that a machine that is slower for a while is slower for every size. */
const rounds = 3;

/** The next card's cost by number of people. */
export async function measureDeck(options: Options): Promise<Report> {
  const asked = options.quick ? sizes.slice(0, 2) : sizes;
  const measured = await withFilled(options, asked, async (urls) => {
    const found: DeckTimes[][] = asked.map(() => []);
    for (let round = 0; round < (options.quick ? 1 : rounds); round += 1)
      for (const [index, size] of asked.entries())
        found[index]?.push(await timesOf(urls[index] as string, size, options.quick));
    return asked.map((size, index) => ({ size, times: joined(found[index] as DeckTimes[]) }));
  });
  return {
    tables: [
      ...measured.map(viewerTable),
      ...measured.map(filterTable),
      sequenceTable(measured),
      growthTable(measured),
    ],
    limits: limitsOf(measured),
    notes: [
      "control: one profile by its primary key, through the same pool, as the same kind of prepared statement, alternating with the others.",
      "next cards: the one query; next card: showDeck, which reads viewer and cards at once and scores them; filling: fillDeck from the same start each time.",
      "with filters: a view finds the next cards and how many people are left; nothing of it is stored.",
    ],
  };
}

/** All databases at once, so that nothing is filled while anything is measured. */
async function withFilled<Result>(
  options: Options,
  [size, ...others]: Size[],
  use: (urls: string[]) => Promise<Result>,
): Promise<Result> {
  if (!size) return use([]);
  const started = Date.now();
  return withDatabase(options, `matchcut_deck_${size.contributors}`, async (url) => {
    await fillDatabase(url, size);
    console.log(`  ${nameOf(size)}: filled in ${Math.round((Date.now() - started) / 1000)} s`);
    await withClient(url, (client) => client.query("CHECKPOINT"));
    return withFilled(options, others, (urls) => use([url, ...urls]));
  });
}

/** All times of several rounds; what is counted comes from the last. */
function joined(of: DeckTimes[]): DeckTimes {
  const last = of.at(-1) as DeckTimes;
  const all = <Row, Key extends keyof Row>(rows: (times: DeckTimes) => Row[], index: number, key: Key) =>
    of.flatMap((times) => rows(times)[index]?.[key] as number[]);
  const viewers = (times: DeckTimes) => times.viewers;
  const filters = (times: DeckTimes) => times.filters;
  return {
    viewers: last.viewers.map((one, index) => ({
      ...one,
      control: all(viewers, index, "control"),
      nextCards: all(viewers, index, "nextCards"),
      show: all(viewers, index, "show"),
      filling: all(viewers, index, "filling"),
    })),
    filters: last.filters.map((one, index) => ({
      ...one,
      control: all(filters, index, "control"),
      view: all(filters, index, "view"),
      walk: all(filters, index, "walk"),
    })),
    sequence: {
      show: of.flatMap(({ sequence }) => sequence.show),
      swipe: of.flatMap(({ sequence }) => sequence.swipe),
      fillings: of.reduce((sum, { sequence }) => sum + sequence.fillings, 0),
      swipeQueries: Math.max(...of.map(({ sequence }) => sequence.swipeQueries)),
    },
  };
}

function timesOf(url: string, { contributors }: Size, quick: boolean): Promise<DeckTimes> {
  const counts = quick ? [200, 8, 300] : [250, 8, 400];
  return messageOf(forkInProduct("bench/deck-measuring.ts", url, [contributors, ...counts].map(String)));
}

const nameOf = ({ contributors, swipes }: Size) =>
  `${contributors.toLocaleString("en")} contributors, ${swipes / 1_000_000} M swipes`;
const p50 = (values: number[]) => quantile(values, 0.5);
const p95 = (values: number[]) => quantile(values, 0.95);
const both = (values: number[]) => `${short(p50(values))} / ${short(p95(values))}`;
const controlOf = (times: DeckTimes) => p95(times.viewers.flatMap(({ control }) => control));

function viewerTable({ size, times }: Measured): Table {
  return {
    title: `${nameOf(size)}: p50 / p95 in ms; control ${both(times.viewers.flatMap(({ control }) => control))}`,
    columns: [
      "filter",
      "history",
      "next cards",
      "× control",
      "next card",
      "× control",
      "queries",
      "filling",
      "queries",
      "cards",
    ],
    rows: times.viewers.map((one) => [
      one.viewer.filter,
      one.viewer.history,
      both(one.nextCards),
      p95(one.nextCards) / p95(one.control),
      both(one.show),
      p95(one.show) / p95(one.control),
      one.showQueries,
      both(one.filling),
      one.fillingQueries,
      one.cards,
    ]),
  };
}

const ratioOf = (list: FilterTimes[], series: "view" | "walk") =>
  p95(list.flatMap((one) => one[series])) / p95(list.flatMap(({ control }) => control));

/** By what is asked, all viewers together. */
function filterGroups({ times: { filters } }: Measured): [string, FilterTimes[]][] {
  const names = [...new Set(filters.map(({ asked }) => asked))];
  return names.map((name) => [name, filters.filter(({ asked }) => asked === name)]);
}

function filterTable(measured: Measured): Table {
  return {
    title: `${nameOf(measured.size)}: with filters, all viewers together: p50 / p95 in ms; × the look-up's p95`,
    columns: ["filter", "view", "×", "between swipes", "×", "queries", "left"],
    rows: filterGroups(measured).map(([name, list]) => [
      name,
      both(list.flatMap(({ view }) => view)),
      ratioOf(list, "view"),
      both(list.flatMap(({ walk }) => walk)),
      ratioOf(list, "walk"),
      Math.max(...list.map(({ queries }) => queries)),
      list.map(({ left }) => left).join(" "),
    ]),
  };
}

function filterLimits(measured: Measured): Limit[] {
  const groups = filterGroups(measured);
  const slowest = Math.max(...groups.map(([, list]) => p95(list.flatMap(({ view }) => view))));
  const at = `at ${measured.size.contributors.toLocaleString("en")}, worst filter`;
  const ratio = Math.max(...groups.map(([, list]) => ratioOf(list, "view")));
  return [
    { kind: "budget", what: `view with a filter, p95 ${at}`, value: ratio, most: 60, unit: "× control" },
    { kind: "budget", what: `view with a filter, p95 ${at}`, value: slowest, most: 25, unit: "ms" },
  ];
}

function sequenceTable(measured: Measured[]): Table {
  const spread = (values: number[]) => [p50(values), p95(values), quantile(values, 0.99)];
  return {
    title: "A card and a swipe, again and again, fillings included: ms",
    columns: ["", "what", "times", "p50", "p95", "p99", "fillings", "queries of a swipe"],
    rows: measured.flatMap(({ size, times: { sequence } }) => [
      [nameOf(size), "next card", sequence.show.length, ...spread(sequence.show), sequence.fillings, ""],
      ["", "swipe", sequence.swipe.length, ...spread(sequence.swipe), "", sequence.swipeQueries],
    ]),
  };
}

type Series = (one: ViewerTimes) => number[];
const series: Record<string, Series> = {
  control: (one) => one.control,
  "next cards": (one) => one.nextCards,
  "next card": (one) => one.show,
};

/** e in 'n times as many people take n^e times as long'. */
function exponent(from: Measured, to: Measured, of: Series, value: (values: number[]) => number): number {
  const at = ({ times }: Measured) => value(times.viewers.flatMap(of));
  return Math.log(at(to) / at(from)) / Math.log(to.size.contributors / from.size.contributors);
}

const pairsOf = (measured: Measured[]): [Measured, Measured][] =>
  measured.slice(1).map((to, index) => [measured[index] as Measured, to]);

function growthTable(measured: Measured[]): Table {
  const first = measured[0] as Measured;
  const last = measured.at(-1) as Measured;
  const pairs = [...pairsOf(measured), [first, last] as [Measured, Measured]];
  return {
    title: "Growth exponents with the number of contributors, all viewers together: of p50 / of p95",
    columns: ["", ...Object.keys(series)],
    rows: pairs.map(([from, to]) => [
      `${from.size.contributors.toLocaleString("en")} → ${to.size.contributors.toLocaleString("en")}`,
      ...Object.values(series).map(
        (of) => `${short(exponent(from, to, of, p50))} / ${short(exponent(from, to, of, p95))}`,
      ),
    ]),
  };
}

function limitsOf(measured: Measured[]): Limit[] {
  const first = measured[0] as Measured;
  const last = measured.at(-1) as Measured;
  const at = `at ${last.size.contributors.toLocaleString("en")}`;
  const control = controlOf(last.times);
  const worst = (of: Series) =>
    Math.max(
      ...Object.keys(filters).map(
        (filter) =>
          p95(last.times.viewers.filter(({ viewer }) => viewer.filter === filter).flatMap(of)) / control,
      ),
    );
  const all = (of: Series) => p95(last.times.viewers.flatMap(of)) / control;
  const goal = (what: string, value: number, most: number, unit: string): Limit => ({
    kind: "goal",
    what,
    value,
    most,
    unit,
  });
  return [
    ...filterLimits(last),
    goal(
      `next cards, p95 ${at}, all viewers`,
      all((one) => one.nextCards),
      3,
      "× control",
    ),
    goal(
      `next card (showDeck), p95 ${at}, all viewers`,
      all((one) => one.show),
      3,
      "× control",
    ),
    goal(
      `next cards, p95 ${at}, worst filter`,
      worst((one) => one.nextCards),
      10,
      "× control",
    ),
    goal(
      `next card (showDeck), p95 ${at}, worst filter`,
      worst((one) => one.show),
      10,
      "× control",
    ),
    goal(
      "growth of next cards, p95",
      exponent(first, last, (one) => one.nextCards, p95),
      0.05,
      "exponent",
    ),
    goal(
      "growth of next card, p95",
      exponent(first, last, (one) => one.show, p95),
      0.05,
      "exponent",
    ),
    {
      kind: "budget",
      what: "queries of the next card, without the session's",
      value: Math.max(
        ...measured.flatMap(({ times }) => times.viewers.map(({ showQueries }) => showQueries)),
      ),
      most: 5,
      unit: "",
    },
  ];
}
