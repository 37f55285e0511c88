import { expect, it } from "vitest";
import { isId, parseCount, parseId } from "./ids";

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
