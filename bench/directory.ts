import { withDatabase } from "./databases.ts";
import { fillDirectory } from "./directory-filling.ts";
import type { DirectoryTimes } from "./directory-measuring.ts";
import { forkInProduct, messageOf } from "./in-product.ts";
import { type Options, quantile, type Report, short } from "./report.ts";

const sizes = [20_000, 1_000_000];
const mostTimes = 10;

const p50 = (values: number[]) => quantile(values, 0.5);
const p95 = (values: number[]) => quantile(values, 0.95);
const both = (values: number[]) => `${short(p50(values))} / ${short(p95(values))}`;

/** The public directory by number of people. */
export async function measureDirectory(options: Options): Promise<Report> {
  const measured: { people: number; pages: DirectoryTimes[] }[] = [];
  for (const people of options.quick ? sizes.slice(0, 1) : sizes) {
    const pages = await withDatabase(options, `matchcut_directory_${people}`, async (url) => {
      const started = Date.now();
      await fillDirectory(url, people);
      console.log(
        `  ${people.toLocaleString("en")} people: filled in ${Math.round((Date.now() - started) / 1000)} s`,
      );
      const args = [people, options.quick ? 60 : 200].map(String);
      return messageOf<DirectoryTimes[]>(forkInProduct("bench/directory-measuring.ts", url, args));
    });
    measured.push({ people, pages });
  }
  const last = measured.at(-1) ?? { people: 0, pages: [] };
  return {
    tables: measured.map(({ people, pages }) => ({
      title: `${people.toLocaleString("en")} contributors: p50 / p95 in ms`,
      columns: ["page", "control", "page", "p50 × control", "p95 × control", "queries"],
      rows: pages.map(({ page, control, times, queries }) => [
        ...[page, both(control), both(times)],
        ...[p50(times) / p50(control), p95(times) / p95(control), queries],
      ]),
    })),
    limits: [
      {
        kind: "goal",
        what: `slowest page of the directory, p95 at ${last.people.toLocaleString("en")}`,
        value: Math.max(...last.pages.map(({ control, times }) => p95(times) / p95(control))),
        most: mostTimes,
        unit: "× control",
      },
      {
        kind: "budget",
        what: "queries of a page of the directory, without the session's",
        value: Math.max(...measured.flatMap(({ pages }) => pages.map(({ queries }) => queries))),
        most: 3,
        unit: "",
      },
    ],
    notes: [
      "control: one person by the primary key, through the same pool, as a prepared statement, alternating with the page.",
      "page: what its loader reads, twelve people with their covers; guests are served from memory for 15 seconds.",
    ],
  };
}
