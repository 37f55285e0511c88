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
