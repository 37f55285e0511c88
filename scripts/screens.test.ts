import { expect, test } from "vitest";
import { screens } from "./screens";

// Importing the list already checks that the demo has everyone a screen needs.
test("each screen has a different name, which is also valid as a file name", () => {
  const names = screens.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test("only the last screen hides people other screens would show", () => {
  expect(screens.filter(({ before }) => before).map(({ name, changes }) => [name, changes])).toEqual([
    ["landing-few", true],
  ]);
  expect(screens.at(-1)?.before).toContain("appears_in_search = false");
});
