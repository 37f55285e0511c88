import { fillAdmin } from "./admin-filling.ts";
import type { AdminTimes } from "./admin-measuring.ts";
import { withDatabase } from "./databases.ts";
import { forkInProduct, messageOf } from "./in-product.ts";
import { type Options, quantile, type Report, short } from "./report.ts";

const sizes = [10_000, 1_000_000];
const mostTimes = 20;

const p50 = (values: number[]) => quantile(values, 0.5);
const p95 = (values: number[]) => quantile(values, 0.95);
const both = (values: number[]) => `${short(p50(values))} / ${short(p95(values))}`;

/** Each list of the admin area by number of people. */
export async function measureAdmin(options: Options): Promise<Report> {
  const measured: { people: number; lists: AdminTimes[] }[] = [];
  for (const people of options.quick ? sizes.slice(0, 1) : sizes) {
    const lists = await withDatabase(options, `matchcut_admin_${people}`, async (url) => {
      const started = Date.now();
      await fillAdmin(url, people);
      console.log(
        `  ${people.toLocaleString("en")} people: filled in ${Math.round((Date.now() - started) / 1000)} s`,
      );
      const args = [people, options.quick ? 20 : 60].map(String);
      return messageOf<AdminTimes[]>(forkInProduct("bench/admin-measuring.ts", url, args));
    });
    measured.push({ people, lists });
  }
  const last = measured.at(-1) ?? { people: 0, lists: [] };
  return {
    tables: measured.map(({ people, lists }) => ({
      title: `${people.toLocaleString("en")} people: p50 / p95 in ms`,
      columns: ["list", "control", "list", "p50 × control", "p95 × control", "queries"],
      rows: lists.map(({ list, control, times, queries }) => [
        ...[list, both(control), both(times)],
        ...[p50(times) / p50(control), p95(times) / p95(control), queries],
      ]),
    })),
    limits: [
      {
        kind: "goal",
        what: `slowest admin list, p95 at ${last.people.toLocaleString("en")}`,
        value: Math.max(...last.lists.map(({ control, times }) => p95(times) / p95(control))),
        most: mostTimes,
        unit: "× control",
      },
      {
        kind: "budget",
        what: "queries of an admin list, without the session's",
        value: Math.max(...measured.flatMap(({ lists }) => lists.map(({ queries }) => queries))),
        most: 5,
        unit: "",
      },
    ],
    notes: [
      "control: one person by the primary key, through the same pool, as a prepared statement, alternating with the list.",
      "list: the functions that the page's loader calls, with counts and searches.",
    ],
  };
}
