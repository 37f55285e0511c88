import { expect, test } from "vitest";
import { paths } from "~/paths";
import { returnWords } from "./return-words";

test.each([
  [paths.discover(), "Keep swiping"],
  [`${paths.discover()}?service=1`, "Keep swiping"],
  [paths.project("1"), "Back to your project"],
  [paths.profile("1"), "Back to the profile"],
  // One page has no label of its own, and the other one's URL only starts the same way.
  [paths.matches(), "Back to where you were"],
  [`${paths.discover()}-more`, "Back to where you were"],
])("from %s, the button that leads back is labeled %s", (from, words) =>
  expect(returnWords(from)).toBe(words),
);
