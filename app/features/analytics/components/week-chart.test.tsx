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
