import { expect, test } from "vitest";
import { retryText } from "./failure-words";

test.each([
  [1, "in a second"],
  [2, "in 2 seconds"],
  [89, "in 89 seconds"],
  [90, "in 2 minutes"],
  [5_340, "in 89 minutes"],
  [5_341, "in 2 hours"],
])("after %i seconds, people may try again %s", (seconds, words) => {
  expect(retryText(seconds)).toBe(words);
});
