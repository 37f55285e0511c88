import { expect, test } from "vitest";
import { outline } from "../../tests/support/outline";
import { render } from "../../tests/support/rendering";
import { Avatar, hueOf, SavesDataContext } from "./avatar";
import { ChipList } from "./chip-list";
import { dollars } from "./money";
import { ProgressBar } from "./progress-bar";
import { Tabs } from "./tabs";
import { Time } from "./time";

test.each([
  [0, "$0"],
  [2_500, "$25"],
  [2_499, "$24.99"],
  [2_490, "$24.90"],
  [-2_499, "-$24.99"],
  [123_456_700, "$1,234,567"],
])("%d cents are written %s", (cents, words) => {
  expect(dollars(cents)).toBe(words);
});

test.each([
  ["Rae", "R"],
  ["Rae Buren", "RB"],
  ["rae van  buren ", "RB"],
  ["გიორგი მელაძე", "გმ"],
  ["", "?"],
])("without a picture, “%s” is shown as %s", (name, initials) => {
  expect(render(<Avatar name={name} size="small" />).text).toBe(initials);
});

test("a picture fits its size, and isn't loaded if the browser saves data", () => {
  const face = <Avatar name="Rae" src="/media/m/face" size="large" />;
  expect(render(face).html).toMatch(/srcSet="\/media\/m\/face-320\.avif".* src="\/media\/m\/face-320\.webp"/);
  const saving = <SavesDataContext.Provider value={true}>{face}</SavesDataContext.Provider>;
  expect(render(saving).text).toBe("R");
});

test("a name always has the same color, and names differ", () => {
  expect(["Rae", "Ray", "Cleo", "Ann", "Bo", ""].map(hueOf)).toEqual([
    "hue-2",
    "hue-4",
    "hue-3",
    "hue-3",
    "hue-3",
    "hue-0",
  ]);
});

test.each([
  [-1, 0, "positive"],
  [69.4, 69, "positive"],
  [69.5, 70, "warning"],
  [89, 89, "warning"],
  [90, 90, "negative"],
  [101, 100, "negative"],
])("a bar of %d percent shows %d and is %s", (percent, value, tone) => {
  const { html } = render(<ProgressBar percent={percent} label="Used" />);
  expect(html).toContain(`<span>Used</span> <progress class="bar tone-${tone}" max="100" value="${value}">`);
});

test("chips say which names both sides share", () => {
  expect(outline(<ChipList names={["Reels", "Ads"]} strong={["Ads"]} label="Skills" />)).toEqual([
    "ul{aria-label=Skills}",
    "Reels",
    "Ads( (shared))",
  ]);
  expect(outline(<ChipList names={["Reels"]} />)).toEqual(["Reels"]);
});

test("tabs mark the current one as a page, or as a choice that script shows in place", () => {
  const tab = { to: "/a", label: "A", current: true };
  const items = [tab, { ...tab, to: "/b", onSelect: () => {} }, { ...tab, to: "/c", current: false }];
  expect(outline(<Tabs label="Parts" items={items} />)).toEqual([
    "nav{aria-label=Parts} [A](/a){aria-current=page} [A](/b){aria-current=true} [A](/c)",
  ]);
});

test.each([
  ["time", "12:00 PM", "11:00 AM"],
  ["day", "Today", "Yesterday"],
  ["inText", "today", "yesterday"],
  ["recent", "12:00 PM", "Yesterday"],
  [undefined, "12:00 PM", "Yesterday"],
  ["date", "Nov 21, 2026", "Nov 20, 2026"],
  ["longDate", "November 21, 2026", "November 20, 2026"],
  ["dateTime", "Nov 21, 2026, 12:00 PM", "Nov 20, 2026, 11:00 AM"],
] as const)("a time as %s reads %s, or %s for the day before", (as, today, before) => {
  const clock = { zone: "UTC", now: Date.parse("2026-11-21T13:00:00Z") };
  const read = (at: string) => render(<Time at={at} as={as} />, clock).text;
  expect([read("2026-11-21T12:00:00Z"), read("2026-11-20T11:00:00Z")]).toEqual([today, before]);
});
