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
