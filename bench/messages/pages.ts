import { startProduct } from "../product.ts";
import { startQueryCounter } from "../query-counter.ts";
import { median } from "../report.ts";
import { get } from "../wire.ts";

export interface PageView {
  cookie: string;
  path: string;
}

export interface PageCost {
  /** The minimum of all views, since the job queue adds statements. */
  queries: number;
  time: number;
}

/** The built product's pages in turn: statements and time. */
export async function measurePages<Name extends string>(
  url: string,
  pages: Record<Name, PageView>,
  rounds: number,
): Promise<Record<Name, PageCost>> {
  const counter = await startQueryCounter(url);
  const product = await startProduct(counter.url);
  const names = Object.keys(pages) as Name[];
  const seen = names.map((name) => ({ name, queries: [] as number[], times: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, queries, times } of seen) {
      const { cookie, path } = pages[name];
      counter.take();
      const start = performance.now();
      const page = await get(product.origin + path, { Cookie: cookie });
      times.push(performance.now() - start);
      queries.push(counter.take());
      if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
    }
  }
  await product.stop();
  counter.stop();
  return Object.fromEntries(
    seen.map(({ name, queries, times }) => [
      name,
      { queries: Math.min(...queries), time: median(times.slice(rounds / 4)) },
    ]),
  ) as Record<Name, PageCost>;
}
