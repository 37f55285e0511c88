import { expect, test } from "vitest";
import { resultWords } from "./saved-search";

test("a search's results are counted, and a plus says that there may be more", () => {
  expect(resultWords("people", 1, false)).toBe("1 new person");
  expect(resultWords("people", 2, false)).toBe("2 new people");
  expect(resultWords("directory", 1, true)).toBe("1+ new contributors");
  expect(resultWords("directory", 1, false)).toBe("1 new contributor");
  expect(resultWords("projects", 200, true)).toBe("200+ new projects");
});
