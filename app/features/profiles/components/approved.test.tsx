import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import type { Completeness } from "../completeness";
import { Approved, NextStep } from "./approved";

const missing = [
  { label: "Add a sample", to: "/profile/work/new" },
  { label: "Add a picture", to: "/profile/avatar" },
];
const some: Completeness = { percent: 60, missing, done: [] };
const all: Completeness = { percent: 100, missing: [], done: [] };
const unknown = ["A complete profile gets better matches."];
const percent = (value: number) => [
  `Your profile is ${value}% complete.`,
  `progress{max=100, value=${value}}`,
];

test.each<[string, Completeness | null, string[], boolean]>([
  ["couldn't be read", null, unknown, false],
  ["lacks something", some, percent(60), true],
  ["is complete", all, percent(100), false],
])(
  "if a profile %s, people see how complete it is and the first thing it lacks",
  (_, given, lines, lacks) => {
    const update = "[Update My Profile](/profile/edit)";
    const matches = "[View Matches](/matches)";
    const add = lacks ? "[Add a sample](/profile/work/new) " : "";
    expect(outline(<NextStep completeness={given} />)).toEqual([...lines, `${add}${update} ${matches}`]);
    expect(outline(<Approved completeness={given} />)).toEqual([
      ...["Approved Creators can find you.", ...lines],
      ...(lacks ? ["[Add a sample ](/profile/work/new)"] : []),
      `${matches} ${update}`,
    ]);
  },
);
