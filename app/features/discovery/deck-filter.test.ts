import { expect, it } from "vitest";
import { type DeckFilter, filterText, filterWords, noFilter } from "./deck-filter";
import { readDeckFilter } from "./deck-filter.schema";
import { foundWords, leftWords } from "./deck-words";
import { readFilterPrice } from "./filter-price";

it("keeps a filter through a query and back, and ignores malformed parts", () => {
  const filter: DeckFilter = {
    ...noFilter,
    level: "expert",
    availability: "limited",
    price: 45_50,
    per: "video",
    place: "Austin TX",
  };
  const whole = { ...filter, serviceId: 3, toolIds: [4, 5], styleIds: [6] };
  expect(readDeckFilter(new URLSearchParams(filterText(whole)))).toEqual(whole);
  expect(readDeckFilter(new URLSearchParams("tool=4&tool=5&tool=4&style=x.6"))).toEqual({
    ...noFilter,
    toolIds: [4, 5],
    styleIds: [6],
  });
  for (const damaged of [
    "service=-1",
    "service=1e9",
    "service=99999999999",
    "tool=%00",
    "level=guru",
    "price=1.2345",
    "price=%ED%A0%80",
    "place=%00",
    "place=%ED%A0%80",
    "per=week",
    "availability=",
  ])
    expect([damaged, { ...readDeckFilter(new URLSearchParams(damaged)), place: "" }]).toEqual([
      damaged,
      noFilter,
    ]);
});

it("says what a filter asks for, to a creator and to a contributor", () => {
  const names = { services: { 3: "Writer" }, tools: { 4: "Canva", 5: "Figma" }, styles: { 6: "Cinematic" } };
  const limited =
    "service=3&tool=5.4&style=6&level=advanced&availability=limited&price=45.50&per=video&place=Austin";
  const wordsOf = (query: string, isContributor: boolean) =>
    filterWords(readDeckFilter(new URLSearchParams(query)), names, isContributor).join(" · ");
  expect([wordsOf(limited, false), wordsOf(limited, true)]).toEqual([
    "Writer · Figma · Canva · Cinematic · Advanced or above · Available now or limited · up to $45.50 per video · in Austin",
    "Writer · Figma · Canva · Cinematic · Advanced or below · Available now or limited · at least $45.50 per video · in Austin",
  ]);
  expect(wordsOf("availability=available", false)).toBe("Available now");
  expect(wordsOf("", false)).toBe("");
});

it.each([
  ["price=50&per=video", 50_00, "video"],
  // Links from before prices had units: the unit is an hour.
  ["price=50", 50_00, "hour"],
  ["price=45,50&per=day", 45_50, "day"],
  ["price=%241.500&per=project", 1_500_00, "project"],
  ["price=1.5k&per=script", 1_500_00, "script"],
  ["price=80/hr&per=project", 80_00, "hour"],
])("reads a filter's price the way people type it: %s", (query, price, per) => {
  const filter = readDeckFilter(new URLSearchParams(query));
  expect(filter).toEqual({ ...noFilter, price, per });
  expect(readDeckFilter(new URLSearchParams(filterText(filter)))).toEqual(filter);
});

it.each([
  ["price=-5", "An amount can't be negative"],
  ["price=60-80", "Please enter one amount"],
  ["price=1000000", "Please enter an amount below $1,000,000"],
  ["price=x".padEnd(5_000, "9"), "Please enter an amount"],
])("explains why it can't use a price: %s", (query, words) => {
  expect(readDeckFilter(new URLSearchParams(query))).toEqual(noFilter);
  expect(readFilterPrice(new URLSearchParams(query)).error).toContain(words);
});

it.each([
  [{ people: 1, isMore: false, further: null }, "1 person left", "1 person"],
  [{ people: 14, isMore: false, further: null }, "14 people left", "14 people"],
  // The search stopped partway, and continues if the person asks for more.
  [{ people: 14, isMore: false, further: 9 }, "14 people found so far", "14 people"],
  [{ people: 50, isMore: true, further: 9 }, "More than 50 people left", "more than 50 people"],
])("says how many people fit: %o", (count, left, found) => {
  expect([leftWords(count), foundWords(count)]).toEqual([left, found]);
});
