import { withDatabase } from "./databases.ts";
import { forkInProduct, messageOf } from "./in-product.ts";
import { fillProjects, filters, searches, viewerNames } from "./projects-filling.ts";
import type { ListTimes } from "./projects-measuring.ts";
import { type Limit, type Options, quantile, type Report, short, type Table } from "./report.ts";

const sizes = [10_000, 100_000, 1_000_000];

interface Measured {
  projects: number;
  cases: ListTimes[];
}

/** The list of open projects by number of projects: every viewer, filter and search. */
export async function measureProjects(options: Options): Promise<Report> {
  const measured: Measured[] = [];
  for (const projects of options.quick ? sizes.slice(0, 2) : sizes) {
    const started = Date.now();
    const cases = await withDatabase(options, `matchcut_projects_${projects}`, async (url) => {
      await fillProjects(url, projects);
      console.log(`  ${nameOf(projects)}: filled in ${Math.round((Date.now() - started) / 1000)} s`);
      const args = [projects, options.quick ? 15 : 40].map(String);
      return messageOf<ListTimes[]>(forkInProduct("bench/projects-measuring.ts", url, args));
    });
    measured.push({ projects, cases });
  }
  return {
    tables: [
      ...measured.flatMap((one) => [
        tableBy(one, "viewer", viewerNames),
        tableBy(one, "filter", Object.keys(filters)),
        tableBy(one, "search", Object.keys(searches)),
      ]),
      slowestTable(measured.at(-1) as Measured),
      growthTable(measured),
    ],
    limits: limitsOf(measured),
    notes: [
      "control: one project by its primary key, through the same pool, as the same kind of prepared statement, alternating with the list.",
      "list: listAvailable, which reads and scores a window of projects and reads a page of cards. Each row of the first tables covers all combinations with the others.",
      "buffers: 8 kB pages of all its statements, the most of any combination.",
    ],
  };
}

const nameOf = (projects: number) => `${projects.toLocaleString("en")} projects`;
const p50 = (values: number[]) => quantile(values, 0.5);
const p95 = (values: number[]) => quantile(values, 0.95);
const both = (values: number[]) => `${short(p50(values))} / ${short(p95(values))}`;
const lists = (cases: ListTimes[]) => cases.flatMap(({ list }) => list);
const controls = (cases: ListTimes[]) => cases.flatMap(({ control }) => control);
const most = (cases: ListTimes[], of: (one: ListTimes) => number) => Math.max(...cases.map(of));
const ratio = (cases: ListTimes[], of: (values: number[]) => number) =>
  of(lists(cases)) / of(controls(cases));

function tableBy(
  { projects, cases }: Measured,
  key: "viewer" | "filter" | "search",
  names: readonly string[],
): Table {
  return {
    title: `${nameOf(projects)}, by ${key}: p50 / p95 in ms; control ${both(controls(cases))}`,
    columns: [key, "list", "p50 × control", "p95 × control", "buffers", "queries"],
    rows: names.map((name) => {
      const own = cases.filter((one) => one[key] === name);
      return [
        name,
        both(lists(own)),
        ratio(own, p50),
        ratio(own, p95),
        most(own, ({ buffers }) => buffers.list),
        most(own, ({ queries }) => queries),
      ];
    }),
  };
}

/** By median, which one slow round does not decide. */
function slowestTable({ projects, cases }: Measured): Table {
  const slowest = [...cases].sort((one, other) => p50(other.list) - p50(one.list)).slice(0, 12);
  return {
    title: `${nameOf(projects)}: the slowest combinations`,
    columns: ["viewer", "filter", "search", "list", "p50 × control", "buffers", "shown", "older"],
    rows: slowest.map((one) => [
      one.viewer,
      one.filter,
      one.search,
      both(one.list),
      p50(one.list) / p50(one.control),
      one.buffers.list,
      one.shown,
      one.hasOlder ? "yes" : "no",
    ]),
  };
}

/** e in 'n times as many projects take n^e times as long'. */
function exponent(from: Measured, to: Measured, of: (cases: ListTimes[]) => number): number {
  return Math.log(of(to.cases) / of(from.cases)) / Math.log(to.projects / from.projects);
}

const series: Record<string, (cases: ListTimes[]) => number> = {
  "control p95": (cases) => p95(controls(cases)),
  "list p50": (cases) => p50(lists(cases)),
  "list p95": (cases) => p95(lists(cases)),
  "list p95 / control p95": (cases) => ratio(cases, p95),
  "most buffers": (cases) => most(cases, ({ buffers }) => buffers.list),
};

function growthTable(measured: Measured[]): Table {
  const pairs = measured.slice(1).map((to, index) => [measured[index] as Measured, to] as const);
  const whole = [measured[0] as Measured, measured.at(-1) as Measured] as const;
  return {
    title: "Growth exponents with the number of projects",
    columns: ["", ...Object.keys(series)],
    rows: [...pairs, whole].map(([from, to]) => [
      `${from.projects.toLocaleString("en")} → ${to.projects.toLocaleString("en")}`,
      ...Object.values(series).map((of) => exponent(from, to, of)),
    ]),
  };
}

function limitsOf(measured: Measured[]): Limit[] {
  const first = measured[0] as Measured;
  const last = measured.at(-1) as Measured;
  const at = `at ${last.projects.toLocaleString("en")}`;
  const groups = (["viewer", "filter", "search"] as const).flatMap((key) =>
    [...new Set(last.cases.map((one) => one[key]))].map((name) =>
      last.cases.filter((one) => one[key] === name),
    ),
  );
  const control = p95(controls(last.cases));
  return [
    {
      kind: "goal",
      what: `list of projects, p95 ${at}, all combinations`,
      value: ratio(last.cases, p95),
      most: 10,
      unit: "× control",
    },
    {
      kind: "goal",
      what: `list of projects, p95 ${at}, worst viewer, filter or search`,
      value: Math.max(...groups.map((cases) => p95(lists(cases)) / control)),
      most: 10,
      unit: "× control",
    },
    {
      kind: "goal",
      what: "growth of the list, p95",
      value: exponent(first, last, (cases) => p95(lists(cases))),
      most: 0.1,
      unit: "exponent",
    },
    {
      kind: "budget",
      what: "queries of the list, without the session's",
      value: most(
        measured.flatMap(({ cases }) => cases),
        ({ queries }) => queries,
      ),
      most: 5,
      unit: "",
    },
  ];
}
