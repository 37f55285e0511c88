import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { metricsText } from "~/platform/metrics.server";

const read = (name: string) => readFile(fileURLToPath(new URL(`../deploy/${name}`, import.meta.url)), "utf8");
const namesIn = (text: string) =>
  new Set([...text.matchAll(/\bmatchcut_\w+/g)].map(([name]) => name.replace(/_bucket$/, "")));

test("the dashboard and the alert rules name only metrics that exist, and the dashboard names all of them", async () => {
  const { body } = await metricsText([]);
  const existing = [...body.matchAll(/^# TYPE (matchcut_\w+)/gm)].map(([, name]) => name);
  const [shown, watched] = [namesIn(await read("grafana.json")), namesIn(await read("alerts.yml"))];
  expect(existing.sort()).toEqual([...shown].sort());
  expect(existing).toEqual(expect.arrayContaining([...watched]));
});

test("the dashboard's panels have unique IDs, don't overlap, and query the data source that's chosen", async () => {
  interface Panel {
    id: number;
    gridPos: { x: number; y: number; w: number; h: number };
    datasource: { uid: string };
    targets: { expr: string }[];
  }
  const { panels, templating } = JSON.parse(await read("grafana.json")) as {
    panels: Panel[];
    templating: { list: { name: string }[] };
  };
  const sources = templating.list.map(({ name }) => `\${${name}}`);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  );
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(cells).size).toBe(cells.length);
  for (const { gridPos, datasource, targets } of panels) {
    // Grafana's grid has 24 columns.
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    expect(sources).toContain(datasource.uid);
    expect(targets.every(({ expr }) => /(?:matchcut|patroni|node)_/.test(expr))).toBe(true);
  }
});
