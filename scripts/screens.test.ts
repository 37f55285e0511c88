import { expect, test } from "vitest";
import { screens } from "./screens";

// The list looks up everyone it needs in the demo as soon as it's imported.
test("each screen has its own name, which also names its file", () => {
  const names = screens.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test("only the last screen changes what everyone else would find", () => {
  expect(screens.filter(({ before }) => before).map(({ name, changes }) => [name, changes])).toEqual([
    ["landing-few", true],
  ]);
  expect(screens.at(-1)?.before).toContain("appears_in_search = false");
});
