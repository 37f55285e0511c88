import { expect, test } from "vitest";
import { screens } from "./screens";

// The list looks up everyone it needs in the demo as soon as it's imported.
test("each screen has a name of its own, which also names its file", () => {
  const names = screens.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});
