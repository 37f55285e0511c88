import { expect, it } from "vitest";
import { hideIds, isId, newId, parseCount, parseId } from "./ids";

const id = "0b5d9c1e-7a54-4b6e-9b0e-8f5d3c2a1b00";

it("normalizes the spelling of an ID", () => {
  expect(parseId(id)).toBe(id);
  expect(parseId(id.toUpperCase())).toBe(id);
  expect(isId(id)).toBe(true);
  expect(isId(id.toUpperCase())).toBe(false);
});

it.each([
  "",
  "-".repeat(36),
  `${id}\n`,
  ` ${id}`,
  `{${id}}`,
  id.replaceAll("-", ""),
  id.slice(1),
  null,
  7,
  [id],
])("%j isn't an ID", (text) => {
  expect(parseId(text)).toBeNull();
});

it.each([
  "0",
  "-1",
  "01",
  "1.5",
  "1e3",
  "0x1",
  "",
  " 1",
  "2147483648",
  "9999999999",
  "99999999999999999999",
  null,
])("%j isn't a count", (text) => {
  expect(parseCount(text)).toBeNull();
});

it("reads counts up to the largest integer that a column can store", () => {
  expect([parseCount("1"), parseCount("2147483647")]).toEqual([1, 2 ** 31 - 1]);
});

it("makes IDs of version 4 that differ from each other", () => {
  const made = Array.from({ length: 200 }, newId);
  for (const one of made)
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(made).size).toBe(made.length);
  // Each random digit takes each of its values: four in the variant's place, sixteen anywhere else.
  const digitsAt = (place: number) => new Set(made.map((one) => one[place])).size;
  expect([digitsAt(0), digitsAt(14), digitsAt(19), digitsAt(35)]).toEqual([16, 1, 4, 16]);
});

it("hides each ID in a text, in either case", () => {
  expect(hideIds(`/people/${id}/${id.toUpperCase()}.txt and ${id.slice(1)}`)).toBe(
    `/people/:id/:id.txt and ${id.slice(1)}`,
  );
});
