import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { SavesDataContext } from "~/ui/avatar";
import { fieldOf } from "~/ui/form";
import { outline } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import type { ChoiceGroup, FieldSpec } from "../builder";
import { ProfileField } from "./profile-field";

interface Given {
  values?: Record<string, unknown>;
  error?: Record<string, string[]>;
  groups?: ChoiceGroup[];
  required?: boolean;
}

const field = (spec: FieldSpec, { values, error, groups, required }: Given = {}) => (
  <ProfileField
    spec={spec}
    fieldOf={(name) => fieldOf("f", { initialValue: values, error }, name)}
    choices={groups ? { [spec.name]: groups } : {}}
    required={required}
  />
);
const line = (name: FieldSpec["name"]): FieldSpec => ({ name, label: "Label", kind: "line" });

test.each<[string, FieldSpec, Given, string[]]>([
  ["a line", line("location"), {}, ["Label{type=text, name=location}"]],
  [
    "a required name",
    line("name"),
    { required: true, values: { name: "Ana" } },
    ["Label{type=text, name=name, required, autoComplete=name, value=Ana}"],
  ],
  [
    "a link",
    { ...line("portfolio"), hint: "Hint." },
    { error: { portfolio: ["Not a link."] } },
    [
      ...["Label", "Hint."],
      "{type=text, name=portfolio, aria-invalid=true, inputMode=url, autoComplete=url, placeholder=https://}",
      "Not a link.",
    ],
  ],
  [
    "a text",
    { name: "bio", label: "Bio", kind: "text", hint: "Hint." },
    { values: { bio: "I cut." }, error: { bio: ["Too long."] } },
    ["Bio", "Hint.", "{rows=4, name=bio, aria-invalid=true} I cut.", "Too long."],
  ],
  [
    "a level",
    { name: "experienceLevel", label: "Level", kind: "level" },
    { values: { experienceLevel: "expert" } },
    [
      "Level{name=experienceLevel} [Not specified]{value}[Beginner]{value=beginner}[Intermediate]{value=intermediate}[Advanced]{value=advanced}[Expert]{value=expert, selected}",
    ],
  ],
  [
    "an availability",
    { name: "availability", label: "Availability", kind: "availability" },
    { values: { availability: "limited" } },
    [
      "Availability{name=availability} [Available now]{value=available}[Limited availability]{value=limited, selected}[Not available right now]{value=unavailable}",
    ],
  ],
  [
    "a price",
    { name: "priceFrom", label: "Budget", kind: "price" },
    {
      values: { priceFrom: "50", priceTo: "60", priceUnit: "hour", priceNote: "Rush: double" },
      error: { priceNote: ["Too long."] },
    },
    [
      "Budget",
      "From{type=text, name=priceFrom, inputMode=decimal, autoComplete=off, value=50}",
      "To (optional){type=text, name=priceTo, inputMode=decimal, autoComplete=off, value=60}",
      "Per{name=priceUnit} [Choose]{value}[hour]{selected}[day][piece][video][episode][script][month][project]",
      ...["p{role=status} $50–$60 per hour", "Note (optional)"],
      "What's included, or how you charge if it isn't a set amount.",
      ...["{rows=2, name=priceNote, aria-invalid=true} Rush: double", "Too long."],
    ],
  ],
])("%s shows its label, its hint, what's stored and what's wrong", (_, spec, given, lines) => {
  expect(outline(field(spec, given))).toEqual(lines);
});

const choice = (value: string, label: string) => ({ value, label });
const tools: FieldSpec = { name: "tools", label: "Tools", kind: "choices" };
const edit: ChoiceGroup = { legend: "Edit", choices: [choice("1", "Avid"), choice("2", "Resolve")] };
const sound: ChoiceGroup = { legend: "Sound", choices: [choice("3", "Reaper")] };
const error = { tools: ["Too many."] };

const unchosen = [
  "{type=checkbox, name=tools, value=1} Avid {type=checkbox, name=tools, value=2} Resolve",
  "{type=checkbox, name=tools, value=3} Reaper",
];
const both = (first: boolean, second: boolean, [one, two] = unchosen) => [
  ...["Tools", ...(first ? ["details{open}"] : []), "Edit", "(Edit)", one],
  ...[...(second ? ["details{open}"] : []), "Sound", "(Sound)", two],
];

test.each<[string, Given, (string | undefined)[]]>([
  ["no choices", {}, ["Tools"]],
  [
    "one group",
    { groups: [{ ...edit, legend: "" }], values: { tools: ["2"] }, error },
    [
      "Tools",
      "{type=checkbox, name=tools, value=1} Avid {type=checkbox, name=tools, checked, value=2} Resolve",
      "Too many.",
    ],
  ],
  ["two groups", { groups: [edit, sound] }, both(true, false)],
  ["a leading group", { groups: [edit, { ...sound, isFirst: true }] }, both(false, true)],
  [
    "a choice in a folded group",
    { groups: [edit, sound], values: { tools: "3" } },
    both(true, true, [unchosen[0], "{type=checkbox, name=tools, checked, value=3} Reaper"] as string[]),
  ],
  ["an error", { groups: [edit, { ...sound, isFirst: true }], error }, [...both(false, true), "Too many."]],
])("choices with %s", (_, given, lines) => {
  expect(outline(field(tools, given))).toEqual(lines);
});

const idsIn = (part: ReactNode) =>
  [...render(part).html.matchAll(/ id="([^"]+)" value="(\d)"/g)].map(([, ...pair]) => pair);

test("the field's ID, which the error summary links to, is the first choice of the open group", () => {
  expect(idsIn(field(tools, { groups: [edit] }))).toEqual([["f-tools", "1"]]);
  expect(idsIn(field(tools, { groups: [edit, { ...sound, isFirst: true }] }))).toEqual([
    ["f-tools-0", "1"],
    ["f-tools", "3"],
  ]);
});

test("styles are chosen by their pictures, or by their names with Save-Data", () => {
  const spec: FieldSpec = { name: "visualStyle", label: "Styles", kind: "choices" };
  const groups = [{ legend: "", choices: [choice("1", "Cinematic"), choice("2", "Bold/Graphic")] }];
  const styles = field(spec, {
    ...{ groups, values: { visualStyle: ["2"] }, error: { visualStyle: ["Too many."] } },
  });
  expect(outline(styles)).toEqual([
    "Styles",
    "{type=checkbox, name=visualStyle, value=1} (/pictures/styles/cinematic.avif) Cinematic",
    // A line may break after the slash.
    "{type=checkbox, name=visualStyle, checked, value=2} (/pictures/styles/bold-graphic.avif) Bold/",
    ...["Graphic", "Too many."],
  ]);
  expect(idsIn(styles)).toEqual([["f-visualStyle", "1"]]);
  expect(outline(<SavesDataContext.Provider value={true}>{styles}</SavesDataContext.Provider>)).toEqual([
    "Styles",
    "{type=checkbox, name=visualStyle, value=1} Cinematic {type=checkbox, name=visualStyle, checked, value=2} Bold/Graphic",
    "Too many.",
  ]);
});
