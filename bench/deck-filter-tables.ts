import type { Measured } from "./deck.ts";
import type { FilterTimes } from "./deck-filters.ts";
import { type Limit, quantile, short, type Table } from "./report.ts";

const p50 = (values: number[]) => quantile(values, 0.5);
const p95 = (values: number[]) => quantile(values, 0.95);
const both = (values: number[]) => `${short(p50(values))} / ${short(p95(values))}`;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

type Series = "first" | "next" | "walk";
const of = (list: FilterTimes[], series: Series | "control") => list.flatMap((one) => one[series]);
const ratio = (list: FilterTimes[], series: Series) => p95(of(list, series)) / p95(of(list, "control"));
const buffersOf = (list: FilterTimes[], what: keyof FilterTimes["buffers"]) =>
  mean(list.map(({ buffers }) => buffers[what]));

/** By what is asked, all viewers together; and all of them. */
function groupsOf({ times: { filters } }: Measured): [string, FilterTimes[]][] {
  const names = [...new Set(filters.map(({ asked }) => asked))];
  return [
    ...names.map((name): [string, FilterTimes[]] => [name, filters.filter(({ asked }) => asked === name)]),
    ["all", filters],
  ];
}
const groupOf = (measured: Measured, name: string) =>
  groupsOf(measured).find(([own]) => own === name)?.[1] ?? [];
const people = ({ size }: Measured) => size.contributors.toLocaleString("en");

/** Each filter at each size. */
export function filterTable(measured: Measured[]): Table {
  return {
    title: "With filters, all viewers together: p50 / p95 in ms; × the look-up's p95; mean buffers of a view",
    columns: [
      "filter",
      "people",
      "look-up",
      "first view",
      "×",
      "next view",
      "×",
      "between swipes",
      "×",
      "queries of first, next",
      "buffers of look-up, first, next",
      "left",
    ],
    rows: groupsOf(measured[0] as Measured).flatMap(([name]) =>
      measured.map((one) => {
        const list = groupOf(one, name);
        const most = (what: "firstQueries" | "nextQueries") => Math.max(...list.map((times) => times[what]));
        return [
          name,
          people(one),
          both(of(list, "control")),
          both(of(list, "first")),
          ratio(list, "first"),
          both(of(list, "next")),
          ratio(list, "next"),
          both(of(list, "walk")),
          ratio(list, "walk"),
          `${most("firstQueries")}, ${most("nextQueries")}`,
          (["control", "first", "next"] as const).map((what) => Math.round(buffersOf(list, what))).join(", "),
          name === "all" ? "" : list.map(({ left }) => left).join(" "),
        ];
      }),
    ),
  };
}

const fullDecks = "full decks, no swipes";

/** Viewers without swipes to whom a filter leaves more than are counted, at the first size as at the last: the same work. */
function fullDecksOf(measured: Measured[], at: Measured): FilterTimes[] {
  const keyOf = ({ asked, filter, history, left }: FilterTimes) => [asked, filter, history, left].join();
  const last = new Set(measured.at(-1)?.times.filters.map(keyOf));
  const kept = new Set(measured[0]?.times.filters.map(keyOf).filter((key) => last.has(key)));
  return at.times.filters.filter(
    (one) => one.history === "fresh" && one.left.startsWith(">") && kept.has(keyOf(one)),
  );
}

/** e in 'n times as many people take n^e times as much', from the first size to the last. */
function exponent(measured: Measured[], name: string, value: (list: FilterTimes[]) => number): number {
  const [from, to] = [measured[0] as Measured, measured.at(-1) as Measured];
  const at = (one: Measured) => value(name === fullDecks ? fullDecksOf(measured, one) : groupOf(one, name));
  return Math.log(at(to) / at(from)) / Math.log(to.size.contributors / from.size.contributors);
}

const timesOf = (series: Series | "control") => (list: FilterTimes[]) => p95(of(list, series));
const pagesOf = (what: keyof FilterTimes["buffers"]) => (list: FilterTimes[]) => buffersOf(list, what);

/** The look-up's own growth, which is that of its index's depth, beside that of the views. */
export function filterExponentTable(measured: Measured[]): Table {
  const values = {
    "p95 of look-up": timesOf("control"),
    "first view": timesOf("first"),
    "× look-up": (list: FilterTimes[]) => ratio(list, "first"),
    "next view": timesOf("next"),
    "×": (list: FilterTimes[]) => ratio(list, "next"),
    "between swipes": timesOf("walk"),
    "× ": (list: FilterTimes[]) => ratio(list, "walk"),
    "buffers of look-up": pagesOf("control"),
    "first view's": pagesOf("first"),
    "next view's": pagesOf("next"),
  };
  return {
    title: "Growth exponents with filters, from the first size to the last",
    columns: ["filter", ...Object.keys(values)],
    rows: [...groupsOf(measured[0] as Measured).map(([name]) => name), fullDecks].map((name) => [
      name,
      ...Object.values(values).map((value) => exponent(measured, name, value)),
    ]),
  };
}

export function filterLimits(measured: Measured[]): Limit[] {
  const last = measured.at(-1) as Measured;
  const worst = (series: Series) => Math.max(...groupsOf(last).map(([, list]) => ratio(list, series)));
  const goal = (what: string, value: number, most: number, unit: string): Limit => ({
    kind: "goal",
    what,
    value,
    most,
    unit,
  });
  const views: [string, Series][] = [
    ["first view of a filter", "first"],
    ["next card with a filter", "next"],
    ["card between swipes with a filter", "walk"],
  ];
  return [
    ...views.map(([what, series]) =>
      goal(`${what}, p95 at ${people(last)}, worst filter`, worst(series), 10, "× control"),
    ),
    ...views.map(([what, series]) =>
      goal(`growth of ${what}, p95`, exponent(measured, "all", timesOf(series)), 0.05, "exponent"),
    ),
    ...["all", fullDecks].flatMap((name) =>
      (["first", "next"] as const).map((view) =>
        goal(
          `growth of the ${view} view's buffers with a filter, ${name}`,
          exponent(measured, name, pagesOf(view)),
          0.05,
          "exponent",
        ),
      ),
    ),
  ];
}
