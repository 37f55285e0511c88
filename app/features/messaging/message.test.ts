import { expect, test } from "vitest";
import { typingWords } from "./message";

test.each([
  [[], ""],
  [["Cleo Field"], "Cleo Field is typing…"],
  [["Cleo Field", "Rafa Moor"], "Cleo Field and Rafa Moor are typing…"],
  [["Cleo Field", "Rafa Moor", "Theo Lind"], "Several people are typing…"],
])("while %j type, the page says '%s'", (names, words) => {
  expect(typingWords(names)).toBe(words);
});
