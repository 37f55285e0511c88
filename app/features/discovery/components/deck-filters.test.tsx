import type { ComponentProps } from "react";
import { beforeAll, expect, test } from "vitest";
import { loadParts } from "~/ui/late-part";
import { changesBetween, outline } from "../../../../tests/support/outline";
import { type DeckFilter, noFilter } from "../deck-filter";
import { type DeckChoices, FilterForm, type FilterProps } from "./deck-filter-form";
import { DeckFilters, FilteredBy, summaryOf } from "./deck-filters";

beforeAll(() => loadParts(["FilterForm"]));

const choices: DeckChoices = {
  services: [
    [3, "Editing"],
    [4, "Sound"],
  ],
  tools: [
    [1, "Premiere"],
    [2, "Figma"],
  ],
  styles: [[5, "Cinematic"]],
};
const props: FilterProps = {
  ...{ filter: noFilter, choices, isContributor: false, isLocked: false, left: null, priceError: null },
};
const found = (people: number, isMore = false, further: number | null = null) => ({
  ...{ people, isMore, further, looked: 100 },
});
const full: DeckFilter = {
  ...{ serviceId: 4, toolIds: [2], styleIds: [5], level: "advanced", availability: "limited" },
  ...{ price: 4_550, per: "day", place: "Oregon", from: 7 },
};
const form = (change: Partial<FilterProps> = {}, at?: string) =>
  outline(<FilterForm {...props} {...change} />, undefined, { at });
const changed = (...state: Parameters<typeof form>) => changesBetween(form(), form(...state));

test("the filter's fields show what's in effect", () => {
  expect(form()).toEqual([
    "form{action=/discover, role=search, aria-label=Filters}",
    "Service{name=service} [Any]{value, selected}[Editing]{value=3}[Sound]{value=4}",
    "Tools",
    "Must have all of these (up to 6)",
    "{type=checkbox, name=tool, value=1} Premiere {type=checkbox, name=tool, value=2} Figma",
    "Styles",
    "Must have all of these (up to 6)",
    "{type=checkbox, name=style, value=5} Cinematic",
    "Minimum experience",
    "{type=radio, name=level, checked, value} Any {type=radio, name=level, value=beginner} Beginner {type=radio, name=level, value=intermediate} Intermediate {type=radio, name=level, value=advanced} Advanced {type=radio, name=level, value=expert} Expert",
    "Availability",
    "{type=radio, name=availability, checked, value} Any {type=radio, name=availability, value=available} Available now {type=radio, name=availability, value=limited} Available now or limited",
    "Price",
    "At most{type=text, name=price, inputMode=decimal, autoComplete=off, value}",
    "Per{name=per} [Choose]{value}[hour]{selected}[day][piece][video][episode][script][month][project]",
    "p{role=status}",
    "Setting this hides people who don't list an amount in this unit. Pieces, videos, episodes and scripts count as the same unit.",
    "Location",
    "City, state or country. We match whole words, so “TX” won't find “Texas.”",
    "{type=search, name=place, autoComplete=off, value}",
    "[Show people]",
  ]);
  expect(changed({ filter: full }).filter((line) => line.startsWith("+"))).toEqual([
    "+ Service{name=service} [Any]{value}[Editing]{value=3}[Sound]{value=4, selected}",
    "+ details{open}",
    "+ {type=checkbox, name=tool, value=1} Premiere {type=checkbox, name=tool, checked, value=2} Figma",
    "+ details{open}",
    "+ {type=checkbox, name=style, checked, value=5} Cinematic",
    "+ {type=radio, name=level, value} Any {type=radio, name=level, value=beginner} Beginner {type=radio, name=level, value=intermediate} Intermediate {type=radio, name=level, checked, value=advanced} Advanced {type=radio, name=level, value=expert} Expert",
    "+ {type=radio, name=availability, value} Any {type=radio, name=availability, value=available} Available now {type=radio, name=availability, checked, value=limited} Available now or limited",
    "+ At most{type=text, name=price, inputMode=decimal, autoComplete=off, value=$45.50}",
    "+ Per{name=per} [Choose]{value}[hour][day]{selected}[piece][video][episode][script][month][project]",
    "+ p{role=status} up to $45.50 per day",
    "+ {type=search, name=place, autoComplete=off, value=Oregon}",
    "+ [Show people] [Clear filters](/discover)",
  ]);
});

test.each<[string, Partial<FilterProps>, string[], string?]>([
  [
    "a contributor, who looks for budgets",
    { isContributor: true, filter: { ...noFilter, price: 5_000 } },
    [
      "Maximum experience they're looking for",
      "Budget",
      "At least{type=text, name=price, inputMode=decimal, autoComplete=off, value=$50}",
      "p{role=status} at least $50 per hour",
      "[Show people] [Clear filters](/discover)",
    ],
  ],
  [
    "a plan without advanced filters",
    { isLocked: true, filter: { ...noFilter, serviceId: 3 } },
    [
      "Service{name=service} [Any]{value}[Editing]{value=3, selected}[Sound]{value=4}",
      "section{aria-labelledby=locked}",
      "Advanced filters",
      "Filters for tools, styles, experience, availability, price and location come with Pro and Agency.",
      "ul{aria-label=Examples}",
      "Premiere Pro",
      "Cinematic",
      "Available now",
      "Up to $90 per hour",
      "Oregon",
      "[See Pricing Options](/pricing?from=%2Fdiscover)",
      "[Show people] [Clear filters](/discover)",
    ],
  ],
  ["a catalog without tools", { choices: { ...choices, tools: [] } }, ["Tools{name=tool} [Any]{value}"]],
  ["one person who fits", { left: found(1) }, ["[Show 1 person]"]],
  ["more people than are counted", { left: found(50, true) }, ["[Show more than 50 people]"]],
  [
    "an amount that can't be read, as it was typed",
    { priceError: "Enter an amount" },
    [
      "At most{type=text, name=price, aria-invalid=true, inputMode=decimal, autoComplete=off, value=lots}",
      "Enter an amount",
    ],
    "/discover?price=lots",
  ],
  ["a text in the URL that's no amount's", {}, [], "/discover?price=lots"],
])("the filter's fields for %s", (_, change, lines, at) => {
  expect(changed(change, at).flatMap((line) => (line.startsWith("+ ") ? line.slice(2) : []))).toEqual(lines);
});

test("the filters open in a dialog, and the page says what of them was ignored", () => {
  const shown = (change: Partial<ComponentProps<typeof DeckFilters>>, at?: string) =>
    outline(<DeckFilters {...props} choices={null} {...change} />, undefined, { at });
  const filter = { ...noFilter, serviceId: 3, from: 7 };
  const link = "[(Filters)](/discover?filters=open)";
  expect(shown({})).toEqual([link]);
  expect(shown({ filter })).toEqual(["[(Filters)](/discover?service=3&from=7&filters=open)"]);
  const opened = shown({ filter, choices });
  expect(opened).toEqual([
    "[(Filters)](/discover?service=3&from=7&filters=open)",
    "dialog{open, tabindex=-1}",
    "Filters",
    "[(Close filters)](/discover?service=3&from=7)",
    ...form({ filter }),
  ]);

  const long = `/discover?place=${"word ".repeat(60)}`;
  const priceError = "Enter an amount";
  expect(shown({ priceError })).toEqual(["p{role=status} We ignored the amount. Enter an amount.", link]);
  expect(shown({}, long)).toEqual(["p{role=status} We searched for the first 100 characters.", link]);
  expect(shown({ priceError }, long)).toEqual([
    "p{role=status} We searched for the first 100 characters. We ignored the amount. Enter an amount.",
    link,
  ]);
  // The fields say it themselves, or it isn't only this part that was ignored.
  expect(shown({ priceError, choices }, long).filter((line) => line.startsWith("p{"))).toEqual([
    "p{role=status}",
  ]);
  expect(shown({ priceError, isLocked: true }, long)).toEqual([link]);
});

const names = { services: { 4: "Sound" }, tools: { 2: "Figma" }, styles: { 5: "Cinematic" } };
const clear = "[Clear filters](/discover)";
const ignored =
  "p{role=note} Advanced filters come with Pro and Agency, so we ignored them here. [See plans](/pricing?from=%2Fdiscover)";
const save = "[Save this search](/settings/searches/new?kind=people&service=4)";

test.each<[Partial<DeckFilter>, boolean, Parameters<typeof FilteredBy>[0]["left"], string[] | null]>([
  [{}, false, null, null],
  [{ from: 7 }, true, null, null],
  [{ serviceId: 4 }, true, null, [`Sound ${clear} ${save}`]],
  [{ serviceId: 4 }, false, found(0), [`Sound ${clear} ${save}`]],
  [{ serviceId: 4 }, false, found(1), [`Sound: 1 person left. ${clear} ${save}`]],
  [{ serviceId: 4 }, false, found(2, true), [`Sound: More than 2 people left. ${clear} ${save}`]],
  [{ serviceId: 4 }, false, found(2, false, 9), [`Sound: 2 people found so far. ${clear} ${save}`]],
  [{ place: "Oregon" }, true, null, [ignored]],
  [{ serviceId: 4, level: "expert" }, true, null, [`Sound ${clear} ${save}`, ignored]],
  [
    full,
    false,
    null,
    [
      `Sound · Figma · Cinematic · Advanced or above · Available now or limited · up to $45.50 per day · in Oregon ${clear} [Save this search](/settings/searches/new?kind=people&service=4&tool=2&style=5&level=advanced&availability=limited&price=45.5&per=day&place=Oregon&from=7)`,
    ],
  ],
])(
  "the deck's page says what %j leaves, unless the plan ignores it (%s)",
  (change, isLocked, left, lines) => {
    const summary = summaryOf({ ...noFilter, ...change }, names, { isContributor: false, isLocked });
    expect(summary && outline(<FilteredBy {...summary} left={left} />)).toEqual(lines);
  },
);

test("a contributor's filter is worded for creators", () => {
  const given = { isContributor: true, isLocked: false };
  expect(summaryOf({ ...noFilter, level: "expert", price: 5_000 }, names, given)?.words).toBe(
    "Expert or below · at least $50 per hour",
  );
});
