import { expect, test } from "vitest";
import { statusOf, typingWords } from "./message";

test.each([
  [[], ""],
  [["Cleo Field"], "Cleo Field is typing…"],
  [["Cleo Field", "Rafa Moor"], "Cleo Field and Rafa Moor are typing…"],
  [["Cleo Field", "Rafa Moor", "Theo Lind"], "Several people are typing…"],
])("while %j are typing, the page says '%s'", (names, words) => {
  expect(typingWords(names)).toBe(words);
});

test("a file that's still being stored gets the status 409, because sending it again may work", () => {
  expect(statusOf({ ok: false, refused: "file", why: "storing", sharesFiles: true })).toBe(409);
  expect(statusOf({ ok: false, refused: "file", why: "too-often", sharesFiles: true })).toBe(422);
  expect(statusOf({ ok: false, refused: "empty" })).toBe(400);
});
