import { expect, test } from "vitest";
import { resultWords } from "./saved-search";
import { saveSearchSchema } from "./saved-search.schema";

test("a search's results are counted, and a plus says that there may be more", () => {
  expect(resultWords("people", 1, false)).toBe("1 new person");
  expect(resultWords("people", 2, false)).toBe("2 new people");
  expect(resultWords("directory", 1, true)).toBe("1+ new contributors");
  expect(resultWords("directory", 1, false)).toBe("1 new contributor");
  expect(resultWords("projects", 200, true)).toBe("200+ new projects");
});

test.each([
  [{ kind: "talks" }, "Please start from the page you want to search"],
  [{ query: undefined }, "Please start from the page you want to search"],
  [{ name: " " }, "Please enter a name"],
  [{ pace: "hourly" }, "Please choose how often"],
])("a form with %j says what to do instead", (change, words) => {
  const form = { kind: "people", query: "?service=1", name: "Editors", pace: "daily" };
  expect(saveSearchSchema.safeParse({ ...form, ...change }).error?.issues).toMatchObject([
    { message: words },
  ]);
});
