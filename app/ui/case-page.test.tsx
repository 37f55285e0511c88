import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { changesBetween, outline } from "../../tests/support/outline";
import { render } from "../../tests/support/rendering";
import { AdminList, AdminTable } from "./admin-list-view";
import { CasePage, LastDecision, ToDecision } from "./case-page";
import { Dialog } from "./dialog";
import { MoreMenu } from "./more-menu";

const alone = { at: 1, count: 1, isMore: false, previous: null, next: [] };
const page = (change: Partial<ComponentProps<typeof CasePage>>) => (
  <CasePage
    {...{
      title: "Rae",
      place: alone,
      caseAt: (id: string) => `/c/${id}`,
      list: { to: "/c", label: "All cases" },
    }}
    decision="Decide"
    {...change}
  >
    Facts
  </CasePage>
);

test("a case says where it is in the list, and leads to its neighbors", () => {
  expect(outline(page({}))).toEqual([
    ...["h1{tabindex=-1} Rae", "1 of 1", "nav{aria-label=Cases}", "Facts", "Decide", "[All cases](/c)"],
  ]);
  const place = { at: 2, count: 20, isMore: true, previous: "a", next: ["b", "c"] };
  expect(changesBetween(outline(page({})), outline(page({ place, notice: "Note", more: "More" })))).toEqual([
    ...["- 1 of 1", "- nav{aria-label=Cases}", "+ 2 of 20+"],
    "+ nav{aria-label=Cases} [(Previous case)](/c/a#case){rel=prev} [(Next case)](/c/b#case){rel=next}",
    ...["+ Note", "+ More"],
  ]);
  expect(outline(page({ place: { ...alone, at: null, count: 3 }, isNamedBelow: true })).slice(0, 2)).toEqual([
    "Rae",
    "3 waiting",
  ]);
});

test("a case leads to its decision, and back to the last one", () => {
  expect(outline(<ToDecision />)).toEqual(["[Decide](#decide)"]);
  expect(outline(<ToDecision>Reply</ToDecision>)).toEqual(["[Reply](#decide)"]);
  expect(outline(<LastDecision to="/c/a" />)).toEqual([
    "Changed your mind? [Back to the last case](/c/a#case)",
  ]);
});

type Frame = ComponentProps<typeof AdminList>["frame"];
const frame: Frame = {
  ...{
    label: "Find people",
    button: "Find",
    path: "/people",
    fields: [],
    chips: [],
    clear: null,
    notice: null,
  },
  ...{
    empty: null,
    count: 1,
    isMore: false,
    words: ["person", "people"],
    file: "/people.csv",
    pager: "Pages",
  },
  ...{ start: "/people?a=1", isFirst: true, next: null },
};
const list = (change: Partial<Frame>, given: object = {}, at = "/people") =>
  outline(
    <AdminList title="People" frame={{ ...frame, ...change }} {...given}>
      Rows
    </AdminList>,
    undefined,
    { at },
  );
const plain = list({});
const changed = (change: Partial<Frame>, given?: object, at?: string) =>
  changesBetween(plain, list(change, given, at));
const search = {
  name: "q",
  kind: "search",
  label: "Name",
  options: [],
  value: "rae",
} satisfies Frame["fields"][number];
const note =
  "In the file, any text that a spreadsheet could run as a formula starts with an apostrophe. Email addresses like -anna@example.com stay as they are.";
const chip = { label: "Since", to: "/people?b=2", isOn: false, removes: false };

test("a list of an admin", () => {
  expect(plain).toEqual([
    ...["People", "1 person", "[Download CSV](/people.csv)"],
    "form{action=/people, role=search, aria-label=Find people}",
    ...["Filters", "[Find]", "Rows", note],
  ]);
});

test.each<[string, Partial<Frame>, string[], object?, string?]>([
  ["several rows", { count: 1_200 }, ["- 1 person", "+ 1,200 people"]],
  ["more than were counted", { count: 100, isMore: true }, ["- 1 person", "+ 100 or more people"]],
  [
    "no rows",
    { empty: "No one here" },
    ["- 1 person", "- [Download CSV](/people.csv)", "- Rows", `- ${note}`, "+ No one here"],
  ],
  ["a notice", { notice: "Changed" }, ["+ Changed"]],
  [
    "everything around the rows",
    {},
    ["- [Download CSV](/people.csv)", "+ [Download CSV](/people.csv) ACT", "+ ERR", "+ Intro", "+ ABOVE"],
    { actions: "ACT", errors: <p>ERR</p>, intro: "Intro", above: <p>ABOVE</p> },
  ],
  ["a next page", { next: "/people?n=2" }, ["+ nav{aria-label=Pages} [Next](/people?n=2){rel=next}"]],
  ["a later page", { isFirst: false }, ["+ nav{aria-label=Pages} [First page](/people?a=1)"]],
  [
    "a search",
    { fields: [search] },
    ["- [Find]", "+ (Name) {name=q, type=search, autoComplete=off, value=rae} [(Find)]", "+ [Apply filters]"],
  ],
  [
    "a search that's too long",
    { fields: [{ ...search, value: "", hint: "Name or email" }] },
    [
      "- [Find]",
      "+ (Name) {name=q, type=search, placeholder=Name or email, autoComplete=off, value} [(Find)]",
      "+ We searched for the first 320 characters.",
      "+ [Apply filters]",
    ],
    {},
    `/people?q=${"x".repeat(321)}`,
  ],
  [
    "filters",
    {
      fields: [
        { ...search, kind: "day", name: "since", label: "Since", value: "2026-11-01" },
        { ...search, kind: "choice", name: "role", label: "Role", emptyLabel: "Any", value: "" },
      ],
    },
    ["+ Since{type=date, name=since, value=2026-11-01}", "+ Role{name=role} [Any]{value, selected}"],
  ],
  [
    "chips",
    {
      chips: [chip, { ...chip, label: "Until", day: "2026-11-01", isOn: true, removes: true }],
      clear: { to: "/people", label: "Clear" },
    },
    [
      "+ nav{aria-label=Filters} [Since ](/people?b=2) [Until Nov 1, 2026(: remove this filter)](/people?b=2){aria-current=true} [Clear](/people)",
    ],
  ],
  [
    "only a way back",
    { clear: { to: "/people", label: "Clear" } },
    ["+ nav{aria-label=Filters} [Clear](/people)"],
  ],
  ["only a chip", { chips: [chip] }, ["+ nav{aria-label=Filters} [Since ](/people?b=2)"]],
])("a list with %s", (_, change, expected, given, at) => {
  expect(changed(change, given, at)).toEqual(expected);
});

test("a table has a heading for each column, and a class of its own", () => {
  const table = (className?: string) =>
    render(
      <AdminTable className={className} heads={["A", "B"]}>
        {null}
      </AdminTable>,
    );
  expect(table().html).toBe(
    '<table class="reg"><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody></tbody></table>',
  );
  expect(table("wide").html).toContain('<table class="reg wide">');
});

test("a dialog closes by a link, or in the page", () => {
  const before = outline(
    <Dialog title="Sure?" closeTo="/a">
      Text
    </Dialog>,
  );
  expect(before).toEqual(["dialog{open, tabindex=-1}", "Sure?", "[(Close)](/a)", "Text"]);
  const inPage = ["- [(Close)](/a)", "+ [(Close)]"];
  expect(
    changesBetween(
      before,
      outline(
        <Dialog title="Sure?" closeTo="/a" closesInPage>
          Text
        </Dialog>,
      ),
    ),
  ).toEqual(inPage);
  expect(
    changesBetween(
      before,
      outline(
        <Dialog title="Sure?" onClose={() => {}}>
          Text
        </Dialog>,
      ),
    ),
  ).toEqual(inPage);
  expect(
    outline(
      <Dialog title="Sure?" closeTo="/a" closeLabel="Not now">
        Text
      </Dialog>,
    )[2],
  ).toBe("[(Not now)](/a)");
});

test("a menu's label is only for screen readers if it names what it's for", () => {
  expect(outline(<MoreMenu label="More">Links</MoreMenu>)).toEqual(["More", "Links"]);
  expect(
    outline(
      <MoreMenu label="More" of="Rae">
        Links
      </MoreMenu>,
    ),
  ).toEqual(["(More for Rae)", "Links"]);
});
