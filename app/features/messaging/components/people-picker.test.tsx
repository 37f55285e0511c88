import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { PeoplePicker } from "./people-picker";

const ann = {
  ...{ personId: "a", name: "Ann", avatarUrl: "/a" },
  location: "Oslo",
  craft: "Editor",
  isInTouch: true,
};
const bea = { ...ann, personId: "b", name: "Bea", avatarUrl: null, location: "", isInTouch: false };
const empty = { chosen: [], q: "", people: [], note: "" };

const search = (value: string) => [
  ...["Search by name", "At least 2 letters of a first or last name."],
  `{type=search, name=q, autoComplete=off, value=${value}}`,
];

test("the people found say what they do and whether a message arrives as a request, and can be added", () => {
  expect(
    outline(<PeoplePicker view={{ ...empty, q: "an", people: [ann, bea], note: "2 people" }} />),
  ).toEqual([
    ...["form{action=/messages/new}", ...search("an"), "[Search]", "div{role=status} 2 people"],
    ...["ul{aria-label=People found}", "(/a-96.webp)", "Ann", "Editor · Oslo", "In touch"],
    ...["[Add( Ann)](/messages/new?with=a&q=an)", "B", "Bea", "Editor", "Arrives as a request"],
    "[Add( Bea)](/messages/new?with=b&q=an)",
    "form{action=/messages/new} {type=hidden, name=next, value=1} [Continue]",
  ]);
});

test("the people chosen stay in each form and link, and can be removed", () => {
  const view = { ...empty, q: "x", chosen: [ann, bea], note: "None" };
  expect(outline(<PeoplePicker view={view} error="Too many" />)).toEqual([
    ...["div{role=alert, tabindex=-1, autofocus}", "Please check the form", "[Too many](#people-search)"],
    "ul{aria-label=People selected}",
    "[(/a-96.webp) (Remove )Ann ](/messages/new?with=b&q=x)",
    "[B (Remove )Bea ](/messages/new?with=a&q=x)",
    ...["form{action=/messages/new} {type=hidden, name=with, value=a b}", ...search("x"), "[Search]"],
    "div{role=status} None",
    "form{action=/messages/new} {type=hidden, name=with, value=a b} {type=hidden, name=next, value=1} [Continue with 2 people]",
  ]);
});

test("in a dialog, there's no button to search, and one chosen person isn't counted", () => {
  const inPage = { choose() {}, goOn() {} };
  const lines = outline(
    <PeoplePicker view={{ ...empty, q: "x", chosen: [ann], people: [bea] }} inPage={inPage} />,
  );
  expect(lines).not.toContain("[Search]");
  expect(lines).toContain("[Add( Bea)](/messages/new?with=a+b&q=x)");
  expect(lines.at(-1)).toMatch(/ \[Continue\]$/);
});

test("no one can be added to a group of ten", () => {
  const chosen = (count: number) => Array.from({ length: count }, (_, n) => ({ ...bea, personId: `p${n}` }));
  const adds = (count: number) =>
    outline(<PeoplePicker view={{ ...empty, chosen: chosen(count), people: [ann] }} />).filter((line) =>
      line.startsWith("[Add"),
    );
  expect([adds(9).length, adds(10)]).toEqual([1, []]);
});
