import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import { textOf } from "../../../../tests/support/request";
import type { WeekView } from "../analytics";
import { AnalyticsCharts } from "./analytics-charts";

const none: WeekView = {
  ...{ week: "2026-11-16", views: 0, guestViews: 0, likes: 0, matches: 0, sent: 0, accepted: 0 },
  ...{ received: 0, replies: 0, medianReply: null },
};
const weeks: WeekView[] = [
  {
    ...{ week: "2026-11-16", views: 1, guestViews: 2, likes: 3, matches: 1, sent: 4, accepted: 2 },
    ...{ received: 5, replies: 1, medianReply: 3_600 },
  },
  { ...none, week: "2026-11-23", views: 10, guestViews: 20, likes: 5, sent: 6, accepted: 1, received: 7 },
];

/** What each chart says: its title, figure and summary, then the head and the rows of its table. */
function chartsOf(isContributor: boolean, shown: WeekView[], medianReply: number | null) {
  const { html } = render(
    <AnalyticsCharts view={{ weeks: shown, medianReply }} isContributor={isContributor} />,
  );
  return html
    .split("<figure")
    .slice(1)
    .map((chart) => [
      ...[/<figcaption>.*<\/figcaption>/, /<thead>.*<\/thead>/].map((part) =>
        textOf(part.exec(chart)?.[0] ?? ""),
      ),
      ...[...chart.matchAll(/<tr><th scope="row">.*?<\/tr>/g)].map(([row]) => textOf(row)),
    ]);
}

test("a contributor sees views by members and guests, and what became of their applications", () => {
  expect(chartsOf(true, weeks, 7_200)).toEqual([
    [
      "Profile views 33 11 by members, 22 by guests (lighter bars). Each member counts once a day, and no one sees who they are.",
      "Week of Members Guests",
      "Nov 16, 2026 1 2",
      "Nov 23, 2026 10 20",
    ],
    ["Likes received 8 5 this week.", "Week of Likes", "Nov 16, 2026 3", "Nov 23, 2026 5"],
    [
      "Match rate 13% 1 match and 8 Likes received.",
      "Week of Match rate",
      "Nov 16, 2026 33%",
      "Nov 23, 2026 0%",
    ],
    [
      "Reply time 2 hours Half of your first replies came within 2 hours.",
      "Week of Median",
      "Nov 16, 2026 1 hour",
      "Nov 23, 2026 none",
    ],
    [
      "Applications 10 10 sent (lighter bars), 3 accepted.",
      "Week of Accepted Sent",
      "Nov 16, 2026 2 4",
      "Nov 23, 2026 1 6",
    ],
  ]);
});

test("a creator sees no guests, and the applications to their projects", () => {
  const charts = chartsOf(false, weeks, 7_200);
  expect(charts[0]).toEqual([
    "Profile views 11 Each member counts once a day, and no one sees who they are.",
    "Week of Members",
    "Nov 16, 2026 1",
    "Nov 23, 2026 10",
  ]);
  expect(charts[4]).toEqual([
    "Applications 12 Received on your projects.",
    "Week of Received",
    "Nov 16, 2026 5",
    "Nov 23, 2026 7",
  ]);
  expect(charts).toHaveLength(5);
});

test("charts without Likes or replies say so, and one Like or several matches are counted as such", () => {
  const summaries = (change: Partial<WeekView>) =>
    chartsOf(true, [{ ...none, ...change }], null).map(([summary]) => summary);
  expect(summaries({})).toEqual([
    "Profile views 0 0 by members, 0 by guests (lighter bars). Each member counts once a day, and no one sees who they are.",
    "Likes received 0 0 this week.",
    "Match rate – No Likes yet.",
    "Reply time – You haven't replied to a first message yet.",
    "Applications 0 0 sent (lighter bars), 0 accepted.",
  ]);
  expect(summaries({ likes: 1, matches: 2 })[2]).toBe("Match rate 100% 2 matches and 1 Like received.");
});

test("guests' bars stand on the members', and those of applications stand behind the accepted ones", () => {
  const { html } = render(<AnalyticsCharts view={{ weeks, medianReply: null }} isContributor />);
  const lighter = [...html.matchAll(/class="chart-lighter" d="M[\d.]+ ([\d.]+)v/g)].map(([, y]) => y);
  // Guests' first bar begins where the members' ends; applications' begins at the bottom.
  expect(lighter).toEqual(["95.7", "99"]);
});
