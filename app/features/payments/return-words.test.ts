import { expect, test } from "vitest";
import { paths } from "~/paths";
import { returnWords } from "./return-words";

test.each([
  [paths.discover(), "Keep swiping"],
  [`${paths.discover()}?service=1`, "Keep swiping"],
  [paths.project("1"), "Back to your project"],
  [paths.profile("1"), "Back to the profile"],
  // The first page has no label, and the second one's URL only begins like a page that has one.
  [paths.matches(), "Back to where you were"],
  [`${paths.discover()}-more`, "Back to where you were"],
])("after a payment that began at %s, the link back says: %s", (from, words) =>
  expect(returnWords(from)).toBe(words),
);
