import { expect, test } from "vitest";
import { essenceOf, hasLink } from "./braking.server";

test.each([
  ["Hi Anna, I can edit your show!", "Anna Bell", "hi BEN — I can edit your show", "Ben"],
  ["Ich schneide Ihre Folgen. 10 € die Stunde", "", "ich schneide ihre Folgen, 20 € die Stunde!!", ""],
])(
  "'%s' matches a text that differs only in names, numbers, punctuation, accents or case",
  (one, name, other, otherName) => expect(essenceOf(one, name)).toBe(essenceOf(other, otherName)),
);

test("texts that differ in substance don't match", () => {
  expect(essenceOf("I can edit your show", "")).not.toBe(essenceOf("I can write your show", ""));
});

test.each([
  "https://example.com/me",
  "see www.example.org",
  "I am at example.com",
  "example dot com",
  "example[dot]io",
  "example ( dot\n ) com",
  "bit.ly/abc",
  "ｅｘａｍｐｌｅ.com",
])("'%s' has a link", (text) => expect(hasLink(text)).toBe(true));

test.each([
  "Hello. I edit shows",
  "e.g. this one",
  "Version 2.0",
  "We met at 10.30",
  "Wait... what",
  "A dot on the i",
])("'%s' has no link", (text) => expect(hasLink(text)).toBe(false));

test("a message of unordered marks doesn't take long to read", () => {
  const text = `a${"\u0315\u0316".repeat(2500)}`;
  for (let times = 0; times < 300; times += 1)
    expect([hasLink(text), essenceOf(text, "")]).toEqual([false, "a"]);
}, 5_000);

test("a message that's a single word or gap doesn't take long to read", () => {
  // Each character becomes six letters.
  for (const text of ["㌖".repeat(5000), `aa${" ".repeat(4990)}x`]) expect(hasLink(text)).toBe(false);
}, 5_000);
