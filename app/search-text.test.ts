import { expect, test } from "vitest";
import { longestSearch, searchNote, searchText } from "./search-text";

test("a search is a single line without characters that PostgreSQL rejects", () => {
  expect(searchText(" river\r\n\0 film \ud800 ")).toBe("river film");
});

test("a longer text is cut at the limit without splitting a character, and the page says so", () => {
  const most = "a".repeat(longestSearch);
  expect([searchText(` ${most} `), searchNote(` ${most} `)]).toEqual([most, ""]);
  expect(searchText(`${most}b`)).toBe(most);
  expect(searchNote(`${most}b`)).toBe("We searched for the first 100 characters.");
  expect(searchText(`${most.slice(1)}👩‍💻`)).toBe(most.slice(1));
  expect(searchNote("abc", 2)).toBe("We searched for the first 2 characters.");
});
