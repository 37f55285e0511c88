import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WeekChart } from "./week-chart";

const weeks = ["2026-11-09", "2026-11-16", "2026-11-23"];
/** How many bars each path draws, by its class. */
const barsIn = (html: string) =>
  [...html.matchAll(/<path(?: class="([^"]*)")?(?: fill="[^"]*")? d="([^"]*)"/g)].map(([, name, d = ""]) => [
    name,
    d.match(/M/g)?.length,
  ]);

test("a large chart has a round scale, and labels for the highest and the current week; smaller ones have neither", () => {
  const labelsIn = (values: number[], isLarge: boolean) => {
    const html = renderToStaticMarkup(
      <WeekChart
        id="matches"
        title="Matches"
        figure="12"
        summary="In three weeks"
        weeks={weeks}
        series={[{ label: "Matches", values, say: (value) => value.toLocaleString("en-US") }]}
        isLarge={isLarge}
      />,
    );
    return [...html.matchAll(/<(span|b) style="([^"]*)">([^<]*?) ?<\//g)].map(([, ...label]) =>
      label.join(" "),
    );
  };
  expect(labelsIn([150, 206, 96], true)).toEqual([
    "span bottom:50% 125",
    "span bottom:100% 250",
    "b bottom:82.4%;left:50% 206",
    "b bottom:38.4%;left:83.3% 96",
  ]);
  expect(labelsIn([0, 0, 3], true)).toEqual(["span bottom:100% 5", "b bottom:60%;left:83.3% 3"]);
  expect(labelsIn([0, 1_001, 0], true)).toContain("span bottom:100% 2,000");
  expect(labelsIn([0, 0, 0], true).slice(0, 1)).toEqual(["span bottom:100% 1"]);
  expect(labelsIn([150, 206, 96], false)).toEqual([]);
});

test("the current week's bar is hatched, all others and the second series aren't", () => {
  const html = renderToStaticMarkup(
    <WeekChart
      id="views"
      title="Profile views"
      figure="12"
      summary="In three weeks"
      weeks={weeks}
      series={[
        { label: "Members", values: [3, 4, 5] },
        { label: "Guests", values: [1, 2, 3] },
      ]}
    />,
  );
  expect(barsIn(html).filter(([name]) => name !== "chart-line")).toEqual([
    ["chart-lighter", 3],
    [undefined, 2],
    ["chart-now", 1],
  ]);
});

test("the drawing, its description and the table say the same, and a gap is none", () => {
  const html = renderToStaticMarkup(
    <WeekChart
      id="views"
      title="Profile views"
      figure="12"
      summary="In three weeks"
      weeks={weeks}
      isStacked
      series={[
        { label: "Members", values: [5, null, 10], say: (value) => `${value}%` },
        { label: "Guests", values: [15, 0, 10] },
      ]}
    />,
  );
  expect(/<desc[^>]*>(.*?)<\/desc>/.exec(html)?.[1]).toBe("Members: 5%, none, 10%. Guests: 15, 0, 10. ");
  expect([...html.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell)).toEqual([
    "5%",
    "15",
    "none",
    "0",
    "10%",
    "10",
  ]);
  expect([...html.matchAll(/ d="(M.*?)"/g)].map(([, path]) => path)).toEqual([
    "M0 0v6",
    // The drawing is 98 units high from 1 to 99, and 20 units per week wide; a value of 20 fills it.
    "M1.5 74.5v-73.5h17v73.5zM41.5 50v-49h17v49z",
    "M1.5 99v-24.5h17v24.5z",
    "M41.5 99v-49h17v49z",
  ]);
  expect(html).toContain('viewBox="0 0 60 100"');
  expect(html).toContain('<title id="views-title">Profile views by week</title>');
  expect(html).toContain('aria-labelledby="views-title views-desc"');
  expect(html).toContain('<pattern id="views-now"');
  expect(html).toContain('<path class="chart-now" fill="url(#views-now)"');
  expect(html).toContain("<summary>Show profile views as a table</summary>");
});

test("four weeks are named below the chart: the first, the last and two between", () => {
  const twelve = Array.from({ length: 12 }, (_, index) => `2026-09-${String(index + 10)}`);
  const html = renderToStaticMarkup(
    <WeekChart id="a" title="A" figure="" summary="" weeks={twelve} series={[{ label: "A", values: [] }]} />,
  );
  expect([...html.matchAll(/<span>(.*?) <\/span>/g)].map(([, day]) => day)).toEqual([
    "Sep 10",
    "Sep 14",
    "Sep 17",
    "Sep 21",
  ]);
  // Without a value, there's no bar.
  expect([...html.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path)).toEqual(["M0 0v6", "", ""]);
});
